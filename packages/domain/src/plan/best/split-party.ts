import { usualGap } from '../adjacency/adjacent.ts'
import { type HallOccupancy, orphansOf } from '../adjacency/orphan.ts'
import { bandsAmong, costAt, cutsNoBlock, meetsNeeds, type Search } from './search.ts'
import { range } from './side-by-side.ts'
import type { BestSeatsResult } from './request.ts'

/** Maximum distance, in seats, between the middles of parts of a party; in one row, between its ends. */
const maxSeatsApart = 4
/** Penalty of a third row, in seats of additional distance. */
const thirdRowPenaltySeats = 2
/** Fewer than this are not parted in three. */
const minSizeForThreeParts = 6

/** Some of the party, side by side. */
type Part = { readonly first: number; readonly last: number; readonly sum: number }

/**
 * The best split of a party without enough adjacent seats: in two or three rows one behind the other, or in one row with an
 * aisle or other people between. Parts are near each other and as equal as possible; a party of four or more has no part of
 * one. Of equal splits, the first in the plan.
 */
export function seatInParts(search: Search, size: number): BestSeatsResult | undefined {
  let best: { readonly seats: readonly number[]; readonly score: number } | undefined
  const isBetter = (seats: readonly number[], score: number): boolean =>
    !best || score < best.score || (score === best.score && isEarlier(seats, best.seats))
  const open: HallOccupancy = { ...search.hall, isOpen: search.isOpen }
  const ways = partings(size).map((parting) => ({ parting, awkward: awkwardness(search, parting) }))
  const longest = longestStretches(search)
  // The best rows first: then the first result is a good one, and most other rows can be skipped.
  for (const row of search.rowsByLeast)
    for (const { parting, awkward } of ways)
      for (const rows of rowsBehind(search, row, parting.length)) {
        if (rows.some((each, place) => longest(each) < parting[place]!)) continue
        const least = Math.min(...rows.map((each) => search.leastOf[each]!))
        if (best && size * least + awkward > best.score) continue
        for (const parts of partsIn(search, rows, parting)) {
          const sum = parts.reduce((all, part) => all + part.sum, awkward + distances(search, parts))
          if (best && sum > best.score) continue
          const seats = parts.flatMap(({ first, last }) => range(first, last - first + 1))
          if (!meetsNeeds(search, seats)) continue
          const orphans = search.perOrphan === 0 ? 0 : orphansOf(open, seats).length
          const score = sum + size * ((bandsAmong(search, seats) - 1) * search.perBand + orphans * search.perOrphan)
          if (isBetter(seats, score)) best = { seats, score }
        }
      }
  return best && { ...best, how: 'split' }
}

const isEarlier = (a: readonly number[], b: readonly number[]): boolean => {
  const differs = a.findIndex((seat, place) => seat !== b[place])
  return differs >= 0 && a[differs]! < b[differs]!
}

/** Ways to part a number in two or three: 6 → 3+3, 2+2+2, 4+2, 2+4 … */
function partings(size: number): number[][] {
  const candidates: number[][] = []
  for (let a = 1; a < size; a++) {
    candidates.push([a, size - a])
    for (let b = 1; size >= minSizeForThreeParts && a + b < size; b++) candidates.push([a, b, size - a - b])
  }
  // A party of four or more has no part of one; and no part is a small rest of a large party.
  const fewest = size < 4 ? 1 : Math.max(2, Math.floor(size / 4))
  return candidates.filter((parts) => Math.min(...parts) >= fewest)
}

/** The penalty for such parts. */
function awkwardness({ hall }: Search, parting: readonly number[]): number {
  const spread = Math.max(...parting) - Math.min(...parting)
  const size = parting.reduce((all, part) => all + part, 0)
  return Math.round(size * usualGap(hall.plan) * (spread + (parting.length - 2) * thirdRowPenaltySeats))
}

/** The rows of a split into `parts` parts that begins in this row; for two parts also the same row. */
function rowsBehind({ hall: { plan } }: Search, row: number, parts: number): number[][] {
  const rows = range(row, parts)
  const isThere = rows.every((each) => plan.rows[each]?.area === plan.rows[row]!.area)
  return [...(isThere ? [rows] : []), ...(parts === 2 ? [[row, row]] : [])]
}

/** Every way to seat the parts in the rows, each near the one before. */
function* partsIn(
  search: Search,
  [row, ...rows]: readonly number[],
  [size, ...sizes]: readonly number[],
  before?: Part,
): Generator<Part[]> {
  for (const part of stretches(search, row!, size!)) {
    if (before && !isNear(search, before, part)) continue
    if (rows.length === 0) yield [part]
    else for (const others of partsIn(search, rows, sizes, part)) yield [part, ...others]
  }
}

/** Maximum number of adjacent seats in a row; computed once per row. */
function longestStretches(search: Search): (row: number) => number {
  const longestByRow = new Map<number, number>()
  return (row) => {
    let longest = longestByRow.get(row)
    if (longest === undefined) {
      const { firstSeat, seatCount } = search.hall.plan.rows[row]!
      longest = 0
      for (let seat = firstSeat, run = 0; seat < firstSeat + seatCount; seat++) {
        run = search.fits(seat) ? (run > 0 && search.joinedToNext[seat - 1] === 1 ? run + 1 : 1) : 0
        longest = Math.max(longest, run)
      }
      longestByRow.set(row, longest)
    }
    return longest
  }
}

/** All stretches of `size` adjacent seats in a row. */
function* stretches(search: Search, row: number, size: number): Generator<Part> {
  const { fits, joinedToNext, hall } = search
  const { firstSeat, seatCount } = hall.plan.rows[row]!
  let [run, sum] = [0, 0]
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
    if (!fits(seat)) {
      ;[run, sum] = [0, 0]
      continue
    }
    if (run > 0 && joinedToNext[seat - 1] === 0) [run, sum] = [0, 0]
    run += 1
    sum += costAt(search, seat)
    if (run > size) sum -= costAt(search, seat - size)
    if (run >= size && cutsNoBlock(search, seat - size + 1, seat)) yield { first: seat - size + 1, last: seat, sum }
  }
}

const isNear = (search: Search, a: Part, b: Part): boolean =>
  (isBehind(search, a, b) || a.last < b.first) && distance(search, a, b) <= maxSeatsApart * usualGap(search.hall.plan)

const isBehind = ({ hall: { plan } }: Search, a: Part, b: Part): boolean => plan.rowOf[a.first] !== plan.rowOf[b.first]

/** Centimetres between two parts. */
function distance(search: Search, a: Part, b: Part): number {
  const { x, y } = search.hall.plan
  if (!isBehind(search, a, b)) return Math.hypot(x[a.last]! - x[b.first]!, y[a.last]! - y[b.first]!)
  const middle = (axis: Float32Array, { first, last }: Part): number => (axis[first]! + axis[last]!) / 2
  return Math.hypot(middle(x, a) - middle(x, b), middle(y, a) - middle(y, b))
}

const distances = (search: Search, parts: readonly Part[]): number =>
  Math.round(
    parts.slice(1).reduce((all, part, place) => all + distance(search, parts[place]!, part), 0) *
      parts.reduce((size, { first, last }) => size + last - first + 1, 0),
  )
