import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { readViolations } from '#modules/invariant'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { sql } from 'kysely'
import {
  checkPayment,
  listFailedRefunds,
  listRefunds,
  makeRefund,
  type PaymentDeps,
  ProviderRefused,
  refundOrder,
  settleRefundByHand,
  settlePayment,
  applyCallback,
  retryRefund,
} from './index.ts'
import { actor, openPaymentPage } from './testing/buyer.ts'

const operator = { name: 'operator' }
const reason = 'charge_disputed'

/** An order of £45 with due refunds that the provider refuses. */
async function refused(theatre: TestTheatre, ...amounts: readonly number[]) {
  const manual = await openPaymentPage(theatre, ['A.1'])
  manual.end(manual.attempt, 'succeeded')
  await checkPayment(manual.shop, manual.customer.id, manual.attempt, actor)
  const { number } = await theatre.db.selectFrom('customer_order').select('number').executeTakeFirstOrThrow()
  for (const amount of amounts) await refundOrder(manual.shop, number, { amount: money(amount), reason: 'ill' }, actor)
  manual.refuse(manual.attempt, reason)
  const rows = await theatre.db.selectFrom('refund').select('id').orderBy('created_at').orderBy('id').execute()
  const ids = rows.map(({ id }) => id)
  return { ...manual, number, ids, id: ids[0]! }
}
const refundsOf = ({ db }: TestTheatre) => db.selectFrom('refund').selectAll().orderBy('created_at').orderBy('id').execute()
const grow = ({ db }: TestTheatre) => sql`update refund set due_at = due_at - interval '1 day'`.execute(db)

it('closes a refused refund with the provider’s reason and date, and no longer counts it as overdue', async () => {
  await using theatre = await openTestTheatre()
  const { shop, id, number, refunds } = await refused(theatre, 20_00)
  await makeRefund(shop, id)
  const [refund] = await refundsOf(theatre)
  expect(refund).toMatchObject({ state: 'failed', refusal: reason, failures: 1, provider_refund: null, made_at: null })
  expect(Date.now() - refund!.failed_at!.getTime()).toBeLessThan(60_000)
  await grow(theatre)
  expect(await readViolations(theatre.db)).toEqual([{ name: 'invariant_refund_waits_for_a_person', row: { id } }])
  expect(await listFailedRefunds(theatre.db)).toMatchObject([{ id, number, refusal: reason }])
  expect(await listRefunds(theatre.db, refund!.order_id!)).toMatchObject([
    { id, state: 'failed', refusal: reason, at: refund!.failed_at!.toISOString() },
  ])
  expect(refunds.size).toBe(0)
})

it('resends a refused refund with another key when staff retry it', async () => {
  await using theatre = await openTestTheatre()
  const { shop, attempt, id, refuse, refunds } = await refused(theatre, 20_00)
  await makeRefund(shop, id)
  expect(await retryRefund(theatre.db, id, operator)).toBe(true)
  await makeRefund(shop, id)
  expect((await refundsOf(theatre))[0], 'refused once more').toMatchObject({ state: 'failed', failures: 2 })
  refuse(attempt, undefined)
  expect(await retryRefund(theatre.db, id, operator)).toBe(true)
  await makeRefund(shop, id)
  expect([...refunds]).toEqual([[`${id}.2`, 20_00]])
  expect((await refundsOf(theatre))[0]).toMatchObject({ state: 'made', provider_refund: `r-${id}.2` })
  const mails = await theatre.db.selectFrom('outbox').select('id').where('topic', '=', 'mail.refund-made').execute()
  expect(mails).toHaveLength(1)
  await expectInvariants(theatre)
})

it('lets staff settle a refused refund by hand, of an order and of a payment without one', async () => {
  await using theatre = await openTestTheatre()
  const { shop, id } = await refused(theatre, 20_00)
  await makeRefund(shop, id)
  expect(await settleRefundByHand(theatre.db, id, 'bank transfer 17', operator)).toBe(true)
  expect(await refundsOf(theatre)).toMatchObject([{ state: 'made', provider_refund: 'by hand: bank transfer 17' }])
  await expectInvariants(theatre)

  await using otherTheatre = await openTestTheatre()
  const late = await openPaymentPage(otherTheatre, ['A.1'])
  late.end(late.attempt, 'succeeded')
  late.refuse(late.attempt, reason)
  await settlePayment(late.shop, late.attempt, { status: 'succeeded', amount: money(20_00), currency: 'GBP' }, actor)
  await makeRefund(late.shop, late.attempt)
  expect(await refundsOf(otherTheatre)).toMatchObject([{ state: 'failed', order_id: null }])
  expect(await settleRefundByHand(otherTheatre.db, late.attempt, 'cash', operator)).toBe(true)
  await expectInvariants(otherTheatre)
})

it('matches a refund that was made in the dashboard, unless it covers other refunds already', async () => {
  await using theatre = await openTestTheatre()
  const { shop, attempt, ids, refundInDashboard } = await refused(theatre, 20_00, 15_00, 10_00)
  const dashboardRefund = refundInDashboard(attempt, money(35_00))
  await Promise.all(ids.map((id) => makeRefund(shop, id)))
  const rows = await refundsOf(theatre)
  const covered = rows.filter(({ provider_refund }) => provider_refund === dashboardRefund)
  expect(covered.every(({ state }) => state === 'made')).toBe(true)
  expect(covered.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(35_00)
  expect(covered.length).toBeGreaterThan(1)
  expect(rows.filter(({ state }) => state === 'failed')).toHaveLength(1)
  expect(rows.some(({ state }) => state === 'due')).toBe(false)
})

it('owes again all refunds that a failed dashboard refund covered', async () => {
  await using theatre = await openTestTheatre()
  const { shop, attempt, ids, refundInDashboard } = await refused(theatre, 20_00, 10_00)
  const refundId = refundInDashboard(attempt, money(30_00))
  for (const id of ids) await makeRefund(shop, id)
  expect(await refundsOf(theatre)).toMatchObject([{ state: 'made' }, { state: 'made' }])
  const callback = { eventId: 'e', type: 'refund.failed', refundId, amount: money(30_00), currency: 'GBP', account: 'test' } as const
  const failing: PaymentDeps = { ...shop, provider: { ...shop.provider, readRefund: async () => 'failed' } }
  await applyCallback(failing, { ...callback, at: new Date().toISOString() }, actor)
  expect(await refundsOf(theatre)).toMatchObject([{ state: 'due' }, { state: 'due' }])
  await expectInvariants(theatre)
})

it('keeps a refund due while the provider rejects the credentials, which would refuse every refund', async () => {
  await using theatre = await openTestTheatre()
  const { shop, id } = await refused(theatre, 20_00)
  const unknown = () => Promise.reject(new ProviderRefused(401, 'Invalid API Key'))
  const locked: PaymentDeps = { ...shop, provider: { ...shop.provider, refund: unknown, listRefunds: unknown } }
  await expect(makeRefund(locked, id)).rejects.toThrow(ProviderRefused)
  expect(await refundsOf(theatre)).toMatchObject([{ state: 'due', failures: 0 }])
  await expectInvariants(theatre)
})
