import { z } from 'zod'
import { idSchema, seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { counterPaymentMethods, returnDestinations, seatHoldKinds } from '@playhouse/domain/staff'
import { instantSchema } from '@playhouse/domain/time'
import { voucherCodeSchema } from '@playhouse/domain/voucher'
import { streamQuerySchema, availabilitySchema, instanceSummarySchema, pricesSchema } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { foundSeatsSchema, seatRequestSchema } from './seats.ts'
import { counterStateSchema } from './staff.ts'

const ofInstance = z.strictObject({ instance: slugSchema })
const ofTicket = z.strictObject({ id: idSchema })
const ofOrder = z.strictObject({ number: z.string().max(40) })
const maxSeats = 500
const seats = z.array(seatIdSchema).min(1).max(maxSeats)
const reason = z.string().trim().min(1).max(200)
const pricedSeats = z
  .array(z.strictObject({ seat: seatIdSchema, priceType: z.string().max(40) }))
  .min(1)
  .max(maxSeats)
const editProblems = ['not-allowed', 'basket-expired', 'basket-paying'] as const
const holdProblems = [
  'not-allowed',
  'instance-unavailable',
  'instance-passed',
  'instance-cancelled',
  'seats-taken',
  'seat-unknown',
] as const

const seatHoldSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(seatHoldKinds),
  reason: z.string(),
  placedBy: z.string(),
  placedAt: instantSchema,
  seats: z.array(seatIdSchema),
})
export type SeatHold = z.infer<typeof seatHoldSchema>

const counterInstanceSchema = instanceSummarySchema
  .pick({ id: true, event: true, startsAt: true, timeZone: true, availability: true, seatsLeft: true })
  .extend({ title: z.string(), hallName: z.string() })
export type CounterInstance = z.infer<typeof counterInstanceSchema>

/** All that is needed to sell a performance, but its plan, which never changes. */
const openInstanceSchema = counterInstanceSchema.extend({
  hall: z.string(),
  planVersion: z.string(),
  prices: pricesSchema,
  holds: z.array(seatHoldSchema),
})
export type OpenInstance = z.infer<typeof openInstanceSchema>

const saleSchema = z.strictObject({
  order: z.string(),
  total: moneySchema,
  /** What the order took of account credit, and how the rest was paid. */
  credit: moneySchema,
  way: z.enum([...counterPaymentMethods, 'none']),
  paid: moneySchema,
  tendered: moneySchema.nullable(),
  change: moneySchema.nullable(),
  delivery: z.enum(['print', 'email']),
  /** What tickets that were given back for it paid of it; null where none were. */
  exchanged: moneySchema.nullable(),
  /** What they were worth beyond it, and where that went. */
  back: z.strictObject({ amount: moneySchema, to: z.enum(returnDestinations) }).nullable(),
  desk: counterStateSchema,
})
export type CounterSale = z.infer<typeof saleSchema>

/** Tickets that are given back in the same step as others are sold, of that evening or another; nothing is given back before. */
const exchangeSchema = z.strictObject({
  order: z.string().max(40),
  tickets: z.array(idSchema).min(1).max(maxSeats),
  /** What the clerk was told that they are worth. */
  value: moneySchema,
  /** Where what is left of that goes. */
  rest: z.enum(returnDestinations),
})
export type CounterExchange = z.infer<typeof exchangeSchema>

/** One thing that somebody of the house did with a performance. */
const bookEntrySchema = z.strictObject({
  id: idSchema,
  at: instantSchema,
  who: z.string(),
  verb: z.string(),
  seats: z.array(z.string()),
  order: z.string().nullable(),
  amount: moneySchema.nullable(),
  reason: z.string().nullable(),
})
export type BookEntry = z.infer<typeof bookEntrySchema>

