import { isAccessSeat, isStandingPlace, nearestParty, type Plan, placeName } from '../plan/index.ts'
import { type Band, priceOf, type PriceList } from '../pricing/pricing.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'

/** Who has a seat: a basket, an order, a reserved order, or a lock of the theatre. */
export const seatHolders = ['held', 'sold', 'reserved', 'locked'] as const
export type SeatHolder = (typeof seatHolders)[number]

/** A taken seat of the former plan, by plan index. `party`: the basket or order; seats with the same one are kept together. */
export type TakenSeat = { readonly seat: number; readonly holder: SeatHolder; readonly party: string }

/** How a seat of the new plan was found: at the same place, as good as the former one, or by a person. */
export const moveKinds = ['same', 'as-good', 'by-hand'] as const
export type MoveKind = (typeof moveKinds)[number]
/** The seat of the new plan for a taken seat, both by plan index; null where none is as good. */
export type SeatMove = TakenSeat & ({ readonly to: number; readonly kind: MoveKind } | { readonly to: null; readonly kind: null })

/** Two plans, with the price band of each seat: an index into `bands`, the best first. */
export type Replan = {
  readonly from: Plan
  readonly to: Plan
  readonly bandFrom: Uint8Array
  readonly bandTo: Uint8Array
  readonly taken: readonly TakenSeat[]
  /** Seats that a person chose, by former seat. */
  readonly byHand: ReadonlyMap<number, number>
}

/**
 * Finds the seats of the new plan that are at the same place: the same area, row and number; of standing areas the same one.
 * A place that several seats have is left out.
 * @returns by former seat
 */
export function samePlaces(from: Plan, to: Plan): ReadonlyMap<number, number> {
  const [former, next] = [seatsByPlace(from), seatsByPlace(to)]
  return new Map(
    [...former].flatMap(([place, seat]) => {
      const same = next.get(place)
      return seat === undefined || same === undefined ? [] : [[seat, same] as const]
    }),
  )
}

/** The seat of each place; undefined for a place that several seats have. */
function seatsByPlace(plan: Plan): Map<string, number | undefined> {
  const seats = new Map<string, number | undefined>()
  for (let seat = 0; seat < plan.seatCount; seat++) {
    const { area, row, number } = placeName(plan, seat)
    const nth = isStandingPlace(plan, seat) ? seat - plan.areas[plan.areaOf[seat]!]!.firstSeat : number
    const place = JSON.stringify([area.trim().toLowerCase(), row, nth])
    seats.set(place, seats.has(place) ? undefined : seat)
  }
  return seats
}

/**
 * Proposes a seat of the new plan for each taken seat: those that a person chose, then the same place, then one that is as good: near
 * it, of the same band or a better one, for access needs of the same kind. A party that loses a place moves together where there are
 * adjacent seats for all of it. No seat is given twice. Orders come first, then baskets, and locks last; the largest parties before others.
 * @returns in the order of `taken`
 */
export function planMoves(replan: Replan): SeatMove[] {
  const { taken, byHand } = replan
  const same = samePlaces(replan.from, replan.to)
  const given = new Map<number, { readonly to: number; readonly kind: MoveKind }>()
  const used = new Set<number>()
  const give = (seat: number, to: number, kind: MoveKind): void => {
    given.set(seat, { to, kind })
    used.add(to)
  }
  for (const { seat } of taken) {
    const to = byHand.get(seat)
    if (to !== undefined && !used.has(to)) give(seat, to, 'by-hand')
  }
  // A customer who keeps the place has it, even if another party could use it.
  const placeOf = (seat: number): number | undefined => {
    const to = same.get(seat)
    return to !== undefined && !used.has(to) && isAsGood(replan, seat, to) ? to : undefined
  }
  const open = groupByParty(taken.filter(({ seat }) => !given.has(seat)))
  const moving: TakenSeat[][] = []
  for (const party of open) {
    if (!party.every(({ seat }) => placeOf(seat) !== undefined)) moving.push(party)
    else for (const { seat } of party) give(seat, placeOf(seat)!, 'same')
  }
  for (const party of moving) {
    const together = seatsTogether(replan, party, used)
    if (together) {
      for (const [seat, to] of together) give(seat, to, same.get(seat) === to ? 'same' : 'as-good')
      continue
    }
    // The members who keep their place come first: the others sit near them.
    for (const { seat } of party) {
      const to = placeOf(seat)
      if (to !== undefined) give(seat, to, 'same')
    }
    for (const { seat } of party) {
      if (given.has(seat)) continue
      const to = nearestSeat(replan, seat, used)
      if (to !== undefined) give(seat, to, 'as-good')
    }
  }
  return taken.map((each) => ({ ...each, ...(given.get(each.seat) ?? { to: null, kind: null }) }))
}

