import { isBeside } from './adjacent.ts'
import type { HallOccupancy } from './orphan.ts'
import type { Plan } from '../model/plan.ts'

/** Seats as good as those that went, in their place. */
export type EqualSeats = {
  /** From which seat to which a person moves; the others stay. */
  readonly swaps: readonly (readonly [from: number, to: number])[]
  /** Whether the whole party moves, because there are no free seats beside its remaining ones. */
  readonly movesAll: boolean
  /** The whole party would sit side by side. */
  readonly isTogether: boolean
}

/**
 * The nearest seats equal to the lost ones: of the same band, so that each has the same price at every price type, and of
 * the same type. If the party was adjacent, the new seats are too: beside the remaining ones or, if there are not enough,
 * elsewhere for the whole party.
 * @param hall its open seats are the candidates
 * @param party seats of the whole party @param unavailableSeats those of them that are lost
 * @param allows whether the rules allow these seats as one choice
 * @returns undefined if no equal seats exist
 */
export function equalSeats(
  hall: HallOccupancy,
  party: readonly number[],
  unavailableSeats: readonly number[],
  allows: (seats: readonly number[]) => boolean = () => true,
): EqualSeats | undefined {
  const { plan } = hall
  const lostSeats = party.filter((seat) => unavailableSeats.includes(seat))
  const remainingSeats = new Set(party.filter((seat) => !unavailableSeats.includes(seat)))
  if (lostSeats.length === 0) return undefined
  const isTogether = sitsTogether(plan, party)
  const isFree = (seat: number): boolean => hall.isOpen(seat) && !remainingSeats.has(seat)
  const accept = (moving: readonly number[], seats: readonly number[]): EqualSeats | undefined => {
    const swaps = swap(hall, moving, seats)
    if (!swaps || !allows([...party.filter((seat) => !moving.includes(seat)), ...seats])) return undefined
    return { swaps, movesAll: moving.length > lostSeats.length, isTogether }
  }
  if (!isTogether) {
    const seats = oneByOne(hall, lostSeats, isFree)
    return seats && accept(lostSeats, seats)
  }
  const besideSeats =
    remainingSeats.size > 0 &&
    nearest(
      plan,
      party,
      (seat) => isFree(seat) || remainingSeats.has(seat),
      (seats) =>
        [...remainingSeats].every((seat) => seats.includes(seat))
          ? accept(
              lostSeats,
              seats.filter((seat) => !remainingSeats.has(seat)),
            )
          : undefined,
    )
  return besideSeats || nearest(plan, party, isFree, (seats) => accept(party, seats))
}

function sitsTogether(plan: Plan, party: readonly number[]): boolean {
  const seats = party.toSorted((a, b) => a - b)
  return seats.length > 1 && seats.every((seat, place) => place === 0 || isBeside(plan, seats[place - 1]!, seat))
}

const isEqual = ({ plan, bandOf }: HallOccupancy, a: number, b: number): boolean => bandOf[a] === bandOf[b] && plan.type[a] === plan.type[b]

/** Assigns an equal seat to each moving seat; undefined if one of them has none. */
function swap(hall: HallOccupancy, moving: readonly number[], seats: readonly number[]): EqualSeats['swaps'] | undefined {
  const remainingSeats = [...seats]
  const swaps = moving.flatMap((from): [number, number][] => {
    const at = remainingSeats.findIndex((to) => isEqual(hall, from, to))
    return at < 0 ? [] : [[from, remainingSeats.splice(at, 1)[0]!]]
  })
  return swaps.length === moving.length && remainingSeats.length === 0 ? swaps : undefined
}

/** For each the nearest equal seat that is not assigned yet. */
function oneByOne(hall: HallOccupancy, lostSeats: readonly number[], isFree: (seat: number) => boolean): number[] | undefined {
  const chosenSeats: number[] = []
  for (const from of lostSeats) {
    const to = nearest(
      hall.plan,
      [from],
      (seat) => isFree(seat) && isEqual(hall, from, seat) && !chosenSeats.includes(seat),
      ([seat]) => seat,
    )
    if (to === undefined) return undefined
    chosenSeats.push(to)
  }
  return chosenSeats
}

type Point3 = readonly [x: number, y: number, z: number]
/** The two ends of a row. */
type Extent = { readonly from: Point3; readonly to: Point3 }
const extents = new WeakMap<Plan, readonly Extent[]>()

/** Seats side by side that pass, as many as the party and as near as can be to where it sat, and that are accepted. */
function nearest<Found>(
  plan: Plan,
  party: readonly number[],
  passes: (seat: number) => boolean,
  accept: (seats: readonly number[]) => Found | undefined,
): Found | undefined {
  const size = party.length
  const home = middleOf(plan, party)
  const rows = extentsOf(plan).map((extent, row) => ({ row, rowDistance: distanceTo(extent, home) }))
  let best: { readonly candidate: Found; readonly distanceToParty: number; readonly first: number } | undefined
  for (const { row, rowDistance } of rows.sort((a, b) => a.rowDistance - b.rowDistance || a.row - b.row)) {
    if (best && rowDistance > best.distanceToParty) break
    const { firstSeat, seatCount } = plan.rows[row]!
    let run = 0
    for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
      run = passes(seat) ? (run > 0 && isBeside(plan, seat - 1, seat) ? run + 1 : 1) : 0
      if (run < size) continue
      const first = seat - size + 1
      const seats = Array.from({ length: size }, (_, place) => first + place)
      const candidateDistance = distance(home, middleOf(plan, seats))
      if (best && (candidateDistance > best.distanceToParty || (candidateDistance === best.distanceToParty && first > best.first))) continue
      const acceptedSeats = accept(seats)
      if (acceptedSeats !== undefined) best = { candidate: acceptedSeats, distanceToParty: candidateDistance, first }
    }
  }
  return best?.candidate
}

/** The middle of a group; a storey counts by its height. */
const middleOf = ({ x, y, z }: Plan, seats: readonly number[]): Point3 => {
  const middle = (axis: ArrayLike<number>): number => seats.reduce((sum, seat) => sum + axis[seat]!, 0) / seats.length
  return [middle(x), middle(y), middle(z)]
}

const distance = (a: Point3, b: Point3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

const distanceTo = ({ from, to }: Extent, point: Point3): number =>
  Math.hypot(...point.map((value, axis) => Math.max(0, from[axis]! - value, value - to[axis]!)))

function extentsOf(plan: Plan): readonly Extent[] {
  let rowExtents = extents.get(plan)
  if (!rowExtents) {
    rowExtents = plan.rows.map(({ firstSeat, seatCount }) => {
      const parts = [plan.x, plan.y, plan.z].map((axis) => axis.subarray(firstSeat, firstSeat + seatCount))
      const ends = (end: (a: number, b: number) => number): Point3 => parts.map((part) => part.reduce(end)) as unknown as Point3
      return { from: ends((a, b) => Math.min(a, b)), to: ends((a, b) => Math.max(a, b)) }
    })
    extents.set(plan, rowExtents)
  }
  return rowExtents
}
