import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { readSoldOrder } from '#modules/counter'
import { readViolations } from '#modules/invariant'
import { findSharedTicket } from '#modules/share'
import { expectInvariants, openTestTheatre } from '#testing'
import { makeRefund, processReturn, ProviderRefused, refundOrder } from './index.ts'
import { actor } from './testing/buyer.ts'
import { externalRefund, noticesOf, orderOf, refundsOf, shownRefunds, sold, stopped, uses } from './testing/sold-order.ts'

describe('a notice to the box office', () => {
  it('is published once for an opened and once for a lost dispute, for repeated callbacks', async () => {
    await using theatre = await openTestTheatre()
    const order = await sold(theatre)
    const { id } = await theatre.db.selectFrom('customer_order').select('id').executeTakeFirstOrThrow()
    await order.dispute('open')
    await Promise.all([order.hear(), order.hear(), order.hear()])
    expect(await noticesOf(theatre)).toEqual([{ notice: 'disputed', order: id }])
    await order.dispute('lost')
    await order.hear()
    expect((await noticesOf(theatre)).slice(1)).toEqual([{ notice: 'dispute-lost', order: id }])
  })

  it('is not published for a dispute that is won', async () => {
    await using theatre = await openTestTheatre()
    const order = await sold(theatre)
    await order.dispute('open')
    await order.dispute('won')
    expect(await noticesOf(theatre)).toMatchObject([{ notice: 'disputed' }])
  })

  it('is published once per dashboard refund, with the amount of a partial one', async () => {
    await using theatre = await openTestTheatre()
    const order = await sold(theatre)
    order.refundInDashboard(order.attempt, money(30_00))
    await order.hear()
    await Promise.all([order.hear(), order.hear()])
    expect(await noticesOf(theatre)).toMatchObject([{ notice: 'part-refunded', amount: 30_00 }])
    order.refundInDashboard(order.attempt, money(60_00))
    await order.hear()
    await order.hear()
    expect((await noticesOf(theatre)).slice(1)).toMatchObject([{ notice: 'refunded' }])
  })

  it('is not published for a refund that the shop made itself', async () => {
    await using theatre = await openTestTheatre()
    const order = await sold(theatre)
    await refundOrder(order.shop, order.number, { amount: money(20_00), reason: 'ill' }, actor)
    const { id } = await theatre.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
    await makeRefund(order.shop, id)
    await order.hear()
    expect(await noticesOf(theatre)).toEqual([])
  })
})

it('blocks every use of the tickets while a payment is disputed, alerts staff, and releases them once the dispute is won', async () => {
  await using theatre = await openTestTheatre()
  const order = await sold(theatre)
  expect(await order.dispute('open')).toBe('ours')
  expect(await orderOf(theatre)).toEqual({ state: 'on-hold', hold: 'disputed', dispute: 'open' })
  expect(await uses(order)).toEqual(stopped)
  expect(await readSoldOrder(order.shop, order.number, 'manager')).toMatchObject({
    alert: 'disputed',
    order: { state: 'on-hold', tickets: [{}, {}] },
    may: { exchange: false, credit: false, origin: false },
  })
  expect((await readViolations(theatre.db)).map(({ name }) => name)).toEqual(['invariant_order_on_hold'])
  await Promise.all([order.hear(), order.hear(), order.hear()])
  await order.dispute('won')
  expect(await orderOf(theatre)).toEqual({ state: 'confirmed', hold: null, dispute: 'won' })
  expect(await refundsOf(theatre)).toEqual([])
  expect(await findSharedTicket(order.shop, order.token)).toBeDefined()
  expect(await readSoldOrder(order.shop, order.number, 'manager')).toMatchObject({ alert: null, may: { exchange: true } })
  await expectInvariants(theatre)
})

