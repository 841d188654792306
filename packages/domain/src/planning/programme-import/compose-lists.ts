import { isSameValue } from '../change.ts'
import { bandsWithoutPrice } from '../missing.ts'
import { type PriceField, priceListOfStored, type StoredPriceList } from '../price-list-plan.ts'
import { type FindClosest, newThings, type PriceListRow, type ReadProgramme } from '../programme-file/index.ts'
import type { AddedPlan } from './compose-halls.ts'
import type { Composed, Current } from './compose-things.ts'
import type { Known } from './known.ts'
import type { ProblemList } from './problem-list.ts'

type Rows = ReadProgramme['rows']

/** The ids of the price lists that a file describes, or whose price types or prices it has. */
export const namedLists = (rows: Rows): string[] => [
  ...new Set([...rows['price lists'], ...rows['price types'], ...rows.prices].map(({ key: [id = ''] }) => id)),
]

/** The price lists of a file, from the rows of three sheets. Price types and prices that it does not mention stay. */
export function composeLists(
  { rows, leftOut }: Pick<ReadProgramme, 'rows' | 'leftOut'>,
  current: ReadonlyMap<string, Current>,
  problems: ProblemList,
  closest: FindClosest,
  added: readonly AddedPlan[] = [],
): Composed<StoredPriceList>[] {
  const described = new Set([...current.keys(), ...rows['price lists'].map(({ key: [id = ''] }) => id)])
  for (const sheet of ['price types', 'prices'] as const)
    for (const {
      row,
      key: [id = ''],
    } of rows[sheet])
      if (!described.has(id) && !leftOut.get('price lists')?.has(id))
        problems.add({ sheet, row, field: 'priceList' }, 'unknown-reference', id, closest(id, [...described]))
  const parts = { types: Map.groupBy(rows['price types'], firstKey), prices: Map.groupBy(rows.prices, firstKey) }
  const rowOf = new Map(rows['price lists'].map((row) => [firstKey(row), row]))
  return namedLists(rows).flatMap((id) => {
    if (!described.has(id)) return []
    const before = (current.get(id)?.value ?? null) as StoredPriceList | null
    const listRow = rowOf.get(id)
    const seats = composeSeats(before, listRow, added, problems)
    const types = composeTypes(before, parts.types.get(id) ?? [], problems)
    if (types.length === 0) problems.add({ sheet: 'price lists', row: listRow?.row ?? null, field: 'price types' }, 'missing', id)
    const prices = composePrices(before, parts.prices.get(id) ?? [], types, { problems, closest })
    return [{ id, before, row: listRow?.row ?? 0, after: { ...seats, priceTypes: types, ...prices } as StoredPriceList }]
  })
}

const firstKey = ({ key: [id = ''] }: { readonly key: readonly string[] }): string => id

function composeSeats(
  before: StoredPriceList | null,
  listRow: Rows['price lists'][number] | undefined,
  added: readonly AddedPlan[],
  problems: ProblemList,
) {
  const current: PriceListRow = before
    ? {
        id: '',
        name: before.name,
        hall: before.hall,
        seatBands: before.seatBands,
        seatBlocks: before.seatBlocks ?? null,
        planVersion: before.planVersion ?? null,
      }
    : newThings['price lists']()
  const { name, hall, seatBlocks, ...edited } = listRow?.edit(current) ?? current
  // Without bands, a list is for the plan that the file adds, and has the bands that its categories become.
  const plan = added.findLast((each) => each.hall === hall && [null, each.version].includes(edited.planVersion))
  const seatBands = edited.seatBands.length > 0 ? edited.seatBands : before ? current.seatBands : (plan?.file.seatBands ?? [])
  const isOfPlan = !before && edited.seatBands.length === 0 && plan !== undefined
  const planVersion = edited.planVersion ?? (isOfPlan ? plan.version : current.planVersion)
  if (listRow) {
    const { row } = listRow
    if (!before) {
      for (const field of listRow.lacking) problems.add({ sheet: 'price lists', row, field }, 'missing', '')
      if (seatBands.length === 0) problems.add({ sheet: 'price lists', row, field: 'seatBands' }, 'missing', '')
    } else if (hall !== before.hall) problems.add({ sheet: 'price lists', row, field: 'hall' }, 'other-hall', hall, before.hall)
    else if (!isSameValue([seatBands, seatBlocks, planVersion], [current.seatBands, current.seatBlocks, current.planVersion]))
      problems.add({ sheet: 'price lists', row, field: 'seatBands' }, 'seats-kept', before.name)
  }
  return {
    ...{ name, hall, seatBands },
    ...(seatBlocks && { seatBlocks }),
    ...(planVersion !== null && { planVersion }),
  }
}

