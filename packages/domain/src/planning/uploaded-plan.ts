import { isAccessSeat } from '../plan/adjacency/adjacent.ts'
import { toRuns } from '../plan/model/columns.ts'
import { type PlanDraft, writePlan } from '../plan/model/draft.ts'
import { hasFlag, type Plan, typeOf } from '../plan/model/plan.ts'
import { readPlan } from '../plan/model/read-plan.ts'
import { type PlanData, seatTypes } from '../plan/model/schema.ts'
import { isStandingPlace } from '../plan/seating.ts'
import { importPlanBytes } from '../plan/import/import-bytes.ts'
import type { PlanFormat } from '../plan/import/imported-plan.ts'
import type { SeatOrigin } from '../plan/import/build-plan.ts'
import type { Category } from '../plan/import/parsed-hall.ts'
import { isState } from '../plan/import/seat-words.ts'
import { type Finding, hasErrors, type PlanReport } from '../plan/report/finding.ts'
import { placesOfSeats } from '../plan/report/places-of-seats.ts'
import { createSeatFinder } from '../plan/report/seats-of-finding.ts'
import { checksumOf } from '../plan/wire/checksum.ts'
import { type Band, bands, type PriceList } from '../pricing/pricing.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'
import type { HallPlanReport, PlanPriceList } from './hall-plan.ts'
import { mostPlanBytes, type PlanRefusal, planRefusals } from './plan-refusal.ts'

/** A plan that was read from a file, before it has a version. */
export type UploadedPlan = {
  readonly format: PlanFormat
  readonly data: PlanData
  readonly report: PlanReport
  readonly categories: readonly Category[]
  /** The place in the file and the category of each seat. */
  readonly origins: readonly SeatOrigin[]
  /** Eight hexadecimal digits that differ with the content. */
  readonly checksum: string
}

const refuse = (reason: PlanRefusal): Result<never, Problem<'plan-refused'>> => fail(problem('plan-refused', { reason }))

/**
 * Reads a file of any format that `importPlanBytes` knows. `plan-refused` where it is no plan. The report may have errors: such a plan can
 * be shown, but not saved.
 */
export function readUploadedPlan(
  bytes: Uint8Array,
  { hall, name, languages }: { readonly hall: string; readonly name: string; readonly languages: readonly string[] },
): Result<UploadedPlan, Problem<'plan-refused'>> {
  if (bytes.length > mostPlanBytes) return refuse('too-large')
  const imported = importPlanBytes(bytes, { hall, name, languages })
  if (!imported.ok) return refuse(planRefusals.find((reason) => reason === imported.error.code) ?? 'malformed-plan')
  const { format, draft, report, categories, origins } = imported.value
  if (report.seats === 0) return refuse('empty-plan')
  const data = writeWhole(draft)
  if (!data) return refuse('malformed-plan')
  const { hall: _hall, version: _version, name: _name, ...content } = data
  const checksum = checksumOf(new TextEncoder().encode(JSON.stringify(content)))
    .toString(16)
    .padStart(8, '0')
  return ok({ format, data, report, categories, origins, checksum })
}

/** A plan in columns; undefined where its parts do not fit together. */
function writeWhole(draft: PlanDraft): PlanData | undefined {
  try {
    const data = writePlan(draft)
    readPlan(data)
    return data
  } catch {
    return undefined
  }
}

/** Bands for the categories of a file, in their order. More categories than bands share the last one. */
const bandsOfCategories: readonly Band[] = ['a', 'b', 'c', 'd', 'e', 'f', 'premium', 'premium-2']

/** The earlier plan of a hall with the bands of its seats. */
export type EarlierBands = { readonly plan: Plan; readonly bandOf: ArrayLike<number> }

/**
 * The band of each seat of a new plan, as indices into `bands`: the one of its category in the file; with an earlier plan, that of the seat with
 * the same id there. Wheelchair spaces, seats whose category is a state such as "sold", and all other seats have the band of the nearest seat of
 * their row, or that of the row before. Staff then paint what differs.
 */
