import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { currencies, money, moneySchema } from '@playhouse/domain/money'
import { mandateMoves, type MandateState } from '@playhouse/domain/payment'
import {
  type CustomerRequest,
  type MandateRequest,
  type ProviderMandate,
  disputeStates,
  type OffSessionRequest,
  type PaymentProvider,
  type ProviderCallback,
  ProviderRefused,
  type ProviderSession,
  ProviderUnreachable,
  refundEvents,
  refundStatuses,
  sessionEvents,
  type SessionCallback,
  type SessionRefund,
  type SessionRequest,
  sessionStatuses,
} from '#modules/payment'
import { attemptIdSchema, ownerSchema, providerIdSchema, withoutUndefined } from './event-field.ts'
import { isSignedBy } from './signature.ts'

/** Milliseconds: the timeout of one try, and the pauses between tries. Short, because a payer waits and seats are held meanwhile. */
const timeoutMs = 4000
const retryPausesMs = [150, 600]

const sessionSchema = z.object({
  sessionId: z.string(),
  attemptId: z.string(),
  status: z.enum(sessionStatuses),
  amount: moneySchema,
  currency: z.enum(currencies),
  account: z.string(),
  cardMasked: z.string().optional(),
  keptCard: z
    .object({
      token: providerIdSchema,
      brand: z.string(),
      masked: z.string(),
      cardholder: z.string(),
      expires: z.string().regex(/^\d{4}-\d\d$/),
      address: z.object({
        line1: z.string().nullable(),
        line2: z.string().nullable(),
        city: z.string().nullable(),
        postcode: z.string().nullable(),
        country: z.string().nullable(),
      }),
    })
    .optional(),
  declineCode: z.string().max(100).optional(),
  url: z.url({ protocol: /^https?$/ }),
})
const mandateSchema = z.object({
  setupId: providerIdSchema,
  mandateId: z.string(),
  state: z.enum(Object.keys(mandateMoves) as [MandateState, ...MandateState[]]),
  token: providerIdSchema,
  reference: z.string().max(100),
  masked: z.string().max(30),
  account: z.string(),
  url: z.url({ protocol: /^https?$/ }),
})
const customerSchema = z.object({ customerId: providerIdSchema })
const refundSchema = z.object({ refundId: z.string() })
const refundsSchema = z.array(
  z.object({ refundId: z.string(), amount: moneySchema, status: z.enum(refundStatuses), key: z.string().optional() }),
)
/**
 * The owner of a session, from its metadata. Invalid values are read as undefined, because another program may have written
 * them.
 */
const ownerFields = { attemptId: attemptIdSchema, shop: ownerSchema, deployment: ownerSchema }
const paymentSchema = z.object({
  sessionId: providerIdSchema,
  dispute: z.object({ state: z.enum(disputeStates), amount: moneySchema }).optional(),
})
const refundStateSchema = z.object({ refundId: z.string(), status: z.enum(refundStatuses) })
const paidSessionsSchema = z.object({
  sessions: z.array(
    z.object({ ...ownerFields, sessionId: providerIdSchema, amount: moneySchema, currency: z.enum(currencies), account: z.string() }),
  ),
  next: z.string().optional(),
})
const accountSchema = z.object({ account: z.string() })
const eventFields = {
  eventId: providerIdSchema,
  amount: moneySchema,
  currency: z.enum(currencies),
  account: z.string(),
  at: z.iso.datetime(),
}
const callbackSchema = z.discriminatedUnion('type', [
  z.object({ ...eventFields, ...ownerFields, type: z.enum(sessionEvents), sessionId: providerIdSchema }),
  z.object({ ...eventFields, type: z.enum(refundEvents), refundId: providerIdSchema }),
  z.object({
    eventId: providerIdSchema,
    account: z.string(),
    at: z.iso.datetime(),
    type: z.literal('mandate.changed'),
    mandate: providerIdSchema,
  }),
  z.object({ ...eventFields, type: z.literal('payment.changed'), paymentId: providerIdSchema }),
])

type SandboxSettings = { readonly url: string; readonly secret: string; readonly account: string }

/** The payment sandbox of this repository (`apps/payment-sandbox`), reached over HTTP like any provider. */
export class SandboxProvider implements PaymentProvider {
  readonly name = 'sandbox'
  readonly keepsCards = true
  readonly #settings: SandboxSettings

  constructor(settings: SandboxSettings) {
    this.#settings = settings
  }

  async createSession(request: SessionRequest) {
    const { sessionId, url } = await this.#open('/sessions', request)
    return { sessionId, url }
  }

  async chargeOffSession(request: OffSessionRequest) {
    const opened = await this.#open('/off-session-charges', request)
    const session = describe(opened)
    return session.status === 'open' ? { session, url: opened.url } : { session }
  }

