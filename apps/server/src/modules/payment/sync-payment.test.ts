import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { readSoldOrder } from '#modules/counter'
import { readViolations } from '#modules/invariant'
import { listHeldTickets, readOrder } from '#modules/order'
import { findSharedTicket, shareTickets } from '#modules/share'
import { expectSound, openTestTheatre, type TestTheatre } from '#testing'
import {
  cancelOrder,
  checkPayment,
  processReturn,
  makeRefund,
  ProviderRefused,
  validateExchange,
  refundOrder,
  applyCallback,
  retryRefund,
} from './index.ts'
import { transact } from '#db'
import { actor, openPaymentPage } from './testing/buyer.ts'

/** A paid order of two seats for £90, with one ticket shared. */
async function sold(theatre: TestTheatre) {
  const manual = await openPaymentPage(theatre)
  manual.end(manual.attempt, 'succeeded')
  await checkPayment(manual.shop, manual.customer.id, manual.attempt, actor)
  const { number } = await theatre.db.selectFrom('customer_order').select('number').executeTakeFirstOrThrow()
  const tickets = (await theatre.db.selectFrom('ticket').select('id').orderBy('seat').execute()).map(({ id }) => id)
  const links = await shareTickets(manual.shop, { customer: manual.customer.id, number, tickets: tickets.slice(0, 1) }, actor)
  if (!links.ok) throw new Error(links.error.code)
  const session = `s-${manual.attempt}`
  /** The provider's signed callback after a change. */
  const hear = () =>
    applyCallback(
      manual.shop,
      {
        eventId: randomUUID(),
        type: 'payment.changed',
        paymentId: session,
        amount: money(90_00),
        currency: 'GBP',
        account: 'test',
        at: new Date().toISOString(),
      },
      actor,
    )
  const dispute = async (state: 'open' | 'won' | 'lost') => {
    manual.disputes.set(session, { state, amount: money(90_00) })
    return hear()
  }
  const token = links.value[0]!.token
  return { ...manual, number, tickets, token, session, hear, dispute }
}
type Sold = Awaited<ReturnType<typeof sold>>

/** Every use of the tickets, and whether it is rejected. */
async function uses({ shop, customer, number, tickets, token }: Sold) {
  const chosen = { customer: customer.id, number, tickets }
  const returning = { tickets, to: 'credit' as const, value: money(90_00), reason: 'ill', isLateAllowed: false }
  return {
    shown: (await readOrder(shop, customer.id, number))!.order.tickets.length,
    held: (await listHeldTickets(shop, customer.id)).length,
    byLink: (await findSharedTicket(shop, token)) !== undefined,
    share: (await shareTickets(shop, chosen, actor)).ok,
    exchange: (
      await transact(shop.db, (trx) => validateExchange(shop, trx, { order: number, tickets, value: money(90_00), rest: 'credit' }))
    ).ok,
    cancel: (
      await cancelOrder(
        { ...shop, brand: { ...shop.brand, features: { ...shop.brand.features, cancelOrders: true } } },
        customer.id,
        number,
        actor,
      )
    ).ok,
    returned: (await processReturn(shop, number, returning, actor)).ok,
    refund: (await refundOrder(shop, number, { amount: money(90_00), reason: 'ill' }, actor)).ok,
  }
}
const stopped = { shown: 0, held: 0, byLink: false, share: false, exchange: false, cancel: false, returned: false, refund: false }

const orderOf = ({ db }: TestTheatre) => db.selectFrom('customer_order').select(['state', 'hold', 'dispute']).executeTakeFirstOrThrow()
const refundsOf = ({ db }: TestTheatre) =>
  db.selectFrom('refund').select(['amount', 'state', 'reason', 'is_elsewhere']).orderBy('created_at').execute()

const noticesOf = async ({ db }: TestTheatre) =>
  (await db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.box-office-notice').orderBy('id').execute()).map(
    ({ payload }) => payload,
  )

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
  await expectSound(theatre)
})

