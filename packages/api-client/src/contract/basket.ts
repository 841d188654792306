import { z } from 'zod'
import { deliveryMethods } from '@playhouse/domain/brand'
import { idSchema, seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { seatings } from '@playhouse/domain/plan'
import { bandSchema, totalsSchema } from '@playhouse/domain/pricing'
import { instantSchema } from '@playhouse/domain/time'
import { equalSeatsSchema } from '@playhouse/domain/problem'
import { voucherCodeSchema } from '@playhouse/domain/voucher'
import { basketItemSchema, itemToAddSchema } from './basket-item.ts'
import { endpoint } from './endpoint.ts'
import { proofSchema } from './proof.ts'

export const basketStateSchema = z.enum(['open', 'paying', 'completed', 'expired', 'reset'])

export const basketTicketSchema = z.strictObject({
  id: idSchema,
  instance: slugSchema,
  event: slugSchema,
  title: z.string(),
  startsAt: instantSchema,
  timeZone: z.string(),
  hallName: z.string(),
  seat: seatIdSchema,
  area: z.string(),
  row: z.string(),
  number: z.string(),
  /** Whether `row` is a table's; a place to stand has neither row nor number. Left out: of a row. */
  seating: z.enum(seatings).optional(),
  /** What is unusual about the seat, in the house's words. */
  note: z.string().nullable(),
  band: bandSchema,
  priceType: z.string(),
  priceTypeName: z.string(),
  price: moneySchema,
  /** The part of `price` that is a fee. */
  fee: moneySchema,
  /** The other price types this seat can be changed to, with their prices. */
  choices: z.array(z.strictObject({ priceType: z.string(), name: z.string(), price: moneySchema })),
})
export type BasketTicket = z.infer<typeof basketTicketSchema>

/** Enough for the header and the timer. */
export const basketSummarySchema = z.strictObject({
  state: basketStateSchema,
  count: z.int().nonnegative(),
  total: moneySchema,
  deadline: instantSchema.nullable(),
})
export type BasketSummary = z.infer<typeof basketSummarySchema>

export const addressSchema = z.strictObject({
  line1: z.string().trim().min(1).max(120),
  line2: z.string().trim().max(120),
  line3: z.string().trim().max(120),
  city: z.string().trim().min(1).max(80),
  state: z.string().trim().max(80),
  postcode: z.string().trim().min(1).max(20),
  country: z.string().length(2),
})
export type Address = z.infer<typeof addressSchema>

export const deliverySchema = z.strictObject({ method: z.enum(deliveryMethods), address: addressSchema.nullable() })
export const billingSchema = z.strictObject({
  firstName: z.string().trim().min(1).max(80),
  lastName: z.string().trim().min(1).max(80),
  phone: z.string().trim().max(40),
  address: addressSchema,
})
export type Billing = z.infer<typeof billingSchema>

export const notesSchema = z.strictObject({ order: z.string().max(500), access: z.string().max(500) })

export const basketSchema = z.strictObject({
  state: basketStateSchema,
  /** Grows with each change; sent back at checkout so that nobody pays for what they haven't seen. */
  version: z.int(),
  /**
   * Stands for every line of what it comes to, and is another where one is: fees and codes may change while a basket is open.
   * Sent back at checkout with the version. Left out where there is nothing to pay for.
   */
  quote: z.string().optional(),
  tickets: z.array(basketTicketSchema),
  /** What is in it beside tickets. */
  items: z.array(basketItemSchema),
  /** What protecting all tickets costs, in the basket or not; null where the house has no such thing. */
  refundProtection: z.strictObject({ amount: moneySchema }).nullable(),
  /** What Gift Aid adds to the donations, and whether it was declared; null where it has nothing to do here. */
  giftAid: z.strictObject({ isDeclared: z.boolean(), amount: moneySchema }).nullable(),
  delivery: deliverySchema,
  deliveryOptions: z.array(z.strictObject({ method: z.enum(deliveryMethods), fee: moneySchema, needsAddress: z.boolean() })),
  billing: billingSchema.nullable(),
  notes: notesSchema,
  termsAccepted: z.boolean(),
  totals: totalsSchema,
  deadline: instantSchema.nullable(),
  extensionsLeft: z.int().nonnegative(),
  ticketsLeft: z.int().nonnegative(),
  /** Tickets lost when the last basket lapsed: offered for a second try. */
  lapsed: z.array(z.strictObject({ instance: slugSchema, event: slugSchema, title: z.string(), seats: z.array(seatIdSchema) })),
  /** How the last payment attempt ended, until the basket changes. */
  lastPayment: z.enum(['cancelled', 'declined', 'timed-out']).nullable(),
  /** The promo code that is applied, and what it takes off. */
  promo: z.strictObject({ code: z.string(), name: z.string(), discount: moneySchema }).nullable(),
  /** While one is applied no ticket can be removed. `code` is hidden but for its last two characters. */
  giftVouchers: z.array(z.strictObject({ code: z.string(), applied: moneySchema, remaining: moneySchema })),
  /** The customer's account credit, and how much of it pays for this basket; null where there is none. */
  credit: z.strictObject({ applied: moneySchema, balance: moneySchema }).nullable(),
})
export type Basket = z.infer<typeof basketSchema>

const lineParams = z.strictObject({ id: idSchema })
const editProblems = ['basket-expired', 'basket-paying'] as const
const addProblems = [
  ...editProblems,
  'instance-unavailable',
  'instance-passed',
  'instance-off-sale',
  'instance-cancelled',
  'instance-sold-out',
  'instance-priority',
  'seats-taken',
  'seat-unknown',
  'price-type-unavailable',
  'max-tickets-per-order',
  'ticket-limit',
  'performance-limit',
  'network-limit',
  'bot-check-required',
  'companion-alone',
  'distanced-block-incomplete',
  'seat-left-alone',
  'voucher-in-basket',
  'queue-required',
] as const

/** The basket after seats were added to it. */
export const addedTicketsSchema = basketSchema.extend({
  /** Seats asked for that somebody else has by now, and others as good; null where none is missing. */
  lost: z.strictObject({ seats: z.array(seatIdSchema), instead: equalSeatsSchema.nullable() }).nullable(),
})

export const basket = {
  read: endpoint('GET', '/basket', { summary: 'The basket of this session', reply: basketSchema, problems: [] }),
  reset: endpoint('DELETE', '/basket', { summary: 'Give everything back', reply: basketSchema, problems: ['basket-paying'] }),
  addTickets: endpoint('POST', '/basket/tickets', {
    summary: 'Hold seats: all or none, or those that are still to be had',
    body: z.strictObject({
      instance: slugSchema,
      seats: z
        .array(z.strictObject({ seat: seatIdSchema, priceType: z.string().max(40) }))
        .min(1)
        .max(50),
      /** Where some have gone: hold none of them (the default), or keep the others and be told which are lost. */
      ifTaken: z.enum(['refuse', 'keep']).optional(),
      /** Seats of the basket that are given back in the same step, whoever moves from them. */
      giveBack: z.array(seatIdSchema).max(50).optional(),
      proof: proofSchema,
    }),
    reply: addedTicketsSchema,
    problems: addProblems,
    passFor: 'body',
  }),
  changeTicket: endpoint('PATCH', '/basket/tickets/:id', {
    summary: 'Another price type for a ticket',
    params: lineParams,
    body: z.strictObject({ priceType: z.string().max(40) }),
    reply: basketSchema,
    problems: [...editProblems, 'basket-line-unknown', 'price-type-unavailable', 'ticket-limit', 'performance-limit', 'companion-alone'],
  }),
  removeTicket: endpoint('DELETE', '/basket/tickets/:id', {
    summary: 'Give a seat back, and its block with it where seats are sold in blocks',
    params: lineParams,
    reply: basketSchema,
    problems: [...editProblems, 'basket-line-unknown', 'voucher-in-basket'],
  }),
  extend: endpoint('POST', '/basket/extend', {
    summary: 'I need more time',
    reply: basketSchema,
    problems: [...editProblems, 'basket-empty', 'extension-limit'],
  }),
  setDelivery: endpoint('PUT', '/basket/delivery', {
    summary: 'How the tickets come',
    access: 'customer',
    byGuest: true,
    body: deliverySchema,
    reply: basketSchema,
    problems: [...editProblems, 'login-required', 'basket-empty', 'delivery-unavailable'],
  }),
  setNotes: endpoint('PUT', '/basket/notes', {
    summary: 'Order and access notes; and the terms, where it says something of them',
    body: notesSchema.extend({ termsAccepted: z.boolean().optional() }),
    reply: basketSchema,
    problems: [...editProblems, 'basket-empty'],
  }),
  setBilling: endpoint('PUT', '/basket/billing', {
    summary: 'Who pays, and where they live',
    access: 'customer',
    byGuest: true,
    body: billingSchema,
    reply: basketSchema,
    problems: [...editProblems, 'login-required', 'basket-empty'],
  }),
  applyPromo: endpoint('POST', '/basket/promo', {
    summary:
      'Apply a promo code in the place of the one before. It may open prices, or a sale before its time, also where the basket is empty yet',
    body: z.strictObject({ code: z.string().trim().min(1).max(40) }),
    reply: basketSchema,
    problems: [...editProblems, 'promo-not-recognised', 'promo-not-valid', 'promo-update-failed'],
  }),
  removePromo: endpoint('DELETE', '/basket/promo', {
    summary: 'Without the promo code',
    reply: basketSchema,
    problems: [...editProblems, 'promo-update-failed'],
  }),
  applyGiftVoucher: endpoint('POST', '/basket/gift-voucher', {
    summary: 'Pay with a gift voucher, as far as it goes. An unknown code and a used-up one look alike',
    body: z.strictObject({ code: voucherCodeSchema }),
    reply: basketSchema,
    problems: [...editProblems, 'basket-empty', 'voucher-not-recognised'],
  }),
  removeGiftVoucher: endpoint('DELETE', '/basket/gift-voucher', {
    summary: 'Without gift vouchers',
    reply: basketSchema,
    problems: [...editProblems, 'basket-empty'],
  }),
  applyCredit: endpoint('POST', '/basket/credit', {
    summary: 'Pay with account credit, as far as it goes',
    access: 'customer',
    reply: basketSchema,
    problems: [...editProblems, 'login-required', 'basket-empty', 'credit-not-applied'],
  }),
  removeCredit: endpoint('DELETE', '/basket/credit', {
    summary: 'Without account credit',
    access: 'customer',
    reply: basketSchema,
    problems: [...editProblems, 'login-required', 'basket-empty'],
  }),
  addItem: endpoint('POST', '/basket/items', {
    summary: 'A donation, membership, gift voucher, merchandise, food, subscription, package or refund protection',
    body: itemToAddSchema,
    reply: basketSchema,
    problems: [
      ...editProblems,
      'login-required',
      'basket-empty',
      'instance-unavailable',
      'instance-passed',
      'instance-off-sale',
      'instance-cancelled',
      'seats-taken',
      'seat-unknown',
      'price-type-unavailable',
      'max-tickets-per-order',
      'ticket-limit',
      'ticket-validation-error',
      'too-many-tickets-requested',
      'distanced-block-incomplete',
      'membership-already-held',
      'merchandise-not-found',
      'not-available-yet',
    ],
  }),
  changeItem: endpoint('PATCH', '/basket/items/:id', {
    summary: 'Another quantity, or another amount of a donation or gift voucher',
    params: lineParams,
    body: z.union([z.strictObject({ quantity: z.int().min(1).max(50) }), z.strictObject({ amount: moneySchema })]),
    reply: basketSchema,
    problems: [...editProblems, 'basket-line-unknown', 'merchandise-not-found', 'too-many-tickets-requested'],
  }),
  removeItem: endpoint('DELETE', '/basket/items/:id', {
    summary: 'Take an item out; a package or series gives all its seats back',
    params: lineParams,
    reply: basketSchema,
    problems: [...editProblems, 'basket-line-unknown', 'voucher-in-basket'],
  }),
  setGiftAid: endpoint('PUT', '/basket/gift-aid', {
    summary: 'Declare Gift Aid for the donations of this order; the declaration is dated and kept',
    access: 'customer',
    byGuest: true,
    body: z.strictObject({ isDeclared: z.boolean() }),
    reply: basketSchema,
    problems: [...editProblems, 'login-required', 'basket-empty'],
  }),
}
