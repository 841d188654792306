import { z } from 'zod'
import { counterPaymentMethods, maxReferenceLength } from '@playhouse/domain/counter-tender'
import { idSchema, seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { counterLockTypes } from '@playhouse/domain/seat-lock'
import { instantSchema } from '@playhouse/domain/time'
import { addressSchema } from './address.ts'
import { basketSchema, foodProblems, itemChangeSchema, tableProblems } from './basket.ts'
import { chosenPriceSchema } from './basket-ticket.ts'
import { promoEndpoints, voucherEndpoints } from './basket-edits.ts'
import { counterItemSchema, memberProblems, topUpProblems } from './basket-item.ts'
import { streamQuerySchema, availabilitySchema, instanceSummarySchema, membershipOfferSchema, pricesSchema } from './catalogue.ts'
import { bookEntrySchema, seatHoldSchema } from './counter-records.ts'
import { exchangeSchema, maxTicketsOfRequest, saleSchema } from './counter-sale.ts'
import { endpoint } from './endpoint.ts'
import { foundSeatsSchema, seatRequestSchema } from './seats.ts'
import { counterStateSchema } from './staff.ts'
import { seatSearchProblems } from './shared-fields.ts'

const ofInstance = z.strictObject({ instance: slugSchema })
const ofLine = z.strictObject({ id: idSchema })
const ofOrder = z.strictObject({ number: z.string().max(40) })
const seats = z.array(seatIdSchema).min(1).max(maxTicketsOfRequest)
const reason = z.string().trim().min(1).max(200)
const pricedSeats = z
  .array(z.strictObject({ seat: seatIdSchema, priceType: z.string().max(40) }))
  .min(1)
  .max(maxTicketsOfRequest)
const editProblems = ['not-allowed', 'basket-expired', 'basket-paying', 'payment-link-open'] as const
const holdProblems = [
  'not-allowed',
  'instance-unavailable',
  'instance-passed',
  'instance-cancelled',
  'seats-taken',
  'seat-unknown',
] as const

const counterInstanceSchema = instanceSummarySchema
  .pick({ id: true, event: true, startsAt: true, timeZone: true, availability: true, seatsLeft: true })
  .extend({ title: z.string(), hallName: z.string() })
/** A performance in the list of the counter. */
export type CounterInstance = z.infer<typeof counterInstanceSchema>

/** A performance with prices and blocked seats, as the counter sells it. The plan is loaded separately and never changes. */
const openInstanceSchema = counterInstanceSchema.extend({
  hall: z.string(),
  planVersion: z.string(),
  prices: pricesSchema,
  holds: z.array(seatHoldSchema),
})
/** A performance with prices and blocked seats, as the counter sells it. */
export type OpenInstance = z.infer<typeof openInstanceSchema>

const edits = { caller: { access: 'staff', permission: 'sell' }, reply: counterStateSchema, problems: editProblems } as const

/** Endpoints of the counter's sales. Each action is recorded in the audit log under the name of the staff user. */
export const counter = {
  instances: endpoint('GET', '/staff/instances', {
    summary: 'Performances that are not over, the next first',
    access: 'staff',
    permission: 'read-performances',
    reply: z.strictObject({ instances: z.array(counterInstanceSchema) }),
    problems: ['not-allowed'],
  }),
  instance: endpoint('GET', '/staff/instances/:instance', {
    summary: 'A performance with all its prices and blocked seats',
    access: 'staff',
    permission: 'read-performances',
    params: ofInstance,
    reply: openInstanceSchema,
    problems: ['not-allowed', 'instance-unavailable'],
  }),
  seats: endpoint('GET', '/staff/instances/:instance/seats', {
    summary: 'The current availability of all seats, including seats kept for some visitors',
    access: 'staff',
    permission: 'read-performances',
    params: ofInstance,
    reply: availabilitySchema,
    problems: ['not-allowed', 'instance-unavailable'],
  }),
  seatsStream: {
    ...endpoint('GET', '/staff/instances/:instance/seats/stream', {
      summary: 'Stream of those seat changes as server-sent events (see seat-stream); resumes from Last-Event-ID or `after`',
      access: 'staff',
      permission: 'read-performances',
      params: ofInstance,
      query: streamQuerySchema,
      reply: z.string(),
      problems: ['not-allowed', 'instance-unavailable'],
    }),
    stream: true,
  },
  hold: endpoint('POST', '/staff/instances/:instance/holds', {
    summary:
      'Hold seats for the current customer, all or none: any price type, without the limits of the web. Complimentary tickets need a reason',
    access: 'staff',
    permission: 'sell',
    params: ofInstance,
    body: z.strictObject({ seats: pricedSeats, reason: reason.optional(), giveBack: seats.optional() }),
    reply: counterStateSchema,
    problems: [
      ...holdProblems,
      ...editProblems,
      'instance-off-sale',
      'price-type-unavailable',
      'distanced-block-incomplete',
      'voucher-in-basket',
    ],
  }),
  bestAvailable: endpoint('POST', '/staff/instances/:instance/best-available', {
    summary: 'Hold the best available seats for a request, all or none, without the limits of the web; or other seats than those held',
    access: 'staff',
    permission: 'sell',
    params: ofInstance,
    body: z.strictObject({ wish: seatRequestSchema, reason: reason.optional() }),
    reply: foundSeatsSchema.omit({ basket: true }).extend({ desk: counterStateSchema }),
    problems: [
      ...holdProblems,
      ...editProblems,
      'instance-off-sale',
      'instance-sold-out',
      ...seatSearchProblems,
      'distanced-block-incomplete',
      'voucher-in-basket',
    ],
  }),
  changeTicket: endpoint('PATCH', '/staff/basket/tickets/:id', {
    summary:
      'Change the price type of a ticket, or what the customer pays where that is pay what you can; a complimentary one needs a reason',
    access: 'staff',
    permission: 'sell',
    params: ofLine,
    body: chosenPriceSchema.extend({ reason: reason.optional() }),
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-line-unknown', 'price-type-unavailable'],
  }),
  removeTicket: endpoint('DELETE', '/staff/basket/tickets/:id', {
    summary: 'Release a seat',
    access: 'staff',
    permission: 'sell',
    params: ofLine,
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-line-unknown', 'voucher-in-basket'],
  }),
  memberships: endpoint('GET', '/staff/basket/memberships', {
    summary: 'The memberships on sale, with what the current customer holds, and the renewal and the upgrade that they may buy',
    access: 'staff',
    permission: 'sell',
    reply: z.strictObject({ memberships: z.array(membershipOfferSchema) }),
    problems: ['not-allowed'],
  }),
  addItem: endpoint('POST', '/staff/basket/items', {
    summary: 'Add a donation, a membership of the current customer, refund protection of the tickets, gift vouchers, or money onto one',
    access: 'staff',
    permission: 'sell',
    body: counterItemSchema,
    reply: counterStateSchema,
    problems: [
      ...editProblems,
      'no-customer',
      'basket-empty',
      'basket-full',
      'page-not-found',
      'merchandise-not-found',
      'product-sold-out',
      'reservations-exceed-tickets',
      'reservation-terms-required',
      ...foodProblems,
      ...tableProblems,
      ...memberProblems,
      ...topUpProblems,
      'fund-closed',
    ],
  }),
  changeItem: endpoint('PATCH', '/staff/basket/items/:id', {
    summary: 'Change the amount of a donation',
    access: 'staff',
    permission: 'sell',
    params: ofLine,
    body: itemChangeSchema,
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-line-unknown'],
  }),
  removeItem: endpoint('DELETE', '/staff/basket/items/:id', {
    summary: 'Remove an item',
    access: 'staff',
    permission: 'sell',
    params: ofLine,
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-line-unknown'],
  }),
  setAddress: endpoint('PUT', '/staff/basket/address', {
    summary: 'Set the address that goods by post are sent to; they are not sold without one',
    access: 'staff',
    permission: 'sell',
    body: z.strictObject({ address: addressSchema }),
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-empty'],
  }),
  reset: endpoint('DELETE', '/staff/basket', {
    summary: 'Release all seats of the counter basket',
    access: 'staff',
    permission: 'sell',
    reply: counterStateSchema,
    problems: ['not-allowed', 'basket-paying', 'payment-link-open'],
  }),
  ...promoEndpoints('/staff/basket', { ...edits, problems: [...editProblems, 'basket-empty'] }),
  ...voucherEndpoints('/staff/basket', edits),
  applyCredit: endpoint('POST', '/staff/basket/credit', {
    summary: 'Pay with the customer’s account credit up to its balance',
    access: 'staff',
    permission: 'sell',
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-empty', 'credit-not-applied'],
  }),
  removeCredit: endpoint('DELETE', '/staff/basket/credit', {
    summary: 'Remove the account credit',
    access: 'staff',
    permission: 'sell',
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-empty'],
  }),
  setSubscriptions: endpoint('PUT', '/staff/basket/subscriptions', {
    summary: 'Use the vouchers of the customer’s subscriptions for the tickets, or sell the tickets without',
    access: 'staff',
    permission: 'sell',
    body: z.strictObject({ isUsed: z.boolean() }),
    reply: counterStateSchema,
    problems: [...editProblems, 'no-customer', 'basket-empty'],
  }),
  // A POST: so many ids do not fit an address. It changes nothing.
  exchangeBasket: endpoint('POST', '/staff/basket/exchange', {
    summary: 'The counter basket as an exchange sells it: vouchers that paid for the exchanged tickets can pay for its tickets',
    access: 'staff',
    permission: 'exchange',
    body: z.strictObject({
      /** The exchanged tickets that vouchers paid for. */
      tickets: z.array(idSchema).min(1).max(maxTicketsOfRequest),
    }),
    reply: z.strictObject({ basket: basketSchema }),
    problems: ['not-allowed'],
  }),
  reserve: endpoint('POST', '/staff/instances/:instance/reservations', {
    summary: 'Reserve the held seats of this performance for the customer until a time; they pay later',
    access: 'staff',
    permission: 'reserve',
    params: ofInstance,
    body: z.strictObject({ heldUntil: instantSchema, note: z.string().trim().max(500) }),
    reply: z.strictObject({ order: z.string(), heldUntil: instantSchema, desk: counterStateSchema }),
    problems: [...editProblems, 'no-customer', 'basket-empty', 'instance-unavailable', 'tickets-not-added', 'reserved-order-locked'],
  }),
  takeReserved: endpoint('POST', '/staff/reservations/:number/add-to-basket', {
    summary: 'Move a reserved order of the customer into the counter basket, which must be empty',
    access: 'staff',
    permission: 'reserve',
    params: ofOrder,
    reply: counterStateSchema,
    problems: [...editProblems, 'no-customer', 'order-not-found', 'reserved-order-locked', 'basket-not-empty'],
  }),
  block: endpoint('POST', '/staff/instances/:instance/blocks', {
    summary: 'Block seats: house seats, or seats for access needs; seats held by the counter basket may be among them',
    access: 'staff',
    permission: 'keep-off-sale',
    params: ofInstance,
    body: z.strictObject({ seats, kind: z.enum(counterLockTypes), reason }),
    reply: z.strictObject({ block: idSchema, desk: counterStateSchema }),
    problems: [...holdProblems, 'basket-paying', 'payment-link-open', 'reserved-order-locked'],
  }),
  unblock: endpoint('DELETE', '/staff/instances/:instance/blocks/:block', {
    summary: 'Unblock some or all seats of a block',
    access: 'staff',
    permission: 'keep-off-sale',
    params: ofInstance.extend({ block: idSchema }),
    body: z.strictObject({ reason, seats: seats.optional() }),
    reply: z.strictObject({ block: idSchema, seats: z.array(seatIdSchema) }),
    problems: ['not-allowed', 'instance-unavailable', 'seat-unknown'],
  }),
  sell: endpoint('POST', '/staff/sales', {
    summary:
      'Take payment and sell the counter basket: a card through the terminal, any other method at once, none where nothing is left to pay',
    access: 'staff',
    permission: 'sell',
    body: z.strictObject({
      version: z.int(),
      /** The `quote` of the basket that the clerk saw; omit where no price was shown. Another quote is the problem `price-changed`. */
      quote: z.string().max(100).optional(),
      way: z.enum(counterPaymentMethods),
      /** The reference of a cheque, an invoice or Theatre Tokens, by the rule of the brand. */
      reference: z.string().trim().max(maxReferenceLength).optional(),
      /** Cash received, in minor units; the amount left to pay where omitted. */
      tendered: moneySchema.optional(),
      delivery: z.enum(['print', 'email']),
      exchange: exchangeSchema.optional(),
    }),
    reply: saleSchema,
    problems: [
      ...editProblems,
      'basket-empty',
      'basket-error',
      'basket-negative',
      'no-customer',
      'price-changed',
      'instance-passed',
      'promo-not-valid',
      'free-order-failed',
      'step-incomplete',
      'payment-declined',
      'payment-cancelled',
      'payment-timed-out',
      'payment-unreachable',
      'payment-seats-gone',
      'order-not-found',
      'cancel-order-failed',
    ],
  }),
  stopCard: endpoint('POST', '/staff/sales/stop', {
    summary: 'Cancel the card payment at the terminal; a payment that already succeeded stands, and selling again returns its order',
    access: 'staff',
    permission: 'sell',
    reply: counterStateSchema,
    problems: ['not-allowed', 'basket-empty', 'payment-link-open', 'payment-unreachable'],
  }),
  book: endpoint('GET', '/staff/instances/:instance/book', {
    summary: 'The audit log of a performance, the newest entry first',
    access: 'staff',
    permission: 'read-book',
    params: ofInstance,
    reply: z.strictObject({ entries: z.array(bookEntrySchema) }),
    problems: ['not-allowed', 'instance-unavailable'],
  }),
} as const
