import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { money } from '@playhouse/domain/money'
import {
  type PaidSession,
  type PaymentCallback,
  type PaymentProvider,
  type ProviderCallback,
  ProviderRefused,
  ProviderUnreachable,
  type SessionRequest,
} from '#modules/payment'
import { type LaterBehaviour, testSavedCards } from './card-suite.ts'
import { testMandates } from './mandate-suite.ts'
import type { Delivery } from './sandbox-process.ts'

type OpenSession = { readonly sessionId: string; readonly url: string }
type MandatePage = { readonly setupId: string; readonly url: string }
/** A provider, with the actions of the payer, the bank and the merchant at it. */
export type ProviderHost = {
  readonly provider: PaymentProvider
  /** The same provider with an invalid key. */
  readonly unauthorized: PaymentProvider
  /** A provider at a port where no server listens. */
  readonly unreachable: PaymentProvider
  request(changes?: Partial<SessionRequest>): SessionRequest
  pay(session: OpenSession): Promise<unknown>
  /** Pays in the mobile payment app of the session's currency. */
  payByMobile(session: OpenSession): Promise<unknown>
  /** Agrees to a mandate on its page. @param isPaying whether the bank pays its debits */
  agree(page: MandatePage, isPaying: boolean): Promise<unknown>
  /** The bank accepts a mandate, or ends one. */
  decideMandate(page: MandatePage, decision: 'accept' | 'revoke'): Promise<unknown>
  /** Pays with a card that the payer asks the provider to save. */
  payAndKeep(session: OpenSession, behaviour: LaterBehaviour): Promise<unknown>
  /** Pays on the page of an off-session charge that the bank wants the customer to authenticate. */
  authenticate(session: OpenSession): Promise<unknown>
  /** The bank decides on an off-session charge in state `processing`. */
  settleCharge(sessionId: string, isPaid: boolean): Promise<unknown>
  /** Pays with a card whose first refund fails, either by itself or when {@link returnRefund} is called. */
  payWithClosingCard(session: OpenSession): Promise<unknown>
  returnRefund(refundId: string): void
  /** The merchant makes a refund in the provider's dashboard. */
  refundInDashboard(session: OpenSession, amount: number): Promise<unknown>
  /** The payer's bank opens a dispute, or decides it. */
  dispute(session: OpenSession, state: 'open' | 'won' | 'lost'): Promise<unknown>
  decline(session: OpenSession): Promise<unknown>
  /** Authorises a direct debit, which the bank later pays or refuses. */
  debit(session: OpenSession, isPaid: boolean): Promise<unknown>
  settleDebit(session: OpenSession, isPaid: boolean): Promise<unknown>
  /** The callbacks sent about a session so far. */
  deliveries(sessionId: string): Promise<readonly Delivery[]>
  /** Headers with a signature over a text. */
  sign(text: string, options?: { readonly at?: number; readonly secret?: string }): Record<string, string | string[]>
  /** Makes the provider forget the idempotency keys it has seen; nothing if it never forgets them. */
  forgetKeys(): void
  /** The body of a callback, changed to be for another merchant's account. */
  disown(text: string): string
  close(): Promise<void>
}

