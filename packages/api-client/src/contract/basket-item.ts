import { z } from 'zod'
import { idSchema, seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { isItemKind, type ItemKind, itemKindNames } from '@playhouse/domain/item-kind'
import { moneySchema } from '@playhouse/domain/money'

/** An amount that the visitor chooses, in minor units: a donation or a gift voucher. The server sets all other prices. */
const chosenAmount = moneySchema.refine((amount) => amount > 0)
const quantity = z.int().min(1).max(50)
const ofPerformance = z.strictObject({
  instance: slugSchema,
  seats: z
    .array(z.strictObject({ seat: seatIdSchema, priceType: z.string().max(40) }))
    .min(1)
    .max(50),
})

const donation = z.strictObject({
  kind: z.literal('donation'),
  fund: slugSchema,
  appeal: slugSchema.nullable(),
  amount: chosenAmount,
  /** Name under which the donor is recognised; offered from the amount `recognitionFrom` of the brand. */
  recognitionName: z.string().trim().max(80).nullable(),
  isAnonymous: z.boolean(),
  tributeName: z.string().trim().max(80).nullable(),
})
const membership = z.strictObject({ kind: z.literal('membership'), membership: slugSchema })
const giftVoucher = z.strictObject({
  kind: z.literal('gift-voucher'),
  amount: chosenAmount,
  quantity,
  message: z.string().trim().max(300),
})
const merchandise = z.strictObject({ kind: z.literal('merchandise'), product: slugSchema, quantity })
const supplementary = z.strictObject({ kind: z.literal('supplementary'), instance: slugSchema, product: slugSchema, quantity })
/** One dish for each guest in each category of the menu. */
const foodAndDrink = z.strictObject({
  kind: z.literal('food-and-drink'),
  instance: slugSchema,
  guests: z.int().min(1).max(20),
  collectionPoint: slugSchema,
  dishes: z
    .array(z.strictObject({ product: slugSchema, quantity: z.int().min(1).max(20) }))
    .min(1)
    .max(60),
  dietaryNote: z.string().max(300),
})
const flexSubscription = z.strictObject({ kind: z.literal('flex-subscription'), subscription: slugSchema, quantity })
/** The same seats over a series. */
const fixedSeries = z.strictObject({
  kind: z.literal('fixed-series'),
  series: slugSchema,
  instances: z.array(slugSchema).min(1).max(50),
  seats: ofPerformance.shape.seats,
})
const packageOfPerformances = z.strictObject({
  kind: z.literal('package'),
  package: slugSchema,
  performances: z.array(ofPerformance).min(1).max(50),
})
/** Charged for each ticket of the basket; recovers its whole price, fees included. */
const refundProtection = z.strictObject({ kind: z.literal('refund-protection') })

/** An item to add to a basket besides single tickets. Clients send no prices, only the amounts that a visitor chooses. */
export const itemToAddSchema = z.discriminatedUnion('kind', [
  donation,
  membership,
  giftVoucher,
  merchandise,
  supplementary,
  foodAndDrink,
  flexSubscription,
  fixedSeries,
  packageOfPerformances,
  refundProtection,
])
/** Kinds outside `itemKinds` are not sold yet: adding one returns the problem `not-available-yet`. */
export type ItemToAdd = z.infer<typeof itemToAddSchema>
/** An item of a kind that is on sale. */
export type SoldItem = Extract<ItemToAdd, { readonly kind: ItemKind }>
/** Whether an item is of a kind on sale; adding any other kind returns the problem `not-available-yet`. */
export const isSoldItem = (item: ItemToAdd): item is SoldItem => isItemKind(item.kind)

/** An item as the basket and the order show it. */
export const basketItemSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(itemKindNames satisfies readonly ItemToAdd['kind'][]),
  name: z.string(),
  /** Chosen options as text of the theatre: dishes, a recognition name, dates; null without any. */
  detail: z.string().nullable(),
  quantity: z.int().positive(),
  amount: moneySchema,
  /** The part of `amount` that is a fee. */
  fee: moneySchema,
  /** Ids of the tickets of a package or series; they are removed with the item. */
  tickets: z.array(idSchema),
})
/** An item of a basket or order, with its amount in minor units. */
export type BasketItem = z.infer<typeof basketItemSchema>
