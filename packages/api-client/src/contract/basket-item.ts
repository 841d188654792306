import { z } from 'zod'
import { foodOrderSchema } from '@playhouse/domain/food-order'
import { mostSubscriptions } from '@playhouse/domain/flex-subscription'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { itemDetailSchemas } from '@playhouse/domain/item-detail'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { giftMessageLength } from '@playhouse/domain/gift-page'
import { voucherDeliveries, voucherMessageLength } from '@playhouse/domain/gift-voucher'
import { moneySchema } from '@playhouse/domain/money'
import { addressSchema } from './address.ts'
import { proofSchema } from './proof.ts'
import { tableOrderSchema } from '@playhouse/domain/table-order'
import { deliveryWays, mostOptions, mostPieces } from '@playhouse/domain/product'

/** An amount that the visitor chooses, in minor units. The server sets all other prices. */
const chosenAmount = moneySchema.refine((amount) => amount > 0)

/** The problems of a gift voucher, or of the deposits of a group booking, to which money is added. */
export const topUpProblems = [
  ...(['voucher-not-recognised', 'voucher-blocked', 'voucher-expired', 'voucher-balance-limit'] as const),
  ...(['order-not-found', 'reserved-order-locked'] as const),
] as const

/** The problems of a buyer of a membership. */
export const memberProblems = [
  'membership-already-held',
  'membership-upgrade-unavailable',
  'membership-age',
  'date-of-birth-required',
] as const

/** What a donor chooses with a donation. */
export const donationChoices = {
  fund: slugSchema,
  appeal: slugSchema.nullable(),
  amount: chosenAmount,
  /** Name under which the donor is recognised; offered from the amount `recognitionFrom` of the brand. */
  recognitionName: z.string().trim().max(80).nullable(),
  isAnonymous: z.boolean(),
  tributeName: z.string().trim().max(80).nullable(),
}
/** A choice of an option of a product. */
export const optionChoice = z.strictObject({ option: slugSchema, choice: slugSchema })
/** What is asked for of each kind. */
const requestSchemas = {
  donation: z.strictObject({ kind: z.literal('donation'), ...donationChoices }),
  membership: z.strictObject({
    kind: z.literal('membership'),
    membership: slugSchema,
    /** A membership that the buyer holds, which the new one replaces: its unused part is credited. */
    upgradeFrom: slugSchema.optional(),
  }),
  /** A membership for another person, who claims it by the link that is mailed to them. */
  'gift-membership': z.strictObject({
    kind: z.literal('gift-membership'),
    membership: slugSchema,
    to: z.string().trim().min(1).max(80),
    from: z.string().trim().max(80),
    message: z.string().trim().max(giftMessageLength),
    /** Address of the recipient. */
    email: z.email().max(254),
    /** The day in the theatre's time zone on which the link is sent; null for at once. */
    sendOn: z.iso.date().nullable(),
  }),
  /** Charged for each ticket of the basket; recovers its whole price, fees included. */
  'refund-protection': z.strictObject({ kind: z.literal('refund-protection') }),
  'gift-voucher': z.strictObject({
    kind: z.literal('gift-voucher'),
    /** What each is worth. */
    value: chosenAmount,
    quantity: z.int().positive().max(50),
    delivery: z.enum(voucherDeliveries),
    to: z.string().trim().max(80),
    from: z.string().trim().max(80),
    message: z.string().trim().max(voucherMessageLength),
    /** Address of the recipient, for `email`. */
    email: z.email().max(254).nullable(),
    /** The day in the theatre's time zone on which it is sent; null for at once. */
    sendOn: z.iso.date().nullable(),
    /** Where its letter is sent, for `post`; absent otherwise. */
    address: addressSchema.optional(),
  }),
  /** Money onto a gift voucher that exists. */
  'voucher-top-up': z.strictObject({
    kind: z.literal('voucher-top-up'),
    /** The voucher's id, as staff have found it; or the account of a group booking. */
    voucher: idSchema,
    amount: chosenAmount,
    /** The number of the group booking whose deposit or instalment it is; absent for a gift voucher. */
    booking: z.string().max(40).optional(),
  }),
  product: z.strictObject({
    kind: z.literal('product'),
    product: slugSchema,
    variant: slugSchema,
    /** Pieces of this variant in the basket, in place of any before. */
    quantity: z.int().positive().max(mostPieces),
    /** The performance for which it is bought; absent for none. */
    instance: slugSchema.optional(),
    /** What is chosen of its options; the first choice of an option that is absent. Other choices are another item. */
    options: z.array(optionChoice).max(mostOptions).optional(),
    /** How it is delivered; absent for the first way of the product. */
    delivery: z.enum(deliveryWays).optional(),
    /** Whether the terms and the privacy notice are accepted; a free reservation needs both. */
    accepts: z.strictObject({ terms: z.boolean(), privacy: z.boolean() }).optional(),
    proof: proofSchema,
  }),
  /** Food and drink for a performance, in place of the order of the same menu before. */
  food: z.strictObject({ kind: z.literal('food'), ...foodOrderSchema.shape }),
  /** A table of the theatre's own restaurant, in place of the one at the same sitting before. */
  table: z.strictObject({ kind: z.literal('table'), ...tableOrderSchema.shape }),
  /** Flexible subscriptions of one kind, in place of any before. */
  'flex-subscription': z.strictObject({
    kind: z.literal('flex-subscription'),
    flex: slugSchema,
    quantity: z.int().positive().max(mostSubscriptions),
  }),
} as const satisfies Record<ItemKind, z.ZodType>