/** Whether a seat of the new plan has the same band as a former one, or a better one, and the same access. */
function isAsGood({ from, to, bandFrom, bandTo }: Replan, seat: number, next: number): boolean {
  if (isStandingPlace(from, seat) !== isStandingPlace(to, next)) return false
  if ((isAccessSeat(from, seat) || isAccessSeat(to, next)) && from.type[seat] !== to.type[next]) return false
  return bandTo[next]! <= bandFrom[seat]!
}

/** The order in which parties get seats: orders before baskets, and baskets before locks of the theatre. */
const rankOf: Readonly<Record<SeatHolder, number>> = { sold: 0, reserved: 0, held: 1, locked: 2 }

/** The parties by the rank of their holders, and large ones before small ones. */
function groupByParty(taken: readonly TakenSeat[]): TakenSeat[][] {
  const parties = new Map<string, TakenSeat[]>()
  for (const each of taken) {
    const key = `${each.holder} ${each.party}`
    parties.set(key, [...(parties.get(key) ?? []), each])
  }
  const rank = ([first]: readonly TakenSeat[]): number => rankOf[first!.holder]
  return [...parties.values()].toSorted((one, other) => rank(one) - rank(other) || other.length - one.length)
}

/** Adjacent seats for a party, each as good as the former one, near it; undefined where there are none. Locks need not be together. */
function seatsTogether(replan: Replan, party: readonly TakenSeat[], used: ReadonlySet<number>): [number, number][] | undefined {
  const { from, to, bandTo } = replan
  const isOrdinary = party.every(({ seat }) => !isAccessSeat(from, seat) && !isStandingPlace(from, seat))
  if (party.length < 2 || party[0]!.holder === 'locked' || !isOrdinary) return undefined
  const isOpen = (seat: number): boolean =>
    !used.has(seat) && !isStandingPlace(to, seat) && party.every((member) => isAsGood(replan, member.seat, seat))
  const members = party.map(({ seat }) => seat).toSorted((a, b) => a - b)
  const starts = new Set(members.flatMap((seat) => closestSeat(replan, seat, isOpen) ?? []))
  let best: { readonly seats: readonly number[]; readonly distance: number } | undefined
  for (const at of starts) {
    const seats = nearestParty({ plan: to, bandOf: bandTo, isOpen }, at, { size: party.length })?.seats
    const distance = seats?.reduce((sum, next, nth) => sum + distanceOf(replan, members[nth]!, next), 0) ?? Infinity
    if (seats && distance < (best?.distance ?? Infinity)) best = { seats, distance }
  }
  return best && members.map((seat, nth) => [seat, best.seats[nth]!])
}

/** The distance between a former seat and one of the new plan, in centimetres. */
const distanceOf = ({ from, to }: Replan, seat: number, next: number): number =>
  Math.hypot(to.x[next]! - from.x[seat]!, to.y[next]! - from.y[seat]!, to.z[next]! - from.z[seat]!)

const nearestSeat = (replan: Replan, seat: number, used: ReadonlySet<number>): number | undefined =>
  closestSeat(replan, seat, (next) => !used.has(next) && isAsGood(replan, seat, next))

/** The seat of the new plan that passes and is nearest to a former one. */
function closestSeat(replan: Replan, seat: number, passes: (next: number) => boolean): number | undefined {
  let closest: number | undefined
  let shortest = Infinity
  for (let next = 0; next < replan.to.seatCount; next++) {
    if (!passes(next)) continue
    const distance = distanceOf(replan, seat, next)
    if (distance < shortest) [closest, shortest] = [next, distance]
  }
  return closest
}