/** Selling at the counter. Each act is recorded under the name of whoever does it. */
export const counter = {
  instances: endpoint('GET', '/staff/instances', {
    summary: 'Performances to come, the next first',
    access: 'staff',
    reply: z.strictObject({ instances: z.array(counterInstanceSchema) }),
    problems: ['not-allowed'],
  }),
  instance: endpoint('GET', '/staff/instances/:instance', {
    summary: 'A performance with every price there is, and what is kept off sale',
    access: 'staff',
    params: ofInstance,
    reply: openInstanceSchema,
    problems: ['not-allowed', 'instance-unavailable'],
  }),
  seats: endpoint('GET', '/staff/instances/:instance/seats', {
    summary: 'Which seats are free now, those kept for some people among them',
    access: 'staff',
    params: ofInstance,
    reply: availabilitySchema,
    problems: ['not-allowed', 'instance-unavailable'],
  }),
  seatsStream: {
    ...endpoint('GET', '/staff/instances/:instance/seats/stream', {
      summary: 'Those seats as they change, as events (see seat-stream); resumes from Last-Event-ID or `after`',
      access: 'staff',
      params: ofInstance,
      query: streamQuerySchema,
      reply: z.string(),
      problems: ['not-allowed', 'instance-unavailable'],
    }),
    stream: true,
  },
  hold: endpoint('POST', '/staff/instances/:instance/holds', {
    summary: 'Hold seats for whoever is served, all or none: any price type, beyond the limits of the web. Free tickets need a reason',
    access: 'staff',
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
    summary: 'Hold the best free seats for a wish, all or none, beyond the limits of the web; or others than those held here',
    access: 'staff',
    params: ofInstance,
    body: z.strictObject({ wish: seatRequestSchema, reason: reason.optional() }),
    reply: foundSeatsSchema.omit({ basket: true }).extend({ desk: counterStateSchema }),
    problems: [
      ...holdProblems,
      ...editProblems,
      'instance-off-sale',
      'instance-sold-out',
      'section-sold-out',
      'section-not-on-sale',
      'not-enough-seats-in-band',
      'seats-not-found',
      'tickets-not-added',
      'price-type-unavailable',
      'distanced-block-incomplete',
      'voucher-in-basket',
    ],
  }),
  changeTicket: endpoint('PATCH', '/staff/basket/tickets/:id', {
    summary: 'Another price type; a free one needs a reason',
    access: 'staff',
    params: ofTicket,
    body: z.strictObject({ priceType: z.string().max(40), reason: reason.optional() }),
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-line-unknown', 'price-type-unavailable'],
  }),
  removeTicket: endpoint('DELETE', '/staff/basket/tickets/:id', {
    summary: 'Give a seat back',
    access: 'staff',
    params: ofTicket,
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-line-unknown', 'voucher-in-basket'],
  }),
  reset: endpoint('DELETE', '/staff/basket', {
    summary: 'Give everything back',
    access: 'staff',
    reply: counterStateSchema,
    problems: ['not-allowed', 'basket-paying'],
  }),
  applyPromo: endpoint('POST', '/staff/basket/promo', {
    summary: 'A promo code, in the place of the one before',
    access: 'staff',
    body: z.strictObject({ code: z.string().trim().min(1).max(40) }),
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-empty', 'promo-not-recognised', 'promo-not-valid', 'promo-update-failed'],
  }),
  removePromo: endpoint('DELETE', '/staff/basket/promo', {
    summary: 'Without the promo code',
    access: 'staff',
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-empty', 'promo-update-failed'],
  }),
  applyGiftVoucher: endpoint('POST', '/staff/basket/gift-voucher', {
    summary: 'Spend a gift voucher first, as far as it goes; several one after the other',
    access: 'staff',
    body: z.strictObject({ code: voucherCodeSchema }),
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-empty', 'voucher-not-recognised'],
  }),
  removeGiftVoucher: endpoint('DELETE', '/staff/basket/gift-voucher', {
    summary: 'Without gift vouchers',
    access: 'staff',
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-empty'],
  }),
  applyCredit: endpoint('POST', '/staff/basket/credit', {
    summary: 'Spend the customer’s account credit first, as far as it goes',
    access: 'staff',
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-empty', 'credit-not-applied'],
  }),
  removeCredit: endpoint('DELETE', '/staff/basket/credit', {
    summary: 'Without account credit',
    access: 'staff',
    reply: counterStateSchema,
    problems: [...editProblems, 'basket-empty'],
  }),
  reserve: endpoint('POST', '/staff/instances/:instance/reservations', {
    summary: 'Keep the seats held of this performance for the customer until a time; they pay later',
    access: 'staff',
    params: ofInstance,
    body: z.strictObject({ heldUntil: instantSchema, note: z.string().trim().max(500) }),
    reply: z.strictObject({ order: z.string(), heldUntil: instantSchema, desk: counterStateSchema }),
    problems: [...editProblems, 'no-customer', 'basket-empty', 'instance-unavailable', 'tickets-not-added', 'reserved-order-locked'],
  }),
  takeReserved: endpoint('POST', '/staff/reservations/:number/add-to-basket', {
    summary: 'Sell now what was reserved for the customer; nothing else may be held',
    access: 'staff',
    params: ofOrder,
    reply: counterStateSchema,
    problems: [...editProblems, 'no-customer', 'order-not-found', 'reserved-order-locked', 'basket-not-empty'],
  }),
  block: endpoint('POST', '/staff/instances/:instance/blocks', {
    summary: 'Keep seats off sale, for the house or for people whom only they serve; those held here may be among them',
    access: 'staff',
    params: ofInstance,
    body: z.strictObject({ seats, kind: z.enum(seatHoldKinds), reason }),
    reply: z.strictObject({ block: idSchema, desk: counterStateSchema }),
    problems: [...holdProblems, 'basket-paying', 'reserved-order-locked'],
  }),
  unblock: endpoint('DELETE', '/staff/instances/:instance/blocks/:block', {
    summary: 'Put seats on sale again: some of those that were kept together, or all of them',
    access: 'staff',
    params: ofInstance.extend({ block: idSchema }),
    body: z.strictObject({ reason, seats: seats.optional() }),
    reply: z.strictObject({ block: idSchema, seats: z.array(seatIdSchema) }),
    problems: ['not-allowed', 'instance-unavailable', 'seat-unknown'],
  }),
  sell: endpoint('POST', '/staff/sales', {
    summary: 'Take the money and sell what is held: cash at once, a card through the terminal; nothing where nothing is left to pay',
    access: 'staff',
    body: z.strictObject({
      version: z.int(),
      /** What it came to when the clerk told the customer, as the basket says; left out by whoever told nobody. */
      quote: z.string().max(100).optional(),
      way: z.enum(counterPaymentMethods),
      /** What was put on the counter; all that is left to pay where it is left out. */
      tendered: moneySchema.optional(),
      delivery: z.enum(['print', 'email']),
      exchange: exchangeSchema.optional(),
    }),
    reply: saleSchema,
    problems: [
      ...editProblems,
      'basket-empty',
      'basket-negative',
      'price-changed',
      'instance-passed',
      'promo-not-valid',
      'free-order-failed',
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
    summary: 'Give up the card that the terminal waits for; a payment that was quicker counts, and selling again tells of it',
    access: 'staff',
    reply: counterStateSchema,
    problems: ['not-allowed', 'basket-empty', 'payment-unreachable'],
  }),
  book: endpoint('GET', '/staff/instances/:instance/book', {
    summary: 'Who of the house did what with a performance, the newest first',
    access: 'staff',
    params: ofInstance,
    reply: z.strictObject({ entries: z.array(bookEntrySchema) }),
    problems: ['not-allowed', 'instance-unavailable'],
  }),
} as const
