import type { Band } from '../../pricing/band.ts'
import { type PretixObject, textOf, wordsOf } from './pretix-content.ts'
import type { ReadSource, SourceContext, SourceNote, SourceProblem, SourceRow } from './source.ts'

type Event = {
  readonly file: string
  readonly production: string
  readonly dates: readonly PretixObject[]
  readonly items: readonly PretixObject[]
  readonly hallOf: (date: PretixObject) => string | undefined
}
/** The bands of items that categories of seats belong to. */
const itemBands = ['a', 'b', 'c', 'd', 'e', 'f'] as const satisfies Band[]

type Lists = ReadSource & {
  /** The price list of a date; undefined where the file has no prices. */
  readonly listOf: (date: PretixObject) => string | undefined
  /** The items whose prices were read. */
  readonly readItems: readonly PretixObject[]
}
/** What is sold: an item, or one of its variations. `price` null is not sold. */
type Offer = {
  readonly id: string
  readonly item: PretixObject
  readonly variation: PretixObject | null
  readonly name: string
  readonly band: number
  readonly price: string | null
}

/**
 * The price lists of an event of pretix. Dates with other prices have another list. Where categories of seats belong to items, each such
 * item is a band and its variations are the price types; otherwise everything has band a. Pretix does not name the seats of a category in
 * these files: all seats are in band a of a new list until they are painted.
 */
export function listsOfPretix({ file, production, dates, items, hallOf }: Event, context: SourceContext): Lists {
  const rows: SourceRow[] = []
  const problems: SourceProblem[] = []
  const notes: SourceNote[] = []
  const note = (field: string, value: string, kind: SourceNote['note']): void =>
    void notes.push({ file, line: null, field, value, note: kind })
  const sold = items
    .toSorted((one, other) => Number(one['position'] ?? 0) - Number(other['position'] ?? 0))
    .filter((item) => {
      const kind = reasonToLeave(item)
      if (kind) note('items', nameOf(item, context), kind)
      return !kind
    })
  const { priceList } = context.defaults
  if (priceList !== undefined) for (const item of sold) note('items', nameOf(item, context), 'prices-kept')
  if (sold.length === 0 || priceList !== undefined) return { rows, problems, notes, listOf: () => undefined, readItems: sold }

  const byBand = itemsOfBands(dates)
  const bandItems = sold.filter((item) => byBand.has(textOf(item['id'])))
  const bandOf = (item: PretixObject): number => Math.max(0, bandItems.indexOf(item))
  if (bandItems.length > itemBands.length)
    problems.push({
      ...{ file, line: null, field: 'seat_category_mapping', value: String(bandItems.length), fault: 'out-of-range' as const },
      suggestion: `1–${itemBands.length}`,
    })
  for (const item of bandItems.slice(1, itemBands.length)) note(`band ${itemBands[bandOf(item)]}`, nameOf(item, context), 'paint-band')
  const offers = sold.flatMap((item) =>
    offersOf(item, bandItems.length > 1 && byBand.has(textOf(item['id'])), bandOf(item), { context, note }),
  )
  const listIds = new Map<string, string>()
  const listOfDate = new Map<PretixObject, string>()
  const keyOfList = (hall: string | undefined, of: readonly Pick<Offer, 'price'>[]): string =>
    JSON.stringify([hall, of.map(({ price }) => price)])
  const usual = keyOfList(dates[0] && hallOf(dates[0]), offers)
  for (const date of dates) {
    const hall = hallOf(date)
    const priced = offers.map((offer) => ({ ...offer, price: priceAt(offer, date) }))
    const list = keyOfList(hall, priced)
    const known = listIds.get(list)
    const id = known ?? (list === usual ? production : `${production}-${textOf(date['id'])}`)
    listOfDate.set(date, id)
    listIds.set(list, id)
    if (known === undefined) rows.push(...rowsOfList(id, priced, hall, { file, context }))
  }
  return { rows, problems, notes, listOf: (date) => listOfDate.get(date), readItems: sold }
}

