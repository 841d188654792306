import { type Plan, type SeatFlag, seatFlag, type SeatType, seatTypes } from '@playhouse/domain/plan'
import type { SeatNeed } from '@playhouse/domain/plan/best'
import { type Band, bands } from '@playhouse/domain/pricing'
import { seatAvailability } from '@playhouse/domain/seat'
import type { SeatFilters } from '@playhouse/seatmap/list'
import type { SeatingModel } from '../model/seating-model.ts'

/** Facts that can be filtered; the other values of `seatFlag` are informative. */
export const wishedFlags = ['stepFree', 'endOfRow', 'hearingLoop'] as const satisfies readonly SeatFlag[]

/** Toggles an item; an empty set becomes undefined. */
function toggleItem<Item>(set: ReadonlySet<Item> | undefined, item: Item): ReadonlySet<Item> | undefined {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next.size > 0 ? next : undefined
}

type Rules = { bands: ReadonlySet<Band> | undefined; types: ReadonlySet<SeatType> | undefined; flags: ReadonlySet<SeatFlag> | undefined }
const rulesOf = ({ bands: ofBand, types, flags }: Rules): SeatFilters => ({
  ...(ofBand && { bands: ofBand }),
  ...(types && { types }),
  ...(flags && { flags }),
})
const current = (filters: SeatFilters): Rules => ({ bands: filters.bands, types: filters.types, flags: filters.flags })

export const toggleBand = (filters: SeatFilters, band: Band): SeatFilters =>
  rulesOf({ ...current(filters), bands: toggleItem(filters.bands, band) })
export const toggleType = (filters: SeatFilters, type: SeatType): SeatFilters =>
  rulesOf({ ...current(filters), types: toggleItem(filters.types, type) })
export const toggleFlag = (filters: SeatFilters, flag: SeatFlag): SeatFilters =>
  rulesOf({ ...current(filters), flags: toggleItem(filters.flags, flag) })

const flagByNeed: Partial<Record<SeatNeed, (typeof wishedFlags)[number]>> = {
  'step-free': 'stepFree',
  'end-of-row': 'endOfRow',
  'hearing-loop': 'hearingLoop',
}

/** Filters for the seats with these properties, as far as they distinguish seats of this hall; undefined if none does. */
export function filtersForNeeds(plan: Plan, needs: readonly SeatNeed[]): SeatFilters | undefined {
  const present = filtersOf(plan)
  const types = present.types.filter((type) => needs.some((need) => need === type))
  const flags = present.flags.filter((flag) => needs.some((need) => flagByNeed[need] === flag))
  const filters = rulesOf({
    bands: undefined,
    types: types.length > 0 ? new Set(types) : undefined,
    flags: flags.length > 0 ? new Set(flags) : undefined,
  })
  return isFiltered(filters) ? filters : undefined
}

export const isFiltered = (filters: SeatFilters): boolean => Boolean(filters.bands ?? filters.types ?? filters.flags)

/** Whether a seat passes the filters: one of the bands, one of the types, all of the facts. */
export function passes(model: SeatingModel, filters: SeatFilters, seat: number): boolean {
  const { plan, bandOf } = model
  const band = bands[bandOf[seat]!]
  if (!band || (filters.bands && !filters.bands.has(band))) return false
  if (filters.types && !filters.types.has(seatTypes[plan.type[seat]!] ?? 'standard')) return false
  const wantedFlags = [...(filters.flags ?? [])].reduce((bits, flag) => bits | seatFlag[flag], 0)
  return (plan.flags[seat]! & wantedFlags) === wantedFlags
}

/** Counts free seats of a view, or of the whole hall, that pass the filters. */
export function countMatching(model: SeatingModel, filters: SeatFilters, availability: Readonly<Uint8Array>, view = 'all'): number {
  let count = 0
  for (const area of model.plan.areas) {
    if (view !== 'all' && area.view !== view) continue
    for (let seat = area.firstSeat; seat < area.firstSeat + area.seatCount; seat++)
      if (availability[seat] === seatAvailability.free && passes(model, filters, seat)) count += 1
  }
  return count
}

/** The types and facts that distinguish seats of this hall; those of all seats or of none are omitted. */
export function filtersOf(plan: Plan): { readonly types: readonly SeatType[]; readonly flags: readonly SeatFlag[] } {
  const present = new Set(plan.type)
  const types = seatTypes.filter((type, index) => type !== 'information' && present.has(index))
  const flags = wishedFlags.filter(
    (flag) => plan.flags.some((bits) => bits & seatFlag[flag]) && plan.flags.some((bits) => !(bits & seatFlag[flag])),
  )
  return { types: types.length > 1 ? types : [], flags }
}
