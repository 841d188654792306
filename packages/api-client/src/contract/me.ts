import { z } from 'zod'
import { deliveryMethods } from '@playhouse/domain/brand'
import { itemKindNames } from '@playhouse/domain/item-kind'
import { moneySchema } from '@playhouse/domain/money'
import { soldPackageSchema } from '@playhouse/domain/package'
import { printLayouts } from '@playhouse/domain/ticket'
import { totalsSchema } from '@playhouse/domain/pricing'
import { instantSchema } from '@playhouse/domain/time'
import { translatedTextSchema } from '@playhouse/domain/translated-text'
import { addressSchema } from './address.ts'
import { basketSchema, billingSchema, notesSchema } from './basket.ts'
import { orderItemSchema } from './basket-item.ts'
import { endpoint, fileSchema } from './endpoint.ts'
import { detailsSchema } from './details.ts'
import { seatNameFields, ticketPerformanceFields, titleFields } from './shared-fields.ts'

/** A paid ticket with its performance, seat, price in minor units and QR code. */
/** The name of the subscription whose voucher paid for a ticket, in the theatre's language; absent for a ticket that was paid for otherwise. */
const voucher = z.string().optional()

export const ticketSchema = z.strictObject({
  id: z.string(),
  ...ticketPerformanceFields,
  ...seatNameFields,
  entrance: z.string(),
  priceTypeName: z.string(),
  /** What its holder shows at the door, as its price type asked for at the sale. */
  proofAtDoor: translatedTextSchema.optional(),
  /** The name of its holder, where the contact of a group gave one. */
  holder: z.string().optional(),
  price: moneySchema,
  voucher,
  /** Content of the QR code: 20 digits beginning with 99. */
  qr: z.string().regex(/^99\d{18}$/),
  /** Modules of the QR code, row by row, `1` for dark; `size` modules a side. */
  modules: z.strictObject({ size: z.int(), bits: z.string() }),
})
/** A paid ticket. */
export type Ticket = z.infer<typeof ticketSchema>

/** A ticket that was returned: it has no QR code. */
const returnedTicketSchema = z.strictObject({
  id: z.string(),
  ...ticketPerformanceFields,
  ...seatNameFields,
  priceTypeName: z.string(),
  price: moneySchema,
  voucher,
})
/** Account credit that was given for returned parts of an order, in minor units. */
const credited = moneySchema

const orderStateSchema = z.enum(['completing', 'confirming', 'confirmed', 'on-hold', 'failed', 'returned'])

/** A paid order with its tickets, items and totals. */
export const orderSchema = z.strictObject({
  number: z.string(),
  state: orderStateSchema,
  placedAt: instantSchema,
  /** Valid tickets. */
  tickets: z.array(ticketSchema),
  returnedTickets: z.array(returnedTicketSchema),
  /** The packages that some of its tickets belong to, returned ones too; absent without one. */
  packages: z.array(soldPackageSchema).optional(),
  /** Items besides tickets, returned ones too. */
  items: z.array(orderItemSchema),
  delivery: z.strictObject({ method: z.enum(deliveryMethods), address: addressSchema.nullable() }),
  billing: billingSchema.nullable(),
  notes: notesSchema,
  /** Member of the household who booked; null for the customer. */
  bookedFor: z.string().nullable(),
  totals: totalsSchema,
  /** The number of the order that it adds to; null for a separate order. */
  addsTo: z.string().nullable(),
  /** Orders that add to this one, in the order of their numbers. `isSameBuyer`: whether the buyer of this one can open it. */
  addOns: z.array(
    z.strictObject({
      number: z.string(),
      state: orderStateSchema,
      placedAt: instantSchema,
      total: moneySchema,
      items: z.array(z.strictObject({ kind: z.enum(itemKindNames), name: z.string(), quantity: z.int().positive() })),
      isSameBuyer: z.boolean(),
    }),
  ),
  /** Whether something can be added to it now: see `isOpenForAddOns`. */
  isOpenForAddOns: z.boolean(),
  /** Refunded to the means that it was paid with, in minor units. */
  refunded: moneySchema,
  credited,
})
/** A paid order. */
export type Order = z.infer<typeof orderSchema>

