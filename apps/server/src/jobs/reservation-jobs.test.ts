import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { createMailer } from '#adapters/mail'
import { newId } from '#db'
import { readPaymentLink } from '#modules/payment-link'
import { reserveSeats } from '#modules/reservation'
import { customerOf, openTestTheatre, type TestTheatre } from '#testing'
import { openManualProvider } from '../modules/payment/testing/buyer.ts'
import { codeVault, payer } from '../modules/payment-link/testing/test-link.ts'
import { createReservationJobs } from './reservation-jobs.ts'

type Mail = Parameters<ReturnType<typeof createMailer>['send']>[0]

/** A winner of a draw of day seats whose mail is queued. */
async function openWinner(theatre: TestTheatre, change: (brand: TestTheatre['brand']) => TestTheatre['brand'] = (brand) => brand) {
  const { db } = theatre
  const shop = { ...openManualProvider(theatre).shop, brand: change(theatre.brand) }
  const customer = await customerOf(theatre)
  const seats = [{ performance: 'tonight', seat: 0, band: 'a' as const, priceType: 'full', price: 40_00, fee: 4_00 }]
  const until = new Date(Date.now() + 3_600_000)
  const order = await reserveSeats(db, { customer: customer.id, seats, until, note: '' }, { name: 'day seats' })
  if (!order.ok) throw new Error(order.error.code)
  const [entry, message] = [newId(), newId()]
  await sql`insert into day_seat_draw (performance_id, lottery, is_withdrawn, opens_at, closes_at, draws_at, pay_until, max_quantity, price_type,
    seed, seed_hash, drawn_at) values ('tonight', 'daily', false, now(), now(), now(), ${until}, 2, 'full', 's', 'h', now())`.execute(db)
  await sql`insert into day_seat_entry (id, performance_id, customer_id, quantity, place, outcome, reservation_id)
    values (${entry}, 'tonight', ${customer.id}, 1, 1, 'won', ${order.value.id})`.execute(db)
  await sql`insert into outbox (id, topic, key, payload) values (${message}, 'mail.day-seats-won', ${entry}, ${JSON.stringify({ entry })}::jsonb)`.execute(
    db,
  )
  const stored = async () =>
    (await db.selectFrom('outbox').select('payload').where('id', '=', message).executeTakeFirstOrThrow()).payload as {
      entry: string
      token?: string
    }
  const mails: Mail[] = []
  /** Sends the mail, as the process that leases its message does. */
  const send = async ({ isFailing = false } = {}) => {
    const mailer = {
      send: async (mail: Mail) => {
        mails.push(mail)
        if (isFailing) throw new Error('the connection was lost')
      },
    }
    await createReservationJobs({ ...shop, codeVault, mailer })['mail.day-seats-won'](await stored(), message)
  }
  const tokens = () => mails.map(({ text }) => /#pay=([\w-]+)/.exec(text)?.[1])
  return { shop, customer, number: order.value.number, stored, mails, send, tokens }
}

it('mails a winner one link that opens the seats, also where the mail is repeated after a lost connection', async () => {
  await using theatre = await openTestTheatre()
  const { shop, customer, number, stored, mails, send, tokens } = await openWinner(theatre)
  await expect(send({ isFailing: true })).rejects.toThrow('the connection was lost')
  expect((await stored()).token, 'encrypted').not.toBe(tokens()[0])
  await send()
  const [first, second] = tokens()
  expect(second).toBe(first)
  expect(mails[1]).toMatchObject({ to: customer.email, text: expect.stringContaining(number) })
  expect(Object.keys(await stored())).toEqual(['entry'])
  const view = await readPaymentLink(shop, first!, payer.actor, false)
  expect(view).toMatchObject({ state: 'open', contents: { tickets: [{ priceTypeName: expect.any(String) }] } })
})

it('sends a winner to the account where tickets are not delivered free of charge and without an address', async () => {
  await using theatre = await openTestTheatre()
  const { mails, send, tokens } = await openWinner(theatre, (brand) => ({
    ...brand,
    delivery: brand.delivery.map((option) => ({ ...option, fee: 1_00 })) as typeof brand.delivery,
  }))
  await send()
  expect(tokens()).toEqual([undefined])
  expect(mails[0]!.text).toContain('/account/your-orders?reserved')
  expect(await theatre.db.selectFrom('reservation_link').select('reservation_id').execute()).toEqual([])
})
