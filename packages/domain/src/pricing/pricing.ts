import { z } from 'zod'
import { type Band, bands } from './band.ts'
import type { PriceRange } from './pay-what-you-can.ts'
import { itemKinds } from './item-kind.ts'
import { soldOfferNameFields } from './offer-name.ts'
import { type IncludedLevy, leviesOf, type Levy } from './levy.ts'
import { translatedTextSchema } from '../format/translated-text.ts'
import { type Money, add, money, moneySchema, subtract, taxWithin, times, zero } from '../money/money.ts'

// In a separate file, so that a page that only draws seats does not load the schema.
export { type Band, bands } from './band.ts'
export const bandSchema = z.enum(bands)

type PriceTypeRule = {
  /** `everyone`, or visitors with an entitlement: others never see the price. See `eligibilityOf` for who has it. */
  readonly audience: 'everyone' | 'entitled'
  /** `some`: for certain seats, and for others only on request. */
  readonly seats: 'all' | 'some'
}

/**
 * The audience of each kind of price. `access` and `companion` need an access ID on the account, `member` a membership,
 * `promo` a code that opens it, `programme` an opened programme; `staff` is for the box office: complimentary tickets. A kind added here does not compile
 * until `eligibilityOf` has it.
 */
export const priceTypeRules = {
  full: { audience: 'everyone', seats: 'all' },
  concession: { audience: 'everyone', seats: 'all' },
  'under-26': { audience: 'everyone', seats: 'all' },
  access: { audience: 'entitled', seats: 'some' },
  companion: { audience: 'entitled', seats: 'some' },
  member: { audience: 'entitled', seats: 'all' },
  promo: { audience: 'entitled', seats: 'all' },
  programme: { audience: 'entitled', seats: 'all' },
  staff: { audience: 'entitled', seats: 'all' },
} as const satisfies Record<string, PriceTypeRule>
type PriceTypeKind = keyof typeof priceTypeRules
export const priceTypeKinds = Object.keys(priceTypeRules) as [PriceTypeKind, ...PriceTypeKind[]]

const basisPoints = z.int().min(0).max(10_000)

const levyName = translatedTextSchema
/** A levy, see {@link Levy}: an amount above zero, or a part up to the whole price. */
export const levySchema = z.union([
  z.strictObject({ name: levyName, amount: moneySchema.refine((amount) => amount > 0) }),
  z.strictObject({ name: levyName, basisPoints: basisPoints.min(1) }),
]) satisfies z.ZodType<Levy>
/** A range of prices, see {@link PriceRange}. */
export const priceRangeSchema = z
  .strictObject({ least: moneySchema.refine((amount) => amount >= 0), most: moneySchema })
  .refine(({ least, most }) => least <= most) satisfies z.ZodType<PriceRange>
/** A levy within an amount in minor units. */
export const includedLevySchema = z.strictObject({ name: levyName, amount: moneySchema }) satisfies z.ZodType<IncludedLevy>

export const priceTypeSchema = z.strictObject({
  id: z.string().min(1).max(40),
  name: z.string(),
  kind: z.enum(priceTypeKinds),
  /** Max tickets per customer and performance, including earlier purchases; if absent, only the limit of an order applies. */
  limit: z.int().positive().optional(),
  /** Sold only beside a ticket of a type without this condition, such as a child's price beside an adult's. */
  accompanied: z.literal(true).optional(),
  /** Memberships that entitle to a member's price; any one of them is enough. */
  memberships: z.array(z.string()).optional(),
  /** Tax within its prices in basis points, where that is not the rate of the brand; 0 for tickets without tax. */
  vatBasisPoints: basisPoints.optional(),
  /** What its holder shows at the door, such as a student card. Its tickets name it. */
  proofAtDoor: translatedTextSchema.optional(),
  /** A named part of its prices, such as a restoration levy. It is inside the price, with the tax of the price. */
  levy: levySchema.optional(),
  /** What a customer may pay for a ticket, see {@link PriceRange}; absent where the price is fixed. */
  payWhatYouCan: priceRangeSchema.optional(),
})
export type PriceType = z.infer<typeof priceTypeSchema>

/** Whether every visitor may buy it. */
export const isPublicPriceType = ({ kind }: Pick<PriceType, 'kind'>): boolean => priceTypeRules[kind].audience === 'everyone'

/** Prices are what the visitor pays: unavoidable fees are inside, and `fee` is the part of the price that is a fee. */
export const bandPriceSchema = z.strictObject({ price: moneySchema, fee: moneySchema })

