import { z } from 'zod'
import { counterPaymentMethods, otherTenders, type RefundMeans, refundMeansNames } from '@playhouse/domain/counter-tender'
import { idSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { codeKinds } from '@playhouse/domain/named-code'
import { includedLevySchema, lineKinds } from '@playhouse/domain/pricing'
import { refundDestinations } from '@playhouse/domain/refunds-by-kind'
import { saleTenders } from '@playhouse/domain/sales-by-tender'
import { returnDestinations } from '@playhouse/domain/staff'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint, fileSchema } from './endpoint.ts'
import { orderSchema } from './me.ts'
import { seatNameFields } from './shared-fields.ts'

const ofOrder = z.strictObject({ number: z.string().max(40) })
const ofRefund = ofOrder.extend({ refund: idSchema })
const reason = z.string().trim().min(1).max(200)

/** A refund of an order to the means it was paid with. */
const refundSchema = z.strictObject({
  id: idSchema,
  amount: moneySchema,
  /** `due`: owed or sent; `made`: paid out; `failed`: staff must make it, because the provider or the bank rejected it or its means has no provider. */
  state: z.enum(['due', 'made', 'failed']),
  /** Number of rejections by the provider or the bank. */
  failures: z.int(),
  /** The time at which it was sent or failed; for a refund that is owed, since when. */
  at: instantSchema,
  /** The provider's reason for a rejected refund; null where the bank returned it. */
  refusal: z.string().nullable(),
  /** The means by which staff paid it; null for an automatic refund. */
  byHand: z.string().nullable(),
  /** The means of the refund. */
  means: z.enum(refundMeansNames),
  /** Refunded in the provider's dashboard, or taken back by the bank after a lost dispute. */
  isExternal: z.boolean(),
})
/** A refund of a sold order, as the counter shows it. */
export type SoldRefund = z.infer<typeof refundSchema>

/** A sold order at the counter: what its tickets and items are worth, its refunds, and the actions that the staff user may take. */
export const soldOrderSchema = z.strictObject({
  order: orderSchema,
  /** The buyer; null for a walk-in customer. `id` is null for a guest, who has no account. */
  customer: z.strictObject({ id: idSchema.nullable(), name: z.string(), email: z.string() }).nullable(),
  channel: z.enum(['web', 'box-office']),
  /** Name of the staff user who sold it; null for a web sale. */
  soldBy: z.string().nullable(),
  /** State of the payment that staff must know: why the tickets are not valid, or that a part was refunded outside the shop. */
  alert: z.enum(['disputed', 'dispute-lost', 'refunded', 'part-refunded']).nullable(),
  /** Payment method of the part that vouchers, credit and exchanged tickets did not pay; `taken` is its amount. */
  origin: z.enum([...counterPaymentMethods, 'none']),
  /** The reference of the payment, such as the number of a cheque; null without one. */
  reference: z.string().nullable(),
  /** The means of a refund of `taken`. */
  refundMeans: z.enum(refundMeansNames),
  taken: moneySchema,
  /** `left`: what may still be refunded of `taken`; `back`: what was refunded. */
  left: moneySchema,
  back: moneySchema,
  refunds: z.array(refundSchema),
  /** Refundable value of each ticket: its price less its share of the discount. */
  worth: z.array(z.strictObject({ ticket: idSchema, value: moneySchema })),
  /**
   * Refundable value of each other item. `isAlone`: it may be returned by itself; others are returned with the last ticket. `keptPostage`: the
   * part of its amount that is not refunded, because its letter was sent.
   */
  itemWorth: z.array(z.strictObject({ item: idSchema, value: moneySchema, isAlone: z.boolean(), keptPostage: moneySchema })),
  /** Letters with its gift vouchers, by the item that sold them. `isSent`: whether one of its vouchers was sent. */
  letters: z.array(z.strictObject({ item: idSchema, isSent: z.boolean() })),
  /**
   * Tickets that only these memberships of the order opened the price for members of, in any order of the customer. They are returned
   * before the last of these memberships, or with it. `order`: null for a ticket that is being paid for.
   */
  memberPrices: z.array(
    z.strictObject({
      ticket: idSchema,
      order: z.string().nullable(),
      ...seatNameFields,
      items: z.array(idSchema),
    }),
  ),
  /**
   * The promo codes that were typed: the own code of an offer, or one of its named codes with its label. For a single-use code, which is not
   * shown, `code` is that of its offer.
   */
  codes: z.array(z.strictObject({ kind: z.enum(codeKinds), code: z.string(), label: z.string().optional() })),
  /** Actions that the current staff user may take. */
  may: z.strictObject({
    exchange: z.boolean(),
    credit: z.boolean(),
    origin: z.boolean(),
    refund: z.boolean(),
    leaveMemberPrices: z.boolean(),
  }),
})
/** A sold order as the counter shows it. */
export type SoldOrder = z.infer<typeof soldOrderSchema>

