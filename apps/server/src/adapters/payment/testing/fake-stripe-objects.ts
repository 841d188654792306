import { randomBytes } from 'node:crypto'
import type { FakeCardBehaviour } from './fake-stripe-cards.ts'

export type Form = Readonly<Record<string, string>>
export type Refund = { readonly id: string; readonly amount: number; readonly key: string | undefined; status: 'succeeded' | 'failed' }
export type Session = {
  id: string
  amount: number
  currency: string
  attempt: string
  metadata: Form
  createdAt: number
  expiresAt: number
  status: 'open' | 'complete' | 'expired'
  payment: 'paid' | 'unpaid'
  hasError: boolean
  /** Whether the card that pays may be attached to the customer. */
  mayKeep?: boolean
  customer?: string | undefined
  /** The card that pays. */
  card?: string | undefined
  /** The code of a declined off-session charge. */
  declineCode?: string | undefined
  /** Whether it is a payment intent without a session. */
  isCharge?: boolean
  isCancelled?: boolean
  isMobile?: boolean
  refunds: Refund[]
  disputes: { readonly amount: number; status: 'needs_response' | 'won' | 'lost' }[]
}
export type FakeResponse = { readonly status: number; readonly body: unknown }

export const describeRefund = ({ id, amount, key, status }: Refund) => ({
  id,
  object: 'refund',
  amount,
  status,
  metadata: key === undefined ? {} : { refund: key },
})

/** The metadata in the parameters of a request. */
export const metadataOf = (form: Form): Form =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (/^metadata\[(\w+)\]$/.test(name) ? [[name.slice(9, -1), value]] : [])),
  )

const declineCodes = { pays: undefined, processes: undefined, declines: 'insufficient_funds', asks: 'authentication_required' }

/** A payment intent that no session made. */
export function newCharge(form: Form, behaviour: FakeCardBehaviour, card: string | undefined): Session {
  return {
    id: randomBytes(12).toString('hex'),
    amount: Number(form['amount']),
    currency: form['currency'] ?? '',
    attempt: form['metadata[attempt]'] ?? '',
    metadata: metadataOf(form),
    createdAt: Date.now(),
    expiresAt: 0,
    status: 'complete',
    payment: behaviour === 'pays' ? 'paid' : 'unpaid',
    hasError: declineCodes[behaviour] !== undefined,
    customer: form['customer'],
    card,
    declineCode: declineCodes[behaviour],
    isCharge: true,
    refunds: [],
    disputes: [],
  }
}

export function describe(session: Session, intent: object) {
  const { id, amount, currency, attempt, metadata, createdAt, expiresAt, status, payment, hasError, customer } = session
  return {
    id,
    object: 'checkout.session',
    amount_total: amount,
    client_reference_id: attempt,
    created: Math.floor(createdAt / 1000),
    currency,
    customer: customer ?? null,
    expires_at: expiresAt,
    metadata,
    livemode: false,
    mode: 'payment',
    payment_intent: status === 'complete' || hasError ? intent : null,
    payment_status: payment,
    status,
    url: status === 'open' ? `https://checkout.stripe.com/c/pay/${id}` : null,
  }
}

export function describeIntent(session: Session, method: object | null) {
  const { id, amount, currency, createdAt, metadata, payment, hasError, isCancelled, declineCode, isCharge, customer } = session
  const code = declineCode === 'authentication_required' ? declineCode : 'card_declined'
  const isPaid = payment === 'paid'
  return {
    id: `pi_${id}`,
    object: 'payment_intent',
    amount,
    currency,
    created: Math.floor(createdAt / 1000),
    customer: customer ?? null,
    last_payment_error: hasError ? { type: 'card_error', code, decline_code: declineCode } : null,
    latest_charge: isPaid
      ? { id: `ch_${id}`, object: 'charge', payment_method_details: session.isMobile ? { type: 'mobilepay' } : { card: { last4: '4242' } } }
      : null,
    livemode: false,
    metadata: isCharge ? metadata : {},
    payment_method: method,
    status: isPaid ? 'succeeded' : isCancelled ? 'canceled' : hasError ? 'requires_payment_method' : 'processing',
  }
}

export const refuse = (status: number, type: string, message: string, code?: string): FakeResponse => ({
  status,
  body: { error: { type, message, code } },
})