/** Seats sold only whole blocks at a time, `[first seat, seats]` over the plan's seats: distanced seating. */
export const seatBlocksSchema = z.array(z.tuple([z.int().nonnegative(), z.int().min(2)]))

/** The prices of one kind of performance (weekday, weekend, preview …) in one hall. */
export const priceListSchema = z.strictObject({
  id: z.string().min(1),
  /** What staff call it; visitors do not see it. Without one, its id is shown. */
  name: z.string().optional(),
  hall: z.string(),
  /** The version of the hall's plan that its seats are of; left out where the hall has had one plan. */
  planVersion: z.string().optional(),
  /** The first is the default. */
  priceTypes: z.array(priceTypeSchema).min(1),
  /** band → price type → price; a missing pair is not sold. */
  prices: z.partialRecord(bandSchema, z.record(z.string(), bandPriceSchema)),
  /** `[index into bands, seats]` runs over the plan's seats. */
  seatBands: z.array(
    z.tuple([
      z
        .int()
        .nonnegative()
        .max(bands.length - 1),
      z.int().positive(),
    ]),
  ),
  seatBlocks: seatBlocksSchema.optional(),
})
export type PriceList = z.infer<typeof priceListSchema>

/** The price of one seat; undefined if this price type is not sold in the band. */
export function priceOf(list: Pick<PriceList, 'prices'>, band: Band, priceType: string): { price: Money; fee: Money } | undefined {
  const ofBand = list.prices[band]
  return ofBand && Object.hasOwn(ofBand, priceType) ? ofBand[priceType] : undefined
}

type LineRule = {
  /** Group of the totals that the line adds to. */
  readonly total: 'subtotal' | 'delivery' | 'discount'
  /** Whether its amount includes tax; a discount reduces the tax. The fee within an amount without tax is taxed. */
  readonly isTaxed: boolean
  /** Whether gift vouchers and account credit pay for it; a discount reduces what they pay for. */
  readonly acceptsStoredValue: boolean
}
const lineRules = {
  ticket: { total: 'subtotal', isTaxed: true, acceptsStoredValue: true },
  delivery: { total: 'delivery', isTaxed: true, acceptsStoredValue: true },
  fee: { total: 'subtotal', isTaxed: true, acceptsStoredValue: true },
  discount: { total: 'discount', isTaxed: true, acceptsStoredValue: true },
  ...itemKinds,
} as const satisfies Record<string, LineRule>
export type LineKind = keyof typeof lineRules
export const lineKinds = Object.keys(lineRules) as [LineKind, ...LineKind[]]

/** One line of a quote, an order or a receipt. `fee` is the part of `amount` that is a fee. A discount is negative. */
export const lineSchema = z.strictObject({
  kind: z.enum(lineKinds),
  /** The subject of the line: the basket ticket's id, the delivery option … */
  ref: z.string(),
  amount: moneySchema,
  fee: moneySchema,
  /** Tax within its amount in basis points, where that is not the rate of the brand. */
  vatBasisPoints: z.int().nonnegative().optional(),
  /** The levy within the amount, after what an offer takes off it. */
  levy: includedLevySchema.optional(),
})
export type Line = z.infer<typeof lineSchema>

/** What is sold at one rate of tax: `net` and `vat` add up to its price. */
export const taxSchema = z.strictObject({ vatBasisPoints: z.int().nonnegative(), net: moneySchema, vat: moneySchema })
export type Tax = z.infer<typeof taxSchema>

/** What an offer took off, with its name at that time in each language that it had. */
export const namedDiscountSchema = z.strictObject({ ...soldOfferNameFields, amount: moneySchema })
export type NamedDiscount = z.infer<typeof namedDiscountSchema>

export const totalsSchema = z.strictObject({
  /** Goods at the price shown, fees inside, before discount and delivery. */
  subtotal: moneySchema,
  discount: moneySchema,
  /** `discount` by offer. Absent without offers, and in orders from before offers were named. */
  discounts: z.array(namedDiscountSchema).optional(),
  delivery: moneySchema,
  /** Part of `subtotal` that is fees. */
  fees: moneySchema,
  /** Part of `total` that is tax. */
  vat: moneySchema,
  /** `vat` by rate, the highest rate first. Absent without taxed lines, and in orders from before there were rates of price types. */
  taxes: z.array(taxSchema).optional(),
  /** Parts of `total` that are levies, by name. Absent without levies. */
  levies: z.array(includedLevySchema).optional(),
  total: moneySchema,
  /** Paid already: by voucher and credit in a basket, and what the provider took once it is an order. */
  paid: moneySchema,
  leftToPay: moneySchema,
})
export type Totals = z.infer<typeof totalsSchema>