/** The contract that every payment provider must meet. */
export function describeProvider(name: string, open: () => Promise<ProviderHost>): void {
  describe(`the payment provider ${name}`, () => {
    let host: ProviderHost
    let provider: PaymentProvider
    beforeAll(async () => {
      host = await open()
      provider = host.provider
    })
    afterAll(() => host.close())

    const callbacksOf = async (sessionId: string, count: number): Promise<ProviderCallback[]> => {
      await vi.waitFor(async () => expect((await host.deliveries(sessionId)).length).toBeGreaterThanOrEqual(count), {
        timeout: 8000,
        interval: 20,
      })
      return (await host.deliveries(sessionId)).map(({ rawBody, headers }) => {
        const callback = provider.verifyCallback(rawBody, headers)
        if (callback === undefined || callback === 'nothing-new') throw new Error(`not a callback: ${rawBody.toString()}`)
        return callback
      })
    }
    const session = async (changes: Partial<SessionRequest> = {}) => provider.createSession(host.request(changes))

    test('opens one session for an attempt when asked repeatedly, and rejects another amount', async () => {
      const request = host.request()
      const [first, second] = await Promise.all([provider.createSession(request), provider.createSession(request)])
      expect(second).toEqual(first)
      expect(await provider.createSession(request)).toEqual(first)
      expect(await provider.readSession(first.sessionId)).toMatchObject({
        sessionId: first.sessionId,
        attemptId: request.attemptId,
        status: 'open',
        amount: 90_50,
        currency: 'GBP',
      })
      await expect(provider.createSession({ ...request, amount: money(1), lines: [] })).rejects.toThrow(ProviderRefused)
    })

    test('rejects an invalid key with 401 and an unknown session with 404, and reports that it is unreachable', async () => {
      await expect(host.unauthorized.createSession(host.request())).rejects.toMatchObject({ name: 'ProviderRefused', status: 401 })
      await expect(provider.readSession('cs_nobody')).rejects.toMatchObject({ name: 'ProviderRefused', status: 404 })
      await expect(host.unreachable.readSession('cs_nobody')).rejects.toThrow(ProviderUnreachable)
    })

    test('takes the payment, and sends a callback with the ids of session and attempt and the full amount', async () => {
      const request = host.request()
      const openResult = await provider.createSession(request)
      await host.pay(openResult)
      expect(await provider.readSession(openResult.sessionId)).toMatchObject({ status: 'succeeded', cardMasked: '•••• 4242' })
      const [callback] = await callbacksOf(openResult.sessionId, 1)
      const { attemptId } = request
      expect(callback).toMatchObject({
        type: 'session.succeeded',
        sessionId: openResult.sessionId,
        attemptId,
        amount: 90_50,
        currency: 'GBP',
      })
      expect(callback!.account).toBe((await provider.readSession(openResult.sessionId)).account)
    })

    test('takes the payment of a payer whose name and addresses the shop does not send', async () => {
      const { customer: _, ...request } = host.request()
      const openResult = await provider.createSession(request)
      await host.pay(openResult)
      expect(await provider.readSession(openResult.sessionId)).toMatchObject({ status: 'succeeded', attemptId: request.attemptId })
    })

    test('lists paid sessions with their shop and deployment, over several pages, and omits open and older ones', async () => {
      const since = new Date()
      const requests = Array.from({ length: 5 }, () => host.request())
      const openResult = await Promise.all(requests.map((request) => provider.createSession(request)))
      await session()
      for (const each of openResult) await host.pay(each)
      const listed: PaidSession[] = []
      let after: string | undefined
      do {
        // Stripe counts whole seconds.
        const page = await provider.listPaidSessions(new Date(since.getTime() - 1000), after)
        listed.push(...page.sessions)
        after = page.next
      } while (after !== undefined)
      const own = listed.filter(({ sessionId }) => openResult.some((each) => each.sessionId === sessionId))
      expect(new Set(listed.map(({ sessionId }) => sessionId)).size).toBe(listed.length)
      expect(own).toHaveLength(5)
      for (const [nth, { attemptId, shop, deployment }] of requests.entries())
        expect(own).toContainEqual({ sessionId: openResult[nth]!.sessionId, attemptId, shop, deployment, amount: 90_50, currency: 'GBP' })
      expect((await provider.listPaidSessions(new Date(Date.now() + 60_000))).sessions).toEqual([])
    })

    test('reports a payment whose session has no valid attempt id, without an attempt id', async () => {
      for (const reference of ['not-a-uuid', "'; drop table basket; --"]) {
        const request = host.request({ attemptId: reference })
        const openResult = await provider.createSession(request)
        await host.pay(openResult)
        const [callback] = await callbacksOf(openResult.sessionId, 1)
        expect(callback).toMatchObject({ type: 'session.succeeded', sessionId: openResult.sessionId, amount: 90_50, shop: request.shop })
        expect(callback).not.toHaveProperty('attemptId')
      }
    })

    test('reports disputes and dashboard refunds by the id of the payment, which has the state of the dispute', async () => {
      const openResult = await session()
      await host.pay(openResult)
      const changes = async () =>
        (await callbacksOf(openResult.sessionId, 1)).flatMap((callback) => (callback.type === 'payment.changed' ? [callback] : []))
      await host.dispute(openResult, 'open')
      await vi.waitFor(async () => expect(await changes()).toHaveLength(1), { timeout: 8000 })
      const [{ paymentId } = expect.fail()] = await changes()
      expect(await provider.readPayment(paymentId)).toEqual({ sessionId: openResult.sessionId, dispute: { state: 'open', amount: 90_50 } })
      await host.dispute(openResult, 'won')
      await vi.waitFor(async () => expect(await changes()).toHaveLength(2), { timeout: 8000 })
      expect(await provider.readPayment(paymentId)).toMatchObject({ dispute: { state: 'won' } })
      await host.refundInDashboard(openResult, 20_00)
      await vi.waitFor(async () => expect(await changes()).toHaveLength(3), { timeout: 8000 })
      const other = await session()
      await host.pay(other)
      await host.dispute(other, 'open')
      await host.dispute(other, 'lost')
      const changed = async () => (await callbacksOf(other.sessionId, 1)).find((callback) => callback.type === 'payment.changed')
      await vi.waitFor(async () => expect(await changed()).toBeDefined(), { timeout: 8000 })
      const lost = (await changed()) as PaymentCallback
      expect(await provider.readPayment(lost.paymentId)).toMatchObject({
        sessionId: other.sessionId,
        dispute: { state: 'lost', amount: 90_50 },
      })
      await expect(provider.readPayment('pi_nobody')).rejects.toMatchObject({ name: 'ProviderRefused', status: 404 })
    })

    test('takes an amount that is less than the sum of its lines, when vouchers pay a part', async () => {
      const openResult = await session({ amount: money(40_50) })
      expect(await provider.readSession(openResult.sessionId)).toMatchObject({ amount: 40_50, status: 'open' })
    })

    test.each(['DKK', 'SEK'] as const)('takes a mobile payment in %s, which has no card', async (currency) => {
      const request = host.request({ currency })
      const openResult = await provider.createSession(request)
      await host.payByMobile(openResult)
      const paid = await provider.readSession(openResult.sessionId)
      expect(paid).toMatchObject({ status: 'succeeded', amount: 90_50, currency })
      expect(paid).not.toHaveProperty('cardMasked')
      const [callback] = await callbacksOf(openResult.sessionId, 1)
      expect(callback).toMatchObject({ type: 'session.succeeded', attemptId: request.attemptId, amount: 90_50, currency })
    })

    test('lets a declined payer try another card', async () => {
      const openResult = await session()
      await host.decline(openResult)
      expect(await provider.readSession(openResult.sessionId)).toMatchObject({ status: 'declined' })
      await host.pay(openResult)
      expect(await provider.readSession(openResult.sessionId)).toMatchObject({ status: 'succeeded' })
    })

    test('expires an open session on request, and returns the status of one that is paid already', async () => {
      const [open, paid] = [await session(), await session()]
      expect(await provider.expireSession(open.sessionId)).toMatchObject({ status: 'expired' })
      expect(await provider.expireSession(open.sessionId)).toMatchObject({ status: 'expired' })
      expect((await callbacksOf(open.sessionId, 1)).map((callback) => callback.type)).toEqual(['session.expired'])
      await host.pay(paid)
      expect(await provider.expireSession(paid.sessionId)).toMatchObject({ status: 'succeeded' })
    })

    test('refunds once for each key, and never more than was paid', async () => {
      const openResult = await session()
      const refund = { sessionId: openResult.sessionId, amount: money(90_00), key: randomUUID() }
      await expect(provider.refund(refund)).rejects.toThrow(ProviderRefused)
      await host.pay(openResult)
      const whole = { ...refund, key: randomUUID() }
      const firstRefund = await provider.refund(whole)
      expect(await provider.refund(whole)).toEqual(firstRefund)
      await expect(provider.refund({ ...whole, key: randomUUID() })).rejects.toThrow(ProviderRefused)
      await expect(provider.refund({ ...whole, amount: money(1) })).rejects.toThrow(ProviderRefused)
      expect(await provider.refund({ sessionId: openResult.sessionId, amount: money(50), key: randomUUID() })).not.toEqual(firstRefund)
    })

    test('refunds once for each key, also after the provider has forgotten the key', async () => {
      const openResult = await session()
      await host.pay(openResult)
      const [part, other] = [1, 2].map(() => ({ sessionId: openResult.sessionId, amount: money(20_00), key: randomUUID() }))
      const first = await provider.refund(part!)
      expect(await provider.refund(other!)).not.toEqual(first)
      host.forgetKeys()
      expect(await provider.refund(part!)).toEqual(first)
      await expect(provider.refund({ ...part!, amount: money(50_51), key: randomUUID() }), 'only 50.50 remains').rejects.toThrow(
        ProviderRefused,
      )
    })

    test('lists the refunds of a session with their keys, and dashboard refunds without a key', async () => {
      const [opened, other] = [await session(), await session()]
      const { sessionId } = opened
      expect(await provider.listRefunds(sessionId)).toEqual([])
      await Promise.all([host.pay(opened), host.pay(other)])
      expect(await provider.listRefunds(sessionId)).toEqual([])
      const [key, otherKey] = [randomUUID(), randomUUID()]
      const { refundId } = await provider.refund({ sessionId, amount: money(20_00), key })
      await provider.refund({ sessionId: other.sessionId, amount: money(30_00), key: otherKey })
      await host.refundInDashboard(opened, 70_50)
      const listed = await provider.listRefunds(sessionId)
      expect(listed.toSorted((a, b) => a.amount - b.amount)).toEqual([
        { refundId, amount: 20_00, status: 'succeeded', key },
        { refundId: expect.any(String), amount: 70_50, status: 'succeeded' },
      ])
      await expect(provider.refund({ sessionId, amount: money(1), key: randomUUID() })).rejects.toThrow(ProviderRefused)
      await expect(provider.listRefunds('cs_nobody')).rejects.toMatchObject({ name: 'ProviderRefused', status: 404 })
    })

    test('reports a failed refund, which is repeated only with another key', async () => {
      const openResult = await session()
      await host.payWithClosingCard(openResult)
      const { sessionId } = openResult
      const first = { sessionId, amount: money(90_50), key: randomUUID() }
      const { refundId } = await provider.refund(first)
      host.returnRefund(refundId)
      await vi.waitFor(async () => expect(await provider.readRefund({ sessionId, refundId })).toBe('failed'), { timeout: 8000 })
      const isFailure = (callback: ProviderCallback) => callback.type === 'refund.failed'
      await vi.waitFor(async () => expect((await callbacksOf(sessionId, 2)).some(isFailure)).toBe(true), { timeout: 8000 })
      const failures = (await callbacksOf(sessionId, 2)).filter(isFailure)
      for (const failure of failures) expect(failure).toMatchObject({ refundId, amount: 90_50, currency: 'GBP' })
      host.forgetKeys()
      expect(await provider.refund(first)).toEqual({ refundId })
      const secondResult = await provider.refund({ ...first, key: randomUUID() })
      expect(secondResult).not.toEqual({ refundId })
      expect(await provider.readRefund({ sessionId, ...secondResult })).toBe('succeeded')
      const statuses = (await provider.listRefunds(sessionId)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual(['failed', 'succeeded'])
      await expect(provider.refund({ sessionId, amount: money(1), key: randomUUID() }), 'all is refunded').rejects.toThrow(ProviderRefused)
      await expect(provider.readRefund({ sessionId, refundId: 're_nobody' })).rejects.toMatchObject({ status: 404 })
    })

    test.each([true, false])('reports a direct debit as processing until the bank decides; paid: %s', async (isPaid) => {
      const openResult = await session()
      await host.debit(openResult, isPaid)
      expect(await provider.readSession(openResult.sessionId)).toMatchObject({ status: 'processing' })
      expect(await provider.expireSession(openResult.sessionId)).toMatchObject({ status: 'processing' })
      await host.settleDebit(openResult, isPaid)
      await vi.waitFor(
        async () => expect(await provider.readSession(openResult.sessionId)).toMatchObject({ status: isPaid ? 'succeeded' : 'failed' }),
        { timeout: 4000 },
      )
      const callbacks = await callbacksOf(openResult.sessionId, 2)
      expect(callbacks.map((callback) => callback.type)).toEqual(['session.processing', isPaid ? 'session.succeeded' : 'session.failed'])
    })

    testSavedCards({ host: () => host, callbacksOf })
    testMandates({ host: () => host, callbacksOf })

    test('rejects a callback without a valid and recent signature of exactly its bytes', async () => {
      const openResult = await session()
      await host.pay(openResult)
      await callbacksOf(openResult.sessionId, 1)
      const [{ rawBody } = expect.fail()] = await host.deliveries(openResult.sessionId)
      const body = rawBody.toString()
      const headers = host.sign(body)
      const [header] = Object.keys(headers) as [string]
      const signature = String(headers[header])
      expect(provider.verifyCallback(rawBody, headers)).toMatchObject({ type: 'session.succeeded' })
      expect(provider.verifyCallback(body, headers)).toMatchObject({ type: 'session.succeeded' })
      const forged: [string, Record<string, string | string[] | undefined>][] = [
        [body, {}],
        [body, { [header]: '' }],
        [body, { [header]: 't=,v1=' }],
        [body, { [header]: [signature] }],
        [body, { [header]: signature.split(',')[0] }],
        [body, { [header]: signature.replace('v1=', 'v0=') }],
        [body, { [header]: signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1}`) }],
        [body.replace('9050', '1'), headers],
        [`${body} `, headers],
        [JSON.stringify(JSON.parse(body), null, 1), headers],
        [body, host.sign(body, { at: Date.now() - 301_000 })],
        [body, host.sign(body, { at: Date.now() + 302_000 })],
        [body, host.sign(body, { secret: 'whsec_another_secret_altogether' })],
        [host.disown(body), host.sign(host.disown(body))],
        ['not json', host.sign('not json')],
      ]
      for (const [text, sent] of forged) expect(provider.verifyCallback(text, sent), `${text} ${JSON.stringify(sent)}`).toBeUndefined()
      // Correctly signed, and without a change of a payment.
      expect([undefined, 'nothing-new']).toContain(provider.verifyCallback('{}', host.sign('{}')))
    })
  })
}
