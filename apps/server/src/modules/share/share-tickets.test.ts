import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newId } from '#db'
import { openBasket } from '#modules/basket'
import { listHeldTickets } from '#modules/order'
import { customerOf, openTestTheatre, type TestTheatre } from '#testing'
import { findSharedTicket, listLinks, shareTickets, revokeLinks } from './index.ts'

/** Creates a paid order with a ticket per seat. */
async function createOrder(theatre: TestTheatre, seats: readonly number[], performance = 'tonight', state = 'confirmed') {
  const customer = await customerOf(theatre)
  const [id, attempt, basket] = [newId(), newId(), await openBasket(theatre.db, theatre.brand)]
  await sql`insert into payment_attempt (id, basket_id, customer_id, provider, state, amount, currency, quote, quote_hash, locale, pay_until)
    values (${attempt}, ${basket}, ${customer.id}, 'none', 'succeeded', 0, 'GBP', '{}', '', 'en', now())`.execute(theatre.db)
  await sql`insert into customer_order (id, number, customer_id, basket_id, attempt_id, state, total, paid, totals, delivery, notes, locale)
    values (${id}, ${id.slice(-8)}, ${customer.id}, ${basket}, ${attempt}, ${state}, 0, 0, '{}', '{}', '{}', 'en')`.execute(theatre.db)
  const tickets = seats.map(() => newId())
  for (const [nth, seat] of seats.entries())
    await sql`insert into ticket (id, order_id, performance_id, seat, area, row_label, number, entrance, price_type, price_type_name, price, fee, qr)
      values (${tickets[nth]}, ${id}, ${performance}, ${seat}, 'Stalls', 'A', ${String(seat + 1)}, 'Door', 'full', 'Full', 0, 0, ${`99${String(seat).padStart(18, '0')}`})`.execute(
      theatre.db,
    )
  return { id, customer: customer.id, number: id.slice(-8), tickets }
}
const actor = { name: 'customer ada' }
const shareAllTickets = async (theatre: TestTheatre, { customer, number, tickets }: Awaited<ReturnType<typeof createOrder>>) => {
  const links = await shareTickets(theatre, { customer, number, tickets }, actor)
  if (!links.ok) throw new Error(links.error.code)
  return links.value
}

it('creates one link per ticket when several tabs share it concurrently', async () => {
  await using theatre = await openTestTheatre()
  const order = await createOrder(theatre, [0, 1])
  const results = await Promise.all(Array.from({ length: 8 }, () => shareAllTickets(theatre, order)))
  expect(new Set(results.flat().map(({ token }) => token)).size).toBe(2)
  expect(results[0]!.every(({ token }) => /^[\w-]{32}$/.test(token))).toBe(true)
  const auditRows = await theatre.db.selectFrom('audit').select(['verb', 'detail']).where('subject', '=', 'ticket').execute()
  expect(auditRows).toHaveLength(2)
  for (const { token } of results[0]!) expect(JSON.stringify(auditRows)).not.toContain(token)
})

it('shows a shared ticket until its link is revoked, and creates a different link afterwards', async () => {
  await using theatre = await openTestTheatre()
  const order = await createOrder(theatre, [0, 1])
  const [first, second] = await shareAllTickets(theatre, order)
  expect(await findSharedTicket(theatre, first!.token)).toMatchObject({ sharedBy: 'Ada', ticket: { id: first!.ticket, row: 'A' } })
  const remainingLinks = await revokeLinks(theatre, { ...order, tickets: [first!.ticket] }, actor)
  expect(remainingLinks).toMatchObject({ ok: true, value: [{ ticket: second!.ticket }] })
  expect(await findSharedTicket(theatre, first!.token)).toBeUndefined()
  expect(await findSharedTicket(theatre, second!.token)).toBeDefined()
  const newLinks = await shareAllTickets(theatre, order)
  expect(newLinks.find(({ ticket }) => ticket === first!.ticket)?.token).not.toBe(first!.token)
  expect(await findSharedTicket(theatre, first!.token)).toBeUndefined()
})

it('returns no link and no ticket of a returned ticket or an unconfirmed order', async () => {
  await using theatre = await openTestTheatre()
  const order = await createOrder(theatre, [0])
  const [link] = await shareAllTickets(theatre, order)
  await sql`update ticket set returned_at = now() where order_id = ${order.id}`.execute(theatre.db)
  expect(await findSharedTicket(theatre, link!.token)).toBeUndefined()
  expect(await listLinks(theatre, order.customer, order.number)).toEqual({ ok: true, value: [] })
  expect(await listHeldTickets(theatre, order.customer)).toEqual([])
  const unconfirmedOrder = await createOrder(theatre, [1], 'tonight', 'confirming')
  expect(await shareTickets(theatre, unconfirmedOrder, actor)).toMatchObject({ ok: false, error: { code: 'order-not-found' } })
  expect(await listHeldTickets(theatre, unconfirmedOrder.customer)).toEqual([])
})

it('lists tickets of current and future performances, the next performance first', async () => {
  await using theatre = await openTestTheatre()
  const laterOrder = await createOrder(theatre, [0], 'tomorrow')
  const soonerOrder = await createOrder(theatre, [1])
  const pastOrder = await createOrder(theatre, [2], 'long-ago')
  await sql`update customer_order set customer_id = ${laterOrder.customer}`.execute(theatre.db)
  const heldTickets = await listHeldTickets(theatre, laterOrder.customer)
  expect(heldTickets.map(({ order, instance }) => [order, instance])).toEqual([
    [soonerOrder.number, 'tonight'],
    [laterOrder.number, 'tomorrow'],
  ])
  expect(heldTickets.map(({ order }) => order)).not.toContain(pastOrder.number)
  expect(heldTickets[0]).not.toHaveProperty('price')
})
