import { z } from 'zod'
import { locales } from '../brand/locale.ts'
import { slugSchema } from '../id.ts'
import { add, type Money, money, moneySchema, times, zero } from '../money/money.ts'
import { isInRange } from '../pricing/pay-what-you-can.ts'
import { usualPrice } from '../pricing/price-type.ts'
import {
  type Band,
  bands,
  bandSchema,
  isPublicPriceType,
  type PriceList,
  priceListSchema,
  type PriceType,
  priceTypeSchema,
} from '../pricing/pricing.ts'
import { type Problem, problem } from '../problem.ts'
import { maxSeats } from '../seat/seat.ts'
import { maxNameLength } from '../season/planning-limits.ts'
import { type ChangeRow, undoneValue } from './change.ts'
import { bandsWithoutPrice } from './missing.ts'

/** The highest price of a ticket in minor units: what exceeds it is a mistake. */
export const maxTicketPrice = money(100_000_00)
/** Price types of one list. */
export const maxPriceTypes = 30

/** The name of a price list, which only staff read. */
export const priceListName = z.string().trim().min(1).max(maxNameLength)
const priceTypeId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
const ticketAmount = moneySchema.refine((amount) => amount >= 0 && amount <= maxTicketPrice)
const ticketPrice = z.strictObject({ price: ticketAmount, fee: ticketAmount }).refine(({ price, fee }) => fee <= price, { path: ['fee'] })
/** What a ticket costs in minor units: `fee` is the part of `price` that is a fee. */
export type TicketPrice = z.infer<typeof ticketPrice>

/** Characters of a proof at the door: more would not fit on a ticket. */
export const maxProofLength = 120
const proofText = z.string().trim().min(1).max(maxProofLength)
/** Characters of the name of a levy. */
export const maxLevyNameLength = 60
const levyText = z.string().trim().min(1).max(maxLevyNameLength)
const levyName = z.strictObject({ text: levyText, translations: z.partialRecord(z.enum(locales), levyText).optional() })

/** What staff change of a price list: its name, its price types, and the price of each band and type. */
export const priceListEditSchema = z.strictObject({
  name: priceListName,
  priceTypes: z
    .array(
      priceTypeSchema.extend({
        id: priceTypeId,
        name: z.string().trim().min(1).max(80),
        limit: z.int().min(1).max(500).optional(),
        memberships: z.array(slugSchema).max(30).optional(),
        proofAtDoor: z.strictObject({ text: proofText, translations: z.partialRecord(z.enum(locales), proofText).optional() }).optional(),
        payWhatYouCan: z
          .strictObject({ least: ticketAmount, most: ticketAmount })
          .refine(({ least, most }) => least <= most)
          .optional(),
        levy: z
          .union([
            z.strictObject({ name: levyName, amount: ticketAmount.refine((amount) => amount > 0) }),
            z.strictObject({ name: levyName, basisPoints: z.int().min(1).max(10_000) }),
          ])
          .optional(),
      }),
    )
    .min(1)
    .max(maxPriceTypes)
    .refine((types) => new Set(types.map(({ id }) => id)).size === types.length),
  /** band → price type → price; a missing pair is not sold. */
  prices: z.partialRecord(bandSchema, z.record(priceTypeId, ticketPrice)),
})
/** What staff change of a price list. */
export type PriceListEdit = z.infer<typeof priceListEditSchema>

/** A new price list: a copy of another one with another name. */
export const newPriceListSchema = z.strictObject({ id: slugSchema, name: priceListName, copyOf: z.string().min(1).max(80) })
/** A new price list. */
export type NewPriceList = z.infer<typeof newPriceListSchema>

/** The field of a change set with the price of one band and price type, such as `price.a.full`. */
export type PriceField = `price.${Band}.${string}`
const fieldOf = (band: Band, type: string): PriceField => `price.${band}.${type}`

/** Band and price type of a field of a change set; undefined for a field that is no price. */
export function priceOfField(field: string): { readonly band: Band; readonly type: string } | undefined {
  const [kind, name, ...type] = field.split('.')
  const band = kind === 'price' ? bands.find((each) => each === name) : undefined
  return band && type.length > 0 ? { band, type: type.join('.') } : undefined
}

