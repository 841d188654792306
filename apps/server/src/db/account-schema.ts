import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { AccessType } from '@playhouse/domain/access'
import type { ContactChannel, ContactPurpose } from '@playhouse/domain/account'
import type { GiftAidDonor, GiftAidMethod } from '@playhouse/domain/giving'
import type { CreatedAt, Instant, Json } from './column.ts'

/** A link that makes another e-mail address the customer's: known by its hash, good once and until a moment. */
export type EmailChangeTable = {
  token_hash: string
  customer_id: string
  email: string
  until: Instant
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: CreatedAt
}
/** Rows are added and never changed; the newest of a purpose and channel counts. */
export type ContactPermissionTable = {
  id: string
  customer_id: string
  purpose: ContactPurpose
  channel: ContactChannel
  is_allowed: boolean
  /** The version of the texts that asked; of an answer that moved in, where the former system says it was given. */
  wording: string
  source: 'registration' | 'account' | 'checkout' | 'box-office' | 'moved-in'
  said_at: CreatedAt
}
/** Rows are added and never changed; the newest counts. */
export type GiftAidDeclarationTable = {
  id: string
  customer_id: string
  is_declared: boolean
  wording: string
  said_at: CreatedAt
  /** The name and the home address at that time; null for a withdrawal, without an address, and for older declarations. */
  donor: ColumnType<GiftAidDonor | null, string | null | undefined, never>
  /** How it was declared at the counter, and the staff user who recorded it or its withdrawal; null for a declaration online. */
  method: ColumnType<GiftAidMethod | null, GiftAidMethod | null | undefined, never>
  staff_id: ColumnType<string | null, string | undefined, never>
}
export type CustomerInterestTable = { customer_id: string; interest: string }
export type SurveyAnswerTable = { customer_id: string; question: string; answer: string; said_at: CreatedAt }
/** A card of the access scheme. `revision`: that of its content. A withdrawn one proves nothing. */
type AccessCardTable = {
  access_id: string
  last_name: string | null
  types: Json<AccessType[]>
  revision: Generated<number>
  version: ColumnType<number, never, never>
  withdrawn_at: ColumnType<Date | null, RawBuilder<Date> | null | undefined, RawBuilder<Date> | null>
  created_at: CreatedAt
}
/** A content that a card has or had, so that a change of it can be undone. The history has its number alone. */
type AccessCardRevisionTable = {
  access_id: string
  revision: number
  last_name: string | null
  types: Json<AccessType[]>
  /** When a card had it last. */
  used_until: Generated<Date>
}
/** The tables of access cards. */
export type AccessCardTables = { access_card: AccessCardTable; access_card_revision: AccessCardRevisionTable }
/** The billing address of a saved card, as far as the provider knows it. */
export type CardAddress = {
  line1: string | null
  line2: string | null
  city: string | null
  postcode: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
}
export type PaymentCardTable = {
  id: string
  customer_id: string
  provider: string
  token: string
  masked: string
  cardholder: string
  /** `2031-04` */
  expires: string
  /** The provider's name of the card scheme, such as `visa`; null for cards saved by an earlier version. */
  brand: string | null
  address: Json<CardAddress> | null
  is_preferred: Generated<boolean>
  created_at: CreatedAt
}
export type DonationTable = {
  id: string
  customer_id: string
  order_id: string | null
  order_item_id: ColumnType<string | null, string | null | undefined, string | null>
  fund: string
  appeal: string | null
  amount: number
  /** The name for the list of donors, whether the donor is anonymous, and the person honoured by the donation. */
  recognition_name: ColumnType<string | null, string | null | undefined, string | null>
  is_anonymous: Generated<boolean>
  tribute_name: ColumnType<string | null, string | null | undefined, string | null>
  /** The Gift Aid that is claimed on it, in minor units. */
  gift_aid: Generated<number>
  /** The answer for its order; null without one. */
  gift_aid_answer: Generated<boolean | null>
  given_at: CreatedAt
}
/** Days as ISO text. */
export type TicketSubscriptionTable = {
  id: string
  customer_id: string
  name: string
  pricing_structure: string
  price: number
  issued_on: ColumnType<string, string | RawBuilder<string>>
  expires_on: ColumnType<string, string | RawBuilder<string>>
  vouchers: number
  /** Vouchers that were used before it was moved from another system. */
  used: Generated<number>
  /** The flexible subscription that it is one of; null for one whose vouchers the shop does not accept. */
  flex_id: ColumnType<string | null, string | null | undefined, string | null>
  /** The item of the order that sold it. */
  order_item_id: ColumnType<string | null, string | null | undefined, string | null>
  /** When it was returned. */
  ended_at: ColumnType<Date | null, undefined, Date | RawBuilder<Date>>
  created_at: CreatedAt
}
export type HouseholdMemberTable = {
  id: string
  customer_id: string
  first_name: string
  last_name: string
  is_booking: Generated<boolean>
  created_at: CreatedAt
}

/** A visit: known by the hash of what is in its cookie. */
export type SessionTable = {
  id_hash: string
  customer_id: string | null
  basket_id: string | null
  /** Whether the session was started by an order link: it shows that order, and identifies no customer for purchases. */
  by_link: Generated<boolean>
  /** The session that it replaces, until its first request. */
  follows: string | null
  /** The payment that was started last in it, by whichever customer. */
  payment_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: CreatedAt
  seen_at: ColumnType<Date, Date | string | undefined, Date | string>
}
/** What a theatre brought from its former system: `key` is the number there, for a voucher the digest of its code. */
export type MovedInTable = {
  kind: 'customer' | 'membership' | 'credit' | 'voucher' | 'order' | 'order-payment' | 'reservation'
  key: string
  /** The customer, the term, the order or the account of the ledger here. An order that moved in is paid from one. */
  id: string
  moved_at: CreatedAt
}
