import { stageCentre } from './facts.ts'
import { chainThrough, isAccessSeat, usualGap } from './adjacent.ts'
import { centreOf, type OpenHall, orphansOf } from './orphan.ts'
import type { Plan } from './plan.ts'

export type PartyWish = {
  /** How many sit together; 1 or more. */
  readonly size: number
  /** A group may go on behind an aisle. */
  readonly acrossAisles?: boolean
  /** Wheelchair spaces and companion seats may be part of it. */
  readonly withAccess?: boolean
}

/**
 * Seats for a party. `together`: side by side. `split`: in rows one behind the other. `fewer`: there was no room for all
 * of them there. Seats in the plan's order.
 */
export type Party = { readonly seats: readonly number[]; readonly how: 'together' | 'split' | 'fewer' }

/**
 * Seats for a party round a seat that somebody points at: side by side if there is room, else kindly split over rows
 * (six as three behind three), else as many as fit. Of groups that fit, one of a single price band, then one that leaves
 * nobody alone, then the one with the seat in its middle.
 * @returns undefined when the seat itself isn't open
 */
export function seatParty(hall: OpenHall, at: number, wish: PartyWish): Party | undefined {
  if (!hall.isOpen(at)) return undefined
  const wished = isAccessSeat(hall.plan, at) ? { ...wish, withAccess: true } : wish
  const whole = groupAt(hall, at, wish.size, wished)
  if (whole) return { seats: whole, how: 'together' }
  const split = splitParty(hall, at, wished)
  if (split) return { seats: split, how: 'split' }
  for (let size = wish.size - 1; size > 1; size--) {
    const some = groupAt(hall, at, size, wished)
    if (some) return { seats: some, how: 'fewer' }
  }
  return { seats: [at], how: wish.size <= 1 ? 'together' : 'fewer' }
}

const usable =
  ({ plan, isOpen }: OpenHall, { withAccess }: PartyWish) =>
  (seat: number): boolean =>
    isOpen(seat) && (withAccess === true || !isAccessSeat(plan, seat))

/** All ways to sit `size` people side by side between two seats. */
function* windows(first: number, last: number, size: number): Generator<number[]> {
  for (let start = first; start + size - 1 <= last; start++) yield Array.from({ length: size }, (_, place) => start + place)
}

function groupAt(hall: OpenHall, at: number, size: number, wish: PartyWish): number[] | undefined {
  const { first, last } = chainThrough(hall.plan, at, usable(hall, wish), wish.acrossAisles)
  return best(windows(Math.max(first, at - size + 1), Math.min(last, at + size - 1), size), (seats) => [
    bandsOf(hall, seats),
    orphansOf(hall, seats).length,
    Math.abs((seats[0]! + seats.at(-1)!) / 2 - at),
  ])
}

const bandsOf = ({ bandOf }: OpenHall, seats: readonly number[]): number => new Set(seats.map((seat) => bandOf[seat])).size

/** The one with the smallest score, compared place by place; of equals the first. */
function best<Item>(items: Iterable<Item>, scoreOf: (item: Item) => readonly number[]): Item | undefined {
  let found: { readonly item: Item; readonly score: readonly number[] } | undefined
  for (const item of items) {
    const score = scoreOf(item)
    const differs = score.findIndex((value, place) => value !== found?.score[place])
    if (!found || (differs >= 0 && score[differs]! < found.score[differs]!)) found = { item, score }
  }
  return found?.item
}

/** Parts of a party sit in neighbouring rows, their middles at most so many seats apart. */
const within = 4

/** The party in two or three rows one behind the other, as evenly as there is room, nobody alone if it can be helped. */
function splitParty(hall: OpenHall, at: number, wish: PartyWish): number[] | undefined {
  const rows = rowsBehindEachOther(hall.plan, hall.plan.rowOf[at]!)
  for (const parts of partings(wish.size))
    for (const others of rows[parts.length] ?? []) {
      const seats = fillRows(hall, at, parts, others, wish)
      if (seats) return seats.sort((a, b) => a - b)
    }
  return undefined
}

/** The first part round the seat pointed at, each other as near as can be in its row; all of them or none. */
function fillRows(hall: OpenHall, at: number, [own, ...rest]: readonly number[], rows: readonly number[], wish: PartyWish) {
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
  const found: number[][] = []
  for (let a = 1; a < size; a++) {
    found.push([a, size - a])
    for (let b = 1; a + b < size; b++) if (size >= 6) found.push([a, b, size - a - b])
  }
  const spread = (parts: readonly number[]): number => Math.max(...parts) - Math.min(...parts)
  const alone = (parts: readonly number[]): number => parts.filter((part) => part === 1).length
  return found.sort((a, b) => alone(a) - alone(b) || spread(a) - spread(b) || a.length - b.length || b[0]! - a[0]!)
}