it('records a lost dispute as an external refund, so that tickets can be returned and nothing is paid twice', async () => {
  await using theatre = await openTestTheatre()
  const order = await sold(theatre)
  await order.dispute('lost')
  await order.hear()
  expect(await orderOf(theatre)).toEqual({ state: 'on-hold', hold: 'dispute-lost', dispute: 'lost' })
  expect(await refundsOf(theatre)).toEqual([{ amount: 90_00, state: 'made', reason: 'dispute lost', is_elsewhere: true }])
  expect(await shownRefunds(order)).toMatchObject([{ ...externalRefund, amount: 90_00 }])
  expect(await uses(order)).toEqual(stopped)
  const returning = { tickets: order.tickets, to: 'origin' as const, value: money(0), reason: 'dispute lost', isLateAllowed: false }
  expect(await processReturn(order.shop, order.number, returning, actor)).toMatchObject({ ok: true })
  expect(await orderOf(theatre)).toEqual({ state: 'returned', hold: null, dispute: 'lost' })
  expect(order.refunds.size).toBe(0)
  expect(
    await theatre.db.selectFrom('seat_claim').select('seat').where('order_id', 'is not', null).where('seat', '<', 2).execute(),
  ).toEqual([])
  await expectInvariants(theatre)
})

it('lets staff close an order on hold without tickets once, and returns its remaining money', async () => {
  await using theatre = await openTestTheatre()
  const order = await sold(theatre)
  // As after the return of all tickets of an order with a donation.
  await sql`update ticket set returned_at = now()`.execute(theatre.db)
  await sql`delete from seat_claim where order_id is not null`.execute(theatre.db)
  const close = { tickets: [], to: 'origin' as const, value: money(0), reason: 'dispute lost', isLateAllowed: false }
  expect(await processReturn(order.shop, order.number, { ...close, value: money(90_00) }, actor), 'an order that is not on hold').toEqual(
    expect.objectContaining({ ok: false }),
  )
  await order.dispute('open')
  expect(await processReturn(order.shop, order.number, { ...close, value: money(90_00) }, actor)).toMatchObject({ ok: false })
  await order.dispute('lost')
  expect(await readSoldOrder(order.shop, order.number, 'manager')).toMatchObject({ left: 0, order: { tickets: [] }, may: { origin: true } })
  expect(await processReturn(order.shop, order.number, close, actor)).toMatchObject({ ok: true })
  expect(await orderOf(theatre)).toEqual({ state: 'returned', hold: null, dispute: 'lost' })
  expect(await processReturn(order.shop, order.number, close, actor)).toMatchObject({ ok: false })
  expect(order.refunds.size).toBe(0)
  const trail = await theatre.db.selectFrom('audit').select('detail').where('verb', '=', 'close').execute()
  expect(trail).toMatchObject([{ detail: { reason: 'dispute lost', order: order.number } }])
  await expectInvariants(theatre)
})

it.each([401, 403])('processes a dispute with the next callback where reading it was refused with %i', async (status) => {
  await using theatre = await openTestTheatre()
  const order = await sold(theatre)
  const { readPayment, listRefunds } = order.shop.provider
  const refuse = () => Promise.reject(new ProviderRefused(status, 'no permission'))
  for (const shut of ['readPayment', 'listRefunds'] as const) {
    Object.assign(order.shop.provider, { [shut]: refuse })
    await expect(order.dispute('open')).rejects.toThrow(ProviderRefused)
    Object.assign(order.shop.provider, { readPayment, listRefunds })
  }
  expect(await orderOf(theatre)).toMatchObject({ state: 'confirmed' })
  expect(await order.hear()).toBe('ours')
  expect(await orderOf(theatre)).toMatchObject({ state: 'on-hold', hold: 'disputed' })
  Object.assign(order.shop.provider, { readPayment: () => Promise.reject(new ProviderRefused(404, 'unknown')) })
  expect(await order.hear()).toBe('foreign')
})

it('ignores refunds of the shop itself, and payments of other shops', async () => {
  await using theatre = await openTestTheatre()
  const order = await sold(theatre)
  await refundOrder(order.shop, order.number, { amount: money(20_00), reason: 'ill' }, actor)
  const { id } = await theatre.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
  await makeRefund(order.shop, id)
  await order.hear()
  expect(await shownRefunds(order)).toMatchObject([{ amount: 20_00, isExternal: false }])
  expect(await orderOf(theatre)).toEqual({ state: 'confirmed', hold: null, dispute: null })
  await expectInvariants(theatre)
})
