import type { Locale } from '@playhouse/domain/brand'

/** Mail waits for mail servers; refunds and everything else must not wait behind it. */
export type Lane = 'mail' | 'rest'

/** Rules for the messages of one topic. A topic that an unauthenticated visitor can trigger for any address has a daily cap. */
export type TopicRules = {
  readonly lane: Lane
  /** Minutes after which a waiting message is dropped instead of processed; null: never. */
  readonly maxAgeMinutes: number | null
} & (
  | {
      readonly trigger: 'visitor'
      /** Maximum number of mails per day to one address; further requests get the same response and send nothing. */
      readonly dailyCap: number
    }
  | { readonly trigger: 'purchase' | 'customer' | 'system'; readonly dailyCap: null }
)

declare const payloadOf: unique symbol
declare const storedOf: unique symbol
/** `Stored`: payloads that may wait in the outbox, including those that an earlier version published. */
type Topic<Payload, Stored> = { readonly [payloadOf]?: Payload; readonly [storedOf]?: Stored }
const topic = <Payload, Stored = Payload>() => ({
  with: <const Rules extends TopicRules>(rules: Rules): Rules & Topic<Payload, Stored> => rules,
})

/** A mail to any address that a visitor types. */
const toAnyAddress = { lane: 'mail', trigger: 'visitor', dailyCap: 10, maxAgeMinutes: null } as const
/** Sign-in links are dropped after their lifetime. */
const toSignIn = { ...toAnyAddress, maxAgeMinutes: 15 } as const
const aboutPurchase = { lane: 'mail', trigger: 'purchase', dailyCap: null, maxAgeMinutes: null } as const
const aboutAccount = { lane: 'mail', trigger: 'customer', dailyCap: null, maxAgeMinutes: null } as const
const notice = { lane: 'mail', trigger: 'system', dailyCap: null, maxAgeMinutes: null } as const
const work = { lane: 'rest', trigger: 'system', dailyCap: null, maxAgeMinutes: null } as const

type ReturnNotice = {
  readonly order: string
  /** Minor units of new credit, and its last day, an ISO date. */
  readonly amount: number
  readonly expiresOn: string | null
  /** Minor units returned to vouchers and credit (`purses`), and the part on those that have expired (`ended`). */
  readonly purses?: number
  readonly ended?: number
  readonly isPart?: boolean
}

/** Parts of an order that its customer returned, by id, and where their value went; minor units. */
type PartsReturned = Omit<ReturnNotice, 'amount' | 'isPart'> & {
  readonly tickets: readonly string[]
  readonly items: readonly string[]
  /** Whether reservations that no ticket covers any more were returned too. */
  readonly hasReservations?: boolean
  /** Sent to the card. */
  readonly origin: number
  readonly credit: number
}

type SeatName = { readonly area: string; readonly row: string; readonly number: string }
/** Tickets of an order whose seats have other names in another plan of the performance, with the former ones. */
type SeatsMoved = {
  readonly order: string
  readonly performance: string
  readonly seats: readonly { readonly ticket: string; readonly from: SeatName }[]
}

/** Seats of a reserved order that have other names in another plan of the performance, with the former ones. */
type ReservedSeatsMoved = {
  readonly reservation: string
  readonly performance: string
  readonly seats: readonly { readonly reserved: string; readonly from: SeatName }[]
}

/** The mail to the winner of a draw. */
type WinnerMail = { readonly entry: string; readonly token?: string }

/** A change of a payment that the box office is notified of. `amount`: minor units that were refunded outside the shop. */
type BoxOfficeNotice =
  | { readonly notice: 'disputed' | 'dispute-lost' | 'refunded'; readonly order: string }
  | { readonly notice: 'part-refunded'; readonly order: string; readonly amount: number }
  | { readonly notice: 'unmatched'; readonly provider: string; readonly session: string }

