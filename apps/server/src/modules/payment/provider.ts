import type { Currency, Money } from '@playhouse/domain/money'
import type { Locale } from '@playhouse/domain/brand'
import type { DebitScheme, MandateState } from '@playhouse/domain/payment'
import type { KeptCard } from '#modules/card'
import type { CircuitReport } from './circuit-report.ts'

/** A line of the order on the provider's page; for display only, the amount is never computed from it. */
export type PaymentLine = { readonly description: string; readonly amount: Money }

export type PaymentCustomer = {
  readonly name: string
  readonly email: string
  readonly postcode?: string
  readonly address?: string
}

/** The owner of a session, stored at the provider as metadata: several shops, and copies of one, may share an account. */
export type SessionOwner = {
  /** The public origin of the shop. */
  readonly shop: string
  /** The id that the shop's database had. */
  readonly deployment: string
}

export type SessionRequest = SessionOwner & {
  /** The id of the attempt, and the idempotency key: a repeated request returns the same session. */
  readonly attemptId: string
  readonly amount: Money
  readonly currency: Currency
  /** One line for the payer: `Playhouse order, The Tempest`. */
  readonly description: string
  readonly lines?: readonly PaymentLine[]
  /** Fills in the payer's page; omitted where the payer may be another person than the customer. */
  readonly customer?: PaymentCustomer
  readonly locale: Locale
  /** Absolute URLs of the payer's return. The page that a browser opens proves nothing; only the session's status does. */
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly callbackUrl: string
  /** The payer at the provider, from {@link PaymentProvider.createCustomer}; omitted for payers who cannot save cards. */
  readonly customerId?: string
  /** Tokens of the payer's saved cards at the provider, the preferred one first; omitted for payers who cannot save cards. */
  readonly keptCards?: readonly string[]
  /** `always`: the payer has agreed to later charges, so the card is saved without a question. Default: the page asks. */
  readonly savesCard?: 'always'
  /** ISO 8601 instant after which the provider takes no money for this session. */
  readonly expiresAt: string
}

/** A customer of the shop, for the provider's record that saved cards belong to. */
export type CustomerRequest = SessionOwner & {
  /** The id of the customer in the shop, and the idempotency key. */
  readonly customer: string
  readonly email: string
}

/**
 * A charge that the customer has agreed to before, without the customer present: of a saved card, or by direct debit. `card` and
 * `mandate` are tokens.
 */
export type OffSessionRequest = SessionRequest & { readonly customerId: string } & (
    | { readonly card: string }
    | { readonly mandate: string }
  )

/** A request for a page on which a customer agrees to direct debits. */
export type MandateRequest = SessionOwner & {
  /** The id of the mandate in the shop, and the idempotency key. */
  readonly mandateId: string
  readonly customerId: string
  readonly scheme: DebitScheme
  readonly locale: Locale
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly callbackUrl: string
}

export type ProviderMandate = {
  /** The id of the page on which it was set up. */
  readonly setupId: string
  /** Its id in the shop. */
  readonly mandateId: string
  readonly state: MandateState
  /** The token that is debited; absent before the customer has agreed. */
  readonly token?: string
  /** The provider's id of the mandate itself, if callbacks name it instead of the page. */
  readonly providerMandateId?: string
  /** The reference on the bank statement. */
  readonly reference?: string
  /** `•••• 6819`: the account. */
  readonly masked?: string
}

export const sessionStatuses = ['open', 'processing', 'succeeded', 'declined', 'failed', 'cancelled', 'expired'] as const
/**
 * `declined` is not final: the payer may try another card until the session closes. `processing` is a direct debit that the
 * payer has agreed to; days later it has `succeeded` or `failed`, which is final.
 */
export type SessionStatus = (typeof sessionStatuses)[number]

export type ProviderSession = {
  readonly sessionId: string
  readonly attemptId: string
  readonly status: SessionStatus
  readonly amount: Money
  readonly currency: Currency
  /** The merchant account that receives the money. */
  readonly account: string
  /** `•••• 4242`; the shop never receives the number. */
  readonly cardMasked?: string
  /** A card that the payer asked the provider to save. */
  readonly keptCard?: KeptCard
  /** The provider's code for the declined card of an off-session charge, such as `insufficient_funds`. */
  readonly declineCode?: string
}

/** A paid session. Absent fields were not set by a shop of this software, or are not valid ids. */
export type PaidSession = Partial<SessionOwner> & {
  readonly sessionId: string
  readonly attemptId?: string
  readonly amount: Money
  readonly currency: Currency
}

