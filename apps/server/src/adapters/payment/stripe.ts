import type Stripe from 'stripe'
import { type Money, money } from '@playhouse/domain/money'
import {
  type CustomerRequest,
  type MandateRequest,
  type OffSessionRequest,
  type PaymentProvider,
  type ProviderCallback,
  type ProviderMandate,
  ProviderRefused,
  type ProviderSession,
  ProviderUnreachable,
  type SessionRefund,
  type SessionRequest,
} from '#modules/payment'
import { withoutUndefined } from './event-field.ts'
import { StripeApi, type StripeSettings } from './stripe-api.ts'
import { createCustomer, deleteCustomer, detachCard, keptCardOf } from './stripe-cards.ts'
import { chargeCard, describeCharge, isChargeId, isOffSession } from './stripe-charge.ts'
import {
  chargeEvents,
  chargeSchema,
  describePaid,
  describePaidCharge,
  eventSchema,
  isAfterPayment,
  type MandateEvent,
  mandateEventSchema,
  isFromFuture,
  sessionEventOf,
  sessionSchema,
  signatureToleranceSeconds,
} from './stripe-event.ts'
import { pageLocales } from './stripe-locale.ts'
import { cancelMandate, readMandate, setUpMandate } from './stripe-mandate.ts'
import { currencyOf, disputeOf, lastDigits, refundStatusOf, statusOf } from './stripe-status.ts'

/** The cursor after the last Checkout session, before the first charge without one. */
const firstChargesCursor = 'charges'

