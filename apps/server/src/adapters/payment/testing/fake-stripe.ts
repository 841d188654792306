import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { type FakeCardBehaviour, FakeCards } from './fake-stripe-cards.ts'
import { FakeMandates } from './fake-stripe-mandates.ts'
import {
  describe,
  describeIntent,
  describeRefund,
  type FakeResponse,
  type Form,
  metadataOf,
  newCharge,
  type Refund,
  refuse,
  type Session,
} from './fake-stripe-objects.ts'

/**
 * A fake of Stripe's API for Checkout Sessions and refunds, after Stripe's documentation, over HTTP on this machine: the same paths,
 * form bodies, idempotency keys, errors and events. Methods such as `pay` take the place of the payment page.
 */
export class FakeStripe {
  readonly key = 'sk_test_0123456789abcdef'
  readonly webhookSecret = 'whsec_0123456789abcdef'
  readonly #cards = new FakeCards()
  readonly mandates = new FakeMandates((about, type, object) => this.#send({ id: about }, type, object))
  readonly #sessions = new Map<string, Session>()
  readonly #answers = new Map<string, { readonly form: string; readonly answer: FakeResponse }>()
  readonly events: { readonly sessionId: string; readonly body: string }[] = []
  /** Number of next requests that fail with 500. */
  failures = 0
  readonly #server = createServer(async (request, response) => this.#receive(request, response))

  async listen(): Promise<string> {
    this.#server.listen(0, 'localhost')
    await once(this.#server, 'listening')
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Drops the idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.#answers.clear()
  }

  /** The payer's card is accepted. @param saved the behaviour of the card in later charges, if the payer saves it */
  pay(id: string, saved?: FakeCardBehaviour): void {
    const session = this.#sessions.get(id)
    const isSaved = saved !== undefined && session?.customer !== undefined && session.mayKeep
    const card = this.#cards.createCard(saved ?? 'pays', isSaved ? session.customer! : null)
    this.#move(id, { status: 'complete', payment: 'paid', hasError: false, card }, 'checkout.session.completed')
  }
  /** The payer approves the payment in the mobile payment app of the currency. */
  payByMobile(id: string): void {
    this.#move(id, { status: 'complete', payment: 'paid', hasError: false, isMobile: true }, 'checkout.session.completed')
  }
  /** The bank decides on a charge that takes days. */
  settleCharge(id: string, isPaid: boolean): void {
    const change = isPaid ? ({ payment: 'paid' } as const) : { hasError: true, declineCode: 'generic_decline' }
    this.#move(id, change, isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed')
  }
  /** The card is declined; Stripe's page lets the payer try another card and sends no event. */
  decline(id: string): void {
    this.#move(id, { hasError: true })
  }
  /** The payer agrees to a debit that takes days. */
  promise(id: string): void {
    this.#move(id, { status: 'complete', payment: 'unpaid' }, 'checkout.session.completed')
  }
  settle(id: string, isPaid: boolean): void {
    if (isPaid) this.#move(id, { payment: 'paid' }, 'checkout.session.async_payment_succeeded')
    else this.#move(id, { hasError: true }, 'checkout.session.async_payment_failed')
  }

  /** The payer's bank rejects a refund, for which Stripe sends three events. */
  failRefund(refundId: string): void {
    for (const session of this.#sessions.values()) {
      const refund = session.refunds.find(({ id }) => id === refundId)
      if (!refund) continue
      refund.status = 'failed'
      for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed'])
        this.#send(session, type, { ...describeRefund(refund), currency: session.currency, failure_reason: 'expired_or_canceled_card' })
    }
  }

  /** The merchant makes a refund in Stripe's dashboard, which has none of the shop's metadata. */
  refundInDashboard(id: string, amount: number): void {
    const { status } = this.#refund({ payment_intent: `pi_${id}`, amount: String(amount) })
    if (status !== 200) throw new Error(`${id} can't be refunded`)
  }

  /** The payer disputes the payment at the bank. */
  dispute(id: string): void {
    const session = this.#sessions.get(id)!
    session.disputes.push({ amount: session.amount, status: 'needs_response' })
    this.#sendAfter(session, 'charge.dispute.created', 'dispute')
  }

  closeDispute(id: string, isWon: boolean): void {
    const session = this.#sessions.get(id)!
    for (const dispute of session.disputes) dispute.status = isWon ? 'won' : 'lost'
    this.#sendAfter(session, 'charge.dispute.closed', 'dispute')
  }

  #sendAfter(session: Session, type: string, object: 'charge' | 'dispute'): void {
    const { amount, currency } = session
    this.#send(session, type, { object, id: `${object}_${session.id}`, payment_intent: `pi_${session.id}`, amount, currency })
  }

  /** The signature header for a body, made by Stripe's test helper. */
  sign(body: string, { at = Date.now(), secret = this.webhookSecret }: { at?: number; secret?: string } = {}): string {
    return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: Math.floor(at / 1000) })
  }

  #move(id: string, change: Partial<Session>, event?: string): void {
    const session = this.#sessions.get(id)
    if (!session || session.status === 'expired') throw new Error(`${id} can't change its state`)
    Object.assign(session, change)
    if (event) this.#sendSession(session, event)
  }

  #sendSession(session: Session, type: string): void {
    if (session.isCharge) return this.#send(session, type, this.#describeIntent(session))
    this.#send(session, type, { ...this.#describe(session), payment_intent: session.status === 'open' ? null : `pi_${session.id}` })
  }

  #send(session: Pick<Session, 'id'>, type: string, object: object): void {
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      api_version: '2026-01-28',
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      type,
      data: { object },
    })
    this.events.push({ sessionId: session.id, body })
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { status, body } = this.#answer(request, text)
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomBytes(6).toString('hex')}` })
    response.end(JSON.stringify(body))
  }

  #answer(request: IncomingMessage, text: string): FakeResponse {
    if (this.failures > 0) {
      this.failures -= 1
      return refuse(500, 'api_error', 'An error occurred')
    }
    if (request.headers.authorization !== `Bearer ${this.key}`) return refuse(401, 'invalid_request_error', 'Invalid API Key provided')
    const key = request.headers['idempotency-key']
    const replay = typeof key === 'string' ? this.#answers.get(key) : undefined
    if (replay && replay.form !== text)
      return refuse(400, 'idempotency_error', 'Keys for idempotent requests can only be used with the same parameters')
    if (replay) return replay.answer
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
    const response = this.#route(request.method ?? 'GET', pathname, Object.fromEntries([...searchParams, ...new URLSearchParams(text)]))
    if (typeof key === 'string' && request.method === 'POST' && response.status < 500)
      this.#answers.set(key, { form: text, answer: response })
    return response
  }

  #route(method: string, path: string, form: Form): FakeResponse {
    const [, id, verb] = /^\/v1\/checkout\/sessions(?:\/([^/]+)(?:\/(expire))?)?$/.exec(path) ?? []
    const refund = path.startsWith('/v1/refunds/') ? this.#findRefund(path.slice('/v1/refunds/'.length)) : undefined
    if (refund) return { status: 200, body: describeRefund(refund) }
    if (path === '/v1/disputes') {
      const data = this.#sessions.get((form['payment_intent'] ?? '').replace(/^pi_/, ''))?.disputes ?? []
      return {
        status: 200,
        body: { object: 'list', url: path, has_more: false, data: data.map((each) => ({ object: 'dispute', ...each })) },
      }
    }
    if (path === '/v1/refunds') return method === 'POST' ? this.#refund(form) : this.#listRefunds(form['payment_intent'] ?? '')
    const answer = this.#routeCards(method, path, form)
    if (answer) return answer
    if (!path.startsWith('/v1/checkout/sessions'))
      return refuse(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path})`)
    if (id === undefined) return method === 'POST' ? this.#open(form) : this.#list(form)
    const mandate = this.mandates.route(id, verb)
    if (mandate) return mandate
    const session = this.#sessions.get(id)
    if (!session) return refuse(404, 'invalid_request_error', `No such checkout.session: '${id}'`, 'resource_missing')
    if (verb !== 'expire') return { status: 200, body: this.#describe(session) }
    if (session.status !== 'open')
      return refuse(400, 'invalid_request_error', 'Only Checkout Sessions with a status in ["open"] can be expired.')
    session.status = 'expired'
    this.#sendSession(session, 'checkout.session.expired')
    return { status: 200, body: this.#describe(session) }
  }

  /** Customers, saved cards and payment intents. */
  #routeCards(method: string, path: string, form: Form): FakeResponse | undefined {
    const [, resource, id, verb] = /^\/v1\/(customers|payment_methods|payment_intents)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? []
    if (resource === 'customers' && id === undefined) {
      if (method === 'POST') return { status: 200, body: this.#cards.createCustomer(form['email'] ?? '', metadataOf(form)) }
      return { status: 200, body: { object: 'list', url: path, has_more: false, data: this.#cards.listCustomers(form['email']) } }
    }
    if (resource === 'customers')
      return this.#cards.deleteCustomer(id!)
        ? { status: 200, body: { id, object: 'customer', deleted: true } }
        : refuse(404, 'invalid_request_error', `No such customer: '${id}'`, 'resource_missing')
    if (resource === 'payment_methods') {
      const detached = this.mandates.detach(id)
      if (detached) return detached
      const card = this.#cards.find(id)
      if (!card) return refuse(404, 'invalid_request_error', `No such PaymentMethod: '${id}'`, 'resource_missing')
      if (card.customer === null) return refuse(400, 'invalid_request_error', 'The payment method is not attached to a customer.')
      card.customer = null
      return { status: 200, body: this.#cards.describe(id) }
    }
    if (resource !== 'payment_intents') return undefined
    if (id === undefined) return method === 'POST' ? this.#charge(form) : this.#listIntents(form)
    const session = this.#sessions.get(id.replace(/^pi_/, ''))
    if (!session) return refuse(404, 'invalid_request_error', `No such payment_intent: '${id}'`, 'resource_missing')
    if (verb === 'cancel') {
      if (session.payment === 'paid' || session.isCancelled || (session.status === 'complete' && !session.hasError))
        return refuse(400, 'invalid_request_error', 'You cannot cancel this PaymentIntent.', 'payment_intent_unexpected_state')
      session.isCancelled = true
      this.#sendSession(session, 'payment_intent.canceled')
    }
    return { status: 200, body: this.#describeIntent(session) }
  }

  /** Charges a saved card or a mandate without the customer. A decline is an error that has the payment intent. */
  #charge(form: Form): FakeResponse {
    if (form['off_session'] !== 'true' || form['confirm'] !== 'true')
      return refuse(400, 'invalid_request_error', 'not an off-session charge')
    const mandate = this.mandates.ofMethod(form['payment_method'])
    if (mandate) {
      if (mandate.id !== form['mandate'] || mandate.status !== 'active' || mandate.customer !== form['customer'])
        return refuse(400, 'invalid_request_error', 'The mandate is not active.', 'payment_intent_mandate_invalid')
      return { status: 200, body: this.#describeIntent(this.#createCharge(form, 'processes', undefined)) }
    }
    const card = this.#cards.find(form['payment_method'])
    if (!card) return refuse(400, 'invalid_request_error', 'No such PaymentMethod', 'resource_missing')
    if (card.customer === null || card.customer !== form['customer'] || !this.#cards.hasCustomer(card.customer))
      return refuse(400, 'invalid_request_error', 'The payment method does not belong to the customer.')
    const session = this.#createCharge(form, card.behaviour, card.id)
    const intent = this.#describeIntent(session)
    if (!session.hasError) return { status: 200, body: intent }
    const code = session.declineCode === 'authentication_required' ? 'authentication_required' : 'card_declined'
    return {
      status: 402,
      body: { error: { type: 'card_error', code, decline_code: session.declineCode, message: 'declined', payment_intent: intent } },
    }
  }

  #createCharge(form: Form, behaviour: FakeCardBehaviour, card: string | undefined): Session {
    const session = newCharge(form, behaviour, card)
    this.#sessions.set(session.id, session)
    const events = { pays: 'succeeded', processes: 'processing', declines: 'payment_failed', asks: 'payment_failed' }
    this.#sendSession(session, `payment_intent.${events[behaviour]}`)
    return session
  }

  #listIntents(form: Form): FakeResponse {
    const since = Number(form['created[gte]'] ?? 0) * 1000
    const all = [...this.#sessions.values()].toReversed().filter(({ customer, createdAt, isCharge, status }) => {
      const isIntent = isCharge === true || status === 'complete'
      return isIntent && createdAt >= since && (form['customer'] === undefined || customer === form['customer'])
    })
    const from = form['starting_after'] === undefined ? 0 : all.findIndex(({ id }) => `pi_${id}` === form['starting_after']) + 1
    const data = all.slice(from, from + 3).map((each) => this.#describeIntent(each))
    return { status: 200, body: { object: 'list', url: '/v1/payment_intents', has_more: all.length > from + 3, data } }
  }

  #describe(session: Session): object {
    return describe(session, this.#describeIntent(session))
  }

  #describeIntent(session: Session): object {
    return describeIntent(session, this.#cards.describe(session.card))
  }

  #open(form: Form): FakeResponse {
    if (form['mode'] === 'setup') return this.mandates.open(form)
    const customer = form['customer']
    if (customer !== undefined && !this.#cards.hasCustomer(customer))
      return refuse(400, 'invalid_request_error', `No such customer: '${customer}'`, 'resource_missing')
    const expiresAt = Number(form['expires_at'])
    const inSeconds = expiresAt - Date.now() / 1000
    if (inSeconds < 30 * 60 || inSeconds > 24 * 3600)
      return refuse(
        400,
        'invalid_request_error',
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      )
    let amount = 0
    for (let item = 0; form[`line_items[${item}][quantity]`]; item++)
      amount += Number(form[`line_items[${item}][quantity]`]) * Number(form[`line_items[${item}][price_data][unit_amount]`])
    const session: Session = {
      id: `cs_test_${randomBytes(16).toString('hex')}`,
      amount,
      currency: form['line_items[0][price_data][currency]'] ?? '',
      attempt: form['client_reference_id'] ?? '',
      metadata: metadataOf(form),
      createdAt: Date.now(),
      expiresAt,
      customer,
      mayKeep:
        form['saved_payment_method_options[payment_method_save]'] === 'enabled' ||
        form['payment_intent_data[setup_future_usage]'] === 'off_session',
      status: 'open',
      payment: 'unpaid',
      hasError: false,
      refunds: [],
      disputes: [],
    }
    this.#sessions.set(session.id, session)
    return { status: 200, body: this.#describe(session) }
  }

  /** Newest first, three sessions a page, so that tests reach a second page. */
  #list(form: Form): FakeResponse {
    const found = form['payment_intent'] === undefined ? undefined : this.#sessions.get(form['payment_intent'].replace(/^pi_/, ''))
    const paid = found?.isCharge ? undefined : found
    if (form['payment_intent'] !== undefined)
      return {
        status: 200,
        body: { object: 'list', url: '/v1/checkout/sessions', has_more: false, data: paid ? [this.#describe(paid)] : [] },
      }
    const since = Number(form['created[gte]']) * 1000
    const all = [...this.#sessions.values()]
      .toReversed()
      .filter(({ status, createdAt, isCharge }) => !isCharge && status === form['status'] && createdAt >= since)
    const from = form['starting_after'] === undefined ? 0 : all.findIndex(({ id }) => id === form['starting_after']) + 1
    const data = all.slice(from, from + 3)
    return {
      status: 200,
      body: {
        object: 'list',
        url: '/v1/checkout/sessions',
        has_more: all.length > from + 3,
        data: data.map((each) => this.#describe(each)),
      },
    }
  }

  #refund(form: Form): FakeResponse {
    const session = this.#sessions.get((form['payment_intent'] ?? '').replace(/^pi_/, ''))
    const amount = Number(form['amount'])
    if (session?.payment !== 'paid')
      return refuse(400, 'invalid_request_error', 'This PaymentIntent does not have a successful charge to refund.')
    const refunds = session.refunds.filter(({ status }) => status !== 'failed')
    if (refunds.reduce((sum, refund) => sum + refund.amount, amount) > session.amount)
      return refuse(400, 'invalid_request_error', `Refund amount is greater than unrefunded amount on charge`)
    const refund = { id: `re_${randomBytes(12).toString('hex')}`, amount, key: form['metadata[refund]'], status: 'succeeded' as const }
    session.refunds.unshift(refund)
    this.#sendAfter(session, 'charge.refunded', 'charge')
    return { status: 200, body: describeRefund(refund) }
  }

  #findRefund(refundId: string): Refund | undefined {
    return [...this.#sessions.values()].flatMap(({ refunds }) => refunds).find(({ id }) => id === refundId)
  }

  #listRefunds(paymentIntent: string): FakeResponse {
    const refunds = this.#sessions.get(paymentIntent.replace(/^pi_/, ''))?.refunds ?? []
    return { status: 200, body: { object: 'list', url: '/v1/refunds', has_more: false, data: refunds.map(describeRefund) } }
  }
}
