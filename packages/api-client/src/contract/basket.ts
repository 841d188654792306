import { z } from 'zod'
import { deliveryMethods } from '@playhouse/domain/brand'
import { foodOrderSchema } from '@playhouse/domain/food-order'
import { tableOrderSchema } from '@playhouse/domain/table-order'
import { giftAidWordings } from '@playhouse/domain/giving'
import { idSchema, seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { topUpKinds } from '@playhouse/domain/top-up'
import { moneySchema } from '@playhouse/domain/money'
import { maxNoteLength } from '@playhouse/domain/notes'
import { soldPackageSchema } from '@playhouse/domain/package'
import { totalsSchema } from '@playhouse/domain/pricing'
import { deliveryWays } from '@playhouse/domain/product'
import { instantSchema } from '@playhouse/domain/time'
import { equalSeatsSchema } from '@playhouse/domain/problem'
import { addressSchema } from './address.ts'
import { offersOfBasket, promoEndpoints, voucherEndpoints } from './basket-edits.ts'
import { basketItemSchema, itemToAddSchema, memberProblems, optionChoice } from './basket-item.ts'
import { basketTicketSchema, chosenPriceSchema } from './basket-ticket.ts'
import { endpoint } from './endpoint.ts'
import { proofSchema } from './proof.ts'
import { closedInstanceProblems, ticketLimitProblems, ticketPerformanceFields, titleFields } from './shared-fields.ts'

/** State of a basket: see `basketMoves` of the domain for the transitions. */
export const basketStateSchema = z.enum(['open', 'paying', 'completed', 'expired', 'reset'])

/** State, counts, total and deadline of a basket, for the header and the hold timer. */
export const basketSummarySchema = z.strictObject({
  state: basketStateSchema,
  /** How many tickets it holds. */
  count: z.int().nonnegative(),
  /** How many items it has besides tickets. */
  items: z.int().nonnegative(),
  total: moneySchema,
  deadline: instantSchema.nullable(),
})
/** State, counts, total and deadline of a basket. */
export type BasketSummary = z.infer<typeof basketSummarySchema>

/** Delivery method of a basket; `address` is null where the method needs none. */
export const deliverySchema = z.strictObject({ method: z.enum(deliveryMethods), address: addressSchema.nullable() })
/** Billing name, phone and address. */
export const billingSchema = z.strictObject({
  firstName: z.string().trim().min(1).max(80),
  lastName: z.string().trim().min(1).max(80),
  phone: z.string().trim().max(40),
  address: addressSchema,
})
/** Billing name, phone and address. */
export type Billing = z.infer<typeof billingSchema>

const noteSchema = z.string().max(maxNoteLength)
/** Notes to the box office about the order, about access needs, and about diets and allergies; the last is absent without one. */
export const notesSchema = z.strictObject({ order: noteSchema, access: noteSchema, dietary: noteSchema.optional() })

/** A basket as its visitor sees it: tickets, items, delivery, totals and deadline. Amounts in minor units. */
export const basketSchema = z.strictObject({
  state: basketStateSchema,
  /** Increases with each change. Checkout sends it back, and rejects another version with `price-changed`. */
  version: z.int(),
  /**
   * Checksum of all lines and the total: it changes where a fee or discount changes while the basket is open. Checkout sends
   * it back with the version. Absent for an empty basket.
   */
  quote: z.string().optional(),
  tickets: z.array(basketTicketSchema),
  /** The packages that some of its tickets belong to; absent without one. */
  packages: z.array(soldPackageSchema).optional(),
  /**
   * Vouchers of the customer's subscriptions that can pay for some of its tickets; absent without any. `isUsed`: whether they do. `used`: how
   * many vouchers of each, the number that is left before this basket, and the last day.
   */
  subscriptions: z
    .strictObject({
      isUsed: z.boolean(),
      used: z.array(
        z.strictObject({
          ...{ id: idSchema, name: z.string(), vouchers: z.int().positive(), left: z.int().positive() },
          expiresOn: z.iso.date(),
        }),
      ),
    })
    .optional(),
  /** Items besides tickets. */
  items: z.array(basketItemSchema),
  /** Price of refund protection for all tickets, whether it is in the basket or not; null where the brand does not offer it. */
  refundProtection: z.strictObject({ amount: moneySchema }).nullable(),
  /** Small donations that can be added with one press: what each would add to this basket in minor units, and the name of its fund. */
  topUps: z.array(z.strictObject({ topUp: z.enum(topUpKinds), amount: moneySchema, fund: z.string() })),
  /**
   * Automatic renewals that the buyer can agree to with a membership of this basket: the amount in minor units and the day of the first charge,
   * and the version of the text. Empty where no card pays for the basket.
   */
  renewalOffers: z.array(
    z.strictObject({ item: idSchema, amount: moneySchema, on: z.iso.date(), wording: z.string(), isAgreed: z.boolean() }),
  ),
  /** Gift Aid on the donations in minor units, and whether it is declared; null where it does not apply. */
  giftAid: z.strictObject({ isDeclared: z.boolean(), amount: moneySchema }).nullable(),
  delivery: deliverySchema,
  deliveryOptions: z.array(z.strictObject({ method: z.enum(deliveryMethods), fee: moneySchema, needsAddress: z.boolean() })),
  billing: billingSchema.nullable(),
  notes: notesSchema,
  termsAccepted: z.boolean(),
  totals: totalsSchema,
  /** When the held seats and pieces are released; null where the basket holds none. */
  deadline: instantSchema.nullable(),
  extensionsLeft: z.int().nonnegative(),
  ticketsLeft: z.int().nonnegative(),
  /** Seats of the last basket, which expired: the shop offers to hold them again. */
  lapsed: z.array(z.strictObject({ instance: slugSchema, event: slugSchema, ...titleFields, seats: z.array(seatIdSchema) })),
  /** Pieces of products, orders of food, and tables, that were released at the deadline: the shop offers to hold them again. Added seats keep them; any other change empties the list. */
  lapsedItems: z.array(
    z.union([
      z.strictObject({
        ...{ product: slugSchema, variant: slugSchema, type: slugSchema, name: z.string(), quantity: z.int().positive() },
        /** The performance, options and delivery with which they were chosen; absent without. */
        instance: slugSchema.optional(),
        options: z.array(optionChoice).optional(),
        delivery: z.enum(deliveryWays).optional(),
      }),
      z.strictObject({ food: foodOrderSchema, event: slugSchema, name: z.string(), quantity: z.int().positive() }),
      z.strictObject({ table: tableOrderSchema, event: slugSchema, name: z.string(), quantity: z.int().positive() }),
    ]),
  ),
  /** Names of the memberships that left the basket because the customer holds them by now. Added seats keep them; any other change empties the list. */
  heldMemberships: z.array(z.string()),
  /**
   * The order that it adds to, with the performances of that order that have not begun, and how many valid tickets it has for each. Null
   * for a basket that becomes a separate order.
   */
  addsTo: z
    .strictObject({
      order: z.string(),
      performances: z.array(z.strictObject({ ...ticketPerformanceFields, tickets: z.int().positive() })),
    })
    .nullable(),
  /** The outcome of the last payment attempt, until the basket changes. */
  lastPayment: z.enum(['cancelled', 'declined', 'timed-out']).nullable(),
  ...offersOfBasket,
  /** While one is applied, no ticket can be removed. `code` is masked except for its last two characters. */
  giftVouchers: z.array(z.strictObject({ code: z.string(), applied: moneySchema, remaining: moneySchema })),
  /** The customer's account credit and the part that pays for this basket, in minor units; null without credit. */
  credit: z.strictObject({ applied: moneySchema, balance: moneySchema }).nullable(),
})
/** A basket as its visitor sees it. */
export type Basket = z.infer<typeof basketSchema>

const lineParams = z.strictObject({ id: idSchema })
const editProblems = ['basket-expired', 'basket-paying'] as const
const addProblems = [
  ...editProblems,
  ...closedInstanceProblems,
  'seats-taken',
  'seat-unknown',
  'price-type-unavailable',
  'max-tickets-per-order',
  ...ticketLimitProblems,
  'distanced-block-incomplete',
  'seat-left-alone',
  'voucher-in-basket',
  'package-whole',
  'queue-required',
  'basket-adds-to-order',
] as const

/** The new amount of a donation, in minor units. */
export const itemChangeSchema = z.strictObject({ amount: moneySchema })
/** The problems of an order of food. */
export const foodProblems = [
  'food-not-found',
  'food-guests-required',
  'food-guests-limit',
  'food-point-required',
  'food-too-few',
  'food-too-many',
  'food-closed',
  'food-sold-out',
  'food-network-limit',
] as const
/** The problems of a booking of a table. */
export const tableProblems = [
  'table-not-found',
  'table-party-required',
  'table-party-too-large',
  'table-closed',
  'table-full',
  'table-network-limit',
] as const
const addItemProblems = [
  ...editProblems,
  'login-required',
  'basket-empty',
  'basket-full',
  'page-not-found',
  'merchandise-not-found',
  'product-sold-out',
  'product-network-limit',
  'bot-check-required',
  ...foodProblems,
  ...tableProblems,
  ...memberProblems,
  'fund-closed',
  'basket-adds-to-order',
  'reservations-exceed-tickets',
  'reservation-terms-required',
  'subscription-off-sale',
  'subscription-limit',
] as const
const changeItemProblems = [...editProblems, 'basket-line-unknown'] as const
/** A gift voucher keeps seats in the basket that only a membership opens. */
const removeItemProblems = [...changeItemProblems, 'voucher-in-basket'] as const

/** The basket after seats were added, with the seats that could not be held. */
export const addedTicketsSchema = basketSchema.extend({
  /** Requested seats that are no longer available, and equivalent alternatives; null where all requested seats are held. */
  lost: z.strictObject({ seats: z.array(seatIdSchema), instead: equalSeatsSchema.nullable() }).nullable(),
})

const edits = { caller: {}, reply: basketSchema, problems: editProblems } as const

/** Endpoints that read and change the basket of the session. Every change returns the whole basket. */
export const basket = {
  read: endpoint('GET', '/basket', { summary: 'The basket of this session', reply: basketSchema, problems: [] }),
  reset: endpoint('DELETE', '/basket', {
    summary: 'Release all seats and empty the basket',
    reply: basketSchema,
    problems: ['basket-paying'],
  }),
  dismissLapsed: endpoint('DELETE', '/basket/lapsed', {
    summary: 'Close the notice of the seats and pieces that were released at the deadline; an expired basket is replaced by an empty one',
    reply: basketSchema,
    problems: ['basket-paying'],
  }),
  addTickets: endpoint('POST', '/basket/tickets', {
    summary: 'Hold seats: all or none, or those that are still available',
    body: z.strictObject({
      instance: slugSchema,
      seats: z
        .array(z.strictObject({ seat: seatIdSchema, priceType: z.string().max(40) }))
        .min(1)
        .max(50),
      /** If some seats are taken: hold none (`refuse`, the default), or hold the others and return the taken ones (`keep`). */
      ifTaken: z.enum(['refuse', 'keep']).optional(),
      /** Seats of the basket to release in the same transaction. */
      giveBack: z.array(seatIdSchema).max(50).optional(),
      proof: proofSchema,
    }),
    reply: addedTicketsSchema,
    problems: addProblems,
    passFor: 'body',
  }),
  changeTicket: endpoint('PATCH', '/basket/tickets/:id', {
    summary: 'Change the price type of a ticket, or what the customer pays for it where that is pay what you can',
    params: lineParams,
    body: chosenPriceSchema,
    reply: basketSchema,
    problems: [
      ...editProblems,
      'basket-line-unknown',
      'price-type-unavailable',
      'package-whole',
      'ticket-limit',
      'performance-limit',
      'companion-alone',
      'ticket-validation-error',
    ],
  }),
  removeTicket: endpoint('DELETE', '/basket/tickets/:id', {
    summary: 'Release a seat, and its whole block where seats are sold in blocks',
    params: lineParams,
    reply: basketSchema,
    problems: [...editProblems, 'basket-line-unknown', 'package-whole', 'voucher-in-basket'],
  }),
  extend: endpoint('POST', '/basket/extend', {
    summary: 'Extend the hold deadline',
    reply: basketSchema,
    problems: [...editProblems, 'basket-empty', 'extension-limit'],
  }),
  setDelivery: endpoint('PUT', '/basket/delivery', {
    summary: 'Set the delivery method',
    access: 'customer',
    byGuest: true,
    body: deliverySchema,
    reply: basketSchema,
    problems: [...editProblems, 'login-required', 'basket-empty', 'delivery-unavailable'],
  }),
  setNotes: endpoint('PUT', '/basket/notes', {
    summary: 'Set the notes, and whether the terms are accepted where `termsAccepted` is sent; without `dietary` that note stays',
    body: notesSchema.extend({ termsAccepted: z.boolean().optional() }),
    reply: basketSchema,
    problems: [...editProblems, 'basket-empty'],
  }),
  setBilling: endpoint('PUT', '/basket/billing', {
    summary: 'Set the billing name, phone and address',
    access: 'customer',
    byGuest: true,
    body: billingSchema,
    reply: basketSchema,
    problems: [...editProblems, 'login-required', 'basket-empty'],
  }),
  ...promoEndpoints('/basket', edits),
  ...voucherEndpoints('/basket', edits),
  applyCredit: endpoint('POST', '/basket/credit', {
    summary: 'Pay with account credit up to its balance',
    access: 'customer',
    reply: basketSchema,
    problems: [...editProblems, 'login-required', 'basket-empty', 'credit-not-applied'],
  }),
  removeCredit: endpoint('DELETE', '/basket/credit', {
    summary: 'Remove the account credit',
    access: 'customer',
    reply: basketSchema,
    problems: [...editProblems, 'login-required', 'basket-empty'],
  }),
  setSubscriptions: endpoint('PUT', '/basket/subscriptions', {
    summary: 'Use the vouchers of my subscriptions for the tickets, or pay for the tickets without',
    access: 'customer',
    body: z.strictObject({ isUsed: z.boolean() }),
    reply: basketSchema,
    problems: [...editProblems, 'login-required'],
  }),
  addItem: endpoint('POST', '/basket/items', {
    summary:
      'Add a donation, a membership, gift vouchers, products, or refund protection of the tickets; most replace an item of the same product',
    body: itemToAddSchema,
    reply: basketSchema,
    problems: addItemProblems,
  }),
  endAddOns: endpoint('DELETE', '/basket/adds-to', {
    summary: 'Make the basket a separate order again, with what is in it',
    reply: basketSchema,
    problems: editProblems,
  }),
  addTopUp: endpoint('POST', '/basket/top-ups', {
    summary: 'Add a small donation whose amount follows the rest of the basket; it is removed as any item',
    access: 'guest',
    body: z.strictObject({ topUp: z.enum(topUpKinds) }),
    reply: basketSchema,
    problems: [...editProblems, 'basket-empty', 'basket-full', 'page-not-found'],
  }),
  setRenewal: endpoint('PUT', '/basket/items/:id/renewal', {
    summary: 'Agree to the automatic renewal of a membership, valid once the order is paid and its card saved, or withdraw that',
    access: 'customer',
    params: lineParams,
    body: z.strictObject({
      /** What was shown: the version of the text, the amount in minor units and the day of the first charge; null withdraws it. */
      agreement: z.strictObject({ wording: z.string().max(40), amount: moneySchema, on: z.iso.date() }).nullable(),
    }),
    reply: basketSchema,
    problems: [...editProblems, 'login-required', 'basket-line-unknown', 'price-changed'],
  }),
  changeItem: endpoint('PATCH', '/basket/items/:id', {
    summary: 'Change the amount of a donation',
    params: lineParams,
    body: itemChangeSchema,
    reply: basketSchema,
    problems: changeItemProblems,
  }),
  removeItem: endpoint('DELETE', '/basket/items/:id', {
    summary: 'Remove an item; with a membership, tickets lose the prices that it opened, and seats for members only are released',
    params: lineParams,
    reply: basketSchema,
    problems: removeItemProblems,
  }),
  setGiftAid: endpoint('PUT', '/basket/gift-aid', {
    summary: 'Declare Gift Aid for the donations of this order, or at the account; the declaration is stored with its date',
    access: 'customer',
    byGuest: true,
    // The wording that the customer read: the one for this order if omitted. One of the account is declared there, and not by guests.
    body: z.strictObject({ isDeclared: z.boolean(), wording: z.enum(giftAidWordings).optional() }),
    reply: basketSchema,
    problems: [...editProblems, 'login-required', 'basket-empty', 'gift-aid-address-required'],
  }),
}
