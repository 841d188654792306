import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newId } from '#db'
import { openBasket } from '#modules/basket'
import { customerOf, openTestTheatre, type TestTheatre } from '#testing'
import { queuePerformanceReminders } from './index.ts'

/** Creates a paid order of one seat, placed a number of hours ago. */
async function orderOf(theatre: TestTheatre, seat: number, hoursAgo: number, state = 'confirmed') {
  const customer = await customerOf(theatre)
  const [id, attempt, basket] = [newId(), newId(), await openBasket(theatre.db, theatre.brand)]
  const placedAt = new Date(Date.now() - hoursAgo * 3_600_000)
  await sql`insert into payment_attempt (id, basket_id, customer_id, provider, state, amount, currency, quote, quote_hash, locale, pay_until)
    values (${attempt}, ${basket}, ${customer.id}, 'none', 'succeeded', 0, 'GBP', '{}', '', 'en', now())`.execute(theatre.db)
  await sql`insert into customer_order (id, number, customer_id, basket_id, attempt_id, state, total, paid, totals, delivery, notes, locale, placed_at)
    values (${id}, ${id.slice(-8)}, ${customer.id}, ${basket}, ${attempt}, ${state}, 0, 0, '{}', '{}', '{}', 'en', ${placedAt})`.execute(
    theatre.db,
  )
  await sql`insert into ticket (id, order_id, performance_id, seat, area, row_label, number, entrance, price_type, price_type_name, price, fee, qr)
    values (${newId()}, ${id}, 'tonight', ${seat}, 'Stalls', 'A', '1', 'Door', 'full', 'Full', 0, 0, ${`99${String(seat).padStart(18, '0')}`})`.execute(
    theatre.db,
  )
  return { id, customer: customer.id }
}

it('queues one reminder of a performance, the day before, to customers who want it', async () => {
  await using theatre = await openTestTheatre()
  const [wanted, returned, optedOut, justBooked] = [
    await orderOf(theatre, 0, 100),
    await orderOf(theatre, 1, 100, 'returned'),
    await orderOf(theatre, 2, 100),
    await orderOf(theatre, 3, 1),
  ]
  await sql`update customer set reminders = false where id = ${optedOut.customer}`.execute(theatre.db)
  expect(await queuePerformanceReminders(theatre.db), 'a week before').toBe(0)

  await sql`update performance set starts_at = now() + interval '20 hours' where id = 'tonight'`.execute(theatre.db)
  const counts = await Promise.all([queuePerformanceReminders(theatre.db), queuePerformanceReminders(theatre.db)])
  expect(counts[0]! + counts[1]!).toBe(1)
  expect(await queuePerformanceReminders(theatre.db)).toBe(0)
  const mails = await theatre.db.selectFrom('outbox').select(['topic', 'payload']).where('topic', '=', 'mail.evening-tomorrow').execute()
  expect(mails).toEqual([{ topic: 'mail.evening-tomorrow', payload: { order: wanted.id, performance: 'tonight' } }])
  expect([returned.id, justBooked.id]).not.toContain(wanted.id)
})
