import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { readSoldOrder } from '#modules/counter'
import { readViolations } from '#modules/invariant'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { applyCallback, makeRefund, processReturn, refundOrder, retryRefund } from './index.ts'
import { actor } from './testing/buyer.ts'
import { externalRefund, orderOf, refundsOf, shownRefunds, sold, stopped, uses } from './testing/sold-order.ts'

it('flags an order with a partial dashboard refund, and puts a fully refunded order on hold', async () => {
  await using theatre = await openTestTheatre()
  const order = await sold(theatre)
  order.refundInDashboard(order.attempt, money(30_00))
  expect(await order.hear()).toBe('ours')
  await order.hear()
  expect(await orderOf(theatre)).toEqual({ state: 'confirmed', hold: null, dispute: null })
  expect(await readSoldOrder(order.shop, order.number, 'manager')).toMatchObject({ alert: 'part-refunded', left: 60_00, back: 30_00 })
  expect(await refundOrder(order.shop, order.number, { amount: money(60_01), reason: 'ill' }, actor)).toMatchObject({ ok: false })
  await expectInvariants(theatre)
  order.refundInDashboard(order.attempt, money(60_00))
  await order.hear()
  expect(await orderOf(theatre)).toEqual({ state: 'on-hold', hold: 'refunded', dispute: null })
  expect(await uses(order)).toEqual(stopped)
  expect(await shownRefunds(order)).toMatchObject([
    { ...externalRefund, amount: 30_00 },
    { ...externalRefund, amount: 60_00 },
  ])
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
    await expectInvariants(theatre)
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
    await expectInvariants(theatre)
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
  const callback = {
    eventId: 'failed',
    type: 'refund.failed',
    refundId: second,
    amount: money(60_00),
    currency: 'GBP',
    account: 'test',
  } as const
  for (let time = 0; time < 2; time++) await applyCallback(order.shop, { ...callback, at: new Date().toISOString() }, actor)
  expect(await orderOf(theatre)).toMatchObject({ state: 'confirmed', hold: null })
  expect(await refundsOf(theatre)).toMatchObject([{ amount: 30_00, state: 'made', is_elsewhere: true }])
  expect(await theatre.db.selectFrom('outbox').select('id').where('topic', '=', 'payment.refund').execute()).toEqual([])
  expect(await readSoldOrder(order.shop, order.number, 'manager')).toMatchObject({ alert: 'part-refunded', left: 60_00, back: 30_00 })
  await order.hear()
  expect(await refundsOf(theatre)).toHaveLength(1)
  await expectInvariants(theatre)
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
  const callback = { eventId: 'failed', type: 'refund.failed', refundId, amount: money(30_00), currency: 'GBP', account: 'test' } as const
  await applyCallback(order.shop, { ...callback, at: new Date().toISOString() }, actor)
  expect(await orderOf(theatre)).toEqual({ state: 'on-hold', hold: 'disputed', dispute: 'open' })
  expect(await refundsOf(theatre)).toEqual([])
})
