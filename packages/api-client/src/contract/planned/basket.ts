import { z } from 'zod'
import { idSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { basketSchema } from '../basket.ts'
import { endpoint } from '../endpoint.ts'
import { basketItemSchema, itemToAddSchema } from './basket-item.ts'

/** The basket once it holds more than tickets. */
export const fullBasketSchema = basketSchema.extend({
  items: z.array(basketItemSchema),
  /** 25p for each £1 donated, once declared. */
  giftAid: z.strictObject({ isDeclared: z.boolean(), amount: moneySchema }).nullable(),
})

const ofItem = z.strictObject({ id: idSchema })
const cannotEdit = ['basket-expired', 'basket-paying'] as const

export const basket = {
  addItem: endpoint('POST', '/basket/items', {
    summary: 'A donation, membership, gift voucher, merchandise, food, subscription, package or refund protection',
    body: itemToAddSchema,
    reply: fullBasketSchema,
    problems: [
      ...cannotEdit,
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
    ],
  }),
  changeItem: endpoint('PATCH', '/basket/items/:id', {
    summary: 'Another quantity, or another amount of a donation or gift voucher',
    params: ofItem,
    body: z.union([z.strictObject({ quantity: z.int().min(1).max(50) }), z.strictObject({ amount: moneySchema })]),
    reply: fullBasketSchema,
    problems: [...cannotEdit, 'basket-line-unknown', 'merchandise-not-found', 'too-many-tickets-requested'],
  }),
  removeItem: endpoint('DELETE', '/basket/items/:id', {
    summary: 'Take an item out; a package or series gives all its seats back',
    params: ofItem,
    reply: fullBasketSchema,
    problems: [...cannotEdit, 'basket-line-unknown', 'voucher-in-basket'],
  }),
  setGiftAid: endpoint('PUT', '/basket/gift-aid', {
    summary: 'Declare Gift Aid for the donations of this order; the declaration is dated and kept',
    access: 'customer',
    body: z.strictObject({ isDeclared: z.boolean() }),
    reply: fullBasketSchema,
    problems: [...cannotEdit, 'login-required', 'basket-empty'],
  }),
}