/**
 * Adds up lines: `total = subtotal + delivery − discount`, `leftToPay = total − paid` (domain, invariant 2).
 * @param vatBasisPoints tax inside the prices of lines without a rate; 2000 is 20%.
 * @param discounts the discount lines by offer, see `namedDiscounts`
 */
export function totalsOf(
  lines: readonly Line[],
  paidAmount: Money,
  vatBasisPoints: number,
  discounts: readonly NamedDiscount[] = [],
): Totals {
  const sum = (isIncluded: (rule: LineRule) => boolean): Money =>
    add(...lines.filter(({ kind }) => isIncluded(lineRules[kind])).map(({ amount }) => amount))
  const subtotal = sum(({ total: group }) => group === 'subtotal')
  const discount = subtract(
    zero,
    sum(({ total: group }) => group === 'discount'),
  )
  const delivery = sum(({ total: group }) => group === 'delivery')
  const total = subtract(add(subtotal, delivery), discount)
  const taxes = taxesOf(lines, vatBasisPoints)
  const levies = leviesOf(lines)
  return {
    subtotal,
    discount,
    ...(discounts.length > 0 && { discounts: [...discounts] }),
    delivery,
    fees: add(...lines.map((line) => line.fee)),
    vat: add(...taxes.map(({ vat }) => vat)),
    ...(taxes.length > 0 && { taxes }),
    ...(levies.length > 0 && { levies }),
    total,
    paid: paidAmount,
    leftToPay: subtract(total, paidAmount),
  }
}

/** The tax within lines by rate. It is rounded once for each rate, half up, so that net and tax add up to what is sold at that rate. */
function taxesOf(lines: readonly Line[], vatBasisPoints: number): Tax[] {
  const linesOfRate = Map.groupBy(lines, (line) => line.vatBasisPoints ?? vatBasisPoints)
  return [...linesOfRate]
    .toSorted(([a], [b]) => b - a)
    .flatMap(([rate, taxed]) => {
      const gross = add(...taxed.map(({ kind, amount, fee }) => (lineRules[kind].isTaxed ? amount : fee)))
      const vat = taxWithin(gross, rate)
      return gross === 0 ? [] : [{ vatBasisPoints: rate, net: subtract(gross, vat), vat }]
    })
}

/** The part of a total that is outside tax, such as donations and gift vouchers; zero where the total has no rates. */
export const untaxedOf = ({ total, taxes = [] }: Pick<Totals, 'total' | 'taxes'>): Money =>
  taxes.length > 0 ? subtract(total, add(...taxes.flatMap(({ net, vat }) => [net, vat]))) : zero

/** Whether gift vouchers and account credit pay for a kind of line. */
export const acceptsStoredValue = (kind: LineKind): boolean => lineRules[kind].acceptsStoredValue

/** The part of a total that gift vouchers and account credit may pay, in minor units; never negative. */
export const storedValueLimit = (lines: readonly Line[]): Money =>
  money(Math.max(0, add(...lines.filter(({ kind }) => acceptsStoredValue(kind)).map(({ amount }) => amount))))

/** The totals after a payment of `amount`, which is never more than was left. @throws RangeError where it is. */
export function applyPayment(totals: Totals, amount: Money): Totals {
  if (amount < 0 || amount > totals.leftToPay) throw new RangeError(`${amount} paid where ${totals.leftToPay} was left to pay`)
  return { ...totals, paid: add(totals.paid, amount), leftToPay: subtract(totals.leftToPay, amount) }
}

/** Price of refund protection for all tickets of a basket; undefined where the brand does not offer it. */
export const refundProtectionPrice = (
  { refundProtection }: { readonly refundProtection?: { readonly feePerTicket: Money } | undefined },
  tickets: number,
): Money | undefined => refundProtection && times(refundProtection.feePerTicket, tickets)

/** The address of the page on which a customer claims on refund protection, with the order number as its reference. */
export const claimLink = (claimUrl: string, order: string): string => claimUrl.replaceAll('{reference}', encodeURIComponent(order))

/**
 * The delivery lines of a basket: that of its tickets, and that of goods by post. Empty without tickets and goods, and for free delivery.
 * @param postage of the goods, in minor units
 */
export const deliveryLines = (option: { readonly method: string; readonly fee: Money }, tickets: number, postage: Money): Line[] => [
  ...(tickets > 0 && option.fee > 0 ? [{ kind: 'delivery', ref: option.method, amount: option.fee, fee: zero } as const] : []),
  ...(postage > 0 ? [{ kind: 'delivery', ref: 'postage', amount: postage, fee: zero } as const] : []),
]
