import Stripe from 'stripe'
import { z } from 'zod'
import type { Locale } from '@playhouse/domain/brand'
import { currencies, type Currency, type Money, money, moneySchema } from '@playhouse/domain/money'
import {
  type Dispute,
  type PaymentProvider,
  type ProviderCallback,
  ProviderRefused,
  type ProviderSession,
  ProviderUnreachable,
  type RefundStatus,
  type SessionCallback,
  type SessionRefund,
  type SessionRequest,
  type SessionStatus,
} from '#modules/payment'
import { attemptIdSchema, ownerSchema, providerIdSchema, withoutAbsent } from './event-field.ts'

export type StripeSettings = {
  /** `sk_…` or `rk_…`. */
  readonly secret: string
  /** `whsec_…`, of the endpoint that Stripe sends its events to. */
  readonly webhookSecret: string
  /** Where its API is; another than Stripe's own in tests alone. */
  readonly url: string
}

/** Milliseconds one try may take, and how often a try without an answer is made again, with the same key. */
const timeoutMs = 8_000
const maxRetries = 2
/** How old an event's signature may be, or how far ahead of our clock, in seconds. */
const signatureToleranceSeconds = 300

/** What our locales are to Stripe's page; it has no Haitian Creole, and then asks the browser. */
const pageLocales = { en: 'en-GB', 'en-us': 'en', sv: 'sv', de: 'de', es: 'es', ht: 'auto' } as const satisfies Record<Locale, string>

/** Stripe Checkout: its hosted page, reached over its own client, its events checked by its own signature check. */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe'
  /** {@link createSession} opens sessions without a Stripe customer, so Stripe's page keeps no card. */
  readonly keepsCards = false
  /** Stripe refuses less than thirty minutes by its own clock; five more for the way there and for clocks that differ. */
  readonly minSessionSeconds = 35 * 60
  readonly #stripe: Stripe
  readonly #webhookSecret: string
  /** Money of the real world and of the test world never meet. */
  readonly #isLive: boolean

  constructor({ secret, webhookSecret, url }: StripeSettings) {
    const { hostname, port, protocol } = new URL(url)
    const where = { host: hostname, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const), ...(port && { port }) }
    this.#stripe = new Stripe(secret, { ...where, timeout: timeoutMs, maxNetworkRetries: maxRetries, telemetry: false })
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
      throw new ProviderRefused(409, 'the provider opened another session than was asked for')
    if (!session.url) throw new ProviderRefused(409, 'the session is over already')
    return { sessionId, url: session.url }
  }

  async readSession(sessionId: string): Promise<ProviderSession> {
    return this.#describe(await this.#retrieve(sessionId))
  }

  async expireSession(sessionId: string): Promise<ProviderSession> {
    try {
      await this.#call((stripe) => stripe.checkout.sessions.expire(sessionId))
    } catch (error) {
      // Only an open session can be closed; what became of one that isn't is to be read.
      if (!(error instanceof ProviderRefused) || error.status !== 400) throw error
    }
    return this.readSession(sessionId)
  }

  async refund({ sessionId, amount, key }: Parameters<PaymentProvider['refund']>[0]) {
    const { payment_intent } = await this.#retrieve(sessionId)
    if (!payment_intent) throw new ProviderRefused(422, 'nothing was paid')
    const paid = typeof payment_intent === 'string' ? payment_intent : payment_intent.id
    const before = await this.#findRefund(paid, key)
    if (before && before.amount !== amount) throw new ProviderRefused(409, 'this was given back already, and it was another sum')
    const { id } =
      before ??
      (await this.#call((stripe) =>
        stripe.refunds.create({ payment_intent: paid, amount, metadata: { refund: key } }, { idempotencyKey: key }),
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

  /** Stripe forgets keys after a day: whether a refund that is tried for longer was made, what it has made says. */
  async #findRefund(paid: string, key: string): Promise<Stripe.Refund | undefined> {
    return (await this.#refundsOf(paid)).find(({ metadata }) => metadata?.['refund'] === key)
  }

  #refundsOf(paid: string): Promise<Stripe.Refund[]> {
    return this.#call((stripe) => stripe.refunds.list({ payment_intent: paid, limit: 100 }).autoPagingToArray({ limit: 1_000 }))
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

  /** What a genuine event says that a payment is moved by; undefined for any other, and for one that isn't understood. */
  #readEvent(event: Stripe.Event): ProviderCallback | undefined {
    const read = eventSchema.safeParse(event)
    if (!read.success) return undefined
    const { id: eventId, created, type, data } = read.data
    const { object } = data
    const told = { eventId, account: this.#account, at: new Date(created * 1000).toISOString() }
    const currency = currencyOf(object)
    if (!currency) return undefined
    if (isAfterPayment(object)) {
      const isNews = object.object === 'dispute' || type === 'charge.refunded'
      return isNews && object.payment_intent
        ? { ...told, type: 'payment.changed', paymentId: object.payment_intent, amount: object.amount, currency }
        : undefined
    }
    if (object.object === 'refund') {
      // It is told of by several events, and of others' as of ours: the one news there is about one is that it failed.
      if (refundStatusOf(object) !== 'failed') return undefined
      return { ...told, type: 'refund.failed', refundId: object.id, amount: money(object.amount), currency }
    }
    const session = sessionEventOf(type, object)
    return session && { ...told, type: session, ...describePaid(object), currency }
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
      const read = sessionSchema.safeParse(each)
      const currency = currencyOf(each)
      return read.success && currency && read.data.payment_status === 'paid' ? [{ ...describePaid(read.data), currency }] : []
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

  /** @throws ProviderRefused for a session that isn't one of ours. */
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
      // An unknown id among the parameters of a call is answered 400, one in its path 404.
      const status = error.code === 'resource_missing' ? 404 : (error.statusCode ?? 0)
      // 409 says that the same key is at work this very moment.
      const isUnsure = error instanceof Stripe.errors.StripeConnectionError || status >= 500 || status === 429 || status === 409
      // The client's own message, never what it was sent with.
      if (isUnsure) throw new ProviderUnreachable(`stripe: ${error.type} ${status}`)
      throw new ProviderRefused(status, `stripe: ${error.code ?? error.type}`)
    }
  }
}

