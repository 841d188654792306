import { z } from 'zod'
import { counterPaymentMethods } from '@playhouse/domain/counter-tender'
import { idSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { returnDestinations } from '@playhouse/domain/staff'
import { counterStateSchema } from './staff.ts'

/** Maximum number of seats or tickets of one request of the counter. */
export const maxTicketsOfRequest = 500

export const saleSchema = z.strictObject({
  order: z.string(),
  total: moneySchema,
  /** Account credit that paid for the order; `way` is the payment method of the rest. */
  credit: moneySchema,
  way: z.enum([...counterPaymentMethods, 'none']),
  /** The reference of the payment, such as the number of a cheque; null without one. */
  reference: z.string().nullable(),
  paid: moneySchema,
  tendered: moneySchema.nullable(),
  change: moneySchema.nullable(),
  delivery: z.enum(['print', 'email']),
  /** Numbers of tickets, and of gift vouchers that are printed at the counter. */
  tickets: z.int(),
  vouchersToPrint: z.int(),
  /** Part of the total that exchanged tickets paid; null without an exchange. */
  exchanged: moneySchema.nullable(),
  /** Value of exchanged tickets beyond the total, and its destination; null without any. */
  back: z.strictObject({ amount: moneySchema, to: z.enum(returnDestinations) }).nullable(),
  desk: counterStateSchema,
})
/** A sale at the counter: its order, how it was paid, and the counter after it. Amounts in minor units. */
export type CounterSale = z.infer<typeof saleSchema>

/** Tickets of an earlier order that are returned in the same transaction as the sale of others. */
export const exchangeSchema = z.strictObject({
  order: z.string().max(40),
  tickets: z.array(idSchema).min(1).max(maxTicketsOfRequest),
  /** Value of the tickets that the clerk saw, in minor units; another value is the problem `price-changed`. */
  value: moneySchema,
  /** Destination of the value beyond the total of the sale. */
  rest: z.enum(returnDestinations),
})
/** Tickets that are exchanged in a sale. */
export type CounterExchange = z.infer<typeof exchangeSchema>
