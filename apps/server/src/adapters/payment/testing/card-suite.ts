import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { money } from '@playhouse/domain/money'
import {
  type OffSessionRequest,
  type PaidSession,
  type PaymentCallback,
  type PaymentProvider,
  type ProviderCallback,
  ProviderRefused,
  type SessionRequest,
} from '#modules/payment'
import type { ProviderHost } from './provider-suite.ts'

type Suite = {
  readonly host: () => ProviderHost
  readonly callbacksOf: (sessionId: string, count: number) => Promise<ProviderCallback[]>
}
/** The behaviour of a saved card when it is charged later. */
export type LaterBehaviour = 'pays' | 'declines' | 'asks' | 'processes'

/** What a provider that keeps cards must do with customers, saved cards and off-session charges. */
export function testSavedCards({ host, callbacksOf }: Suite): void {
  const keeper = () => host().provider as Required<PaymentProvider>
  const createCustomer = async (customer: string = randomUUID()) => {
    const { shop, deployment } = host().request()
    return (await keeper().createCustomer({ shop, deployment, customer, email: 'ada@example.org' })).customerId
  }
  const request = (changes: Partial<SessionRequest> = {}) => host().request({ lines: [], ...changes })
  /** Saves a card with a payment. */
  const saveCard = async (customerId: string, behaviour: LaterBehaviour = 'pays', changes: Partial<SessionRequest> = {}) => {
    const session = await keeper().createSession(request({ customerId, keptCards: [], ...changes }))
    await host().payAndKeep(session, behaviour)
    await vi.waitFor(async () => expect(await keeper().readSession(session.sessionId)).toMatchObject({ status: 'succeeded' }), {
      timeout: 8000,
    })
    return (await keeper().readSession(session.sessionId)).keptCard!
  }
  const chargeOf = (customerId: string, card: string, changes: Partial<OffSessionRequest> = {}): OffSessionRequest => ({
    ...request({ customerId }),
    customerId,
    card,
    ...changes,
  })

  test('creates one customer for a customer of the shop, also after the idempotency keys are forgotten', async () => {
    const customer = randomUUID()
    const first = await createCustomer(customer)
    expect(await createCustomer(customer)).toBe(first)
    host().forgetKeys()
    expect(await createCustomer(customer)).toBe(first)
    expect(await createCustomer()).not.toBe(first)
  })

  test('returns the scheme, last digits, expiry date and billing address of a card that the payer saves', async () => {
    const card = await saveCard(await createCustomer())
    expect(card).toEqual({
      token: expect.any(String),
      brand: 'visa',
      masked: expect.stringMatching(/^•••• \d{4}$/),
      cardholder: expect.any(String),
      expires: expect.stringMatching(/^20\d\d-\d\d$/),
      address: expect.objectContaining({ postcode: 'SE1 2SG' }),
    })
  })

  test('saves no card without consent, except for a payer who has agreed to later charges', async () => {
    const customerId = await createCustomer()
    const unsaved = await keeper().createSession(request({ customerId, keptCards: [] }))
    await host().pay(unsaved)
    expect(await keeper().readSession(unsaved.sessionId)).toMatchObject({ status: 'succeeded' })
    expect((await keeper().readSession(unsaved.sessionId)).keptCard).toBeUndefined()
    const guest = await keeper().createSession(request())
    await host().payAndKeep(guest, 'pays')
    expect((await keeper().readSession(guest.sessionId)).keptCard).toBeUndefined()
    expect(await saveCard(customerId, 'pays', { savesCard: 'always' })).toHaveProperty('token')
  })

  test('charges a saved card once for each attempt, and sends the callback of a paid session', async () => {
    const customerId = await createCustomer()
    const { token } = await saveCard(customerId)
    const charge = chargeOf(customerId, token)
    const [first, second] = await Promise.all([keeper().chargeOffSession(charge), keeper().chargeOffSession(charge)])
    expect(second).toEqual(first)
    expect(first).toMatchObject({
      session: { status: 'succeeded', attemptId: charge.attemptId, amount: 90_50, currency: 'GBP', cardMasked: expect.any(String) },
    })
    expect(first.url).toBeUndefined()
    host().forgetKeys()
    expect(await keeper().chargeOffSession(charge)).toEqual(first)
    const { sessionId } = first.session
    expect(await keeper().readSession(sessionId)).toEqual(first.session)
    expect(await keeper().expireSession(sessionId)).toEqual(first.session)
    await expect(keeper().chargeOffSession({ ...charge, amount: money(1) })).rejects.toThrow(ProviderRefused)
    const { attemptId, shop, deployment } = charge
    const callbacks = await callbacksOf(sessionId, 1)
    expect(callbacks).toMatchObject([{ type: 'session.succeeded', sessionId, attemptId, shop, deployment, amount: 90_50, currency: 'GBP' }])
  })

  test('lists charges with the paid sessions, and refunds and disputes them', async () => {
    const since = new Date(Date.now() - 1000)
    const customerId = await createCustomer()
    const { token } = await saveCard(customerId)
    const charges = Array.from({ length: 4 }, () => chargeOf(customerId, token))
    const ids: string[] = []
    for (const charge of charges) ids.push((await keeper().chargeOffSession(charge)).session.sessionId)
    const listed: PaidSession[] = []
    let after: string | undefined
    do {
      const page = await keeper().listPaidSessions(since, after)
      listed.push(...page.sessions)
      after = page.next
    } while (after !== undefined)
    for (const [nth, { attemptId, shop, deployment }] of charges.entries())
      expect(listed.filter(({ sessionId }) => sessionId === ids[nth])).toEqual([
        { sessionId: ids[nth], attemptId, shop, deployment, amount: 90_50, currency: 'GBP' },
      ])
    const sessionId = ids[0]!
    const refund = { sessionId, amount: money(40_00), key: randomUUID() }
    const { refundId } = await keeper().refund(refund)
    expect(await keeper().refund(refund)).toEqual({ refundId })
    expect(await keeper().listRefunds(sessionId)).toEqual([{ refundId, amount: 40_00, status: 'succeeded', key: refund.key }])
    await host().dispute({ sessionId, url: '' }, 'open')
    const changes = async () =>
      (await callbacksOf(sessionId, 2)).filter((callback): callback is PaymentCallback => callback.type === 'payment.changed')
    await vi.waitFor(async () => expect((await changes()).length).toBeGreaterThan(0), { timeout: 8000 })
    expect(await keeper().readPayment((await changes()).at(-1)!.paymentId)).toEqual({
      sessionId,
      dispute: { state: 'open', amount: 90_50 },
    })
  })

  test('reports a declined charge with its code, and never charges that attempt again', async () => {
    const customerId = await createCustomer()
    const declined = await saveCard(customerId, 'declines')
    const charge = chargeOf(customerId, declined.token)
    const { session, url } = await keeper().chargeOffSession(charge)
    expect(url).toBeUndefined()
    expect(session).toMatchObject({ status: 'failed', declineCode: expect.stringMatching(/^[a-z_]+$/) })
    host().forgetKeys()
    expect(await keeper().chargeOffSession(charge)).toEqual({ session })
    expect(await keeper().readSession(session.sessionId)).toEqual(session)
    expect((await callbacksOf(session.sessionId, 1))[0]).toMatchObject({ type: 'session.failed', attemptId: charge.attemptId })
  })

  test('returns a page for a charge that the bank wants the customer to authenticate', async () => {
    const customerId = await createCustomer()
    const { token } = await saveCard(customerId, 'asks')
    const charge = chargeOf(customerId, token)
    const answer = await keeper().chargeOffSession(charge)
    expect(answer).toMatchObject({
      session: { status: 'open', amount: 90_50, attemptId: charge.attemptId },
      url: expect.stringMatching(/^http/),
    })
    expect(await keeper().chargeOffSession(charge), 'a repeated call returns the same page').toEqual(answer)
    const page = { sessionId: answer.session.sessionId, url: answer.url! }
    await host().authenticate(page)
    expect(await keeper().readSession(page.sessionId)).toMatchObject({ status: 'succeeded', attemptId: charge.attemptId, amount: 90_50 })
    const paid = (await keeper().listPaidSessions(new Date(Date.now() - 60_000))).sessions
    expect(paid.filter(({ attemptId }) => attemptId === charge.attemptId).length, 'paid once').toBeLessThanOrEqual(1)
    expect(await keeper().chargeOffSession(charge)).toMatchObject({ session: { sessionId: page.sessionId, status: 'succeeded' } })
  })

  test('reports a charge that the bank decides later as processing', async () => {
    const customerId = await createCustomer()
    const { token } = await saveCard(customerId, 'processes')
    const { session } = await keeper().chargeOffSession(chargeOf(customerId, token))
    expect(session).toMatchObject({ status: 'processing' })
    await host().settleCharge(session.sessionId, true)
    await vi.waitFor(async () => expect(await keeper().readSession(session.sessionId)).toMatchObject({ status: 'succeeded' }), {
      timeout: 8000,
    })
  })

  test('charges no card of another customer, no removed card, none of a deleted customer and none after the deadline', async () => {
    const customerId = await createCustomer()
    const otherCustomer = await createCustomer()
    const [removed, kept] = [await saveCard(customerId), await saveCard(customerId, 'declines')]
    await expect(keeper().chargeOffSession(chargeOf(otherCustomer, removed.token))).rejects.toThrow(ProviderRefused)
    const late = chargeOf(customerId, removed.token, { expiresAt: new Date(Date.now() - 1000).toISOString() })
    await expect(keeper().chargeOffSession(late)).rejects.toThrow(ProviderRefused)
    await keeper().forgetCard(removed.token)
    await keeper().forgetCard(removed.token)
    await expect(keeper().chargeOffSession(chargeOf(customerId, removed.token))).rejects.toThrow(ProviderRefused)
    await keeper().forgetCustomer(customerId)
    await keeper().forgetCustomer(customerId)
    await expect(keeper().chargeOffSession(chargeOf(customerId, kept.token))).rejects.toThrow(ProviderRefused)
  })
}
