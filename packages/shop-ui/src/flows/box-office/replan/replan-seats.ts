import type { PlannedLocks, PlannedMove, PlannedPerformance, PlannedReplan } from '@playhouse/api-client/contract'
import { isStandingPlace, type Plan, placeName } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { samePlaces } from '@playhouse/domain/replan'
import { listsOfPlan, type PlanningOptions } from '../planning/PerformanceFields.tsx'

/** The other plans of a performance's hall that have a price list, each with its lists; those made for it come first. */
export const otherPlans = (options: PlanningOptions, { hall, planVersion }: Pick<PlannedPerformance, 'hall' | 'planVersion'>) =>
  options.halls.flatMap((plan) => {
    if (plan.hall !== hall || plan.planVersion === planVersion) return []
    const lists = listsOfPlan(options, `${hall}/${plan.planVersion}`).toSorted(
      (one, other) => Number(one.planVersion === null) - Number(other.planVersion === null),
    )
    return lists.length === 0 ? [] : [{ ...plan, lists }]
  })

/** The name of a place in a list, such as `Stalls A1`. */
export const nameOfPlace = ({ area, row, number }: Pick<PlannedMove['from'], 'area' | 'row' | 'number'>): string =>
  `${area} ${row}${number}`.trim()

/** The seats of the other plan that taken seats keep, by plan index. */
export function keptSeats(
  from: Plan,
  to: Plan,
  { moves }: PlannedReplan,
  { locks, taken }: Pick<PlannedLocks, 'locks' | 'taken'>,
): number[] {
  const same = samePlaces(from, to)
  const moved = new Set(moves.map((move) => move.from.id))
  const stay = [...taken, ...locks.flatMap(({ seats }) => seats)].filter((seat) => !moved.has(seat))
  return [...new Set(stay)].flatMap((seat) => same.get(from.indexOf(seat) ?? -1) ?? [])
}

/** The plans of a re-plan that is previewed, and the seats of the other one that are given to taken seats. */
export type DrawnReplan = { readonly from: Plan; readonly to: Plan; readonly kept: readonly number[]; readonly replan: PlannedReplan }

/** The seats of the other plan that no taken seat has or gets, the nearest to a former seat first; of each standing area one place. */
export function freeSeats({ from, to, kept, replan }: DrawnReplan, seat: string): number[] {
  const used = new Set([...kept, ...replan.moves.flatMap((move) => (move.to ? (to.indexOf(move.to.id) ?? []) : []))])
  const former = from.indexOf(seat) ?? 0
  const distanceTo = (next: number): number =>
    Math.hypot(to.x[next]! - from.x[former]!, to.y[next]! - from.y[former]!, to.z[next]! - from.z[former]!)
  const floors = new Set<number>()
  const free: { readonly next: number; readonly distance: number }[] = []
  for (let next = 0; next < to.seatCount; next++) {
    if (used.has(next)) continue
    if (isStandingPlace(to, next)) {
      if (floors.has(to.areaOf[next]!)) continue
      floors.add(to.areaOf[next]!)
    }
    free.push({ next, distance: distanceTo(next) })
  }
  return free.toSorted((one, other) => one.distance - other.distance).map(({ next }) => next)
}

/** The seats whose names have every word that was typed, in any case. */
export function seatsNamed(plan: Plan, seats: readonly number[], typed: string): number[] {
  const words = typed.trim().toLowerCase().split(/\s+/)
  return seats.filter((seat) => {
    const name = nameOfPlace(placeName(plan, seat)).toLowerCase()
    return words.every((word) => name.includes(word))
  })
}

/** The bands in whose colours the maps draw seats: of the current plan by their fate, of the other one by their use. */
export const drawnFates = { stays: 'a', free: 'b', held: 'c', sold: 'd' } as const
export const drawnUses = { open: 'a', 'as-good': 'c', 'by-hand': 'd' } as const

/** By seat of the current plan: the band in whose colour the map draws it, as an index into `bands`. */
export function drawnFateOf(from: Plan, { gone }: PlannedReplan): Uint8Array {
  const drawn = new Uint8Array(from.seatCount).fill(bands.indexOf(drawnFates.stays))
  for (const fate of ['free', 'held', 'sold'] as const)
    for (const seat of gone[fate]) drawn[from.indexOf(seat)!] = bands.indexOf(drawnFates[fate])
  return drawn
}

/** By seat of the other plan: the band in whose colour the map draws it, as an index into `bands`. */
export function drawnUseOf(to: Plan, { moves }: PlannedReplan): Uint8Array {
  const drawn = new Uint8Array(to.seatCount).fill(bands.indexOf(drawnUses.open))
  for (const move of moves) {
    if (move.to === null) continue
    drawn[to.indexOf(move.to.id)!] = bands.indexOf(drawnUses[move.kind === 'by-hand' ? 'by-hand' : 'as-good'])
  }
  return drawn
}

/** The moves as the table lists them: those without a seat first, then party by party. */
export const sortedMoves = (moves: readonly PlannedMove[]): PlannedMove[] =>
  moves.toSorted((one, other) => Number(one.to !== null) - Number(other.to !== null) || one.party - other.party)
