import { z } from 'zod'
import { locales } from '../brand/locale.ts'
import { foodDetailSchema } from '../food/food-order.ts'
import { slugSchema } from '../id.ts'
import { postalAddressSchema } from '../customer/postal-address.ts'
import { membershipChanges } from '../customer/membership-term.ts'
import { moneySchema } from '../money/money.ts'
import { voucherDeliveries } from './gift-voucher.ts'
import type { ItemKind } from './item-kind.ts'
import { deliveryWays, productPerformanceSchema } from './product.ts'
import { tableDetailSchema } from '../table/table-order.ts'
import { topUpKinds } from './top-up.ts'

const namesSchema = z.partialRecord(z.enum(locales), z.string())

/** What was chosen with an item of each kind, as the API sends it and as screens, mails and receipts show it. */
export const itemDetailSchemas = {
  donation: z.strictObject({
    fund: slugSchema,
    appeal: slugSchema.nullable(),
    /** Its name in the theatre's language. */
    appealName: z.string().nullable(),
    /** Name for the list of donors; null below its minimum amount, for anonymous donors, and where none was given. */
    recognitionName: z.string().nullable(),
    isAnonymous: z.boolean(),
    tributeName: z.string().nullable(),
    /** Its amount follows the rest of the basket; null for an amount that the donor chose. */
    topUp: z.enum(topUpKinds).nullable(),
  }),
  membership: z.strictObject({
    membership: slugSchema,
    /** How long it lasts. */
    months: z.int().positive(),
    change: z.enum(membershipChanges),
    /** The first day, an ISO date in the theatre's time zone, of a renewal; null where it starts with the sale. */
    startsOn: z.iso.date().nullable(),
    /** Id and name of the membership that an upgrade replaces, and the credit of its unused part in minor units. */
    upgradeFrom: slugSchema.nullable(),
    from: z.string().nullable(),
    credit: moneySchema,
  }),
  'gift-membership': z.strictObject({
    /** The membership that is given. */
    level: slugSchema,
    /** How long it lasts, from the day on which it is claimed. */
    months: z.int().positive(),
    /** Names of the recipient and the giver; that of the giver is empty where none was given. */
    to: z.string(),
    from: z.string(),
    message: z.string(),
    /** Address of the recipient, to which its link is sent. */
    email: z.string(),
    /** The day in the theatre's time zone on which the link is sent; null for at once. */
    sendOn: z.iso.date().nullable(),
  }),
  'refund-protection': z.null(),
  'gift-voucher': z.strictObject({
    /** What each is worth. */
    value: moneySchema,
    delivery: z.enum(voucherDeliveries),
    /** Names that are printed on it; empty where none was given. */
    to: z.string(),
    from: z.string(),
    message: z.string(),
    /** Address of the recipient; null for a voucher that the buyer gives in person. */
    email: z.string().nullable(),
    /** The day in the theatre's time zone on which it is sent; null for at once. */
    sendOn: z.iso.date().nullable(),
    /** How long it is valid from the day on which it is sent. */
    months: z.int().positive(),
    /** The address of a letter; absent where none is sent. */
    address: postalAddressSchema.optional(),
    /** The price of the letter in minor units; absent for a free one. */
    postage: moneySchema.optional(),
  }),
  'voucher-top-up': z.strictObject({
    /** The last characters of the voucher's code. */
    hint: z.string(),
    /** Months from the sale for which the voucher is valid again; null where its last day stays. */
    months: z.int().positive().nullable(),
    /** Name of the group whose deposit it is; absent for a gift voucher. */
    group: z.string().optional(),
  }),
  product: z.strictObject({
    product: slugSchema,
    variant: slugSchema,
    /** Type of the product: its page is `/aux/:type`. */
    type: slugSchema,
    /** The part of the price of each that is a fee. */
    fee: moneySchema,
    /** Tax within its price in basis points; null for the rate of the brand. */
    vatBasisPoints: z.int().nonnegative().nullable(),
    /** Translations of its name. */
    names: namesSchema,
    /** The performance for which it was bought; null for none. */
    performance: productPerformanceSchema.nullable(),
    /** What was chosen of each option, with a text such as "Frame: Oak". */
    options: z.array(z.strictObject({ option: slugSchema, choice: slugSchema, name: z.string(), names: namesSchema })),
    delivery: z.enum(deliveryWays),
    /** What post costs, once for all items of an order; 0 for other deliveries. */
    postage: moneySchema,
    /** Whether it is a free reservation. */
    isReservation: z.boolean(),
    /** Pieces of a reservation that were returned, because their tickets were; absent for none. */
    returned: z.int().positive().optional(),
  }),
  food: foodDetailSchema,
  table: tableDetailSchema,
  'flex-subscription': z.strictObject({
    flex: slugSchema,
    /** Vouchers of each. */
    vouchers: z.int().positive(),
    /** Translations of its name. */
    names: namesSchema,
    /** Its vouchers can be used for so many months from the sale on, or until a day, an ISO date; one of the two is null. */
    validMonths: z.int().positive().nullable(),
    validUntil: z.iso.date().nullable(),
  }),
} as const satisfies Record<ItemKind, z.ZodType>

