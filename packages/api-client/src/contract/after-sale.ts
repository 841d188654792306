import { z } from 'zod'
import { idSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { returnDestinations } from '@playhouse/domain/staff'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint, fileSchema } from './endpoint.ts'
import { orderSchema } from './me.ts'

const ofOrder = z.strictObject({ number: z.string().max(40) })
const ofRefund = ofOrder.extend({ refund: idSchema })
const reason = z.string().trim().min(1).max(200)

/** Money of an order on its way back, the way it was paid. */
const refundSchema = z.strictObject({
  id: idSchema,
  amount: moneySchema,
  /** `due`: it is sent; `failed`: the provider refused it or it came back, and it waits for a person. */
  state: z.enum(['due', 'made', 'failed']),
  /** How often it was refused or came back. */
  failures: z.int(),
  /** When it was sent or failed, or since when it is owed. */
  at: instantSchema,
  /** The provider's reason for refusing a failed one; null where it came back from the bank. */
  refusal: z.string().nullable(),
  /** By which other way a person brought it; null where it went by itself. */
  byHand: z.string().nullable(),
})
export type SoldRefund = z.infer<typeof refundSchema>

/** An order as the counter has to do with it after it was sold. */
export const soldOrderSchema = z.strictObject({
  order: orderSchema,
  /** Who bought it; null for somebody who gave no name. `id` is null for a guest, who has no account to be served by. */
  customer: z.strictObject({ id: idSchema.nullable(), name: z.string(), email: z.string() }).nullable(),
  channel: z.enum(['web', 'box-office']),
  /** Who sold it at the counter. */
  soldBy: z.string().nullable(),
  /** What staff have to know of its payment: why the tickets are not valid, or that a part was refunded outside the shop. */
  alert: z.enum(['disputed', 'dispute-lost', 'refunded', 'part-refunded']).nullable(),
  /** How what wasn't paid by vouchers, credit or other tickets was paid, and how much that was. */
  origin: z.enum(['cash', 'card', 'none']),
  taken: moneySchema,
  /** What may still be given back of it, and what was. */
  left: moneySchema,
  back: moneySchema,
  refunds: z.array(refundSchema),
  /** Of each ticket what it is worth: its price, less its share of what a code took off. */
  worth: z.array(z.strictObject({ ticket: idSchema, value: moneySchema })),
  /** What whoever asks may do about it. */
  may: z.strictObject({ exchange: z.boolean(), credit: z.boolean(), origin: z.boolean(), refund: z.boolean() }),
})
export type SoldOrder = z.infer<typeof soldOrderSchema>

const returnedValueSchema = z.strictObject({
  /** By where it went. Cash is for the clerk to hand over; a card hears from its bank. */
  cash: moneySchema,
  card: moneySchema,
  /** On the customer's account, as new credit. */
  credit: moneySchema,
  /** Put back on the vouchers and the credit that it was paid with. */
  purses: moneySchema,
})
export type ReturnedValue = z.infer<typeof returnedValueSchema>

/** What one person took and gave back in a day, by means; minor units. */
export const takingsRowSchema = z.strictObject({
  staff: z.strictObject({ id: idSchema, name: z.string() }),
  sales: z.int(),
  tickets: z.int(),
  /** Tickets that cost nothing. */
  gifts: z.int(),
  cashIn: moneySchema,
  cashBack: moneySchema,
  cardIn: moneySchema,
  cardBack: moneySchema,
  /** Paid with vouchers, account credit, or tickets given back. */
  otherIn: moneySchema,
  /** Given as account credit for tickets. */
  credited: moneySchema,
})
export type TakingsRow = z.infer<typeof takingsRowSchema>

const takingsSchema = z.strictObject({
  /** By the house's own clock. */
  day: z.iso.date(),
  today: z.iso.date(),
  people: z.array(takingsRowSchema),
})
export type Takings = z.infer<typeof takingsSchema>