/** The lines of the order where they come to the amount; where a voucher pays a part, the order as a whole. */
function itemsOf({ lines = [], amount, description }: SessionRequest): readonly { description: string; amount: Money }[] {
  const isWhole = lines.length > 0 && lines.every((line) => line.amount > 0)
  return isWhole && lines.reduce((sum, line) => sum + line.amount, 0) === amount ? lines : [{ description, amount }]
}

function statusOf({ status, payment_status, payment_intent }: Stripe.Checkout.Session): SessionStatus {
  const intent = typeof payment_intent === 'object' ? payment_intent : null
  if (payment_status === 'paid') return 'succeeded'
  if (status === 'expired') return 'expired'
  if (status === 'complete') return intent?.last_payment_error || intent?.status === 'canceled' ? 'failed' : 'processing'
  return intent?.last_payment_error ? 'declined' : 'open'
}

/** What Stripe's states of a refund are to us: one that was cancelled has not reached the payer either. */
function refundStatusOf({ status }: { readonly status: string | null }): RefundStatus {
  if (status === 'failed' || status === 'canceled') return 'failed'
  return status === 'succeeded' ? 'succeeded' : 'pending'
}

/** Of several disputes of one payment what they come to: one that is open says so, and what was lost stays lost. */
function disputeOf(disputes: readonly Pick<Stripe.Dispute, 'status' | 'amount'>[]): Dispute | undefined {
  if (disputes.length === 0) return undefined
  const won = new Set<string>(['won', 'warning_closed', 'prevented'])
  const open = disputes.filter(({ status }) => status !== 'lost' && !won.has(status))
  const lost = disputes.filter(({ status }) => status === 'lost')
  const [state, of] =
    open.length > 0 ? (['open', open] as const) : lost.length > 0 ? (['lost', lost] as const) : (['won', disputes] as const)
  return { state, amount: money(of.map(({ amount }) => amount).reduce((sum, amount) => sum + amount, 0)) }
}

const sessionEvents: Readonly<Record<string, SessionCallback['type']>> = {
  'checkout.session.async_payment_succeeded': 'session.succeeded',
  'checkout.session.async_payment_failed': 'session.failed',
  'checkout.session.expired': 'session.expired',
}
function sessionEventOf(type: string, session: EventSession): SessionCallback['type'] | undefined {
  if (type !== 'checkout.session.completed') return sessionEvents[type]
  return session.payment_status === 'unpaid' ? 'session.processing' : 'session.succeeded'
}

/** As much of Stripe's events as is read. Anybody with access to the account can make events of any content. */
const sessionSchema = z.object({
  object: z.literal('checkout.session'),
  id: providerIdSchema,
  client_reference_id: attemptIdSchema,
  amount_total: moneySchema,
  currency: z.string().nullable(),
  payment_status: z.string(),
  metadata: z.object({ shop: ownerSchema, deployment: ownerSchema }).nullish().catch(undefined),
})
const refundSchema = z.object({
  object: z.literal('refund'),
  id: providerIdSchema,
  amount: moneySchema,
  currency: z.string().nullable(),
  status: z.string().nullable(),
})
const afterPaymentSchema = z.object({
  object: z.enum(['charge', 'dispute']),
  payment_intent: providerIdSchema.nullish().catch(undefined),
  amount: moneySchema,
  currency: z.string().nullable(),
})
const isAfterPayment = (object: { readonly object: string }): object is z.output<typeof afterPaymentSchema> =>
  object.object === 'dispute' || object.object === 'charge'
const eventSchema = z.object({
  id: providerIdSchema,
  created: z.int().min(0).max(8_640_000_000_000),
  type: z.string(),
  data: z.object({ object: z.discriminatedUnion('object', [sessionSchema, refundSchema, afterPaymentSchema]) }),
})
type EventSession = z.output<typeof sessionSchema>

const describePaid = ({ id, client_reference_id, amount_total, metadata }: EventSession) => ({
  sessionId: id,
  amount: amount_total,
  ...withoutAbsent({ attemptId: client_reference_id, shop: metadata?.shop, deployment: metadata?.deployment }),
})

function currencyOf({ currency }: { readonly currency: string | null }): Currency | undefined {
  return currencies.find((each) => each === currency?.toUpperCase())
}

function lastDigits({ payment_intent }: Stripe.Checkout.Session): string | undefined {
  const charge = typeof payment_intent === 'object' ? payment_intent?.latest_charge : undefined
  return (typeof charge === 'object' ? charge?.payment_method_details?.card?.last4 : undefined) ?? undefined
}

/** Stripe's own check refuses what is old and lets what is dated ahead pass. */
function isAhead(signature: string): boolean {
  const at = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]
  return at === undefined || Number(at) - Date.now() / 1000 > signatureToleranceSeconds
}