const byMeans = Object.fromEntries(refundMeansNames.map((means) => [means, moneySchema])) as Record<RefundMeans, typeof moneySchema>
export const returnedValueSchema = z.strictObject({
  /** `cash` and `theatre-tokens`: for the clerk to hand over; `card`: refunded by the provider; the others by the office of the theatre. */
  ...byMeans,
  /** Added to the customer's account as new credit. */
  credit: moneySchema,
  /** Returned to the vouchers and the credit that paid for the tickets. */
  purses: moneySchema,
})
/** Value of returned tickets by destination, in minor units. */
export type ReturnedValue = z.infer<typeof returnedValueSchema>

/** Sales and refunds of one staff user on one day, by payment method. Amounts in minor units. */
export const takingsRowSchema = z.strictObject({
  staff: z.strictObject({ id: idSchema, name: z.string() }),
  sales: z.int(),
  tickets: z.int(),
  /** Complimentary tickets. */
  gifts: z.int(),
  /** Sold items besides tickets. */
  items: z.int(),
  cashIn: moneySchema,
  cashBack: moneySchema,
  cardIn: moneySchema,
  cardBack: moneySchema,
  /** By the other methods of the brand, and any that were used. `refunded` is without refunds in cash, which are in `cashBack`. */
  tenders: z.array(z.strictObject({ method: z.enum(otherTenders), taken: moneySchema, refunded: moneySchema })),
  /** Paid with vouchers, account credit or exchanged tickets. */
  otherIn: moneySchema,
  /** Account credit for returned tickets. */
  credited: moneySchema,
})
/** Takings of one staff user on one day. */
export type TakingsRow = z.infer<typeof takingsRowSchema>

/** Sales of one kind on one day. */
const takingsKindSchema = z.strictObject({
  kind: z.enum(lineKinds),
  /** Tickets, or the quantity of items. */
  count: z.int(),
  /** Minor units; negative for discounts. */
  amount: moneySchema,
  /** The part that each tender paid; a tender that paid nothing is left out. Vouchers, credit and exchanged tickets pay first. */
  tenders: z.array(z.strictObject({ tender: z.enum(saleTenders), amount: moneySchema })),
})
/** Sales of one kind on one day. */
export type TakingsKind = z.infer<typeof takingsKindSchema>

/** Returns of one kind on one day. */
const takingsRefundSchema = z.strictObject({
  kind: z.enum(lineKinds),
  /** Tickets, or the quantity of items. */
  count: z.int(),
  amount: moneySchema,
  /** The part that went to each destination; a destination that got nothing is left out. */
  destinations: z.array(z.strictObject({ to: z.enum(refundDestinations), amount: moneySchema })),
})
/** Returns of one kind on one day. */
export type TakingsRefund = z.infer<typeof takingsRefundSchema>