function reasonToLeave(item: PretixObject): SourceNote['note'] | undefined {
  if (item['admission'] !== true) return 'no-ticket'
  if (item['active'] === false) return 'inactive'
  const restrictions = ['require_voucher', 'hide_without_voucher', 'require_membership', 'require_approval', 'require_bundling']
  return restrictions.some((field) => item[field] === true) ? 'not-for-everyone' : undefined
}

const nameOf = (item: PretixObject, { language }: SourceContext): string => wordsOf(item['name'], language) || textOf(item['id'])

/** The ids of items that categories of seats belong to. */
function itemsOfBands(dates: readonly PretixObject[]): Set<string> {
  const mappings = dates.map(({ seat_category_mapping: mapping }) => (typeof mapping === 'object' && mapping !== null ? mapping : {}))
  return new Set(mappings.flatMap((mapping) => Object.values(mapping).flatMap((item) => (textOf(item) === '' ? [] : [textOf(item)]))))
}

function offersOf(
  item: PretixObject,
  isBand: boolean,
  band: number,
  { context, note }: { readonly context: SourceContext; readonly note: (field: string, value: string, kind: SourceNote['note']) => void },
): Offer[] {
  const name = nameOf(item, context)
  const price = textOf(item['default_price'])
  const variations = (Array.isArray(item['variations']) ? (item['variations'] as PretixObject[]) : []).toSorted(
    (one, other) => Number(one['position'] ?? 0) - Number(other['position'] ?? 0),
  )
  if (variations.length === 0) return [{ id: isBand ? 'standard' : `item-${textOf(item['id'])}`, item, variation: null, name, band, price }]
  return variations.flatMap((variation) => {
    const value = wordsOf(variation['value'], context.language) || textOf(variation['id'])
    if (variation['active'] === false) note('items', `${name}, ${value}`, 'inactive')
    if (variation['active'] === false) return []
    const id = isBand ? value : `item-${textOf(item['id'])}-${textOf(variation['id'])}`
    const shown = isBand ? value : `${name}, ${value}`
    return [{ id, item, variation, name: shown, band, price: textOf(variation['price'] ?? variation['default_price']) || price }]
  })
}

/** The price of an offer at one date: pretix overrides it by item or by variation, or does not sell it then. */
function priceAt({ item, variation, price }: Offer, date: PretixObject): string | null {
  const find = (field: string, key: string, id: unknown): PretixObject | undefined =>
    Array.isArray(date[field]) ? (date[field] as PretixObject[]).find((each) => textOf(each[key]) === textOf(id)) : undefined
  const ofItem = find('item_price_overrides', 'item', item['id'])
  const ofVariation = variation ? find('variation_price_overrides', 'variation', variation['id']) : undefined
  if (ofItem?.['disabled'] === true || ofVariation?.['disabled'] === true) return null
  return textOf(variation ? ofVariation?.['price'] : ofItem?.['price']) || price
}

function rowsOfList(
  id: string,
  offers: readonly Offer[],
  hall: string | undefined,
  { file, context }: { readonly file: string; readonly context: SourceContext },
): SourceRow[] {
  const existing = context.priceLists.get(id)
  const from = { file, line: null, name: id }
  const types = new Map(offers.map((offer) => [typeIdOf(offer), offer]))
  const seats = hall === undefined ? undefined : context.seatsOf(hall)
  return [
    // Bands of a list that exists may have been painted.
    ...(existing
      ? []
      : [
          {
            ...{ ...from, sheet: 'price lists' as const },
            cells: { 'price list': id, name: id, hall, 'bands of seats': `a ${seats ?? 1}` },
          },
        ]),
    ...[...types].map(([type, { item, name }]) => ({
      ...{ ...from, sheet: 'price types' as const },
      cells: {
        ...{ 'price list': id, 'price type': type, name },
        kind: existing?.priceTypes.find((each) => each.id === type)?.kind ?? 'full',
        limit: Number(textOf(item['max_per_order'])) || undefined,
      },
    })),
    ...offers.map((offer) => ({
      ...{ ...from, sheet: 'prices' as const },
      cells: { 'price list': id, band: itemBands[offer.band], 'price type': typeIdOf(offer), price: offer.price },
    })),
  ]
}

/** Variations of several bands with one name are one price type. */
const typeIdOf = ({ id }: Offer): string =>
  id
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40) || 'standard'
