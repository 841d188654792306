import { z } from 'zod'
import { deliveryMethods } from '@playhouse/domain/brand'
import { slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { totalsSchema } from '@playhouse/domain/pricing'
import { instantSchema } from '@playhouse/domain/time'
import { addressSchema, billingSchema, notesSchema } from './basket.ts'
import { endpoint, fileSchema } from './endpoint.ts'
import { customerSchema } from './site.ts'

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
  state: z.enum(['completing', 'confirming', 'confirmed', 'failed', 'returned']),
  placedAt: instantSchema,
  tickets: z.array(ticketSchema),
  delivery: z.strictObject({ method: z.enum(deliveryMethods), address: addressSchema.nullable() }),
  billing: billingSchema.nullable(),
  notes: notesSchema,
  totals: totalsSchema,
})
export type Order = z.infer<typeof orderSchema>

export const orderSummarySchema = z.strictObject({
  number: z.string(),
  state: orderSchema.shape.state,
  placedAt: instantSchema,
  title: z.string(),
  firstAt: instantSchema,
  timeZone: z.string(),
  count: z.int(),
  total: moneySchema,
})
export type OrderSummary = z.infer<typeof orderSummarySchema>

const ofOrder = z.strictObject({ number: z.string().max(40) })

export const me = {
  read: endpoint('GET', '/me', {
    summary: 'My details and primary address',
    access: 'customer',
    reply: z.strictObject({ customer: customerSchema, address: addressSchema.nullable() }),
    problems: ['login-required'],
  }),
  orders: endpoint('GET', '/me/orders', {
    summary: 'My orders',
    access: 'customer',
    reply: z.strictObject({ orders: z.array(orderSummarySchema) }),
    problems: ['login-required', 'orders-not-loaded'],
  }),
  order: endpoint('GET', '/me/orders/:number', {
    summary: 'One order with its tickets',
    access: 'customer',
    params: ofOrder,
    reply: orderSchema,
    problems: ['login-required', 'order-not-found'],
  }),
  ticketsPdf: endpoint('GET', '/me/orders/:number/tickets.pdf', {
    summary: 'The tickets as a tagged PDF',
    access: 'customer',
    params: ofOrder,
    reply: fileSchema,
    file: 'application/pdf',
    problems: ['login-required', 'order-not-found'],
  }),
  calendar: endpoint('GET', '/me/orders/:number/calendar.ics', {
    summary: 'The performances as a calendar file',
    access: 'customer',
    params: ofOrder,
    reply: fileSchema,
    file: 'text/calendar; charset=utf-8',
    problems: ['login-required', 'order-not-found'],
  }),
}
