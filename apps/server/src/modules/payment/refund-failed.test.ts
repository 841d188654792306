import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { readViolations } from '#modules/invariant'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import {
  checkPayment,
  listFailedRefunds,
  listRefunds,
  makeRefund,
  type PaymentDeps,
  reconcilePayments,
  refundOrder,
  settleRefundByHand,
  applyCallback,
  retryRefund,
} from './index.ts'
import { settlePayment } from './settle-payment.ts'
import { actor, openPaymentPage } from './testing/buyer.ts'

const operator = { name: 'operator' }

/** An order with a refund of £20. */
async function givenBack(theatre: TestTheatre) {
  const manual = await openPaymentPage(theatre, ['A.1'])
  const { shop, attempt, customer, end } = manual
  end(attempt, 'succeeded')
  await checkPayment(shop, customer.id, attempt, actor)
  const { number } = await theatre.db.selectFrom('customer_order').select('number').executeTakeFirstOrThrow()
  await refundOrder(shop, number, { amount: money(20_00), reason: 'ill' }, actor)
  const { id } = await theatre.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
  await makeRefund(shop, id)
  return { ...manual, id, number }
}

/** The provider's callback for a failed refund. */
const sendCallback = (shop: PaymentDeps, refundId: string, eventId = refundId) =>
  applyCallback(
    shop,
    {
      eventId,
      type: 'refund.failed',
      refundId,
      amount: money(20_00),
      currency: 'GBP',
      account: 'test',
      at: new Date().toISOString(),
    },
    actor,
  )
const refundOf = ({ db }: TestTheatre) => db.selectFrom('refund').selectAll().executeTakeFirstOrThrow()
const trailOf = async ({ db }: TestTheatre) =>
  (await db.selectFrom('audit').select(['verb']).where('subject', '=', 'refund').orderBy('at').execute()).map(({ verb }) => verb)

it('owes a failed refund again and resends it with another key, once for repeated callbacks', async () => {
  await using theatre = await openTestTheatre()
  const { shop, attempt, id, refunds, bounce } = await givenBack(theatre)
  expect(await sendCallback(shop, `r-${id}`, 'not-true'), 'the provider lists it as made').toBe('ours')
  expect(await refundOf(theatre)).toMatchObject({ state: 'made' })
  bounce(attempt, id)
  await Promise.all([1, 2, 3].map((nth) => sendCallback(shop, `r-${id}`, `event-${nth}`)))
  expect(await refundOf(theatre)).toMatchObject({ state: 'due', failures: 1, provider_refund: null, ask_at: null })
  const refundMessages = await theatre.db.selectFrom('outbox').select('id').where('topic', '=', 'payment.refund').execute()
  expect(refundMessages).toHaveLength(2)
  await Promise.all([makeRefund(shop, id), makeRefund(shop, id)])
  expect([...refunds]).toEqual([[`${id}.1`, 20_00]])
  // A late callback of the first try does not affect the second.
  expect(await sendCallback(shop, `r-${id}`, 'again')).toBe('foreign')
  expect(await refundOf(theatre)).toMatchObject({ state: 'made', provider_refund: `r-${id}.1` })
  expect(await trailOf(theatre)).toEqual(['owe', 'make', 'fail', 'make'])
  await expectInvariants(theatre)
})