/** A cash sale that was broken off and given up: a staff user has to confirm whether the cash was taken. */
const unfinishedSaleSchema = z.strictObject({
  payment: idSchema,
  amount: moneySchema,
  at: instantSchema,
  staff: z.strictObject({ id: idSchema, name: z.string() }),
})
export type UnfinishedSale = z.infer<typeof unfinishedSaleSchema>

/** `sold`: the order is confirmed; `seats-gone`: the cash is handed back; `closed`: no cash was taken. */
const settledSaleSchema = z.strictObject({ outcome: z.enum(['sold', 'seats-gone', 'closed']), order: z.string().nullable() })
export type SettledSale = z.infer<typeof settledSaleSchema>

/** What the counter does about orders that are sold, and what came of a day. */
export const afterSale = {
  order: endpoint('GET', '/staff/orders/:number', {
    summary: 'Any order, what its tickets are worth, and what may be done about it',
    access: 'staff',
    params: ofOrder,
    reply: soldOrderSchema,
    problems: ['not-allowed', 'order-not-found'],
  }),
  tickets: endpoint('GET', '/staff/orders/:number/tickets.pdf', {
    summary: 'The tickets of any order, to be printed; each printing is in the book',
    access: 'staff',
    params: ofOrder,
    reply: fileSchema,
    file: 'application/pdf',
    problems: ['not-allowed', 'order-not-found'],
  }),
  mailTickets: endpoint('POST', '/staff/orders/:number/mail', {
    summary: 'Send the confirmation with its tickets once more',
    access: 'staff',
    params: ofOrder,
    reply: z.strictObject({ sent: z.literal(true) }),
    problems: ['not-allowed', 'order-not-found'],
  }),
  giveBack: endpoint('POST', '/staff/orders/:number/returns', {
    summary: 'Take tickets back for account credit, or for the money; all that are left take the whole order back',
    access: 'staff',
    params: ofOrder,
    body: z.strictObject({
      tickets: z.array(idSchema).min(1).max(500),
      to: z.enum(returnDestinations),
      /** What the clerk was told that they are worth. */
      value: moneySchema,
      reason,
    }),
    reply: z.strictObject({ given: returnedValueSchema, sold: soldOrderSchema }),
    problems: ['not-allowed', 'order-not-found', 'cancel-order-failed', 'price-changed'],
  }),
  sendRefundAgain: endpoint('POST', '/staff/orders/:number/refunds/:refund/again', {
    summary: 'Send a failed refund once more; the answer is how the order stands, whether it had failed or not',
    access: 'staff',
    params: ofRefund,
    reply: soldOrderSchema,
    problems: ['not-allowed', 'order-not-found'],
  }),
  settleRefund: endpoint('POST', '/staff/orders/:number/refunds/:refund/settled', {
    summary: 'A failed refund was paid another way: how; the answer is how the order stands, whether it had failed or not',
    access: 'staff',
    params: ofRefund,
    body: z.strictObject({ how: reason }),
    reply: soldOrderSchema,
    problems: ['not-allowed', 'order-not-found'],
  }),
  unfinishedSales: endpoint('GET', '/staff/unfinished-sales', {
    summary: 'Cash sales that were broken off, until it is confirmed whether the cash was taken; a clerk reads their own',
    access: 'staff',
    reply: z.strictObject({ sales: z.array(unfinishedSaleSchema) }),
    problems: ['not-allowed'],
  }),
  settleUnfinishedSale: endpoint('POST', '/staff/unfinished-sales/:payment', {
    summary: 'Whether the cash of a broken-off sale was taken. If so, the sale is completed, or the cash is owed where a seat is gone',
    access: 'staff',
    params: z.strictObject({ payment: idSchema }),
    body: z.strictObject({ isTaken: z.boolean() }),
    reply: settledSaleSchema,
    problems: ['not-allowed', 'payment-unknown'],
  }),
  takings: endpoint('GET', '/staff/takings', {
    summary: 'What was taken and given back in a day, by person and means; a clerk sees their own',
    access: 'staff',
    query: z.strictObject({ day: z.iso.date().optional() }),
    reply: takingsSchema,
    problems: ['not-allowed'],
  }),
}