export type ItemDetails = { readonly [Kind in ItemKind]: z.infer<(typeof itemDetailSchemas)[Kind]> }
/** A kind with its detail. */
export type DetailedItem = { readonly [Kind in ItemKind]: { readonly kind: Kind; readonly detail: ItemDetails[Kind] } }[ItemKind]

type Stored = Readonly<Record<string, unknown>> | null
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Stored details of older versions lack fields: these are their values. */
const readers: { readonly [Kind in ItemKind]: (stored: NonNullable<Stored>) => unknown } = {
  donation: ({ fund, appeal, appealName, recognitionName, isAnonymous, tributeName, topUp }) => ({
    fund,
    appeal: textOf(appeal),
    appealName: textOf(appealName),
    recognitionName: textOf(recognitionName),
    isAnonymous: isAnonymous === true,
    tributeName: textOf(tributeName),
    topUp: textOf(topUp),
  }),
  membership: ({ membership, months, change, startsOn, upgradeFrom, from, credit }) => ({
    membership,
    months: months ?? 12,
    change: change ?? 'join',
    startsOn: startsOn ?? null,
    upgradeFrom: upgradeFrom ?? null,
    from: from ?? null,
    credit: credit ?? 0,
  }),
  'gift-membership': ({ level, months, to, from, message, email, sendOn }) => ({ level, months, to, from, message, email, sendOn }),
  'refund-protection': () => null,
  'gift-voucher': ({ value, delivery, to, from, message, email, sendOn, months, address, postage }) => ({
    ...{ value, delivery, to, from, message, email, sendOn, months },
    ...(address !== undefined && { address }),
    ...(postage !== undefined && { postage }),
  }),
  'voucher-top-up': ({ hint, months, group }) => ({ hint, months, ...(group !== undefined && { group }) }),
  product: ({ product, variant, type, fee, vatBasisPoints, names, performance, options, delivery, postage, isReservation, returned }) => ({
    ...{ product, variant, type, fee, vatBasisPoints },
    names: names ?? {},
    performance: performance ?? null,
    options: options ?? [],
    delivery: delivery ?? 'collect',
    postage: postage ?? 0,
    isReservation: isReservation === true,
    ...(returned !== undefined && { returned }),
  }),
  food: ({ name: _, ...detail }) => detail,
  table: ({ name: _, ...detail }) => detail,
  'flex-subscription': ({ flex, vouchers, names, validMonths, validUntil }) => ({ flex, vouchers, names, validMonths, validUntil }),
}

/**
 * Reads the stored detail of an item, which may be of an older version and may have fields of the server.
 * @throws ZodError where it is not the detail of an item of this kind
 */
export const parseItemDetail = (kind: ItemKind, stored: Stored): DetailedItem =>
  ({ kind, detail: itemDetailSchemas[kind].parse(readers[kind](stored ?? {})) }) as DetailedItem