/** `failed`: the money returned to the merchant, at once or days later; the payer does not have it. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** A refund of a session as the provider lists it. */
export type SessionRefund = {
  readonly refundId: string
  readonly amount: Money
  readonly status: RefundStatus
  /** The idempotency key that the shop sent; absent for a refund outside the shop, such as in the provider's dashboard. */
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
/** A chargeback: the payer's bank reclaims the money. `amount` is the disputed sum; after `lost` it has left the merchant. */
export type Dispute = { readonly state: (typeof disputeStates)[number]; readonly amount: Money }

type CallbackFields<Type extends string> = {
  /** Unique to the event: the same event delivered twice has the same id. */
  readonly eventId: string
  readonly type: Type
  /** The amount of the session or of the refund. */
  readonly amount: Money
  readonly currency: Currency
  readonly account: string
  /** ISO 8601 instant of the event. */
  readonly at: string
}
/** `attemptId` is absent where the session's reference is not a UUID; a payment that arrived is recorded all the same. */
export type SessionCallback = CallbackFields<(typeof sessionEvents)[number]> & Omit<PaidSession, 'amount' | 'currency'>
export type RefundCallback = CallbackFields<(typeof refundEvents)[number]> & { readonly refundId: string }
/** A payment changed after it succeeded: a dispute, or a refund outside the shop. */
export type PaymentCallback = CallbackFields<'payment.changed'> & { readonly paymentId: string }
/** A mandate may have changed. `mandate`: the id of its page, or the provider's id of the mandate. */
export type MandateCallback = Pick<CallbackFields<'mandate.changed'>, 'eventId' | 'type' | 'account' | 'at'> & { readonly mandate: string }
/**
 * A callback with a valid signature. It is only a notification: the current state is read by {@link PaymentProvider.readSession}
 * and by the other methods that read.
 */
export type ProviderCallback = SessionCallback | RefundCallback | PaymentCallback | MandateCallback

/**
 * A payment provider with hosted payment pages. Every asynchronous call may throw {@link ProviderUnreachable}: its effect is
 * unknown then, and the same call can be repeated.
 */
export interface PaymentProvider {
  readonly name: string
  /** Whether its page offers to save the card for the next payment. If so, it has the methods for customers and saved cards. */
  readonly keepsCards: boolean
  /** Minimum duration of a session, in seconds. */
  readonly minSessionSeconds?: number
  /** Opens a payment page. Idempotent by `attemptId`. @returns the session's id and the URL of its page. @throws ProviderRefused */
  createSession(request: SessionRequest): Promise<{ readonly sessionId: string; readonly url: string }>
  /** Reads the current state of a session. @throws ProviderRefused (404) for an unknown session */
  readSession(sessionId: string): Promise<ProviderSession>
  /** Closes the session unless it is paid. @returns its state afterwards: only `succeeded` means that money was taken */
  expireSession(sessionId: string): Promise<ProviderSession>
  /**
   * Lists paid sessions, including those of other shops on the same account, one page at a time.
   * @param since lists only sessions opened later
   * @param after `next` of the previous page
   */
  listPaidSessions(since: Date, after?: string): Promise<{ readonly sessions: readonly PaidSession[]; readonly next?: string }>
  /** Refunds money. Idempotent by `key`. @throws ProviderRefused where the sum of refunds would exceed the payment */
  refund(refund: { readonly sessionId: string; readonly amount: Money; readonly key: string }): Promise<{ readonly refundId: string }>
  /**
   * Reads the status of a refund that {@link refund} made. A refund may fail days later, for example because the payer's card
   * was closed. A failed refund does not count as refunded, and its key is used up: a retry needs another key.
   */
  readRefund(refund: { readonly sessionId: string; readonly refundId: string }): Promise<RefundStatus>
  /** Reads the session and the dispute of a payment. @throws ProviderRefused (404) for an unknown payment */
  readPayment(paymentId: string): Promise<{ readonly sessionId: string; readonly dispute?: Dispute }>
  /** Lists all refunds of a session, including those made in the provider's dashboard. @throws ProviderRefused (404) for an unknown session */
  listRefunds(sessionId: string): Promise<readonly SessionRefund[]>
  /** Creates the record that the saved cards of a customer belong to. Idempotent by `customer`. */
  createCustomer?(request: CustomerRequest): Promise<{ readonly customerId: string }>
  /** Deletes a customer with all saved cards. Does nothing for an unknown id. */
  forgetCustomer?(customerId: string): Promise<void>
  /** Deletes a saved card. Does nothing for an unknown token. */
  forgetCard?(token: string): Promise<void>
  /** Opens a page on which a customer agrees to direct debits. Idempotent by `mandateId`. */
  setUpMandate?(request: MandateRequest): Promise<{ readonly setupId: string; readonly url: string }>
  /** Reads a mandate by the id of its page. @throws ProviderRefused (404) for an unknown one */
  readMandate?(setupId: string): Promise<ProviderMandate>
  /** Cancels a mandate, so that nothing is debited by it any more. Does nothing for one that has ended. */
  cancelMandate?(setupId: string): Promise<void>
  /**
   * Charges a saved card or a mandate without the customer. A debit is `processing` for days. Idempotent by `attemptId`, also long after the first call: a repeated call
   * returns the state of the first charge.
   * @returns the session of the charge: `succeeded`, `processing` or `failed`. Where the bank asks for the customer, no money was
   * taken: the session is `open`, and the customer can pay at `url` until `expiresAt`.
   * @throws ProviderRefused where no charge was made, for example for a deleted card, a mandate that is not active, or after `expiresAt`
   */
  chargeOffSession?(request: OffSessionRequest): Promise<{ readonly session: ProviderSession; readonly url?: string }>
  /**
   * Verifies and parses a callback from its raw body.
   * @returns undefined where the signature is invalid, missing or older than five minutes, or for another merchant account;
   * `nothing-new` for a valid callback that requires no action
   */
  verifyCallback(
    rawBody: Buffer | string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): ProviderCallback | 'nothing-new' | undefined
  /** The state of the circuit breaker, where there is one. */
  circuit?(): CircuitReport
}

/** The provider did not answer, or its answer does not reveal whether the call took effect. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/** The provider rejected the call; a retry will not help. `status`: its HTTP status, or 0 for a provider that is not configured. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Turns the provider's "not found" (404) into undefined. For `.catch`.
 * @throws every other error: after wrong credentials or a missing permission it is unknown whether the object exists
 */
export function passNotFound(error: unknown): undefined {
  if (error instanceof ProviderRefused && error.status === 404) return undefined
  throw error
}
