import type { Currency, Money } from '@playhouse/domain/money'
import type { Locale } from '@playhouse/domain/brand'
import type { KeptCard } from '#modules/card'
import type { CircuitReport } from './circuit.ts'

/** What the provider's page shows of the order; it is never what the amount is computed from. */
export type PaymentLine = { readonly description: string; readonly amount: Money }

export type PaymentCustomer = {
  readonly name: string
  readonly email: string
  readonly postcode?: string
  readonly address?: string
}

/** Who opened a session, kept with it at the provider: several shops, and copies of one, may share an account. */
export type SessionOwner = {
  /** The public origin of the shop. */
  readonly shop: string
  /** The id that the shop's database had. */
  readonly deployment: string
}

export type SessionRequest = SessionOwner & {
  /** Our id of the attempt, and the idempotency key: asking twice returns the same session. */
  readonly attemptId: string
  readonly amount: Money
  readonly currency: Currency
  /** One line for the payer: `Playhouse order, The Tempest`. */
  readonly description: string
  readonly lines?: readonly PaymentLine[]
  readonly customer: PaymentCustomer
  readonly locale: Locale
  /** Absolute URLs. Where the browser lands proves nothing; only the session's status does. */
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly callbackUrl: string
  /** Tokens of the cards that the payer keeps at the provider, the preferred one first; left out for whoever can keep none. */
  readonly keptCards?: readonly string[]
  /** ISO 8601 instant after which the provider takes no money for this session. */
  readonly expiresAt: string
}

export const sessionStatuses = ['open', 'processing', 'succeeded', 'declined', 'failed', 'cancelled', 'expired'] as const
/**
 * `declined` is not an end: the payer may try another card until the session closes. `processing` is a direct debit that the
 * payer has agreed to; days later it has `succeeded`, or `failed` for good.
 */
export type SessionStatus = (typeof sessionStatuses)[number]

export type ProviderSession = {
  readonly sessionId: string
  readonly attemptId: string
  readonly status: SessionStatus
  readonly amount: Money
  readonly currency: Currency
  /** The merchant account the money goes to. */
  readonly account: string
  /** `•••• 4242`; the number itself never reaches us. */
  readonly cardMasked?: string
  /** A card that the payer wished to be kept at the provider for next time. */
  readonly keptCard?: KeptCard
}

/** A session that is paid. What is absent was not set by a shop like this, or is no id of an attempt. */
export type PaidSession = Partial<SessionOwner> & {
  readonly sessionId: string
  readonly attemptId?: string
  readonly amount: Money
  readonly currency: Currency
}

/** `failed`: the money came back to us, at once or days later, and is not with the payer. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** A refund of a session as the provider lists it. */
export type SessionRefund = {
  readonly refundId: string
  readonly amount: Money
  readonly status: RefundStatus
  /** The idempotency key that we sent; absent for a refund made elsewhere, such as in the provider's dashboard. */
  readonly key?: string
}

export const sessionEvents = [
  'session.processing',
  'session.succeeded',
  'session.declined',
  'session.failed',
  'session.cancelled',
  'session.expired',
] as const
export const refundEvents = ['refund.succeeded', 'refund.failed'] as const

export const disputeStates = ['open', 'won', 'lost'] as const
/** A payer who has the bank take the money back. `amount` is what is at stake; after `lost` it is gone. */
export type Dispute = { readonly state: (typeof disputeStates)[number]; readonly amount: Money }

type CallbackFields<Type extends string> = {
  /** Unique to the event: the same event delivered twice has the same id. */
  readonly eventId: string
  readonly type: Type
  /** The session's amount; for a refund, what was given back. */
  readonly amount: Money
  readonly currency: Currency
  readonly account: string
  /** ISO 8601 instant of the event. */
  readonly at: string
}
/** `attemptId` is absent where the session names no UUID: money that arrived is kept in view all the same. */
export type SessionCallback = CallbackFields<(typeof sessionEvents)[number]> & Omit<PaidSession, 'amount' | 'currency'>
export type RefundCallback = CallbackFields<(typeof refundEvents)[number]> & { readonly refundId: string }
/** Something happened to a payment after it was made: a dispute, or a refund that was made outside the shop. */
export type PaymentCallback = CallbackFields<'payment.changed'> & { readonly paymentId: string }
/**
 * A callback whose signature is right. It says that something happened; what is true now, {@link PaymentProvider.readSession}
 * and {@link PaymentProvider.readRefund} say.
 */
export type ProviderCallback = SessionCallback | RefundCallback | PaymentCallback

/**
 * A company that takes money for us on pages of its own (`security-reliability` §3). Every call that reaches out may
 * throw {@link ProviderUnreachable}, after which its effect is unknown and the same call may be made again.
 */
export interface PaymentProvider {
  readonly name: string
  /** Whether its page offers a payer to keep the card for the next payment. */
  readonly keepsCards: boolean
  /** Seconds: a session can't be opened for less. */
  readonly minSessionSeconds?: number
  /** Opens a page to pay on. Idempotent by `attemptId`. */
  createSession(request: SessionRequest): Promise<{ readonly sessionId: string; readonly url: string }>
  /** The session as it is now. @throws ProviderRefused when there is no such session. */
  readSession(sessionId: string): Promise<ProviderSession>
  /** Closes the session unless it is paid already, and says which: only `succeeded` means that money was taken. */
  expireSession(sessionId: string): Promise<ProviderSession>
  /**
   * Sessions opened since then that are paid, those of other shops on the same account among them; one page at a time.
   * @param after `next` of the page before
   */
  listPaidSessions(since: Date, after?: string): Promise<{ readonly sessions: readonly PaidSession[]; readonly next?: string }>
  /** Gives money back. Idempotent by `key`; never more in sum than was paid. @throws ProviderRefused when it would be. */
  refund(refund: { readonly sessionId: string; readonly amount: Money; readonly key: string }): Promise<{ readonly refundId: string }>
  /**
   * What became of a refund that {@link refund} made. It may fail days after it was made: the payer's card is closed, say.
   * One that failed counts no longer as given back, and its key gives back nothing new: another try needs another key.
   */
  readRefund(refund: { readonly sessionId: string; readonly refundId: string }): Promise<RefundStatus>
  /** Which session a payment was made on, and whether it is disputed. @throws ProviderRefused for an unknown payment. */
  readPayment(paymentId: string): Promise<{ readonly sessionId: string; readonly dispute?: Dispute }>
  /** All refunds of a session, including those made in the provider's dashboard. @throws ProviderRefused for an unknown session. */
  listRefunds(sessionId: string): Promise<readonly SessionRefund[]>
  /** Forgets a card that a payer had it keep. One that it doesn't know is forgotten already. */
  forgetCard?(token: string): Promise<void>
  /**
   * Reads a callback from the bytes as they came. Undefined when the signature is wrong, missing or older than five
   * minutes, or when it is for another merchant account. `nothing-new` for a genuine one that asks for no deed.
   */
  verifyCallback(
    rawBody: Buffer | string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): ProviderCallback | 'nothing-new' | undefined
  /** Where it stands behind a circuit breaker: how that is. */
  circuit?(): CircuitReport
}

/** The provider didn't answer, or not in a way that says whether it did what was asked. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/** The provider answered, and said no. Asking again will not help. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Passes over an answer that says that there is no such thing at the provider (404).
 * @throws every other error: wrong credentials and a missing permission say nothing about whether it exists
 */
export function passNotFound(error: unknown): undefined {
  if (error instanceof ProviderRefused && error.status === 404) return undefined
  throw error
}