const takingsSchema = z.strictObject({
  /** In the theatre's time zone. */
  day: z.iso.date(),
  today: z.iso.date(),
  people: z.array(takingsRowSchema),
  /** What they sold, by kind. The amounts add up to what was paid with all methods together. */
  kinds: z.array(takingsKindSchema),
  /** Levies within the tickets that they sold, by name, before returns. */
  levies: z.array(includedLevySchema),
  /** What was returned by staff, by kind, from all sales. */
  refunds: z.array(takingsRefundSchema),
  /**
   * Deposits of group bookings that were cancelled on this day, and that the theatre kept: income without a sale. For staff who read
   * everyone's sales; empty for others.
   */
  keptDeposits: z.array(z.strictObject({ number: z.string(), name: z.string(), amount: moneySchema })),
  /** Sales of the day that customers paid by payment link; no staff user has taken their money. The payment page is the tender `card`. */
  links: z.strictObject({ sales: z.int(), kinds: z.array(takingsKindSchema) }),
})
/** Takings of one day, one row for each staff user. */
export type Takings = z.infer<typeof takingsSchema>

/** An interrupted sale by cash or another method that the clerk takes: a staff user must confirm whether it was taken. */
const unfinishedSaleSchema = z.strictObject({
  payment: idSchema,
  way: z.enum(counterPaymentMethods),
  amount: moneySchema,
  at: instantSchema,
  staff: z.strictObject({ id: idSchema, name: z.string() }),
})
/** An interrupted cash sale. */
export type UnfinishedSale = z.infer<typeof unfinishedSaleSchema>

/** `sold`: the order is confirmed; `seats-gone`: the cash is handed back; `closed`: no cash was taken. */
const settledSaleSchema = z.strictObject({ outcome: z.enum(['sold', 'seats-gone', 'closed']), order: z.string().nullable() })
/** Outcome of an interrupted cash sale after a staff user confirmed it. */
export type SettledSale = z.infer<typeof settledSaleSchema>