/** An order or a reserved order in a list. */
export const orderSummarySchema = z.strictObject({
  number: z.string(),
  /** `reserved` and `in-basket`: a reserved order that is not paid yet. */
  state: z.enum([...orderStateSchema.options, 'reserved', 'in-basket']),
  placedAt: instantSchema,
  /** Title of the first performance; null for an order without tickets. */
  title: titleFields.title.nullable(),
  copyLanguage: titleFields.copyLanguage.optional(),
  translations: titleFields.translations,
  firstAt: instantSchema.nullable(),
  timeZone: z.string().nullable(),
  /** Hall of the first performance. */
  hall: z.string().nullable(),
  /** How many tickets it has. */
  count: z.int(),
  /** The names of its packages; absent without one. */
  packages: z.array(translatedTextSchema).optional(),
  /** Items besides tickets. */
  items: z.array(z.strictObject({ kind: z.enum(itemKindNames), name: z.string(), quantity: z.int().positive() })),
  total: moneySchema,
  credited,
  /** The end of the reservation of a reserved order; `isLocked` while the box office changes it. */
  heldUntil: instantSchema.optional(),
  isLocked: z.boolean().optional(),
  /** True for the booking of a group or school, whose tickets can get names. */
  isGroup: z.boolean().optional(),
})
/** An order or a reserved order in a list. */
export type OrderSummary = z.infer<typeof orderSummarySchema>

const creditSchema = z.strictObject({
  balance: moneySchema,
  /** The newest first. Added credit is positive and has an expiry date. */
  entries: z.array(
    z.strictObject({
      at: instantSchema,
      amount: moneySchema,
      reason: z.enum(['returned-order', 'box-office', 'spent', 'expired', 'moved-in']),
      order: z.string().nullable(),
      expiresOn: z.iso.date().nullable(),
    }),
  ),
})

const ofOrder = z.strictObject({ number: z.string().max(40) })

/** Endpoints of the customer's account, orders and credit. */
export const me = {
  read: endpoint('GET', '/me', {
    summary: 'My details and primary address',
    access: 'customer',
    byGuest: true,
    reply: z.strictObject({ customer: detailsSchema, address: addressSchema.nullable() }),
    problems: ['login-required'],
  }),
  orders: endpoint('GET', '/me/orders', {
    summary: 'My orders',
    access: 'customer',
    byGuest: true,
    reply: z.strictObject({ orders: z.array(orderSummarySchema) }),
    problems: ['login-required', 'orders-not-loaded'],
  }),
  order: endpoint('GET', '/me/orders/:number', {
    summary: 'One order with its tickets',
    access: 'customer',
    byLink: true,
    params: ofOrder,
    reply: orderSchema,
    problems: ['login-required', 'order-not-found'],
  }),
  addOrderToBasket: endpoint('POST', '/me/orders/:number/add-to-basket', {
    summary: 'Move a reserved order into the basket, which must be empty',
    access: 'customer',
    params: ofOrder,
    reply: basketSchema,
    problems: ['login-required', 'order-not-found', 'reserved-order-locked', 'basket-not-empty', 'basket-expired', 'basket-paying'],
  }),
  startAddOns: endpoint('POST', '/me/orders/:number/add-ons', {
    summary: 'Let the basket add to a confirmed order, or to the one that this order adds to; the basket is paid for by itself',
    access: 'customer',
    byLink: true,
    params: ofOrder,
    // Whether what is in the basket is added too. Without it, the basket must be empty.
    body: z.strictObject({ keepItems: z.boolean().optional() }),
    reply: basketSchema,
    problems: ['login-required', 'order-not-found', 'add-ons-closed', 'add-ons-need-own-basket', 'basket-expired', 'basket-paying'],
  }),
  ticketsPdf: endpoint('GET', '/me/orders/:number/tickets.pdf', {
    summary: 'The tickets as a tagged PDF',
    access: 'customer',
    byLink: true,
    params: ofOrder,
    query: z.strictObject({ layout: z.enum(printLayouts).optional() }),
    reply: fileSchema,
    file: 'application/pdf',
    problems: ['login-required', 'order-not-found'],
  }),
  receipt: endpoint('GET', '/me/orders/:number/receipt.pdf', {
    summary: 'The receipt of an order as a tagged PDF: every line with its amount',
    access: 'customer',
    byLink: true,
    params: ofOrder,
    reply: fileSchema,
    file: 'application/pdf',
    problems: ['login-required', 'order-not-found'],
  }),
  calendar: endpoint('GET', '/me/orders/:number/calendar.ics', {
    summary: 'The performances as a calendar file',
    access: 'customer',
    byLink: true,
    params: ofOrder,
    reply: fileSchema,
    file: 'text/calendar; charset=utf-8',
    problems: ['login-required', 'order-not-found'],
  }),
  cancelOrder: endpoint('POST', '/me/orders/:number/cancel', {
    summary: 'Cancel an order for account credit, until the time before its first performance that the brand allows',
    access: 'customer',
    params: ofOrder,
    reply: orderSchema,
    problems: ['login-required', 'order-not-found', 'cancel-order-failed'],
  }),
  credit: endpoint('GET', '/me/credit', {
    summary: 'My account credit and its entries',
    access: 'customer',
    reply: creditSchema,
    problems: ['login-required'],
  }),
}
