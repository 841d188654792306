import { wallClockFault } from '../../time/time.ts'
import { isSameValue } from '../change.ts'
import { type PriceField, priceListEditProblem, type StoredPriceList, type TicketPrice } from '../price-list-plan.ts'
import { applyPriceSchedule, isAhead, type StoredPriceSchedule } from '../price-schedule.ts'
import { type FindClosest, newThings, type ReadProgramme, type ScheduledPriceRow } from '../programme-file/index.ts'
import type { Composed } from './compose-things.ts'
import type { ProblemList } from './problem-list.ts'

type Rows = ReadProgramme['rows']
const sheet = 'scheduled prices'

/** The ids of the price lists for which a file schedules prices. */
export const scheduledLists = (rows: Rows): string[] => [...new Set(rows[sheet].map(({ key: [id = ''] }) => id))]

type ScheduleContext = {
  /** The price lists that the file names, as they would be after the import. */
  readonly lists: ReadonlyMap<string, StoredPriceList>
  /** The scheduled prices of these lists that do not hold yet, in the order in which they begin to hold. */
  readonly current: readonly { readonly id: string; readonly value: StoredPriceSchedule }[]
  /** The ids of price lists that performances on sale have. */
  readonly onSale: Pick<ReadonlySet<string>, 'has'>
  readonly timeZone: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly closest: FindClosest
  readonly newId: () => string
}
type ScheduledPrice = { readonly row: number; readonly field: PriceField; readonly price: TicketPrice | null }

/**
 * The scheduled prices of a file, one thing for each list and moment. Prices that it does not mention stay; nothing is withdrawn. Reports
 * unknown lists and price types, moments that have passed, and prices that could not hold.
 */
export function composeSchedules(
  { rows, leftOut }: Pick<ReadProgramme, 'rows' | 'leftOut'>,
  context: ScheduleContext,
  problems: ProblemList,
): Composed<StoredPriceSchedule>[] {
  const { lists, current, closest, newId } = context
  const moments = new Map<string, { readonly priceList: string; readonly from: string; readonly prices: ScheduledPrice[] }>()
  for (const each of rows[sheet]) {
    const [id = ''] = each.key
    const { row } = each
    const list = lists.get(id)
    if (!list) {
      if (!leftOut.get('price lists')?.has(id))
        problems.add({ sheet, row, field: 'priceList' }, 'unknown-reference', id, closest(id, [...lists.keys()]))
      continue
    }
    const read = readRow(each, list, context)
    const { priceList, from } = read
    const key = JSON.stringify([priceList, from])
    const moment = moments.get(key) ?? { priceList, from, prices: [] }
    moments.set(key, moment)
    if (!checkRow({ row, read, list, moment: moment.prices }, context, problems)) continue
    const price = read.price === null ? null : { price: read.price, fee: read.fee }
    moment.prices.push({ row, field: fieldOf(read), price })
  }
  return [...moments.values()].flatMap(({ priceList, from, prices }): Composed<StoredPriceSchedule>[] => {
    const [first] = prices
    if (!first) return []
    const ofMoment = current.filter(({ value }) => value.priceList === priceList && value.from === from)
    const before = ofMoment.at(-1)
    const held = Object.assign({ priceList, from }, ...ofMoment.map(({ value }) => value)) as StoredPriceSchedule
    const changed = prices.filter(({ field, price }) => !(field in held && isSameValue(held[field], price)))
    const after: StoredPriceSchedule = {
      ...(before?.value ?? { priceList, from }),
      ...Object.fromEntries(changed.map(({ field, price }) => [field, price])),
    }
    checkRules(prices, { list: lists.get(priceList)!, isLive: context.onSale.has(priceList), after: { ...held, ...after } }, problems)
    return [{ row: first.row, id: before?.id ?? newId(), before: before?.value ?? null, after }]
  })
}

const fieldOf = ({ band, priceType }: Pick<ScheduledPriceRow, 'band' | 'priceType'>): PriceField => `price.${band}.${priceType}`

/** A row with what it has no column for: the price that is scheduled, or the current one. */
function readRow({ edit }: Rows[typeof sheet][number], list: StoredPriceList, { current }: ScheduleContext): ScheduledPriceRow {
  const named = edit(newThings[sheet]())
  const scheduled = current.findLast(({ value: { priceList, from } }) => priceList === named.priceList && from === named.from)?.value
  const field = fieldOf(named)
  const price = scheduled && field in scheduled ? scheduled[field] : list[field]
  return edit({ ...newThings[sheet](), ...price })
}

type ReadRow = {
  readonly row: number
  readonly read: ScheduledPriceRow
  readonly list: StoredPriceList
  /** The prices of the same list and moment in rows before. */
  readonly moment: readonly ScheduledPrice[]
}

/** Whether a row by itself has no problem. */
function checkRow({ row, read, list, moment }: ReadRow, { timeZone, now, closest }: ScheduleContext, problems: ProblemList): boolean {
  const { from, priceType, price, fee } = read
  const add = (field: string, ...rest: [fault: Parameters<ProblemList['add']>[1], value: string, suggestion?: string | null]): boolean => {
    problems.add({ sheet, row, field }, ...rest)
    return false
  }
  const written = from.replace('T', ' ')
  const types = list.priceTypes.map(({ id }) => id)
  // The same moment and band can be written in several ways.
  const former = moment.find(({ field }) => field === fieldOf(read))
  if (former) return add('priceType', 'repeated-key', `${written}, ${read.band}, ${priceType}`, String(former.row))
  if (wallClockFault(from, timeZone)) return add('from', 'skipped-time', written)
  if (!isAhead(from, timeZone, now)) return add('from', 'moment-passed', written)
  if (!types.includes(priceType)) return add('priceType', 'unknown-reference', priceType, closest(priceType, types))
  return price === null || fee <= price || add('fee', 'fee-over-price', String(fee / 100), String(price / 100))
}

type Scheduled = { readonly list: StoredPriceList; readonly isLive: boolean; readonly after: StoredPriceSchedule }

/** Reports the prices of a moment that could not hold: out of the range of their price type, or leaving a band on sale without a price. */
function checkRules(prices: readonly ScheduledPrice[], { list, isLive, after }: Scheduled, problems: ProblemList): void {
  const refusal = priceListEditProblem(list, applyPriceSchedule(list, after), isLive)
  for (const path of refusal?.params.fields ?? []) {
    const [, band, ...type] = path.split('.')
    const field = `price.${band}.${type.join('.')}`
    const found = prices.find((each) => each.field === field)
    if (type.length === 0) problems.add({ sheet, row: prices[0]!.row, field: 'band' }, 'band-without-price', `${after.priceList}, ${band}`)
    else if (found) problems.add({ sheet, row: found.row, field: 'price' }, 'out-of-range', String((found.price?.price ?? 0) / 100))
  }
}