/** Every topic of the outbox: its payload and its rules. Names are stored in rows, so they never change. */
export const outboxTopics = {
  'mail.welcome': topic<{ customer: string }>().with(toAnyAddress),
  'mail.password-reset': topic<{ email: string; locale: Locale }>().with(toSignIn),
  /** `askedIn`: key of the session that requested the link. */
  'mail.magic-link': topic<{ email: string; locale: Locale; askedIn: string }>().with(toSignIn),
  'mail.password-changed': topic<{ customer: string }>().with(aboutAccount),
  'mail.email-change': topic<{ customer: string; email: string; locale: Locale }>().with(toAnyAddress),
  /** `to`: the previous address. */
  'mail.email-changed': topic<{ customer: string; to: string }>().with(aboutAccount),
  'mail.guest-orders': topic<{ customer: string }>().with(toAnyAddress),
  'mail.order-confirmed': topic<{ order: string }>().with(aboutPurchase),
  /** Vouchers of an item of an order. `vouchers`: each with its encrypted code; removed when the mail is sent. */
  'mail.gift-voucher': topic<
    { item: string; vouchers: readonly { voucher: string; code: string }[] },
    { item: string; vouchers?: readonly { voucher: string; code: string }[] }
  >().with(aboutPurchase),
  /** Mailed vouchers of an item that staff have printed with new codes. */
  'mail.voucher-printed': topic<{ item: string }>().with(aboutPurchase),
  /** The link of a gift membership. `token`: encrypted; removed when the mail is sent. */
  'mail.gift-membership': topic<{ item: string; token: string }, { item: string; token?: string }>().with(aboutPurchase),
  'mail.membership-claimed': topic<{ gift: string }>().with(aboutAccount),
  /** The link by which a customer pays for a counter basket. `token`: encrypted; removed when the mail is sent. */
  'mail.payment-link': topic<{ link: string; token: string }, { link: string; token?: string }>().with(aboutPurchase),
  'mail.payment-link-expired': topic<{ link: string }>().with(notice),
  'mail.payment-link-cancelled': topic<{ link: string }>().with(notice),
  'mail.order-failed': topic<{ order: string }>().with(aboutPurchase),
  'mail.order-returned': topic<ReturnNotice>().with(aboutPurchase),
  'mail.parts-returned': topic<PartsReturned>().with(aboutPurchase),
  // Before refunds had separate rows, messages named the attempt, whose refund has the same id.
  'mail.refund-made': topic<{ refund: string }, { refund: string } | { refund?: undefined; attempt: string }>().with(aboutPurchase),
  /** The reminder of a performance. */
  'mail.evening-tomorrow': topic<{ order: string; performance: string }>().with(notice),
  /** The seats of an order that have other names in another plan of the performance. */
  'mail.seats-moved': topic<SeatsMoved>().with(notice),
  'mail.box-office-notice': topic<BoxOfficeNotice>().with(notice),
  /** What a visitor sent with a form, to the theatre; and the confirmation to the address that they typed. */
  'mail.form-entry': topic<{ entry: string }>().with(notice),
  'mail.form-received': topic<{ entry: string }>().with(toAnyAddress),
  /** `token`: of the link to pay, encrypted; added when the mail is prepared, and removed when it is sent. */
  'mail.ballot-won': topic<{ entry: string }, WinnerMail>().with(notice),
  'mail.ballot-lost': topic<{ entry: string }>().with(notice),
  'mail.day-seats-won': topic<{ entry: string }, WinnerMail>().with(notice),
  'mail.day-seats-lost': topic<{ entry: string }>().with(notice),
  /** Seats of a series that are kept for a holder. `until`: the deadline at that time, an ISO instant. */
  'mail.series-renewal': topic<{ series: string; customer: string; until: string }>().with(notice),
  /** The invoice of a group booking, or a credit note, as an attachment. */
  'mail.group-invoice': topic<{ invoice: string }>().with(aboutPurchase),
  /** The reminder of a deposit or a rest that is due. `booking`: the number of its reserved order. */
  'mail.group-due': topic<{ booking: string }>().with(notice),
  /** Seats of a group that staff changed. `booking`: the number of its reserved order. */
  'mail.group-changed': topic<{ booking: string }>().with(notice),
  'mail.reservation-ending': topic<{ reservation: string }>().with(notice),
  'mail.reserved-seats-moved': topic<ReservedSeatsMoved>().with(notice),
  /** Automatic renewals: `term` is the id of the membership's term that is renewed. */
  'mail.membership-renewing': topic<{ term: string }>().with(notice),
  'mail.membership-renewed': topic<{ term: string }>().with(notice),
  /** `nextOn`: the day of the next try, an ISO date. */
  'mail.membership-renewal-failed': topic<{ term: string; try: number; nextOn: string }>().with(notice),
  'mail.membership-payment-link': topic<{ term: string; try: number }>().with(notice),
  'mail.membership-lapsed': topic<{ term: string }>().with(notice),
  'mail.membership-renewal-off': topic<{ consent: string }>().with(aboutAccount),
  /** Monthly gifts: `gift` is the gift, `charge` the charge of a month. `nextOn`: the day of the next try or of the next gift, an ISO date. */
  /** The confirmation of an oral Gift Aid declaration. */
  'mail.gift-aid-declared': topic<{ declaration: string }>().with(aboutAccount),
  'mail.monthly-gift-started': topic<{ gift: string }>().with(aboutAccount),
  'mail.monthly-gift-changed': topic<{ gift: string }>().with(aboutAccount),
  'mail.monthly-gift-failed': topic<{ charge: string; try: number; nextOn: string }>().with(notice),
  'mail.monthly-gift-link': topic<{ charge: string; try: number }>().with(notice),
  'mail.monthly-gift-ended': topic<{ gift: string }>().with(aboutAccount),
  'mail.mandate-active': topic<{ mandate: string }>().with(aboutAccount),
  'mail.mandate-ended': topic<{ mandate: string }>().with(aboutAccount),
  'ballot.seat-winner': topic<{ entry: string }>().with(work),
  'reservation.lapsed': topic<{ reservation: string }>().with(work),
  'gift-membership.issue': topic<{ item: string }>().with(work),
  'payment-link.issue': topic<{ link: string }>().with(work),
  'voucher.issue': topic<{ item: string }>().with(work),
  'payment.refund': topic<{ refund: string }, { refund: string } | { refund?: undefined; attempt: string }>().with(work),
  'payment.refund-unmatched': topic<{ provider: string; session: string }>().with(work),
  'payment.close': topic<{ attempt: string }>().with(work),
  'payment.forget-customer': topic<{ provider: string; token: string }>().with(work),
  'payment.forget-card': topic<{ provider: string; token: string }>().with(work),
}

type Topics = typeof outboxTopics
export type OutboxTopic = keyof Topics
/** Payloads of new messages, by topic. */
export type OutboxPayloads = { [T in OutboxTopic]: Topics[T] extends Topic<infer Payload, unknown> ? Payload : never }
/** Payloads that stored messages may have, by topic: also those of earlier versions. */
export type StoredPayloads = { [T in OutboxTopic]: Topics[T] extends Topic<unknown, infer Stored> ? Stored : never }
export const isOutboxTopic = (name: string): name is OutboxTopic => Object.hasOwn(outboxTopics, name)

/** Topics that an unauthenticated visitor can trigger. */
export type CappedTopic = { [T in OutboxTopic]: Topics[T] extends { dailyCap: number } ? T : never }[OutboxTopic]
export const cappedTopics = Object.keys(outboxTopics).filter(
  (name): name is CappedTopic => isOutboxTopic(name) && outboxTopics[name].dailyCap !== null,
)