/** Endpoints of the counter for sold orders: reprint, return, refund, and the takings of a day. */
export const afterSale = {
  order: endpoint('GET', '/staff/orders/:number', {
    summary: 'Any order, the value of its tickets, and the actions the staff user may take',
    access: 'staff',
    permission: 'read-orders',
    params: ofOrder,
    reply: soldOrderSchema,
    problems: ['not-allowed', 'order-not-found'],
  }),
  tickets: endpoint('GET', '/staff/orders/:number/tickets.pdf', {
    summary:
      'The tickets of any order as a PDF, for sheets or for the ticket printer of the brand; each print is recorded in the audit log',
    access: 'staff',
    permission: 'reprint',
    params: ofOrder,
    query: z.strictObject({ paper: z.enum(['sheet', 'thermal']).optional() }),
    reply: fileSchema,
    file: 'application/pdf',
    problems: ['not-allowed', 'order-not-found'],
  }),
  receipt: endpoint('GET', '/staff/orders/:number/receipt.pdf', {
    summary: 'The receipt of any order as a PDF; each print is recorded in the audit log',
    access: 'staff',
    permission: 'reprint',
    params: ofOrder,
    reply: fileSchema,
    file: 'application/pdf',
    problems: ['not-allowed', 'order-not-found'],
  }),
  mailTickets: endpoint('POST', '/staff/orders/:number/mail', {
    summary: 'Send the confirmation mail with its tickets again',
    access: 'staff',
    permission: 'reprint',
    params: ofOrder,
    reply: z.strictObject({ sent: z.literal(true) }),
    problems: ['not-allowed', 'order-not-found'],
  }),
  reissueVouchers: endpoint('POST', '/staff/orders/:number/vouchers', {
    summary: 'Block the codes of the gift vouchers of an order, and send new ones to the same addresses',
    access: 'staff',
    permission: 'reissue-voucher',
    params: ofOrder,
    reply: z.strictObject({ sent: z.literal(true) }),
    problems: ['not-allowed', 'order-not-found'],
  }),
  reissueGifts: endpoint('POST', '/staff/orders/:number/gifts', {
    summary: 'Block the links of the gift memberships of an order that are not claimed, and send new ones to the same addresses',
    access: 'staff',
    permission: 'reissue-voucher',
    params: ofOrder,
    reply: z.strictObject({ sent: z.literal(true) }),
    problems: ['not-allowed', 'order-not-found'],
  }),
  /** A POST, because it changes the codes. */
  printVouchers: endpoint('POST', '/staff/orders/:number/vouchers/print', {
    summary: 'The gift vouchers of an order as a PDF with new codes; codes that were printed or sent before are blocked',
    access: 'staff',
    permission: 'reissue-voucher',
    params: ofOrder,
    reply: fileSchema,
    file: 'application/pdf',
    problems: ['not-allowed', 'order-not-found'],
  }),
  giveBack: endpoint('POST', '/staff/orders/:number/returns', {
    summary: 'Return tickets and other items for account credit or a refund; returning all that remains returns the order',
    access: 'staff',
    permission: 'return-to-credit',
    params: ofOrder,
    body: z.strictObject({
      /** None closes an order on hold that has no tickets left. */
      tickets: z.array(idSchema).max(500),
      /** Other items to return. */
      items: z.array(idSchema).max(50).optional(),
      to: z.enum(returnDestinations),
      /** Value that the clerk saw, in minor units; another value is the problem `price-changed`. */
      value: moneySchema,
      reason,
      /** Returns memberships without the tickets that they opened a price for members for. Needs a permission. */
      leavesMemberPrices: z.boolean().optional(),
    }),
    reply: z.strictObject({ given: returnedValueSchema, sold: soldOrderSchema }),
    problems: ['not-allowed', 'order-not-found', 'cancel-order-failed', 'price-changed'],
  }),
  sendRefundAgain: endpoint('POST', '/staff/orders/:number/refunds/:refund/again', {
    summary: 'Retry a failed refund; returns the current order, also where the refund had not failed',
    access: 'staff',
    permission: 'settle-refunds',
    params: ofRefund,
    reply: soldOrderSchema,
    problems: ['not-allowed', 'order-not-found'],
  }),
  settleRefund: endpoint('POST', '/staff/orders/:number/refunds/:refund/settled', {
    summary: 'Settle a failed refund that was paid by other means; returns the current order, also where the refund had not failed',
    access: 'staff',
    permission: 'settle-refunds',
    params: ofRefund,
    body: z.strictObject({ how: reason }),
    reply: soldOrderSchema,
    problems: ['not-allowed', 'order-not-found'],
  }),
  unfinishedSales: endpoint('GET', '/staff/unfinished-sales', {
    summary: 'Interrupted cash sales, until a staff user confirms whether the cash was taken; a clerk reads their own',
    access: 'staff',
    permission: 'read-takings',
    reply: z.strictObject({ sales: z.array(unfinishedSaleSchema) }),
    problems: ['not-allowed'],
  }),
  settleUnfinishedSale: endpoint('POST', '/staff/unfinished-sales/:payment', {
    summary:
      'Confirm whether the cash of an interrupted sale was taken. If so, the sale is completed, or the cash is owed where a seat is no longer available',
    access: 'staff',
    permission: 'sell',
    params: z.strictObject({ payment: idSchema }),
    body: z.strictObject({ isTaken: z.boolean() }),
    reply: settledSaleSchema,
    problems: ['not-allowed', 'payment-unknown'],
  }),
  takings: endpoint('GET', '/staff/takings', {
    summary: 'Sales and refunds of a day by staff user and payment method; a clerk reads their own',
    access: 'staff',
    permission: 'read-takings',
    query: z.strictObject({ day: z.iso.date().optional() }),
    reply: takingsSchema,
    problems: ['not-allowed'],
  }),
}