it('records a lost dispute as an external refund, so that tickets can be returned and nothing is paid twice', async () => {
  await using theatre = await openTestTheatre()
  const order = await sold(theatre)
  await order.dispute('lost')
  await order.hear()
  expect(await orderOf(theatre)).toEqual({ state: 'on-hold', hold: 'dispute-lost', dispute: 'lost' })
  expect(await refundsOf(theatre)).toEqual([{ amount: 90_00, state: 'made', reason: 'dispute lost', is_elsewhere: true }])
  expect(await uses(order)).toEqual(stopped)
  const returning = { tickets: order.tickets, to: 'origin' as const, value: money(0), reason: 'dispute lost', isLateAllowed: false }
  expect(await processReturn(order.shop, order.number, returning, actor)).toMatchObject({ ok: true })
  expect(await orderOf(theatre)).toEqual({ state: 'returned', hold: null, dispute: 'lost' })
  expect(order.refunds.size).toBe(0)
  expect(
    await theatre.db.selectFrom('seat_claim').select('seat').where('order_id', 'is not', null).where('seat', '<', 2).execute(),
  ).toEqual([])
  await expectSound(theatre)
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
  await expectSound(theatre)
})

it('flags an order with a partial dashboard refund, and puts a fully refunded order on hold', async () => {
  await using theatre = await openTestTheatre()
  const order = await sold(theatre)
  order.refundInDashboard(order.attempt, money(30_00))
  expect(await order.hear()).toBe('ours')
  await order.hear()
  expect(await orderOf(theatre)).toEqual({ state: 'confirmed', hold: null, dispute: null })
  expect(await readSoldOrder(order.shop, order.number, 'manager')).toMatchObject({ alert: 'part-refunded', left: 60_00, back: 30_00 })
  expect(await refundOrder(order.shop, order.number, { amount: money(60_01), reason: 'ill' }, actor)).toMatchObject({ ok: false })
  await expectSound(theatre)
  order.refundInDashboard(order.attempt, money(60_00))
  await order.hear()
  expect(await orderOf(theatre)).toEqual({ state: 'on-hold', hold: 'refunded', dispute: null })
  expect(await uses(order)).toEqual(stopped)
  expect(await refundsOf(theatre)).toMatchObject([{ amount: 30_00 }, { amount: 60_00 }])
})

describe('a dashboard refund in place of a refund of the shop', () => {
  /** An order with a refused refund of £20, which waits for staff. */
  async function waiting(theatre: TestTheatre) {
    const order = await sold(theatre)
    await refundOrder(order.shop, order.number, { amount: money(20_00), reason: 'ill' }, actor)
    const { id } = await theatre.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
    order.refuse(order.attempt, 'card closed')
    await makeRefund(order.shop, id)
    order.refuse(order.attempt, undefined)
    return { ...order, id }
  }

  it('marks the failed one as made, and is not recorded a second time', async () => {
    await using theatre = await openTestTheatre()
    const order = await waiting(theatre)
    const refundId = order.refundInDashboard(order.attempt, money(25_00))
    for (let time = 0; time < 2; time++) await order.hear()
    expect(
      await theatre.db.selectFrom('refund').select(['id', 'amount', 'state', 'provider_refund']).orderBy('created_at').execute(),
    ).toEqual([
      { id: order.id, amount: 20_00, state: 'made', provider_refund: refundId },
      { id: expect.any(String), amount: 5_00, state: 'made', provider_refund: refundId },
    ])
    expect(await readSoldOrder(order.shop, order.number, 'manager')).toMatchObject({ left: 65_00, back: 25_00 })
    await makeRefund(order.shop, order.id)
    expect(order.refunds.size).toBe(0)
    await expectSound(theatre)
  })

  it('marks a due refund as made, but not one that is being sent', async () => {
    await using theatre = await openTestTheatre()
    const order = await sold(theatre)
    for (const amount of [20_00, 15_00]) await refundOrder(order.shop, order.number, { amount: money(amount), reason: 'ill' }, actor)
    await sql`update refund set due_at = due_at - interval '2 minutes' where amount = 2000`.execute(theatre.db)
    order.refundInDashboard(order.attempt, money(20_00))
    await order.hear()
    expect(await refundsOf(theatre)).toMatchObject([
      { amount: 20_00, state: 'made', is_elsewhere: false },
      { amount: 15_00, state: 'due' },
    ])
  })

  it('is found without a callback, before the failed one is resent', async () => {
    await using theatre = await openTestTheatre()
    const order = await waiting(theatre)
    const refundId = order.refundInDashboard(order.attempt, money(20_00))
    expect(await retryRefund(theatre.db, order.id, actor)).toBe(true)
    await makeRefund(order.shop, order.id)
    expect(order.refunds.size).toBe(0)
    expect(await theatre.db.selectFrom('refund').select(['state', 'provider_refund']).execute()).toEqual([
      { state: 'made', provider_refund: refundId },
    ])
    await expectSound(theatre)
  })
})