/** By the number of parts: the other rows to use beside one's own, nearest first. */
function rowsBehindEachOther(plan: Plan, row: number): Record<number, number[][]> {
  const { area } = plan.rows[row]!
  const isRow = (index: number): boolean => plan.rows[index]?.area === area
  const all = (...choices: number[][]): number[][] => choices.filter((rows) => rows.every(isRow))
  return {
    2: all([row + 1], [row - 1]),
    3: all([row + 1, row - 1], [row + 1, row + 2], [row - 1, row - 2]),
  }
}

/** The nearest group in a row to a group in another. */
function nearestIn(hall: OpenHall, row: number, group: readonly number[], size: number, wish: PartyWish): number[] | undefined {
  const { plan } = hall
  const centre = centreOf(plan, group)
  const passes = usable(hall, wish)
  const near = within * usualGap(plan)
  const away = (seats: readonly number[]): number => {
    const [x, y] = centreOf(plan, seats)
    return Math.hypot(x - centre[0], y - centre[1])
  }
  const choices = chainsOf(plan, row, passes, wish.acrossAisles)
    .flatMap(({ first, last }) => [...windows(first, last, size)])
    .filter((seats) => away(seats) <= near)
  return best(choices, (seats) => [bandsOf(hall, [...group, ...seats]), orphansOf(hall, [...group, ...seats]).length, away(seats)])
}

/** The chains of a row, in its order. */
function chainsOf(plan: Plan, row: number, passes: (seat: number) => boolean, acrossAisles = false) {
  const { firstSeat, seatCount } = plan.rows[row]!
  const chains: { readonly first: number; readonly last: number }[] = []
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
    if (!passes(seat)) continue
    const chain = chainThrough(plan, seat, passes, acrossAisles)
    chains.push(chain)
    seat = chain.last
  }
  return chains
}

export type BestWish = PartyWish & {
  /** Only seats that pass: a band, an area, a fact. */
  readonly accepts?: (seat: number) => boolean
  /** Where nobody can sit all together, rows one behind the other will do. */
  readonly apart?: boolean
}

/**
 * The best groups for a party, best first, no seat in two of them: near the stage's middle, of one price, leaving nobody
 * alone. Deterministic: the same hall gives the same answer to everybody.
 */
export function bestParties(hall: OpenHall, wish: BestWish, most: number): Party[] {
  const { plan } = hall
  const accepts = wish.accepts ?? (() => true)
  const open: OpenHall = { ...hall, isOpen: (seat) => hall.isOpen(seat) && accepts(seat) }
  const costOf = distanceFrom(plan)
  const passes = usable(open, wish)
  const found: { readonly party: Party; readonly cost: number }[] = []
  for (const row of plan.rows)
    for (const { first, last } of chainsOf(plan, row.index, passes, wish.acrossAisles)) {
      // Who would be left alone depends on all that is open there, wished for or not.
      const around = chainThrough(plan, first, hall.isOpen)
      const strands = (seats: readonly number[]): number => {
        const [before, after] = [seats[0]! - around.first, around.last - seats.at(-1)!]
        return Number(before === 1) + Number(after === 1)
      }
      const seats = best(windows(first, last, wish.size), (group) => [
        Math.sign(bandsOf(hall, group) - 1 + strands(group)),
        meanOf(group, costOf),
      ])
      if (seats) found.push({ party: { seats, how: 'together' }, cost: penalty(hall, seats) + meanOf(seats, costOf) })
    }
  if (found.length === 0 && wish.apart) {
    const seat = best(Array.from({ length: plan.seatCount }, (_, one) => one).filter(passes), (one) => [
      seatParty(open, one, wish)?.how === 'split' ? 0 : 1,
      costOf(one),
    ])
    const party = seat === undefined ? undefined : seatParty(open, seat, wish)
    return party?.how === 'split' ? [party] : []
  }
  return found
    .sort((a, b) => a.cost - b.cost || a.party.seats[0]! - b.party.seats[0]!)
    .slice(0, most)
    .map(({ party }) => party)
}

/** Leaving somebody alone, or paying two prices, weighs like sitting so many seats farther away. */
const weight = 4
const penalty = (hall: OpenHall, seats: readonly number[]): number =>
  (bandsOf(hall, seats) - 1 + orphansOf(hall, seats).length) * weight * usualGap(hall.plan)

const meanOf = (seats: readonly number[], costOf: (seat: number) => number): number =>
  seats.reduce((sum, seat) => sum + costOf(seat), 0) / seats.length

/** A house with this share of its seats behind the stage's middle plays in the round: no seat is at the side there. */
const behind = 0.16

/** How far a seat is from where one would like to be: before the middle of the stage; sideways counts double. */
function distanceFrom(plan: Plan): (seat: number) => number {
  const [cx, cy] = stageCentre(plan)
  const sideways = plan.y.filter((y) => y < cy).length > plan.seatCount * behind ? 0 : 1
  return (seat) => {
    const [dx, dy] = [plan.x[seat]! - cx, plan.y[seat]! - cy]
    return Math.hypot(dx, dy, plan.z[seat]!) + Math.abs(dx) * sideways
  }
}
