import type { OrphanPolicy } from '../../brand/brand.ts'
import { neighboursOf, canBeOrphan, chainThrough, usualGap } from './adjacent.ts'
import type { Plan } from '../model/plan.ts'

/**
 * The seats of a hall that a visitor may choose. `isOpen`: free, for sale to them, and not in their basket; seats that are
 * only selected are still open.
 */
export type HallOccupancy = {
  readonly plan: Plan
  readonly isOpen: (seat: number) => boolean
  /** One number per seat; equal for seats of one price band. */
  readonly bandOf: ArrayLike<number>
}

/** The orphan seats that a choice would leave, and the policy's verdict. */
export type OrphanVerdict = {
  /** Orphan seats: seats without a free neighbour. */
  readonly orphans: readonly number[]
  /** As many seats of the same bands, as near as possible, that leave no orphan; in the plan's order. */
  readonly better: readonly number[] | undefined
  readonly isRefused: boolean
}

/**
 * The free seats that a choice would leave alone between taken seats, chosen seats, aisles and walls. Seats that were alone
 * before do not count; wheelchair spaces, companion seats and seats at tables neither are orphans nor make any.
 */
export function orphansOf({ plan, isOpen }: HallOccupancy, chosenSeats: readonly number[]): number[] {
  const chosenSet = new Set(chosenSeats)
  const isLeft = (seat: number): boolean => isOpen(seat) && !chosenSet.has(seat)
  const besideSeats = new Set(chosenSeats.filter((seat) => canBeOrphan(plan, seat)).flatMap((seat) => neighboursOf(plan, seat)))
  return [...besideSeats]
    .filter((seat) => isLeft(seat) && canBeOrphan(plan, seat) && !neighboursOf(plan, seat).some(isLeft))
    .sort((a, b) => a - b)
}

/** Applies the orphan policy to a choice. It blocks a choice only if a better one exists, so a visitor can always choose seats. */
export function judgeOrphans(policy: OrphanPolicy, hall: HallOccupancy, chosenSeats: readonly number[]): OrphanVerdict {
  const orphans = policy === 'off' ? [] : orphansOf(hall, chosenSeats)
  if (orphans.length === 0) return { orphans, better: undefined, isRefused: false }
  const better = shiftChoice(hall, chosenSeats)
  return { orphans, better, isRefused: policy === 'block-unless-nothing-better' && better !== undefined }
}

/**
 * Applies the orphan policy to the same seats on several dates. A seat is an orphan if the choice leaves it alone on every date: on some
 * date nearly every choice leaves one. Better seats are open on all dates, in the same bands, and leave no orphan.
 * @param dates the hall on each date, of one plan
 */
export function judgeSeriesOrphans(policy: OrphanPolicy, dates: readonly HallOccupancy[], chosenSeats: readonly number[]): OrphanVerdict {
  const [first, ...others] = policy === 'off' ? [] : dates
  const orphans = first
    ? orphansOf(first, chosenSeats).filter((seat) => others.every((date) => orphansOf(date, chosenSeats).includes(seat)))
    : []
  if (!first || orphans.length === 0) return { orphans: [], better: undefined, isRefused: false }
  const bandSets = new Map<string, number>()
  /** One number for each combination of the bands of a seat. */
  const bandOf = Array.from({ length: first.plan.seatCount }, (_, seat) => {
    const bands = dates.map((date) => date.bandOf[seat]).join()
    const known = bandSets.get(bands) ?? bandSets.size
    bandSets.set(bands, known)
    return known
  })
  const better = shiftChoice({ plan: first.plan, bandOf, isOpen: (seat) => dates.every((date) => date.isOpen(seat)) }, chosenSeats)
  return { orphans, better, isRefused: policy === 'block-unless-nothing-better' && better !== undefined }
}

/** Rows towards and away from the stage in which something better is looked for. */
const maxShiftRows = 3
/** Maximum distance, in seats, by which part of a party moves, so that the party stays together. */
const maxShiftSeats = 3

/** The same number of seats of the same bands in the same groups, shifted so that no orphan is left. */
function shiftChoice(hall: HallOccupancy, chosenSeats: readonly number[]): readonly number[] | undefined {
  let shiftedSeats = [...chosenSeats]
  for (const group of groupsOf(hall.plan, chosenSeats)) {
    if (orphansOf(hall, shiftedSeats).length === 0) break
    const others = shiftedSeats.filter((seat) => !group.includes(seat))
    if (!group.every((seat) => canBeOrphan(hall.plan, seat))) continue
    const before = orphansOf(hall, shiftedSeats).length
    const reach = others.length > 0 ? maxShiftSeats * usualGap(hall.plan) : Infinity
    const next = nearestGroup(hall, group, others, before, reach)
    if (next) shiftedSeats = [...others, ...next]
  }
  return orphansOf(hall, shiftedSeats).length === 0 ? shiftedSeats.sort((a, b) => a - b) : undefined
}

/** Chosen seats that sit side by side. */
function groupsOf(plan: Plan, chosenSeats: readonly number[]): number[][] {
  const set = new Set(chosenSeats)
  return [...set]
    .sort((a, b) => a - b)
    .filter((seat) => !set.has(seat - 1) || !neighboursOf(plan, seat).includes(seat - 1))
    .map((first) => [...chainThrough(plan, first, (seat) => set.has(seat)).seats])
}

/** The nearest adjacent seats of the same bands in total that leave fewer orphans; in the same row first. */
function nearestGroup(
  { plan, isOpen, bandOf }: HallOccupancy,
  group: readonly number[],
  others: readonly number[],
  now: number,
  reach: number,
): readonly number[] | undefined {
  const takenSet = new Set(others)
  const isFit = (seat: number): boolean => isOpen(seat) && !takenSet.has(seat) && canBeOrphan(plan, seat)
  const bandsOf = (seats: readonly number[]): string =>
    seats
      .map((seat) => bandOf[seat])
      .sort()
      .join()
  const bands = bandsOf(group)
  const row = plan.rows[plan.rowOf[group[0]!]!]!
  const { firstRow, rowCount } = plan.areas[row.area]!
  const centre = centreOf(plan, group)
  let best: { readonly seats: number[]; readonly score: number } | undefined
  for (
    let index = Math.max(firstRow, row.index - maxShiftRows);
    index <= Math.min(firstRow + rowCount - 1, row.index + maxShiftRows);
    index++
  ) {
    const { firstSeat, seatCount } = plan.rows[index]!
    for (let first = firstSeat; first + group.length <= firstSeat + seatCount; first++) {
      const seats = Array.from({ length: group.length }, (_, place) => first + place)
      if (!seats.every(isFit) || bandsOf(seats) !== bands || !chainThrough(plan, first, isFit).seats.includes(seats.at(-1)!)) continue
      if (orphansOf({ plan, isOpen, bandOf }, [...others, ...seats]).length >= now) continue
      const [x, y] = centreOf(plan, seats)
      const stageDistance = Math.hypot(x - centre[0], y - centre[1])
      // Another row is a bigger change than some seats along the own one.
      const score = stageDistance * (index === row.index ? 1 : 3)
      if (stageDistance > reach) continue
      if (!best || score < best.score) best = { seats, score }
    }
  }
  return best?.seats
}

/** The middle of some seats on the plan. */
export const centreOf = (plan: Plan, seats: readonly number[]): readonly [number, number] => [
  seats.reduce((sum, seat) => sum + plan.x[seat]!, 0) / seats.length,
  seats.reduce((sum, seat) => sum + plan.y[seat]!, 0) / seats.length,
]
