import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { timeLimit } from '@playhouse/testing/time-limit'
import { adoptBasket } from '#modules/basket'
import { listMemberships } from '#modules/membership'
import { readOrder } from '#modules/order'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import {
  applyCallback,
  cancelPayment,
  chargeOffSession,
  checkPayment,
  type OffSessionCharge,
  readOffSessionCharge,
  reconcilePayments,
  refundOrder,
} from './index.ts'
import { actor, callbackOf } from './testing/buyer.ts'
import { type CardBehaviour, cardBehaviours, type ChargeFault, openManualCards } from './testing/manual-cards.ts'
import { friend, gift, selling } from './testing/item-buyer.ts'

const job = { name: 'renewals' }
/** A member whose saved card has a behaviour in later charges. */
async function openMember(theatre: TestTheatre, behaviour: CardBehaviour = 'pays') {
  const manual = openManualCards(theatre)
  const customer = await customerOf(theatre)
  await manual.save(customer.id, behaviour)
  const charge: OffSessionCharge = {
    key: 'renewal 2027',
    purpose: 'membership-renewal',
    customer: customer.id,
    amount: money(60_00),
    currency: 'GBP',
    items: [friend],
    locale: 'en',
  }
  const send = async (changes: Partial<OffSessionCharge> = {}) => {
    const result = await chargeOffSession(manual.shop, { ...charge, ...changes }, job)
    if (!result.ok) throw new Error(result.error.code)
    return result.value
  }
  const orders = () => theatre.db.selectFrom('customer_order').select(['number', 'state', 'paid']).execute()
  const age = () =>
    sql`update payment_attempt set created_at = created_at - interval '2 minutes', ask_at = least(ask_at, now())`.execute(theatre.db)
  return { ...manual, customer, charge, send, orders, age }
}

it('charges the preferred card, places the order, and returns it for each repeated call', async () => {
  await using theatre = await openTestTheatre(selling)
  const { shop, customer, send, charges, orders } = await openMember(theatre)
  const outcomes = await Promise.all([send(), send(), send()])
  const repeatedOutcome = await send()
  expect(repeatedOutcome).toMatchObject({ status: 'paid', order: expect.any(String) })
  for (const outcome of outcomes) expect(outcome).toEqual(repeatedOutcome)
  expect(charges).toHaveLength(1)
  expect(await orders()).toMatchObject([{ state: 'confirmed', paid: 60_00 }])
  expect(await listMemberships(theatre.db, theatre.brand, customer.id)).toMatchObject([{ name: 'Friend' }])
  const topics = (await theatre.db.selectFrom('outbox').select('topic').execute()).map(({ topic }) => topic)
  expect(topics).toContain('mail.order-confirmed')
  const number = repeatedOutcome.status === 'paid' ? repeatedOutcome.order : ''
  expect((await readOrder(shop, customer.id, number))?.order).toMatchObject({ totals: { total: 60_00, paid: 60_00 } })
  expect(await refundOrder(shop, number, { amount: money(60_00), reason: 'left' }, actor)).toMatchObject({ ok: true })
  await expectInvariants(theatre)
})

it('returns the code of a declined card, ends the basket, and charges again under another key', async () => {
  await using theatre = await openTestTheatre(selling)
  const { send, charges, orders, save, customer } = await openMember(theatre, 'declines')
  expect(await send()).toMatchObject({ status: 'declined', code: 'insufficient_funds' })
  expect(await send()).toMatchObject({ status: 'declined' })
  expect(charges).toHaveLength(1)
  expect(await theatre.db.selectFrom('basket').select('state').execute()).toEqual([{ state: 'reset' }])
  await save(customer.id, 'pays', false)
  const { id: card } = await theatre.db.selectFrom('payment_card').select('id').where('token', '=', 'pays').executeTakeFirstOrThrow()
  expect(await send({ key: 'renewal 2027, second try', card })).toMatchObject({ status: 'paid' })
  expect(await orders()).toHaveLength(1)
  await expectInvariants(theatre)
})

