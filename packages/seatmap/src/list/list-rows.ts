import { bestParties, seatFlag } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import type { VisitorHall } from '#hall'
import type { SeatOffers, SeatStatus } from '#props'

export type Sort = 'row' | 'price' | 'stepFree'
export type ListedSeat = { readonly seat: number; readonly status: SeatStatus }
/** A row's seats to show, in the order of their numbers, and how many of it are taken. */
export type ListedRow = { readonly row: number; readonly seats: readonly ListedSeat[]; readonly taken: number }
/** Seats side by side for the whole party, and those of them that other visitors took in the meantime. */
export type ListedGroup = {
  readonly row: number
  readonly seats: readonly number[]
  readonly gone: readonly number[]
  readonly isChosen: boolean
}

/**
 * What the list shows of an area: seats that can be chosen, are chosen or are in the basket; taken ones on request.
 * Filters leave seats out, never a chosen one, nor one that is `held` by the focus.
 */
export function listRows(
  hall: VisitorHall,
  area: number,
  showTaken: boolean,
  sort: Sort,
  offers: SeatOffers,
  held: readonly number[] = [],
): ListedRow[] {
  const { plan } = hall
  const { firstRow, rowCount } = plan.areas[area]!
  const rows = plan.rows.slice(firstRow, firstRow + rowCount).map(({ index, firstSeat, seatCount }): ListedRow => {
    const seats: ListedSeat[] = []
    let taken = 0
    for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
      const isHeld = held.includes(seat)
      const status = hall.statusOf(seat) ?? (isHeld ? 'taken' : undefined)
      if (!status) continue
      if (status === 'taken') taken += 1
      if (isHeld || (status === 'taken' ? showTaken && hall.passes(seat) : hall.isOpen(seat))) seats.push({ seat, status })
    }
    return {
      row: index,
      seats: sort === 'price' ? seats.toSorted((a, b) => priceOf(a.seat, offers) - priceOf(b.seat, offers)) : seats,
      taken,
    }
  })
  return sortBy(
    rows.filter(({ seats }) => seats.length > 0),
    sort,
    ({ seats }) => seats.map(({ seat }) => seat),
    hall,
    offers,
  )
}

/** How often a run of free seats is looked at again for another group beside the ones found. */
const rounds = 6
/** Max groups listed of one area. */
const mostGroups = 60

/**
 * Groups of free seats side by side in an area, no seat in two of them; in the order of rows, or as sorted. What is `held`
 * by the focus stays, whatever became of it or would be grouped otherwise now.
 */
export function listGroups(
  hall: VisitorHall,
  area: number,
  size: number,
  sort: Sort,
  offers: SeatOffers,
  held: readonly number[] = [],
): ListedGroup[] {
  const { plan } = hall
  const open = { plan, bandOf: offers.bandOf, isOpen: hall.canToggle }
  const used = new Set<number>()
  const groups: ListedGroup[] = []
  const list = (seats: readonly number[]): void =>
    void groups.push({
      row: plan.rowOf[seats[0]!]!,
      seats,
      gone: seats.filter((seat) => !hall.canToggle(seat)),
      isChosen: seats.every((seat) => hall.statusOf(seat) === 'selected'),
    })
  for (let round = 0; round < rounds && groups.length < mostGroups; round++) {
    const accepts = (seat: number): boolean => plan.areaOf[seat] === area && !used.has(seat)
    const found = bestParties(open, { size, accepts, withAccess: hall.asksForAccess }, mostGroups - groups.length)
    if (found.length === 0) break
    for (const { seats } of found) {
      for (const seat of seats) used.add(seat)
      list(seats)
    }
  }
  if (held.length === size && plan.areaOf[held[0]!] === area && !groups.some(({ seats }) => isSame(seats, held))) list(held)
  groups.sort((a, b) => a.seats[0]! - b.seats[0]!)
  return sortBy(groups, sort, ({ seats }) => seats, hall, offers)
}

const isSame = (seats: readonly number[], others: readonly number[]): boolean => seats.every((seat, place) => seat === others[place])

/** Areas in the order of the list: the cheapest first, step-free first, or in plan order. */
export function sortAreas(hall: VisitorHall, areas: readonly number[], sort: Sort): readonly number[] {
  if (sort === 'row') return areas
  const rank = (area: number): number => (sort === 'price' ? (hall.tally(area).from ?? Infinity) : Number(!hall.plan.areas[area]!.stepFree))
  return areas.toSorted((a, b) => rank(a) - rank(b))
}

function sortBy<Item>(
  items: Item[],
  sort: Sort,
  seatsOf: (item: Item) => readonly number[],
  { plan }: VisitorHall,
  offers: SeatOffers,
): Item[] {
  if (sort === 'row') return items
  const isStepFree = (seat: number): boolean => (plan.flags[seat]! & seatFlag.stepFree) !== 0
  const rank = (item: Item): number =>
    sort === 'price'
      ? seatsOf(item).reduce((lowest, seat) => Math.min(lowest, priceOf(seat, offers)), Infinity)
      : Number(!seatsOf(item).some(isStepFree))
  return items.toSorted((a, b) => rank(a) - rank(b))
}

const priceOf = (seat: number, { bandOf, bands: offered }: SeatOffers): number => offered.get(bands[bandOf[seat]!]!)?.priceFrom ?? Infinity