/** An item to add to a basket in the shop. Clients send no prices, only the amounts that a visitor chooses. */
export const itemToAddSchema = z.discriminatedUnion('kind', [
  requestSchemas.donation,
  requestSchemas.membership,
  requestSchemas['gift-membership'],
  requestSchemas['refund-protection'],
  requestSchemas['gift-voucher'],
  requestSchemas.product,
  requestSchemas.food,
  requestSchemas.table,
  requestSchemas['flex-subscription'],
])
/** An item to add to a basket. */
export type ItemToAdd = z.infer<typeof itemToAddSchema>

/** An item to add to a counter basket: also what is sold only there. */
export const counterItemSchema = z.discriminatedUnion('kind', [...itemToAddSchema.options, requestSchemas['voucher-top-up']])
/** An item to add to a counter basket. */
export type CounterItem = z.infer<typeof counterItemSchema>

const fieldsOf = <Kind extends ItemKind>(kind: Kind) => ({
  id: idSchema,
  kind: z.literal(kind),
  /** Name of what is bought, in the theatre's language; empty for a kind that the screens name. */
  name: z.string(),
  /** What was chosen with it. */
  detail: itemDetailSchemas[kind],
  quantity: z.int().positive(),
  /** The performance that it belongs to; null for none. */
  performance: slugSchema.nullable(),
  amount: moneySchema,
  /** The part of `amount` that is a fee. */
  fee: moneySchema,
})
/** An item as the basket shows it. */
export const basketItemSchema = z.discriminatedUnion('kind', [
  z.strictObject(fieldsOf('donation')),
  z.strictObject(fieldsOf('membership')),
  z.strictObject(fieldsOf('gift-membership')),
  z.strictObject(fieldsOf('refund-protection')),
  z.strictObject(fieldsOf('gift-voucher')),
  z.strictObject(fieldsOf('voucher-top-up')),
  z.strictObject(fieldsOf('product')),
  z.strictObject(fieldsOf('food')),
  z.strictObject(fieldsOf('table')),
  z.strictObject(fieldsOf('flex-subscription')),
])
/** An item of a basket, with its amount in minor units. */
export type BasketItem = z.infer<typeof basketItemSchema>

/** Whether it was returned since. */
const isReturned = z.boolean()
/** An item as the order shows it. */
export const orderItemSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...fieldsOf('donation'), isReturned }),
  z.strictObject({ ...fieldsOf('membership'), isReturned }),
  z.strictObject({ ...fieldsOf('gift-membership'), isReturned }),
  z.strictObject({ ...fieldsOf('refund-protection'), isReturned }),
  z.strictObject({ ...fieldsOf('gift-voucher'), isReturned }),
  z.strictObject({ ...fieldsOf('voucher-top-up'), isReturned }),
  z.strictObject({ ...fieldsOf('product'), isReturned }),
  z.strictObject({ ...fieldsOf('food'), isReturned }),
  z.strictObject({ ...fieldsOf('table'), isReturned }),
  z.strictObject({ ...fieldsOf('flex-subscription'), isReturned }),
])
/** An item of an order, with its amount in minor units. */
export type OrderItem = z.infer<typeof orderItemSchema>