/**
 * A price list as change sets store it. Each price is a field, so that changes of different prices can be undone independently. Seats and
 * hall never change.
 */
export type StoredPriceList = Pick<PriceList, 'hall' | 'planVersion' | 'priceTypes' | 'seatBands' | 'seatBlocks'> & {
  readonly name: string
} & { readonly [field: PriceField]: TicketPrice }

/** What staff call a price list. */
export const nameOfPriceList = ({ id, name }: Pick<PriceList, 'id' | 'name'>): string => name ?? id

/** A price list as change sets store it. */
export const storedPriceListOf = ({ id, name, prices, ...list }: PriceList): StoredPriceList => {
  const { hall, planVersion, priceTypes, seatBands, seatBlocks } = list
  return {
    ...{ name: nameOfPriceList({ id, name }), hall, priceTypes, seatBands },
    ...(planVersion !== undefined && { planVersion }),
    ...(seatBlocks && { seatBlocks }),
    ...priceFields(prices),
  }
}

/** The price list that a change set stores. */
export function priceListOfStored(id: string, stored: StoredPriceList): PriceList {
  const { name, hall, planVersion, priceTypes, seatBands, seatBlocks } = stored
  const prices: { [Name in Band]?: Record<string, TicketPrice> } = {}
  for (const [field, price] of Object.entries(stored)) {
    const place = priceOfField(field)
    if (place) (prices[place.band] ??= {})[place.type] = price as TicketPrice
  }
  return {
    ...{ id, name, hall, priceTypes, prices, seatBands },
    ...(planVersion !== undefined && { planVersion }),
    ...(seatBlocks && { seatBlocks }),
  }
}

const priceFields = (prices: PriceList['prices']): Record<PriceField, TicketPrice> =>
  Object.fromEntries(
    Object.entries(prices).flatMap(([band, ofBand]) =>
      Object.entries(ofBand).map(([type, price]) => [fieldOf(band as Band, type), price] as const),
    ),
  )

/** Returns a price list with an edit. Its hall and its seats stay. */
export function editPriceList(stored: StoredPriceList, { name, priceTypes, prices }: PriceListEdit): StoredPriceList {
  const { hall, planVersion, seatBands, seatBlocks } = stored
  return {
    ...{ name, hall, priceTypes, seatBands },
    ...(planVersion !== undefined && { planVersion }),
    ...(seatBlocks && { seatBlocks }),
    ...priceFields(prices),
  }
}

/**
 * The problem of an edit of a price list; undefined where it may be made. A price type that exists keeps its kind and is never removed,
 * because tickets name it: without a price, it is not sold.
 * @param isLive whether a published performance has this price list: then each band with seats keeps a price
 */
export function priceListEditProblem(
  before: StoredPriceList,
  after: StoredPriceList,
  isLive: boolean,
): Problem<'invalid-input'> | undefined {
  const types = new Map(after.priceTypes.map((type) => [type.id, type]))
  const isKept = ({ id, kind }: PriceType): boolean => types.get(id)?.kind === kind
  const { prices } = priceListOfStored('', after)
  const unknown = Object.entries(prices).flatMap(([band, ofBand]) =>
    Object.keys(ofBand).flatMap((type) => (types.has(type) ? [] : [`prices.${band}.${type}`])),
  )
  const unpriced = isLive ? bandsWithoutPrice({ prices, seatBands: after.seatBands }).map((band) => `prices.${band}`) : []
  const fields = [...(before.priceTypes.every(isKept) ? [] : ['priceTypes']), ...unknown, ...pricesOutOfRange(after), ...unpriced]
  return fields.length > 0 ? problem('invalid-input', { fields }) : undefined
}

/** The prices of types that are pay what you can which are no suggestion within their range, as fields of an edit. */
function pricesOutOfRange(stored: StoredPriceList): string[] {
  const { prices } = priceListOfStored('', stored)
  return stored.priceTypes.flatMap(({ id, payWhatYouCan: range }) =>
    range
      ? Object.entries(prices).flatMap(([band, ofBand]) => {
          const suggested = ofBand[id]
          return suggested && !isInRange(range, suggested.price) ? [`prices.${band}.${id}`] : []
        })
      : [],
  )
}

