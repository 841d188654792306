import { z } from 'zod'
import { returnRefusals } from '@playhouse/domain/customer-return'
import { idSchema } from '@playhouse/domain/id'
import { foodChangeSchema } from '@playhouse/domain/food-order'
import { moneySchema } from '@playhouse/domain/money'
import { instantSchema } from '@playhouse/domain/time'
import { foodProblems } from './basket.ts'
import { endpoint } from './endpoint.ts'
import { orderSchema } from './me.ts'

const part = z.strictObject({
  /** Id of a ticket or an item of the order. */
  id: idSchema,
  /** What it is worth in minor units; 0 where it was used. */
  value: moneySchema,
  /** The part of its amount that is not refunded: the postage of a letter that was sent. */
  keptPostage: moneySchema,
  /** Why the customer cannot return it themselves; null where they can. */
  refusal: z.enum(returnRefusals).nullable(),
  /** The end of its deadline; null without one. */
  until: instantSchema.nullable(),
})

const offerSchema = z.strictObject({
  /** Tickets that are not returned. */
  tickets: z.array(part),
  /** Other items that are not returned. */
  items: z.array(part),
  /** What remains of the order's value, with delivery. */
  remaining: moneySchema,
  /** Paid by card or in cash, refunded of that, and given as new credit: see `splitCustomerReturn`. Minor units. */
  money: z.strictObject({ taken: moneySchema, refunded: moneySchema, credited: moneySchema }),
})
/** What a customer may return of an order. */
export type ReturnOffer = z.infer<typeof offerSchema>

const returnedSchema = z.strictObject({
  order: orderSchema,
  /** Minor units: sent to the card, given as new credit, and returned to the vouchers and credit that paid for it. */
  origin: moneySchema,
  credit: moneySchema,
  purses: moneySchema,
})

const ofOrder = z.strictObject({ number: z.string().max(40) })

/** Endpoints for returns and changes of parts of an order by its customer. */
export const orderReturns = {
  returnOffer: endpoint('GET', '/me/orders/:number/returns', {
    summary: 'What of my order I may return myself, until when, and what it is worth',
    access: 'customer',
    params: ofOrder,
    reply: offerSchema,
    problems: ['login-required', 'order-not-found'],
  }),
  returnParts: endpoint('POST', '/me/orders/:number/returns', {
    summary: 'Return tickets and items of my order, each by its own rule; with the last of them the order is returned',
    access: 'customer',
    params: ofOrder,
    body: z.strictObject({
      tickets: z.array(idSchema).max(100),
      items: z.array(idSchema).max(50),
      /** The value that was shown, in minor units; another value is the problem `price-changed`. */
      value: moneySchema,
    }),
    reply: returnedSchema,
    problems: ['login-required', 'order-not-found', 'cancel-order-failed', 'price-changed'],
  }),
  changeFood: endpoint('PUT', '/me/orders/:number/food/:item', {
    summary: 'Change my order of food until its deadline, at the same price',
    access: 'customer',
    params: ofOrder.extend({ item: idSchema }),
    body: foodChangeSchema,
    reply: orderSchema,
    problems: ['login-required', 'order-not-found', 'cancel-order-failed', 'food-price-differs', ...foodProblems],
  }),
}
