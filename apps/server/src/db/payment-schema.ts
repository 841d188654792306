import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { Address, Billing } from '@playhouse/api-client/contract'
import type { DeliveryMethod, Locale } from '@playhouse/domain/brand'
import type { ChosenPerformance, PackageKind } from '@playhouse/domain/package'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import type { RefundMeans } from '@playhouse/domain/counter-tender'
import type { DebitScheme, MandateState, PaymentState } from '@playhouse/domain/payment'
import type { Band, Line, Totals } from '@playhouse/domain/pricing'
import type { DiscountedTickets } from '@playhouse/domain/promo'
import type { CreatedAt, Instant, Json } from './column.ts'
import type { QuotedItem } from './item-schema.ts'

export type Delivery = { method: DeliveryMethod; address: Address | null }
/** `dietary`: diets and allergies; absent without any. */
export type Notes = { order: string; access: string; dietary?: string | undefined }
/** Tickets of another order that are returned when this is sold, and how much of their value pays for it; minor units. */
export type Exchange = { order: string; tickets: string[]; value: number; used: number; rest: 'credit' | 'origin' }
/** The quote: what is paid for, exactly as shown. */
export type Quote = {
  lines: Line[]
  totals: Totals
  /** `subscription`: the one whose voucher pays for the ticket; absent for a ticket at its price. */
  tickets: {
    id: string
    performance: string
    seat: number
    band: Band
    priceType: string
    price: number
    fee: number
    package?: string
    subscription?: string
  }[]
  /** The packages of its tickets, by the id that the tickets have; absent without one. */
  packages?: { id: string; package: string; kind: PackageKind; name: TranslatedText; choice: ChosenPerformance[]; saved: number }[]
  delivery: Delivery
  billing: Billing | null
  notes: Notes
  /** Items other than tickets; absent if there are none. */
  items?: QuotedItem[]
  /** Whether Gift Aid was declared for them; only in attempts of older versions. */
  giftAid?: boolean
  /** The donor's answer about Gift Aid for this order; absent in attempts of older versions and where the brand has no Gift Aid. */
  giftAidAnswer?: boolean | null
  /** The promo code it was made with. */
  promo?: string
  /** The single-use code by which it had the promo; absent without one. */
  singleUse?: string
  /** The named code by which it had the promo; absent without one. */
  namedCode?: string
  /** Codes of the automatic offers that take something off. */
  offers?: string[]
  /** The discounted tickets of each offer; absent without one, and in attempts of older versions. */
  discountedTickets?: Record<string, DiscountedTickets>
  /** Amounts taken from gift vouchers and account credit; absent in attempts older than stored value. */
  spends?: Spend[]
  /** Id of the order that it adds to; absent for a separate order. */
  addsTo?: string
  /** Left out where nothing is exchanged. */
  exchange?: Exchange
}
/** A part of an order that is paid from one account of the ledger. */
export type Spend = { account: string; amount: number }
export type PaymentAttemptTable = {
  id: string
  basket_id: string
  customer_id: string
  provider: string
  session_id: string | null
  url: string | null
  state: PaymentState
  amount: number
  currency: string
  quote: Json<Quote>
  quote_hash: string
  locale: Locale
  pay_until: Instant
  created_at: CreatedAt
  settled_at: Instant | null
  refund_id: string | null
  /** The next poll of the provider: for an open session, a pending debit, or a session that was closed too late. */
  ask_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  /** The network of the payer, erased after a while; null when unknown. */
  network: ColumnType<string | null, string | null | undefined, string | null>
  /** Cards that were declined, and when the last one was. */
  declines: Generated<number>
  declined_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  /** Since when it waits because its provider is not configured. */
  parked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  /** Why a visitor has the page closed, which the provider reports as an expiry; null where none has. It stays after a close whose reply was lost. */
  closing_as: ColumnType<'cancelled' | 'declined' | null, undefined, 'cancelled' | 'declined' | null>
}
/** A customer at a payment provider, to whom saved cards belong there. */
export type ProviderCustomerTable = { customer_id: string; provider: string; token: string; created_at: CreatedAt }
/** An agreement of a customer to direct debits. */
export type MandateTable = {
  id: string
  /** The id that the customer sees. */
  plan_id: string
  customer_id: string
  provider: string
  provider_customer: string
  scheme: DebitScheme
  state: MandateState
  /** The provider's page on which it is set up; null before the page is opened. */
  setup_id: ColumnType<string | null, undefined, string>
  url: ColumnType<string | null, undefined, string>
  /** What is debited, the provider's id of the mandate, the reference on bank statements and the account; null before the customer agrees. */
  token: ColumnType<string | null, undefined, string>
  provider_mandate: ColumnType<string | null, undefined, string | null>
  reference: ColumnType<string | null, undefined, string | null>
  masked: ColumnType<string | null, undefined, string | null>
  created_at: CreatedAt
  changed_at: ColumnType<Date, undefined, Date>
  /** The next poll of the provider. */
  ask_at: ColumnType<Date | null, undefined, Date | null>
}
/** A charge of a saved card without the customer. Its attempt is absent until the basket is frozen. */
export type OffSessionChargeTable = {
  /** The caller's idempotency key. */
  key: string
  customer_id: string
  purpose: 'membership-renewal' | 'monthly-donation'
  amount: number
  currency: string
  basket_id: string
  attempt_id: string | null
  provider: string
  /** The mandate that is debited; null for a card. */
  mandate_id: ColumnType<string | null, string | null | undefined, string | null>
  /** The customer, and the card or the mandate, at the provider. */
  provider_customer: string
  token: string
  /** The provider's code for a declined card, or the reason why no charge was made. */
  decline_code: string | null
  created_at: CreatedAt
}
export type RefundTable = {
  id: string
  attempt_id: string
  order_id: string | null
  amount: number
  /** Null in older rows: cash where the payment was cash, else the payment provider. */
  means: ColumnType<RefundMeans | null, RefundMeans | null | undefined, never>
  /** `failed`: the provider refused it, all attempts were returned, or its means has no provider. Staff retry or settle it. */
  state: 'due' | 'made' | 'failed'
  actor: string
  reason: string
  provider_refund: string | null
  created_at: CreatedAt
  made_at: Instant | null
  /** Number of times that the provider refused it, or that it failed after it was sent. */
  /** Whether it was made outside the shop: in the provider's dashboard, or by a bank. */
  is_elsewhere: Generated<boolean>
  failures: Generated<number>
  /** Since when it is owed: it was noted, or came back. */
  due_at: ColumnType<Date, Date | string | undefined, Date | string>
  /** The next check whether a sent refund has failed; null if none is needed. */
  ask_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  /** The provider's reason where its last try was refused; null where it came back. */
  refusal: ColumnType<string | null, string | null | undefined, string | null>
  /** The time of its last failure. */
  failed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
/** A gift voucher, or an amount of account credit with the day on which it expires. Written only by `modules/ledger`. */
export type LedgerAccountTable = {
  id: string
  kind: 'credit' | 'gift-voucher'
  customer_id: string | null
  /** The digest of a voucher's code; null before it is sent, and for credit. */
  code_digest: string | null
  /** The last characters of a voucher's code. */
  hint: string | null
  expires_on: ColumnType<string | null, string | null, string | null>
  balance: Generated<number>
  reserved: Generated<number>
  /** From this moment on nothing can be spent: staff blocked it, or its sale was returned. */
  blocked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | RawBuilder<Date> | null>
  created_at: CreatedAt
}
/** A gift voucher that was sold. */
export type GiftVoucherTable = {
  id: string
  account_id: string
  order_item_id: string
  /** What it was sold for, in minor units. */
  amount: number
  /** When it is sent. */
  send_at: Instant
  /** When its first code was made; null before. */
  issued_at: ColumnType<Date | null, undefined, Date | RawBuilder<Date>>
  /** Whether the box office sends it in a letter. */
  to_post: Generated<boolean>
  /** When the letter with its code was printed; null before, and where it must be printed again. */
  letter_printed_at: ColumnType<Date | null, undefined, Date | RawBuilder<Date> | null>
  /** When its letter was sent; null before. */
  posted_at: ColumnType<Date | null, undefined, Date | RawBuilder<Date>>
}
/** A membership that was sold as a gift. */
export type GiftMembershipTable = {
  id: string
  order_item_id: string
  /** When its link is sent. */
  send_at: Instant
  /** When its link was created, and the digest of the link's token; null before. */
  issued_at: ColumnType<Date | null, undefined, Date | RawBuilder<Date>>
  token_hash: ColumnType<string | null, undefined, string | null>
  /** The last day on which it can be claimed. */
  claim_until: ColumnType<string | null, undefined, string | null>
  claimed_at: ColumnType<Date | null, undefined, Date | RawBuilder<Date>>
  /** The term that it began. */
  term_id: ColumnType<string | null, undefined, string | null>
}
/** Money that was sold onto a gift voucher. */
export type VoucherTopUpTable = {
  id: string
  account_id: string
  order_item_id: string
  /** In minor units. */
  amount: number
  /** The voucher's last day without any top-up, and with this one alone. */
  last_day_before: ColumnType<string | null, string | null, never>
  last_day: ColumnType<string | null, string | null, never>
}
export type LedgerEntryTable = {
  transfer_id: string
  position: number
  account_id: string | null
  house: 'issued' | 'sales' | 'returns' | 'expired' | 'moved-in' | 'kept-deposits' | null
  amount: number
  reason: 'issued' | 'sold' | 'topped-up' | 'recalled' | 'spent' | 'returned' | 'refunded' | 'expired' | 'moved-in' | 'kept'
  order_id: string | null
  at: CreatedAt
}
export type LedgerReservationTable = { attempt_id: string; account_id: string; amount: number }
export type PaymentEventTable = {
  provider: string
  event_id: string
  type: string
  attempt_id: string | null
  received_at: CreatedAt
  /** The content of the event, stored also if no attempt matches; null in events older than these columns. */
  session_id: string | null
  amount: number | null
  currency: string | null
  shop: string | null
  deployment: string | null
}
/** The single row with the deployment that this database belongs to, and where it ran when that was last confirmed. */
export type DeploymentTable = {
  is_only: Generated<boolean>
  id: string
  origin: string
  /** Identifies the PostgreSQL cluster; null if the server does not return it. */
  system_identifier: string | null
  timeline: string | null
  adopted_at: ColumnType<Date, Date | string | undefined, Date | string>
  /** The start of the last comparison of the provider's paid sessions with the stored ones. */
  checked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
/** A paid session of this shop that no attempt accounts for. */
export type UnmatchedPaymentTable = {
  provider: string
  session_id: string
  /** The attempt that the session names. */
  attempt_id: string | null
  amount: number
  currency: string
  deployment: string | null
  reason: 'unknown-attempt' | 'other-session'
  state: ColumnType<UnmatchedState, UnmatchedState | undefined, UnmatchedState>
  found_at: CreatedAt
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  provider_refund: ColumnType<string | null, string | null | undefined, string | null>
  note: ColumnType<string | null, string | null | undefined, string | null>
}
type UnmatchedState = 'open' | 'refund-due' | 'refunded' | 'kept'
