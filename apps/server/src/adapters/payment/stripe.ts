import Stripe from 'stripe'
import type { Locale } from '@playhouse/domain/brand'
import { type Money, money } from '@playhouse/domain/money'
import {
  type PaymentProvider,
  type ProviderCallback,
  ProviderRefused,
  type ProviderSession,
  ProviderUnreachable,
  type SessionRefund,
  type SessionRequest,
} from '#modules/payment'
import { withoutAbsent } from './event-field.ts'
import {
  describePaid,
  eventSchema,
  isAfterPayment,
  isAhead,
  sessionEventOf,
  sessionSchema,
  signatureToleranceSeconds,
} from './stripe-event.ts'
import { currencyOf, disputeOf, lastDigits, refundStatusOf, statusOf } from './stripe-status.ts'

export type StripeSettings = {
  /** `sk_…` or `rk_…`. */
  readonly secret: string
  /** `whsec_…`, of the endpoint that Stripe sends its events to. */
  readonly webhookSecret: string
  /** The base URL of the API; other than Stripe's own only in tests. */
  readonly url: string
}

/** The timeout of one try in milliseconds, and the number of retries, each with the same idempotency key. */
const timeoutMs = 8_000
const maxRetries = 2

/** The locale of Stripe's payment page for each locale of the shop. The page has no Haitian Creole: `auto` uses the browser's language. */
const pageLocales = { en: 'en-GB', 'en-us': 'en', sv: 'sv', de: 'de', es: 'es', ht: 'auto' } as const satisfies Record<Locale, string>