it('returns a link where the bank wants the customer to authenticate, and the order once they have paid there', async () => {
  await using theatre = await openTestTheatre(selling)
  const { shop, send, end, customer } = await openMember(theatre, 'asks')
  const outcome = await send()
  expect(outcome).toMatchObject({ status: 'authentication-required', url: expect.stringContaining('https://pay.example/') })
  expect(await send()).toEqual(outcome)
  const payment = outcome.status === 'authentication-required' ? outcome.payment : ''
  const hours = outcome.status === 'authentication-required' ? (outcome.until.getTime() - Date.now()) / 3_600_000 : 0
  expect(hours).toBeGreaterThan(20)
  // The basket of the charge is not the customer's: signing in does not find it.
  expect(await adoptBasket(theatre, customer.id, undefined, actor)).toEqual({ basket: undefined })
  end(payment, 'succeeded')
  await checkPayment(shop, customer.id, payment, actor)
  expect(await send()).toMatchObject({ status: 'paid' })
  await expectInvariants(theatre)
})

it('returns a link that the customer cancels as expired', async () => {
  await using theatre = await openTestTheatre(selling)
  const { shop, send, customer, orders } = await openMember(theatre, 'asks')
  const outcome = await send()
  await cancelPayment(shop, customer.id, outcome.status === 'authentication-required' ? outcome.payment : '', actor)
  expect(await send()).toMatchObject({ status: 'expired' })
  expect(await orders()).toEqual([])
  expect(await theatre.db.selectFrom('basket').select('state').execute()).toEqual([{ state: 'reset' }])
  await expectInvariants(theatre)
})

it.each([true, false])('follows a charge that takes days; paid: %s', async (isPaid) => {
  await using theatre = await openTestTheatre(selling)
  const { shop, send, end, orders } = await openMember(theatre, 'processes')
  const firstOutcome = await send()
  expect(firstOutcome).toMatchObject({ status: 'processing', order: expect.any(String) })
  const payment = firstOutcome.status === 'processing' ? firstOutcome.payment : ''
  const type = isPaid ? 'session.succeeded' : 'session.failed'
  end(payment, isPaid ? 'succeeded' : 'failed', isPaid ? {} : { declineCode: 'account_closed' })
  // Out of order and twice: an event of the beginning arrives last.
  for (const [eventId, each] of [
    ['1', type],
    ['1', type],
    ['0', 'session.processing'],
  ] as const)
    // prettier-ignore
    await applyCallback(shop, callbackOf(payment, { eventId, type: each, amount: money(60_00) }), actor)
  expect(await send()).toMatchObject(isPaid ? { status: 'paid' } : { status: 'declined', code: 'account_closed' })
  expect(await orders()).toMatchObject([{ state: isPaid ? 'confirmed' : 'failed' }])
  await expectInvariants(theatre)
})

it('charges nothing for another amount than the items cost, without a card, or for a removed card', async () => {
  await using theatre = await openTestTheatre(selling)
  const { shop, charge, send, charges, save } = await openMember(theatre)
  expect(await chargeOffSession(shop, { ...charge, amount: money(59_00) }, job)).toMatchObject({ error: { code: 'price-changed' } })
  expect(await chargeOffSession(shop, { ...charge, amount: money(59_00) }, job)).toMatchObject({ error: { code: 'price-changed' } })
  const { id: otherCustomerId } = await customerOf(theatre)
  expect(await send({ key: 'of another', customer: otherCustomerId })).toEqual({ status: 'no-card' })
  await save(otherCustomerId, 'removed at the provider')
  expect(await send({ key: 'of another', customer: otherCustomerId })).toMatchObject({ status: 'declined', code: 'refused' })
  await expect(send({ customer: otherCustomerId, amount: money(59_00) }), 'a key belongs to one customer').rejects.toThrow(
    'another customer',
  )
  expect(charges).toEqual([])
  await expectInvariants(theatre)
})

