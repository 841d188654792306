import type { Point } from '../model/point.ts'
import { distance } from './pitch.ts'
import { createSpatialHash } from './spatial-hash.ts'

/** Rows that go up and down are walked downwards: a slight slant to the left or right reverses none. */
const slant = 0.1

/**
 * Seats of a row in walking order, left to right as drawn. The order of the file is kept if it follows the row; otherwise
 * seats are sorted along the row's longest direction.
 */
export function walkRow<Seat extends Point>(seats: readonly Seat[]): Seat[] {
  const sortedSeats = alongAxis(seats)
  const walkedSeats = walkLength(seats) <= 1.25 * walkLength(sortedSeats) ? [...seats] : sortedSeats
  const [first, last] = [walkedSeats[0], walkedSeats.at(-1)]
  const isBackwards = first && last && last.x - first.x + slant * (last.y - first.y) < 0
  return isBackwards ? walkedSeats.reverse() : walkedSeats
}

const walkLength = (seats: readonly Point[]): number =>
  seats.reduce((sum, seat, place) => sum + (place > 0 ? distance(seats[place - 1]!, seat) : 0), 0)

/** Sorted along the direction in which they spread most (first principal axis). */
function alongAxis<Seat extends Point>(seats: readonly Seat[]): Seat[] {
  const mean = (of: (seat: Seat) => number): number => seats.reduce((sum, seat) => sum + of(seat), 0) / seats.length
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)]
  const [xx, yy, xy] = [mean(({ x }) => (x - mx) ** 2), mean(({ y }) => (y - my) ** 2), mean(({ x, y }) => (x - mx) * (y - my))]
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  return [...seats].sort((a, b) => (a.x - b.x) * dx + (a.y - b.y) * dy)
}

/** Maximum distance to the next seat in pitches, and minimum cosine of the angle by which the row turns there (40°). */
const [reach, straight] = [1.7, 0.76]

/**
 * Makes rows of seats without row labels: from each seat to the nearest one that is straight ahead.
 * @param pitch usual distance between neighbours; see {@link nearestPitch}.
 */
export function chainRows<Seat extends Point>(seats: readonly Seat[], pitch: number): Seat[][] {
  const nearbySeats = createSpatialHash<Seat>(reach * pitch)
  for (const seat of seats) nearbySeats.put(seat.x, seat.y, seat)
  const free = new Set(seats)

  const nextOf = (seat: Seat, before: Seat | undefined): Seat | undefined => {
    let [next, best]: [Seat | undefined, number] = [undefined, reach * pitch]
    nearbySeats.forEachNear(seat.x, seat.y, (other) => {
      const seatDistance = distance(seat, other)
      if (!free.has(other) || seatDistance > best || seatDistance < 1e-6) return
      const straightness = before ? cosine(before, seat, seat, other) : 1
      if (straightness >= straight) [next, best] = [other, seatDistance]
    })
    return next
  }
  const walk = (from: Seat, before: Seat | undefined): Seat[] => {
    const chain: Seat[] = []
    let [last, current] = [before, from]
    for (let next = nextOf(current, last); next; next = nextOf(current, last)) {
      free.delete(next)
      chain.push(next)
      ;[last, current] = [current, next]
    }
    return chain
  }

  return seats.flatMap((seat) => {
    if (!free.delete(seat)) return []
    const seatsAfter = walk(seat, undefined)
    const back = seatsAfter[0] ? walk(seat, seatsAfter[0]) : []
    return [[...back.reverse(), seat, ...seatsAfter]]
  })
}

const cosine = (a: Point, b: Point, c: Point, d: Point): number =>
  ((b.x - a.x) * (d.x - c.x) + (b.y - a.y) * (d.y - c.y)) / (distance(a, b) * distance(c, d) || 1)

/** Median distance from a seat to its nearest neighbour: the pitch of seats without rows. */
export function nearestPitch(seats: readonly Point[]): number | undefined {
  const sample = seats.filter((_, index) => index % Math.ceil(seats.length / 200) === 0)
  const nearest = sample.map((seat) =>
    seats.reduce((best, other) => {
      const seatDistance = distance(seat, other)
      return seatDistance > 1e-6 && seatDistance < best ? seatDistance : best
    }, Infinity),
  )
  return nearest.filter((seatDistance) => seatDistance < Infinity).sort((a, b) => a - b)[nearest.length >> 1]
}

/** Maximum width of an aisle within a row, in pitches. */
const widestAisle = 8
/** More rows of one name aren't one row in pieces, and comparing all would take long. */
const maxPieces = 40

/**
 * Joins rows that are one in the theatre but several in the file: on one line beyond an aisle, with different numbers.
 * @param rows the seats of each row, in walking order
 */
export function joinRows<Seat extends Point & { readonly number: string }>(rows: readonly Seat[][], pitch: number): Seat[][] {
  if (rows.length > maxPieces) return [...rows]
  const joinedRows: Seat[][] = []
  const waiting = [...rows]
  for (let row = waiting.shift(); row; row = waiting.shift()) {
    let whole = row
    for (let hasGrown = true; hasGrown;) {
      hasGrown = false
      for (const [index, piece] of waiting.entries()) {
        // If a row turns back on itself, its pieces were found in opposite directions.
        const longer = [piece, piece.toReversed()].reduce<Seat[] | undefined>(
          (joinedRow, next) => joinedRow ?? continueRow(whole, next, pitch) ?? continueRow(next, whole, pitch),
          undefined,
        )
        if (!longer) continue
        whole = longer
        waiting.splice(index, 1)
        hasGrown = true
        break
      }
    }
    joinedRows.push(whole)
  }
  return joinedRows
}

function continueRow<Seat extends Point & { readonly number: string }>(row: Seat[], piece: Seat[], pitch: number): Seat[] | undefined {
  const [end, begin] = [row.at(-1)!, piece[0]!]
  const gapLength = distance(end, begin)
  if (gapLength > widestAisle * pitch || gapLength < 1e-6) return undefined
  const [before, after] = [row.at(-2), piece[1]]
  const isInLine = (!before || cosine(before, end, end, begin) > 0.7) && (!after || cosine(end, begin, begin, after) > 0.7)
  if (!isInLine || (!before && !after)) return undefined
  const numbers = new Set(row.map(({ number }) => number))
  return piece.some(({ number }) => number === '' || numbers.has(number)) ? undefined : [...row, ...piece]
}