/** Stripe Checkout: uses the hosted payment page, Stripe's client for the API, and its signature verification for events. */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe'
  readonly keepsCards = true
  /** Stripe rejects a session shorter than thirty minutes by its own clock; five more allow for latency and clock skew. */
  readonly minSessionSeconds = 35 * 60
  readonly #api: StripeApi
  readonly #webhookSecret: string

  constructor(settings: StripeSettings) {
    this.#api = new StripeApi(settings)
    this.#webhookSecret = settings.webhookSecret
  }

  async createSession(request: SessionRequest) {
    const { attemptId, shop, deployment, currency, locale, returnUrl, cancelUrl, expiresAt } = request
    const session = await this.#call((stripe) =>
      stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: attemptId,
          metadata: { shop, deployment },
          payment_intent_data: {
            metadata: { attempt: attemptId, shop, deployment },
            ...(request.savesCard === 'always' && { setup_future_usage: 'off_session' }),
          },
          line_items: itemsOf(request).map(({ description, amount }) => ({
            quantity: 1,
            price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: description } },
          })),
          ...payerOf(request),
          locale: pageLocales[locale],
          success_url: returnUrl,
          cancel_url: cancelUrl,
          expires_at: Math.floor(Date.parse(expiresAt) / 1000),
        },
        { idempotencyKey: attemptId },
      ),
    )
    const { amount, sessionId } = this.#describe(session)
    if (session.client_reference_id !== attemptId || amount !== request.amount)
      throw new ProviderRefused(409, 'the provider opened a session that differs from the request')
    if (!session.url) throw new ProviderRefused(409, 'the session has ended already')
    return { sessionId, url: session.url }
  }

  async readSession(sessionId: string): Promise<ProviderSession> {
    return isChargeId(sessionId)
      ? describeCharge(this.#api, await this.#retrieveCharge(sessionId))
      : this.#describe(await this.#retrieve(sessionId))
  }

  async expireSession(sessionId: string): Promise<ProviderSession> {
    try {
      await this.#call((stripe): Promise<unknown> =>
        isChargeId(sessionId) ? stripe.paymentIntents.cancel(sessionId) : stripe.checkout.sessions.expire(sessionId),
      )
    } catch (error) {
      // Only an open session can be expired; for any other, its current state is returned below.
      if (!(error instanceof ProviderRefused) || error.status !== 400) throw error
    }
    return this.readSession(sessionId)
  }

  async chargeOffSession(request: OffSessionRequest) {
    const session = describeCharge(this.#api, await chargeCard(this.#api, request))
    // An earlier call is still in progress.
    if (session.status === 'open') throw new ProviderUnreachable(`stripe: charge ${session.sessionId} is not decided`)
    return session.status === 'declined' ? this.#openPage(request, session) : { session }
  }

  /** Opens a page where the customer makes the payment that the bank wants them to authenticate. The charge is cancelled first. */
  async #openPage(request: OffSessionRequest, charge: ProviderSession) {
    const { status } = await this.expireSession(charge.sessionId)
    if (status === 'succeeded' || status === 'processing') return { session: await this.readSession(charge.sessionId) }
    try {
      const { sessionId, url } = await this.createSession(request)
      const session = await this.readSession(sessionId)
      return session.status === 'open' ? { session, url } : { session }
    } catch (error) {
      // Too late for a page: the time to pay is over.
      if (error instanceof ProviderRefused && error.status === 400) return { session: { ...charge, status: 'failed' as const } }
      throw error
    }
  }

  setUpMandate(request: MandateRequest) {
    return setUpMandate(this.#api, request)
  }

  readMandate(setupId: string): Promise<ProviderMandate> {
    return readMandate(this.#api, setupId)
  }

  cancelMandate(setupId: string): Promise<void> {
    return cancelMandate(this.#api, setupId)
  }

  createCustomer(request: CustomerRequest) {
    return createCustomer(this.#api, request)
  }

  forgetCustomer(customerId: string): Promise<void> {
    return deleteCustomer(this.#api, customerId)
  }

  forgetCard(token: string): Promise<void> {
    return detachCard(this.#api, token)
  }

  async refund({ sessionId, amount, key }: Parameters<PaymentProvider['refund']>[0]) {
    const paymentId = await this.#paymentOf(sessionId)
    if (paymentId === undefined) throw new ProviderRefused(422, 'the session has no payment to refund')
    const existing = await this.#findRefund(paymentId, key)
    if (existing && existing.amount !== amount) throw new ProviderRefused(409, 'a refund with this key exists, for another amount')
    const { id } =
      existing ??
      (await this.#call((stripe) =>
        stripe.refunds.create({ payment_intent: paymentId, amount, metadata: { refund: key } }, { idempotencyKey: key }),
      ))
    return { refundId: id }
  }

  async readRefund({ refundId }: Parameters<PaymentProvider['readRefund']>[0]) {
    return refundStatusOf(await this.#call((stripe) => stripe.refunds.retrieve(refundId)))
  }

  async readPayment(paymentId: string) {
    const [session] = (await this.#call((stripe) => stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 }))).data
    if (!session && !isOffSession(await this.#retrieveCharge(paymentId)))
      throw new ProviderRefused(404, `${paymentId} is not a payment of a session`)
    const { data } = await this.#call((stripe) => stripe.disputes.list({ payment_intent: paymentId, limit: 100 }))
    return { sessionId: session?.id ?? paymentId, ...withoutUndefined({ dispute: disputeOf(data) }) }
  }

  async listRefunds(sessionId: string): Promise<readonly SessionRefund[]> {
    const paymentId = await this.#paymentOf(sessionId)
    if (paymentId === undefined) return []
    const refunds = await this.#refundsOf(paymentId)
    return refunds.map((refund) => {
      const key = refund.metadata?.['refund']
      return { refundId: refund.id, amount: money(refund.amount), status: refundStatusOf(refund), ...(key !== undefined && { key }) }
    })
  }

  /** The payment of a session; undefined while there is none. @throws ProviderRefused (404) */
  async #paymentOf(sessionId: string): Promise<string | undefined> {
    if (isChargeId(sessionId)) return (await this.#retrieveCharge(sessionId)).id
    const { payment_intent } = await this.#retrieve(sessionId)
    return typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  }

  /** Finds the refund of a key by its metadata. Stripe forgets idempotency keys after a day, and a refund may be retried for longer. */
  async #findRefund(paymentId: string, key: string): Promise<Stripe.Refund | undefined> {
    return (await this.#refundsOf(paymentId)).find(({ metadata }) => metadata?.['refund'] === key)
  }

  #refundsOf(paymentId: string): Promise<Stripe.Refund[]> {
    return this.#call((stripe) => stripe.refunds.list({ payment_intent: paymentId, limit: 100 }).autoPagingToArray({ limit: 1_000 }))
  }

  verifyCallback(
    rawBody: Buffer | string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): ProviderCallback | 'nothing-new' | undefined {
    const signature = headers['stripe-signature']
    if (typeof signature !== 'string' || isFromFuture(signature)) return undefined
    let event: Stripe.Event
    try {
      event = this.#api.client.webhooks.constructEvent(rawBody, signature, this.#webhookSecret, signatureToleranceSeconds)
    } catch {
      return undefined
    }
    if (event.livemode !== this.#api.isLive) return undefined
    return this.#readEvent(event) ?? 'nothing-new'
  }

  /** The change of a payment that a verified event reports; undefined if it reports none, or can't be parsed. */
  #readEvent(event: Stripe.Event): ProviderCallback | undefined {
    const mandateEvent = mandateEventSchema.safeParse(event)
    if (mandateEvent.success) return this.#readMandateEvent(mandateEvent.data)
    const parsedEvent = eventSchema.safeParse(event)
    if (!parsedEvent.success) return undefined
    const { id: eventId, created, type, data } = parsedEvent.data
    const { object } = data
    const eventFields = { eventId, account: this.#api.account, at: new Date(created * 1000).toISOString() }
    const currency = currencyOf(object)
    if (!currency) return undefined
    if (isAfterPayment(object)) {
      const isChange = object.object === 'dispute' || type === 'charge.refunded'
      return isChange && object.payment_intent
        ? { ...eventFields, type: 'payment.changed', paymentId: object.payment_intent, amount: object.amount, currency }
        : undefined
    }
    if (object.object === 'refund') {
      // Stripe sends several events for a refund, also for refunds made elsewhere. Only a failure is reported.
      if (refundStatusOf(object) !== 'failed') return undefined
      return { ...eventFields, type: 'refund.failed', refundId: object.id, amount: money(object.amount), currency }
    }
    if (object.object === 'payment_intent') {
      const chargeEventType = chargeEvents[type]
      return chargeEventType && { ...eventFields, type: chargeEventType, ...describePaidCharge(object), currency }
    }
    const sessionEventType = sessionEventOf(type, object)
    return sessionEventType && { ...eventFields, type: sessionEventType, ...describePaid(object), currency }
  }

  #readMandateEvent({ id: eventId, created, data }: MandateEvent): ProviderCallback {
    const at = new Date(created * 1000).toISOString()
    return { eventId, type: 'mandate.changed', account: this.#api.account, at, mandate: data.object.id }
  }

  /** Lists the Checkout sessions first, then the charges without one. */
  async listPaidSessions(since: Date, after?: string) {
    const created = { gte: Math.floor(since.getTime() / 1000) }
    if (after !== undefined && (after === firstChargesCursor || isChargeId(after))) return this.#listPaidCharges(created, after)
    const { data, has_more } = await this.#call((stripe) =>
      stripe.checkout.sessions.list({ created, status: 'complete', limit: 100, ...(after !== undefined && { starting_after: after }) }),
    )
    const sessions = data.flatMap((checkoutSession) => {
      const parsedSession = sessionSchema.safeParse(checkoutSession)
      const currency = currencyOf(checkoutSession)
      return parsedSession.success && currency && parsedSession.data.payment_status === 'paid'
        ? [{ ...describePaid(parsedSession.data), currency }]
        : []
    })
    const last = data.at(-1)
    return { sessions, next: has_more && last ? last.id : firstChargesCursor }
  }

  async #listPaidCharges(created: { readonly gte: number }, after: string) {
    const { data, has_more } = await this.#call((stripe) =>
      stripe.paymentIntents.list({ created, limit: 100, ...(after !== firstChargesCursor && { starting_after: after }) }),
    )
    const sessions = data.flatMap((intent) => {
      const parsedCharge = chargeSchema.safeParse(intent)
      const currency = currencyOf(intent)
      return parsedCharge.success && currency && intent.status === 'succeeded'
        ? [{ ...describePaidCharge(parsedCharge.data), currency }]
        : []
    })
    const last = data.at(-1)
    return { sessions, ...(has_more && last && { next: last.id }) }
  }

  #retrieve(sessionId: string) {
    return this.#call((stripe) =>
      stripe.checkout.sessions.retrieve(sessionId, {
        expand: ['payment_intent', 'payment_intent.latest_charge', 'payment_intent.payment_method'],
      }),
    )
  }

  #retrieveCharge(id: string) {
    return this.#call((stripe) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
  }

  /** @throws ProviderRefused for a session that this shop did not open */
  #describe(session: Stripe.Checkout.Session): ProviderSession {
    const currency = currencyOf(session)
    if (session.livemode !== this.#api.isLive || session.client_reference_id === null || session.amount_total === null || !currency)
      throw new ProviderRefused(403, `${session.id} is not a session of this shop`)
    const last4 = lastDigits(session)
    return {
      sessionId: session.id,
      attemptId: session.client_reference_id,
      status: statusOf(session),
      amount: money(session.amount_total),
      currency,
      account: this.#api.account,
      ...withoutUndefined({ cardMasked: last4 === undefined ? undefined : `•••• ${last4}`, keptCard: keptCardOf(session) }),
    }
  }

  #call<Output>(work: (stripe: Stripe) => Promise<Output>): Promise<Output> {
    return this.#api.call(work)
  }
}

/** The payer. Their page offers to save the card, unless they have agreed to it before. */
function payerOf({ customer, customerId, savesCard }: SessionRequest) {
  if (customerId === undefined) return customer && { customer_email: customer.email }
  return {
    customer: customerId,
    ...(savesCard !== 'always' && { saved_payment_method_options: { payment_method_save: 'enabled' as const } }),
  }
}

/** The lines of the order if their sum is the amount; else, when a voucher pays a part, one item for the whole order. */
function itemsOf({ lines = [], amount, description }: SessionRequest): readonly { description: string; amount: Money }[] {
  const areLinesPositive = lines.length > 0 && lines.every((line) => line.amount > 0)
  return areLinesPositive && lines.reduce((sum, line) => sum + line.amount, 0) === amount ? lines : [{ description, amount }]
}