it.each(['request-lost', 'response-lost', 'killed'] as const)('charges once and places one order although: %s', async (fault) => {
  await using theatre = await openTestTheatre(selling)
  const { shop, send, charge, charges, failNext, age, orders } = await openMember(theatre)
  failNext(fault)
  if (fault === 'killed') await expect(send()).rejects.toThrow('killed')
  else expect(await send()).toMatchObject({ status: 'pending' })
  expect(await orders()).toEqual([])
  await age()
  await reconcilePayments(shop)
  expect(await readOffSessionCharge(theatre.db, charge.key)).toMatchObject({ status: 'paid' })
  expect(charges).toHaveLength(1)
  expect(await orders()).toHaveLength(1)
  await expectInvariants(theatre)
})

type Member = Awaited<ReturnType<typeof openMember>>
type Step = (member: Member) => Promise<unknown>
const ignoreKill = (error: unknown) => {
  if (!(error instanceof Error && error.message === 'killed')) throw error
}
const keys = ['first', 'second'] as const
const events = ['session.processing', 'session.succeeded', 'session.failed', 'session.cancelled'] as const
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ key: fc.constantFrom(...keys), fault: fc.option(fc.constantFrom<ChargeFault>('request-lost', 'response-lost', 'killed')) })
    .map(({ key, fault }): Step => async ({ send, failNext }) => {
      if (fault) failNext(fault)
      await Promise.all([send({ key }), send({ key })].map((sent) => sent.catch(ignoreKill)))
    }),
  fc.constant<Step>(async ({ shop, age }) => {
    await age()
    await reconcilePayments(shop).catch((error: unknown) => {
      if (!(error instanceof AggregateError)) throw error
    })
  }),
  fc
    .record({ nth: fc.nat({ max: 1 }), type: fc.constantFrom(...events), eventId: fc.constantFrom('a', 'b') })
    .map(({ nth, type, eventId }): Step => async ({ shop, charges }) => {
      const attempt = charges[nth]
      if (attempt) await applyCallback(shop, callbackOf(attempt, { eventId: `${eventId} ${attempt}`, type, amount: money(10_00) }), actor)
    }),
  fc.nat({ max: 1 }).map((nth): Step => async ({ sessions, charges, end }) => {
    const attempt = charges[nth]
    const status = attempt && sessions.get(`s-${attempt}`)?.status
    if (attempt && (status === 'open' || status === 'processing')) end(attempt, 'succeeded')
  }),
)

it(
  'charges each key once at most and sells what was paid, whatever is lost, repeated, reordered or killed',
  { timeout: timeLimit(240_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...cardBehaviours), fc.array(step, { minLength: 2, maxLength: 7 }), async (behaviour, steps) => {
        await using theatre = await openTestTheatre(selling)
        const opened = await openMember(theatre, behaviour)
        const donation = { purpose: 'monthly-donation', amount: money(10_00), items: [gift(10_00)] } as const
        const member: Member = { ...opened, send: (changes) => opened.send({ ...donation, ...changes }) }
        for (const step of steps) await step(member)
        // The end: everything is reachable, and time passes.
        for (const key of keys) await member.send({ key }).catch(ignoreKill)
        await member.age()
        await reconcilePayments(member.shop)
        for (const key of keys) await member.send({ key })
        expect(new Set(member.charges).size).toBe(member.charges.length)
        expect(member.charges.length).toBe(keys.length)
        const paid = [...member.sessions.values()].filter(({ status }) => status === 'succeeded').length
        const orders = await member.orders()
        expect(orders.filter(({ state }) => state === 'confirmed')).toHaveLength(paid)
        await expectInvariants(theatre)
      }),
      { numRuns: 6 },
    )
  },
)