/** Stripe Checkout: uses the hosted payment page, Stripe's client for the API, and its signature verification for events. */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe'
  /** {@link createSession} opens sessions without a Stripe customer, so Stripe's page saves no card. */
  readonly keepsCards = false
  /** Stripe rejects a session shorter than thirty minutes by its own clock; five more allow for latency and clock skew. */
  readonly minSessionSeconds = 35 * 60
  readonly #stripe: Stripe
  readonly #webhookSecret: string
  /** Whether the key is of Stripe's live mode. Sessions and events of the other mode are rejected. */
  readonly #isLive: boolean

  constructor({ secret, webhookSecret, url }: StripeSettings) {
    const { hostname, port, protocol } = new URL(url)
    const endpoint = { host: hostname, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const), ...(port && { port }) }
    this.#stripe = new Stripe(secret, { ...endpoint, timeout: timeoutMs, maxNetworkRetries: maxRetries, telemetry: false })
    this.#webhookSecret = webhookSecret
    this.#isLive = /^[sr]k_live_/.test(secret)
  }

  async createSession(request: SessionRequest) {
    const { attemptId, shop, deployment, currency, locale, returnUrl, cancelUrl, customer, expiresAt } = request
    const session = await this.#call((stripe) =>
      stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: attemptId,
          metadata: { shop, deployment },
          payment_intent_data: { metadata: { attempt: attemptId, shop, deployment } },
          line_items: itemsOf(request).map(({ description, amount }) => ({
            quantity: 1,
            price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: description } },
          })),
          customer_email: customer.email,
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
    return this.#describe(await this.#retrieve(sessionId))
  }

  async expireSession(sessionId: string): Promise<ProviderSession> {
    try {
      await this.#call((stripe) => stripe.checkout.sessions.expire(sessionId))
    } catch (error) {
      // Only an open session can be expired; for any other, its current state is returned below.
      if (!(error instanceof ProviderRefused) || error.status !== 400) throw error
    }
    return this.readSession(sessionId)
  }

  async refund({ sessionId, amount, key }: Parameters<PaymentProvider['refund']>[0]) {
    const { payment_intent } = await this.#retrieve(sessionId)
    if (!payment_intent) throw new ProviderRefused(422, 'the session has no payment to refund')
    const paymentId = typeof payment_intent === 'string' ? payment_intent : payment_intent.id
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
    if (!session) throw new ProviderRefused(404, `${paymentId} is not a payment of a session`)
    const { data } = await this.#call((stripe) => stripe.disputes.list({ payment_intent: paymentId, limit: 100 }))
    return { sessionId: session.id, ...withoutAbsent({ dispute: disputeOf(data) }) }
  }

  async listRefunds(sessionId: string): Promise<readonly SessionRefund[]> {
    const { payment_intent } = await this.#retrieve(sessionId)
    if (!payment_intent) return []
    const refunds = await this.#refundsOf(typeof payment_intent === 'string' ? payment_intent : payment_intent.id)
    return refunds.map((refund) => {
      const key = refund.metadata?.['refund']
      return { refundId: refund.id, amount: money(refund.amount), status: refundStatusOf(refund), ...(key !== undefined && { key }) }
    })
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
    if (typeof signature !== 'string' || isAhead(signature)) return undefined
    let event: Stripe.Event
    try {
      event = this.#stripe.webhooks.constructEvent(rawBody, signature, this.#webhookSecret, signatureToleranceSeconds)
    } catch {
      return undefined
    }
    if (event.livemode !== this.#isLive) return undefined
    return this.#readEvent(event) ?? 'nothing-new'
  }

  /** The change of a payment that a verified event reports; undefined if it reports none, or can't be parsed. */
  #readEvent(event: Stripe.Event): ProviderCallback | undefined {
    const parsedEvent = eventSchema.safeParse(event)
    if (!parsedEvent.success) return undefined
    const { id: eventId, created, type, data } = parsedEvent.data
    const { object } = data
    const eventFields = { eventId, account: this.#account, at: new Date(created * 1000).toISOString() }
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
    const session = sessionEventOf(type, object)
    return session && { ...eventFields, type: session, ...describePaid(object), currency }
  }

  async listPaidSessions(since: Date, after?: string) {
    const { data, has_more } = await this.#call((stripe) =>
      stripe.checkout.sessions.list({
        created: { gte: Math.floor(since.getTime() / 1000) },
        status: 'complete',
        limit: 100,
        ...(after !== undefined && { starting_after: after }),
      }),
    )
    const sessions = data.flatMap((each) => {
      const parsedSession = sessionSchema.safeParse(each)
      const currency = currencyOf(each)
      return parsedSession.success && currency && parsedSession.data.payment_status === 'paid'
        ? [{ ...describePaid(parsedSession.data), currency }]
        : []
    })
    const last = data.at(-1)
    return { sessions, ...(has_more && last && { next: last.id }) }
  }

  get #account(): string {
    return this.#isLive ? 'stripe live' : 'stripe test'
  }

  #retrieve(sessionId: string) {
    return this.#call((stripe) =>
      stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent', 'payment_intent.latest_charge'] }),
    )
  }

  /** @throws ProviderRefused for a session that this shop did not open */
  #describe(session: Stripe.Checkout.Session): ProviderSession {
    const currency = currencyOf(session)
    if (session.livemode !== this.#isLive || session.client_reference_id === null || session.amount_total === null || !currency)
      throw new ProviderRefused(403, `${session.id} is not a session of this shop`)
    const card = lastDigits(session)
    return {
      sessionId: session.id,
      attemptId: session.client_reference_id,
      status: statusOf(session),
      amount: money(session.amount_total),
      currency,
      account: this.#account,
      ...(card === undefined ? {} : { cardMasked: `•••• ${card}` }),
    }
  }

  async #call<Output>(work: (stripe: Stripe) => Promise<Output>): Promise<Output> {
    try {
      return await work(this.#stripe)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      // Stripe answers 400 for an unknown id in the parameters, and 404 for one in the path.
      const status = error.code === 'resource_missing' ? 404 : (error.statusCode ?? 0)
      // 409: another request with the same idempotency key is in progress.
      const isUnsure = error instanceof Stripe.errors.StripeConnectionError || status >= 500 || status === 429 || status === 409
      // The message has the error's type and code only: never the request, nor the key.
      if (isUnsure) throw new ProviderUnreachable(`stripe: ${error.type} ${status}`)
      throw new ProviderRefused(status, `stripe: ${error.code ?? error.type}`)
    }
  }
}

/** The lines of the order if their sum is the amount; else, when a voucher pays a part, one item for the whole order. */
function itemsOf({ lines = [], amount, description }: SessionRequest): readonly { description: string; amount: Money }[] {
  const areLinesPositive = lines.length > 0 && lines.every((line) => line.amount > 0)
  return areLinesPositive && lines.reduce((sum, line) => sum + line.amount, 0) === amount ? lines : [{ description, amount }]
}