it('waits for staff after the last try, who retry it or settle it by hand', async () => {
  await using theatre = await openTestTheatre()
  const { shop, attempt, id, number, customer, refunds, bounce } = await givenBack(theatre)
  const comeBack = async (key: string) => {
    bounce(attempt, key)
    await sendCallback(shop, `r-${key}`)
  }
  await comeBack(id)
  await makeRefund(shop, id)
  await comeBack(`${id}.1`)
  expect(await refundOf(theatre)).toMatchObject({ state: 'failed', failures: 2 })
  expect(await readViolations(theatre.db)).toEqual([{ name: 'invariant_refund_waits_for_a_person', row: { id } }])
  expect(await listFailedRefunds(theatre.db)).toMatchObject([{ id, number, amount: 20_00, email: customer.email }])
  // It is not sent automatically meanwhile, and no second refund can be made.
  await makeRefund(shop, id)
  expect(refunds.size).toBe(0)
  expect(await refundOrder(shop, number, { amount: money(25_01), reason: 'ill' }, actor)).toMatchObject({ ok: false })

  const { order_id } = await refundOf(theatre)
  const readRefunds = async () => (await listRefunds(theatre.db, order_id!)).map(({ at: _at, ...refund }) => refund)
  expect(await readRefunds()).toEqual([
    { id, amount: 20_00, state: 'failed', failures: 2, refusal: null, byHand: null, means: 'card', isExternal: false },
  ])

  expect(await retryRefund(theatre.db, id, operator)).toBe(true)
  expect(await retryRefund(theatre.db, id, operator)).toBe(false)
  await makeRefund(shop, id)
  expect([...refunds]).toEqual([[`${id}.2`, 20_00]])
  await expectInvariants(theatre)

  await comeBack(`${id}.2`)
  expect(await refundOf(theatre)).toMatchObject({ state: 'failed', failures: 3 })
  expect(await settleRefundByHand(theatre.db, id, 'bank transfer 17', operator)).toBe(true)
  expect(await settleRefundByHand(theatre.db, id, 'bank transfer 18', operator)).toBe(false)
  expect(await refundOf(theatre)).toMatchObject({ state: 'made', provider_refund: 'by hand: bank transfer 17', ask_at: null })
  expect(await readRefunds()).toEqual([
    { id, amount: 20_00, state: 'made', failures: 3, refusal: null, byHand: 'bank transfer 17', means: 'card', isExternal: false },
  ])
  await expectInvariants(theatre)
})

it('is found by polling without a callback, with growing intervals', async () => {
  await using theatre = await openTestTheatre()
  const { shop, attempt, id, bounce } = await givenBack(theatre)
  const askedIn = () =>
    theatre.db
      .selectFrom('refund')
      .select(sql<number>`round(extract(epoch from ask_at - now()))::int`.as('seconds'))
      .executeTakeFirstOrThrow()
  const age = (refund: string) =>
    sql`update refund set ask_at = now() - interval '1 second', made_at = now() - ${refund}::interval`.execute(theatre.db)
  expect((await askedIn()).seconds).toBeLessThanOrEqual(40)
  await age('10 minutes')
  await reconcilePayments(shop)
  expect((await askedIn()).seconds).toBeCloseTo(600, -2)
  await age('31 days')
  await reconcilePayments(shop)
  expect(await refundOf(theatre)).toMatchObject({ state: 'made', ask_at: null })
  await age('20 days')
  bounce(attempt, id)
  await reconcilePayments(shop)
  expect(await refundOf(theatre)).toMatchObject({ state: 'due', failures: 1 })
  await expectInvariants(theatre)
})

it('of a payment without an order leaves the payment in refund-due until the refund is made', async () => {
  await using theatre = await openTestTheatre()
  const { shop, attempt, sessions, end, bounce } = await openPaymentPage(theatre, ['A.1'])
  end(attempt, 'succeeded')
  await settlePayment(shop, attempt, { ...sessions.get(`s-${attempt}`)!, status: 'succeeded', amount: money(20_00) }, actor)
  const stateOf = async () =>
    (await theatre.db.selectFrom('payment_attempt').select('state').where('id', '=', attempt).executeTakeFirstOrThrow()).state
  await makeRefund(shop, attempt)
  expect(await stateOf()).toBe('refunded')
  bounce(attempt, attempt)
  await sendCallback(shop, `r-${attempt}`)
  expect(await stateOf()).toBe('refund-due')
  await expectInvariants(theatre)
  await makeRefund(shop, attempt)
  expect(await stateOf()).toBe('refunded')
  await expectInvariants(theatre)
})

it('a slow process that stores a failed try does not overwrite the next try', async () => {
  await using theatre = await openTestTheatre()
  const { shop, attempt, id, bounce } = await givenBack(theatre)
  await sql`update refund set state = 'due', provider_refund = null, made_at = null, ask_at = null`.execute(theatre.db)
  const slow: PaymentDeps = {
    ...shop,
    provider: {
      ...shop.provider,
      refund: async (refund) => {
        const response = await shop.provider.refund(refund)
        await makeRefund(shop, id)
        bounce(attempt, id)
        await sendCallback(shop, `r-${id}`)
        return response
      },
    },
  }
  await makeRefund(slow, id)
  expect(await refundOf(theatre)).toMatchObject({ state: 'due', failures: 1 })
  await expectInvariants(theatre)
})