/** A seat that a person chose, by the ids of both plans. */
export type HandMove = { readonly from: string; readonly to: string }

/** Reads the seats that a person chose. `seat-unknown` for a seat that its plan lacks; `invalid-input` for one that is named twice. */
export function readHandMoves(
  from: Plan,
  to: Plan,
  moves: readonly HandMove[],
): Result<ReadonlyMap<number, number>, Problem<'seat-unknown' | 'invalid-input'>> {
  const chosen = new Map<number, number>()
  for (const move of moves) {
    const [seat, next] = [from.indexOf(move.from), to.indexOf(move.to)]
    if (seat === undefined) return fail(problem('seat-unknown', { seat: move.from }))
    if (next === undefined) return fail(problem('seat-unknown', { seat: move.to }))
    chosen.set(seat, next)
  }
  const isOnce = chosen.size === moves.length && new Set(chosen.values()).size === moves.length
  return isOnce ? ok(chosen) : fail(problem('invalid-input', { fields: ['byHand'] }))
}

/** A taken seat with the number of its order; null for baskets and locks. */
export type NumberedSeat = TakenSeat & { readonly order: string | null }

type SeatPair = { readonly from: { readonly id: string }; readonly to: { readonly id: string } | null; readonly holder: SeatHolder }

/**
 * Whether a person has confirmed the moves of all seats that are sold, reserved or locked, each to the same seat. One without a new seat is
 * never confirmed. Seats in baskets change with each visitor, so that their moves need no confirmation, and moves that are not needed
 * any more do no harm.
 */
export function areMovesConfirmed(moves: readonly SeatPair[], confirmed: readonly HandMove[]): boolean {
  const next = new Map(confirmed.map(({ from, to }) => [from, to]))
  return moves.every(({ from, to, holder }) => holder === 'held' || (to !== null && next.get(from.id) === to.id))
}

/** The number of seats in baskets for which the other plan has no seat as good. While there are any, the plan does not change. */
export const countStuckHolds = (moves: readonly SeatPair[]): number =>
  moves.filter(({ to, holder }) => holder === 'held' && to === null).length

/**
 * The band with which a ticket in a basket is priced after its seat has moved: the former one where the price list still has it, so
 * that another price type does not cost more because of the move.
 */
export const bandAfterMove = (
  list: PriceList,
  { band, priceType }: { readonly band: Band; readonly priceType: string },
  next: Band,
): Band => (priceOf(list, band, priceType) ? band : next)

/** What another plan means for the seats of a performance: seats in both plans, lost ones by who has them, and the moves of taken seats. */
export function describeReplan(replan: Replan & { readonly taken: readonly NumberedSeat[] }) {
  const { from, to, taken } = replan
  const same = samePlaces(from, to)
  const holders = new Map(taken.map(({ seat, holder }) => [seat, holder]))
  const gone = { free: [] as string[], held: [] as string[], sold: [] as string[] }
  for (let seat = 0; seat < from.seatCount; seat++) {
    if (same.has(seat)) continue
    const holder = holders.get(seat)
    gone[holder === undefined ? 'free' : holder === 'held' ? 'held' : 'sold'].push(from.idOf(seat))
  }
  const parties = new Map<string, number>()
  const partyOf = (key: string): number => {
    if (!parties.has(key)) parties.set(key, parties.size)
    return parties.get(key)!
  }
  const seatOf = (plan: Plan, seat: number) => {
    const { area, row, number } = placeName(plan, seat)
    return { id: plan.idOf(seat), area, row, number }
  }
  const all = planMoves(replan)
  const moves = all.flatMap(({ seat, holder, party, to: next, kind }, nth) =>
    kind === 'same'
      ? []
      : [
          {
            ...{ from: seatOf(from, seat), to: next === null ? null : seatOf(to, next), kind, holder },
            ...{ party: partyOf(`${holder} ${party}`), order: taken[nth]!.order },
          },
        ],
  )
  return { same: same.size, added: to.seatCount - same.size, gone, kept: all.length - moves.length, moves }
}