it('deletes a failed dashboard refund, releases the order, and never sends that money automatically', async () => {
  await using theatre = await openTestTheatre()
  const order = await sold(theatre)
  order.refundInDashboard(order.attempt, money(30_00))
  const second = order.refundInDashboard(order.attempt, money(60_00))
  await order.hear()
  expect(await orderOf(theatre)).toMatchObject({ state: 'on-hold', hold: 'refunded' })
  order.failInDashboard(order.attempt, second)
  const told = {
    eventId: 'failed',
    type: 'refund.failed',
    refundId: second,
    amount: money(60_00),
    currency: 'GBP',
    account: 'test',
  } as const
  for (let time = 0; time < 2; time++) await applyCallback(order.shop, { ...told, at: new Date().toISOString() }, actor)
  expect(await orderOf(theatre)).toMatchObject({ state: 'confirmed', hold: null })
  expect(await refundsOf(theatre)).toMatchObject([{ amount: 30_00, state: 'made', is_elsewhere: true }])
  expect(await theatre.db.selectFrom('outbox').select('id').where('topic', '=', 'payment.refund').execute()).toEqual([])
  expect(await readSoldOrder(order.shop, order.number, 'manager')).toMatchObject({ alert: 'part-refunded', left: 60_00, back: 30_00 })
  await order.hear()
  expect(await refundsOf(theatre)).toHaveLength(1)
  await expectSound(theatre)
})

it('leaves a failed dashboard refund to staff once the tickets are returned, and sends nothing automatically', async () => {
  await using theatre = await openTestTheatre()
  const order = await sold(theatre)
  const refundId = order.refundInDashboard(order.attempt, money(90_00))
  await order.hear()
  const returning = { tickets: order.tickets, to: 'origin' as const, value: money(0), reason: 'refunded', isLateAllowed: false }
  expect(await processReturn(order.shop, order.number, returning, actor)).toMatchObject({ ok: true })
  order.failInDashboard(order.attempt, refundId)
  await order.hear()
  expect(await refundsOf(theatre)).toMatchObject([{ amount: 90_00, state: 'failed', is_elsewhere: false }])
  expect((await readViolations(theatre.db)).map(({ name }) => name)).toEqual(['invariant_refund_waits_for_a_person'])
  expect(await theatre.db.selectFrom('outbox').select('id').where('topic', '=', 'payment.refund').execute()).toEqual([])
  const { id } = await theatre.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
  expect(await retryRefund(theatre.db, id, actor)).toBe(true)
  await makeRefund(order.shop, id)
  expect([...order.refunds.values()]).toEqual([90_00])
})

it('keeps the stored dispute when a dashboard refund fails', async () => {
  await using theatre = await openTestTheatre()
  const order = await sold(theatre)
  const refundId = order.refundInDashboard(order.attempt, money(30_00))
  await order.dispute('open')
  order.failInDashboard(order.attempt, refundId)
  const told = { eventId: 'failed', type: 'refund.failed', refundId, amount: money(30_00), currency: 'GBP', account: 'test' } as const
  await applyCallback(order.shop, { ...told, at: new Date().toISOString() }, actor)
  expect(await orderOf(theatre)).toEqual({ state: 'on-hold', hold: 'disputed', dispute: 'open' })
  expect(await refundsOf(theatre)).toEqual([])
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
  expect(await refundsOf(theatre)).toMatchObject([{ amount: 20_00, is_elsewhere: false }])
  expect(await orderOf(theatre)).toEqual({ state: 'confirmed', hold: null, dispute: null })
  await expectSound(theatre)
})