  async #open(path: string, request: SessionRequest) {
    const session = this.#requireOwnAccount(await this.#call(sessionSchema, 'POST', path, request, request.attemptId))
    const { attemptId, amount, currency } = request
    if (session.attemptId !== attemptId || session.amount !== amount || session.currency !== currency)
      throw new ProviderRefused(409, 'the provider opened a session that differs from the request')
    return session
  }

  async createCustomer({ shop, customer }: CustomerRequest) {
    return this.#call(customerSchema, 'POST', '/customers', { reference: `${shop} ${customer}` })
  }

  async setUpMandate(request: MandateRequest) {
    const mandate = this.#requireOwnAccount(await this.#call(mandateSchema, 'POST', '/mandates', request, request.mandateId))
    return { setupId: mandate.setupId, url: mandate.url }
  }

  async readMandate(setupId: string): Promise<ProviderMandate> {
    const path = `/mandates/${encodeURIComponent(setupId)}`
    const { account: _, url: __, ...mandate } = this.#requireOwnAccount(await this.#call(mandateSchema, 'GET', path))
    return mandate
  }

  async cancelMandate(setupId: string): Promise<void> {
    await this.#call(mandateSchema, 'POST', `/mandates/${encodeURIComponent(setupId)}/cancel`)
  }

  async forgetCustomer(customerId: string): Promise<void> {
    await this.#call(z.unknown(), 'DELETE', `/customers/${encodeURIComponent(customerId)}`)
  }

  async readSession(sessionId: string): Promise<ProviderSession> {
    return describe(this.#requireOwnAccount(await this.#call(sessionSchema, 'GET', pathOf(sessionId))))
  }

  async expireSession(sessionId: string): Promise<ProviderSession> {
    return describe(this.#requireOwnAccount(await this.#call(sessionSchema, 'POST', `${pathOf(sessionId)}/expire`)))
  }

  async refund({ sessionId, amount, key }: Parameters<PaymentProvider['refund']>[0]) {
    return this.#call(refundSchema, 'POST', `${pathOf(sessionId)}/refunds`, { amount }, key)
  }

  async readRefund({ sessionId, refundId }: Parameters<PaymentProvider['readRefund']>[0]) {
    const { status } = await this.#call(refundStateSchema, 'GET', `${pathOf(sessionId)}/refunds/${encodeURIComponent(refundId)}`)
    return status
  }

  async readPayment(paymentId: string) {
    return withoutUndefined(await this.#call(paymentSchema, 'GET', `/payments/${encodeURIComponent(paymentId)}`))
  }

  async listRefunds(sessionId: string): Promise<readonly SessionRefund[]> {
    const refunds = await this.#call(refundsSchema, 'GET', `${pathOf(sessionId)}/refunds`)
    return refunds.map(({ key, ...refund }) => ({ ...refund, ...(key !== undefined && { key }) }))
  }

  async forgetCard(token: string): Promise<void> {
    await this.#call(z.unknown(), 'DELETE', `/cards/${encodeURIComponent(token)}`)
  }

  async listPaidSessions(since: Date, after?: string) {
    const query = new URLSearchParams({ since: since.toISOString(), ...(after !== undefined && { after }) })
    const { sessions, next } = await this.#call(paidSessionsSchema, 'GET', `/payments?${query}`)
    const ownSessions = sessions.flatMap(({ account, amount, ...session }) =>
      account === this.#settings.account ? [{ ...withoutUndefined(session), amount: money(amount) }] : [],
    )
    return { sessions: ownSessions, ...(next !== undefined && { next }) }
  }

  verifyCallback(
    rawBody: Buffer | string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): ProviderCallback | 'nothing-new' | undefined {
    const signature = headers['playhouse-signature']
    if (typeof signature !== 'string' || !isSignedBy(this.#settings.secret, signature, rawBody, Date.now())) return undefined
    const body = parseJson(rawBody.toString())
    if (!accountSchema.safeParse(body).success || (body as { account: unknown }).account !== this.#settings.account) return undefined
    const callback = callbackSchema.safeParse(body)
    if (!callback.success) return 'nothing-new'
    return 'sessionId' in callback.data ? (withoutUndefined(callback.data) satisfies SessionCallback) : callback.data
  }

  /** @throws ProviderRefused for a session of another merchant's account */
  #requireOwnAccount<Session extends { readonly account: string }>(session: Session): Session {
    if (session.account !== this.#settings.account) throw new ProviderRefused(403, `the session belongs to the account ${session.account}`)
    return session
  }

  /** One call with its retries. Each try has the same idempotency key, so that a retry after a lost response has no second effect. */
  async #call<Output>(
    schema: z.ZodType<Output>,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Output> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#try(schema, method, path, body, key)
      } catch (error) {
        const wait = retryPausesMs[tries]
        if (!(error instanceof ProviderUnreachable) || wait === undefined) throw error
        await pause(wait)
      }
    }
  }

  async #try<Output>(schema: z.ZodType<Output>, method: string, path: string, body: unknown, key: string | undefined): Promise<Output> {
    const headers = new Headers({ authorization: `Bearer ${this.#settings.secret}` })
    if (key !== undefined) headers.set('idempotency-key', key)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const init = {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      body: body === undefined ? null : JSON.stringify(body),
    } as const
    const [response, text] = await fetch(this.#settings.url + path, init)
      .then(async (response) => [response, await response.text()] as const)
      .catch((cause: unknown) => {
        throw new ProviderUnreachable(`${method} ${path}: no response`, { cause })
      })
    if (response.status >= 500 || response.status === 429) throw new ProviderUnreachable(`${method} ${path}: ${response.status}`)
    if (!response.ok) throw new ProviderRefused(response.status, `${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
    const output = schema.safeParse(parseJson(text))
    if (!output.success) throw new ProviderUnreachable(`${method} ${path}: invalid response`, { cause: output.error })
    return output.data
  }
}

const pathOf = (sessionId: string): string => `/sessions/${encodeURIComponent(sessionId)}`

function describe({ url: _, amount, ...session }: z.infer<typeof sessionSchema>): ProviderSession {
  return { ...withoutUndefined(session), amount: money(amount) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