function composeTypes(before: StoredPriceList | null, rows: Rows['price types'], problems: ProblemList): StoredPriceList['priceTypes'] {
  const types = new Map((before?.priceTypes ?? []).map((type) => [type.id, type]))
  for (const {
    row,
    key: [list = '', id = ''],
    edit,
    lacking,
  } of rows) {
    const current = types.get(id)
    if (!current) for (const field of lacking) problems.add({ sheet: 'price types', row, field }, 'missing', '')
    const { priceList: _list, ...type } = edit(current ? { ...current, priceList: list } : newThings['price types']())
    if (current && current.kind !== type.kind)
      problems.add({ sheet: 'price types', row, field: 'kind' }, 'price-type-kept', type.kind, current.kind)
    types.set(id, type)
  }
  return [...types.values()]
}

function composePrices(
  before: StoredPriceList | null,
  rows: Rows['prices'],
  types: StoredPriceList['priceTypes'],
  { problems, closest }: { readonly problems: ProblemList; readonly closest: FindClosest },
): Record<PriceField, unknown> {
  const prices = new Map<string, unknown>(Object.entries(before ?? {}).filter(([field]) => field.startsWith('price.')))
  const typeIds = types.map(({ id }) => id)
  for (const {
    row,
    key: [list = '', band = '', type = ''],
    edit,
  } of rows) {
    if (!typeIds.includes(type))
      problems.add({ sheet: 'prices', row, field: 'priceType' }, 'unknown-reference', type, closest(type, typeIds))
    const field = `price.${band.toLowerCase()}.${type}`
    const current = (before as Record<string, unknown> | null)?.[field] as StoredPriceList[PriceField] | undefined
    const { price, fee } = edit({ ...newThings.prices(), priceList: list, ...current })
    if (price === null) prices.delete(field)
    else if (fee > price) problems.add({ sheet: 'prices', row, field: 'fee' }, 'fee-over-price', String(fee / 100), String(price / 100))
    else prices.set(field, { price, fee })
  }
  return Object.fromEntries(prices)
}

/**
 * Reports price lists for unknown halls, for another number of seats, and bands on sale that would be without a price.
 * @param onSale the ids of price lists that performances on sale have
 */
export function checkLists(
  lists: readonly Composed<StoredPriceList>[],
  { known, onSale, closest }: { readonly known: Known; readonly onSale: Pick<ReadonlySet<string>, 'has'>; readonly closest: FindClosest },
  problems: ProblemList,
): void {
  for (const { id, row, before, after } of lists) {
    const add = (field: string, ...rest: [fault: Parameters<ProblemList['add']>[1], value: string, suggestion?: string | null]): void =>
      problems.add({ sheet: 'price lists', row: row || null, field }, ...rest)
    if (!before && !known.halls.has(after.hall)) add('hall', 'unknown-reference', after.hall, closest(after.hall, [...known.halls]))
    else if (!before) {
      const seats = after.seatBands.reduce((sum, [, count]) => sum + count, 0)
      const versions = known.plansOf(after.hall)
      const { planVersion } = after
      if (planVersion !== undefined && !versions.includes(planVersion))
        add('planVersion', 'unknown-reference', planVersion, versions.at(-1))
      const counts = versions
        .filter((version) => planVersion === undefined || version === planVersion)
        .map((version) => known.seatsOf(after.hall, version))
      // Reported already: the list lacks its bands.
      if (seats > 0 && counts.length > 0 && !counts.includes(seats))
        add('seatBands', 'other-number-of-seats', String(seats), counts.at(-1)?.toString() ?? null)
    }
    const unpriced = before !== null && onSale.has(id) ? bandsWithoutPrice(priceListOfStored(id, after)) : []
    for (const band of unpriced) problems.add({ sheet: 'prices', row: null, field: 'band' }, 'band-without-price', `${id}, ${band}`)
  }
}
