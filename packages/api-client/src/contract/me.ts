import { z } from 'zod'
import { deliveryMethods } from '@playhouse/domain/brand'
import { slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { seatings } from '@playhouse/domain/plan'
import { printLayouts } from '@playhouse/domain/ticket'
import { totalsSchema } from '@playhouse/domain/pricing'
import { instantSchema } from '@playhouse/domain/time'
import { addressSchema, basketSchema, billingSchema, notesSchema } from './basket.ts'
import { basketItemSchema } from './basket-item.ts'
import { endpoint, fileSchema } from './endpoint.ts'
import { detailsSchema } from './details.ts'

export const ticketSchema = z.strictObject({
  id: z.string(),
  instance: slugSchema,
  event: slugSchema,
  title: z.string(),
  startsAt: instantSchema,
  timeZone: z.string(),
  hallName: z.string(),
  area: z.string(),
  row: z.string(),
  number: z.string(),
  /** Whether `row` is a table's; a place to stand has neither row nor number. Left out: of a row. */
  seating: z.enum(seatings).optional(),
  entrance: z.string(),
  priceTypeName: z.string(),
  price: moneySchema,
  /** 20 digits beginning with 99. */
  qr: z.string().regex(/^99\d{18}$/),
  /** The QR code's modules, row by row, `1` for dark: drawn as SVG by the screen. */
  modules: z.strictObject({ size: z.int(), bits: z.string() }),
})
export type Ticket = z.infer<typeof ticketSchema>

export const orderSchema = z.strictObject({
  number: z.string(),
  state: z.enum(['completing', 'confirming', 'confirmed', 'on-hold', 'failed', 'returned']),
  placedAt: instantSchema,
  tickets: z.array(ticketSchema),
  /** What it has beside tickets. */
  items: z.array(basketItemSchema.omit({ id: true, tickets: true })),
  delivery: z.strictObject({ method: z.enum(deliveryMethods), address: addressSchema.nullable() }),
  billing: billingSchema.nullable(),
  notes: notesSchema,
  /** Who of the household booked, where it wasn't the customer. */
  bookedFor: z.string().nullable(),
  totals: totalsSchema,
})
export type Order = z.infer<typeof orderSchema>

export const orderSummarySchema = z.strictObject({
  number: z.string(),
  /** What is reserved and not paid yet is no order; it stands among them all the same. */
  state: z.enum([...orderSchema.shape.state.options, 'reserved', 'in-basket']),
  placedAt: instantSchema,
  title: z.string(),
  firstAt: instantSchema,
  timeZone: z.string(),
  /** Where the first of them is. */
  hall: z.string(),
  count: z.int(),
  total: moneySchema,
  /** Of a reserved order: until when its seats are kept, and whether the box office is changing it. */
  heldUntil: instantSchema.optional(),
  isLocked: z.boolean().optional(),
})
export type OrderSummary = z.infer<typeof orderSummarySchema>

const creditSchema = z.strictObject({
  balance: moneySchema,
  /** The newest first. Money in is positive and has a day on which it ends. */
  entries: z.array(
    z.strictObject({
      at: instantSchema,
      amount: moneySchema,
      reason: z.enum(['returned-order', 'box-office', 'spent', 'expired']),
      order: z.string().nullable(),
      expiresOn: z.iso.date().nullable(),
    }),
  ),
})

const ofOrder = z.strictObject({ number: z.string().max(40) })

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
    summary: 'Pay for a reserved order now; the basket must be empty',
    access: 'customer',
    params: ofOrder,
    reply: basketSchema,
    problems: ['login-required', 'order-not-found', 'reserved-order-locked', 'basket-not-empty', 'basket-expired', 'basket-paying'],
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
    summary: 'Give an order back for account credit, as long as the house allows before its first performance',
    access: 'customer',
    params: ofOrder,
    reply: orderSchema,
    problems: ['login-required', 'order-not-found', 'cancel-order-failed'],
  }),
  credit: endpoint('GET', '/me/credit', {
    summary: 'Account credit and how it came and went',
    access: 'customer',
    reply: creditSchema,
    problems: ['login-required'],
  }),
}