export function bandsOfNewPlan(
  plan: Plan,
  { categories, origins }: Pick<UploadedPlan, 'categories' | 'origins'>,
  earlier?: EarlierBands,
): number[] {
  const isPriced = (seat: number): boolean => !isAccessSeat(plan, seat) && !isState(categories[origins[seat]!.category]?.name ?? '')
  const priced = new Set(origins.flatMap(({ category }, seat) => (isPriced(seat) ? [category] : [])))
  const used = categories.flatMap((_, index) => (priced.has(index) ? [index] : []))
  const bandOfCategory = new Map(used.map((index, nth) => [index, bands.indexOf(bandsOfCategories[nth] ?? bandsOfCategories.at(-1)!)]))
  const knownBandOf = (seat: number): number | undefined => {
    const known = earlier?.plan.indexOf(plan.idOf(seat))
    if (known !== undefined) return earlier!.bandOf[known]!
    if (isStandingPlace(plan, seat)) return bands.indexOf('standing')
    return earlier || !isPriced(seat) ? undefined : bandOfCategory.get(origins[seat]!.category)
  }
  let before = bands.indexOf('a')
  return plan.rows.flatMap(({ firstSeat, seatCount }) => {
    const row = fillFromNearest(Array.from({ length: seatCount }, (_, place) => knownBandOf(firstSeat + place)))
    return row.map((band) => (before = band ?? before))
  })
}

/** Gives each gap the nearest value, of two as near the one before it. All values stay undefined if none is known. */
function fillFromNearest<Value>(values: readonly (Value | undefined)[]): (Value | undefined)[] {
  const known = values.flatMap((value, place) => (value === undefined ? [] : [place]))
  let next = 0
  return values.map((value, place) => {
    if (value !== undefined || known.length === 0) return value
    while (next < known.length && known[next]! < place) next += 1
    const [left, right] = [known[next - 1], known[next]]
    if (left === undefined || right === undefined) return values[(left ?? right)!]
    return values[place - left <= right - place ? left : right]
  })
}

/** The price list of a new plan. @param basedOn the list whose price types and prices it takes */
export const priceListOfPlan = (
  plan: Plan,
  bandOf: readonly number[],
  { id, name, fullPrice }: PlanPriceList,
  basedOn?: Pick<PriceList, 'priceTypes' | 'prices'>,
): PriceList => ({
  ...{ id, name, hall: plan.hall, planVersion: plan.version, seatBands: toRuns(bandOf) },
  priceTypes: basedOn?.priceTypes ?? [{ id: 'full', name: fullPrice, kind: 'full' }],
  prices: basedOn?.prices ?? {},
})

/** The most places that a finding names in a report to staff. */
const mostPlaces = 20

/** The report on an uploaded plan. @param bandOf the band of each seat */
export function reportOfPlan({ format, report, data, categories, origins }: UploadedPlan, bandOf: readonly number[]): HallPlanReport {
  const plan = readPlan(data)
  const seats = Array.from({ length: plan.seatCount }, (_, seat) => seat)
  const countOf = (isCounted: (seat: number) => boolean): number => seats.reduce((sum, seat) => sum + (isCounted(seat) ? 1 : 0), 0)
  const seatsOf = createSeatFinder(plan, origins)
  const placesOf = (finding: Finding): HallPlanReport['findings'][number]['at'] => {
    const places = placesOfSeats(plan, seatsOf(finding)).map(({ area, row, numbers }) => ({ area, row: row?.label, numbers }))
    const named = [...finding.areas, ...finding.at].map((name) => ({ area: name }))
    return (places.length > 0 ? places : named).slice(0, mostPlaces)
  }
  const bandsOf = Map.groupBy(seats, (seat) => bandOf[seat]!)
  return {
    ...{ format, isSellable: !hasErrors(report), seats: plan.seatCount, rows: report.rows },
    areas: plan.areas.map(({ id, name, seatCount }) => ({ id, name, seats: seatCount })),
    types: seatTypes.flatMap((type) => {
      const count = countOf((seat) => typeOf(plan, seat) === type)
      return count > 0 ? [{ type, seats: count }] : []
    }),
    stepFree: countOf((seat) => hasFlag(plan, seat, 'stepFree')),
    bands: [...bandsOf]
      .toSorted(([one], [other]) => one - other)
      .map(([band, ofBand]) => ({
        ...{ band: bands[band]!, seats: ofBand.length },
        categories: [...new Set(ofBand.map((seat) => categories[origins[seat]!.category]?.name ?? ''))]
          .filter((name) => name !== '')
          .slice(0, mostPlaces),
      })),
    findings: report.findings.map((finding) => ({
      ...{ severity: finding.severity, code: finding.code, count: finding.count },
      at: placesOf(finding),
    })),
  }
}