const seatBandsSchema = priceListSchema.shape.seatBands.max(maxSeats)
/** The band of each seat: `[index into bands, seats]` runs over the plan's seats. */
export const bandPaintingSchema = z.strictObject({ seatBands: seatBandsSchema })
export type BandPainting = z.infer<typeof bandPaintingSchema>

/** Returns a price list whose seats have other bands. Prices stay. */
export const paintBands = (stored: StoredPriceList, { seatBands }: BandPainting): StoredPriceList => ({ ...stored, seatBands })

/**
 * The problem of other bands for the seats of a price list; undefined where they may be painted.
 * @param isLive whether a published performance has this price list: then each band with seats has a price
 */
export function paintingProblem(before: StoredPriceList, after: StoredPriceList, isLive: boolean): Problem<'invalid-input'> | undefined {
  const count = ({ seatBands }: StoredPriceList): number => seatBands.reduce((sum, [, seats]) => sum + seats, 0)
  if (count(before) !== count(after)) return problem('invalid-input', { fields: ['seatBands'] })
  const unpriced = isLive ? bandsWithoutPrice(priceListOfStored('', after)) : []
  return unpriced.length > 0 ? problem('invalid-input', { fields: unpriced.map((band) => `prices.${band}`) }) : undefined
}

/** The number of seats whose band differs. */
export function countRepainted(before: Pick<StoredPriceList, 'seatBands'>, after: Pick<StoredPriceList, 'seatBands'>): number {
  const expand = ({ seatBands }: Pick<StoredPriceList, 'seatBands'>): number[] =>
    seatBands.flatMap(([band, seats]) => Array.from({ length: seats }, () => band))
  const other = expand(after)
  return expand(before).reduce((sum, band, seat) => sum + (band === other[seat] ? 0 : 1), 0)
}

/** The price types that a change of a price list adds: undoing it removes them. */
export const addedPriceTypes = (before: Pick<StoredPriceList, 'priceTypes'> | null, after: Pick<StoredPriceList, 'priceTypes'>): string[] =>
  after.priceTypes.flatMap(({ id }) => (before?.priceTypes.some((type) => type.id === id) ? [] : [id]))

/** Whether undoing a change of a price list would leave seats without any price. @param row as the change set stores it */
export function unprices(row: Pick<ChangeRow, 'before' | 'after'>, current: StoredPriceList): boolean {
  const undone = undoneValue(row, current) as StoredPriceList | null
  const unpricedIn = (stored: StoredPriceList) => bandsWithoutPrice(priceListOfStored('', stored))
  return undone !== null && unpricedIn(undone).length > unpricedIn(current).length
}

/** Whether undoing a change of a price list would leave suggested prices out of their range. @param row as the change set stores it */
export function leavesRange(row: Pick<ChangeRow, 'before' | 'after'>, current: StoredPriceList): boolean {
  const undone = undoneValue(row, current) as StoredPriceList | null
  return undone !== null && pricesOutOfRange(undone).length > 0
}

/** The seats of each band, in the order of the bands; bands without seats are left out. */
export function seatsByBand(seatBands: PriceList['seatBands']): { readonly band: Band; readonly seats: number }[] {
  return bands.flatMap((band, nth) => {
    const seats = seatBands.reduce((sum, [index, count]) => sum + (index === nth ? count : 0), 0)
    return seats > 0 ? [{ band, seats }] : []
  })
}

/**
 * What a performance would take in minor units with all seats sold at the usual price of their band. Seats of a band without such a price
 * count nothing.
 */
export function grossPotential(
  { priceTypes, prices }: Pick<PriceList, 'priceTypes' | 'prices'>,
  seats: ReturnType<typeof seatsByBand>,
): Money {
  const open = priceTypes.filter(isPublicPriceType)
  return add(...seats.map((each) => times(usualPrice({ prices }, open, each.band) ?? zero, each.seats)))
}
