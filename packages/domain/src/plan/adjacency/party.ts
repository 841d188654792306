import { chainThrough, isAccessSeat, usualGap } from './adjacent.ts'
import { centreOf, type HallOccupancy, orphansOf } from './orphan.ts'
import type { Plan } from '../model/plan.ts'
import { bandsOf, bestWindow, chainsOf, type PartyRequest, usableSeats, windows } from './seat-window.ts'

/**
 * Seats for a party. `together`: adjacent. `split`: in rows one behind the other. `fewer`: not enough seats for the whole
 * party. Seats are in the plan's order.
 */
export type Party = { readonly seats: readonly number[]; readonly how: 'together' | 'split' | 'fewer' }

/**
 * Seats for a party round a chosen seat: adjacent if possible, else split over rows (six as three behind three), else as
 * many as possible. Of the possible groups, those of a single price band are preferred, then those that leave no orphan,
 * then the one with the seat in its middle.
 * @returns undefined if the seat itself is not open
 */
export function seatParty(hall: HallOccupancy, at: number, wish: PartyRequest): Party | undefined {
  if (!hall.isOpen(at)) return undefined
  const partyRequest = isAccessSeat(hall.plan, at) ? { ...wish, withAccess: true } : wish
  const whole = groupAt(hall, at, wish.size, partyRequest)
  if (whole) return { seats: whole.sort((a, b) => a - b), how: 'together' }
  const split = splitParty(hall, at, partyRequest)
  if (split) return { seats: split, how: 'split' }
  for (let size = wish.size - 1; size > 1; size--) {
    const some = groupAt(hall, at, size, partyRequest)
    if (some) return { seats: some.sort((a, b) => a - b), how: 'fewer' }
  }
  return { seats: [at], how: wish.size <= 1 ? 'together' : 'fewer' }
}

function groupAt(hall: HallOccupancy, at: number, size: number, wish: PartyRequest): number[] | undefined {
  const ways = windows(chainThrough(hall.plan, at, usableSeats(hall, wish), wish.acrossAisles), size)
  return bestWindow(
    ways.filter((seats) => seats.includes(at)),
    (seats) => [bandsOf(hall, seats), orphansOf(hall, seats).length, Math.abs((size - 1) / 2 - seats.indexOf(at))],
  )
}

/** Maximum distance, in seats, between the middles of the parts of a party in neighbouring rows. */
const maxSeatsApart = 4

/** The party in two or three rows one behind the other, in parts as equal as possible. */
function splitParty(hall: HallOccupancy, at: number, wish: PartyRequest): number[] | undefined {
  const rows = rowsBehindEachOther(hall.plan, hall.plan.rowOf[at]!)
  for (const parts of partings(wish.size))
    for (const others of rows[parts.length] ?? []) {
      const seats = fillRows(hall, at, parts, others, wish)
      if (seats) return seats.sort((a, b) => a - b)
    }
  return undefined
}

/** The first part round the seat pointed at, each other as near as can be in its row; all of them or none. */
function fillRows(hall: HallOccupancy, at: number, [own, ...rest]: readonly number[], rows: readonly number[], wish: PartyRequest) {
  const group = groupAt(hall, at, own!, wish)
  if (!group) return undefined
  for (const [place, row] of rows.entries()) {
    const next = nearestIn(hall, row, group, rest[place]!, wish)
    if (!next) return undefined
    group.push(...next)
  }
  return group
}

/** Ways to part a number in two or three, the evenest first: 6 → 3+3, 2+2+2, 4+2, 2+4 … The first part has the seat pointed at. */
function partings(size: number): number[][] {
  const candidates: number[][] = []
  for (let a = 1; a < size; a++) {
    candidates.push([a, size - a])
    for (let b = 1; a + b < size; b++) if (size >= 6) candidates.push([a, b, size - a - b])
  }
  const spread = (parts: readonly number[]): number => Math.max(...parts) - Math.min(...parts)
  // A party of four or more has no part of one: other seats are better.
  const isKind = (parts: readonly number[]): boolean => size < 4 || !parts.includes(1)
  return candidates.filter(isKind).sort((a, b) => spread(a) - spread(b) || a.length - b.length || b[0]! - a[0]!)
}

/** By the number of parts: the other rows to use besides the first, nearest first. */
function rowsBehindEachOther(plan: Plan, row: number): Record<number, number[][]> {
  const { area } = plan.rows[row]!
  // Tables and standing areas are not rows one behind the other.
  const isRow = (index: number): boolean => plan.rows[index]?.area === area && !plan.rows[index].table && !plan.rows[row]!.table
  const all = (...choices: number[][]): number[][] => choices.filter((rows) => rows.every(isRow))
  return {
    2: all([row + 1], [row - 1]),
    3: all([row + 1, row - 1], [row + 1, row + 2], [row - 1, row - 2]),
  }
}

/** The nearest group in a row to a group in another. */
function nearestIn(hall: HallOccupancy, row: number, group: readonly number[], size: number, wish: PartyRequest): number[] | undefined {
  const { plan } = hall
  const centre = centreOf(plan, group)
  const passes = usableSeats(hall, wish)
  const maxDistance = maxSeatsApart * usualGap(plan)
  const distanceOf = (seats: readonly number[]): number => {
    const [x, y] = centreOf(plan, seats)
    return Math.hypot(x - centre[0], y - centre[1])
  }
  const choices = chainsOf(plan, row, passes, wish.acrossAisles)
    .flatMap((chain) => [...windows(chain, size)])
    .filter((seats) => distanceOf(seats) <= maxDistance)
  return bestWindow(choices, (seats) => [
    bandsOf(hall, [...group, ...seats]),
    orphansOf(hall, [...group, ...seats]).length,
    distanceOf(seats),
  ])
}
