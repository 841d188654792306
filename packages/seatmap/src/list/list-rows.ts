import { bestParties, seatFlag } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import type { VisitorHall } from '#hall'
import type { SeatOffers, SeatStatus } from '#props'

export type Sort = 'row' | 'price' | 'stepFree'
export type ListedSeat = { readonly seat: number; readonly status: SeatStatus }
/** The seats of a row to show, in the order of their numbers or prices, and the number of its taken seats. */
export type ListedRow = { readonly row: number; readonly seats: readonly ListedSeat[]; readonly takenCount: number }
/** Adjacent seats for the whole party, and those of them that can no longer be chosen. */
export type ListedGroup = {
  readonly row: number
  readonly seats: readonly number[]
  readonly unavailable: readonly number[]
  readonly isChosen: boolean
}

/**
 * Lists the rows of an area with the seats that can be chosen, are chosen or are in the basket, and on request the taken ones.
 * Filters never hide a chosen seat, nor one of `focusedSeats`.
 */
export function listRows(
  hall: VisitorHall,
  area: number,
  showTaken: boolean,
  sort: Sort,
  offers: SeatOffers,
  focusedSeats: readonly number[] = [],
): ListedRow[] {
  const { plan } = hall
  const { firstRow, rowCount } = plan.areas[area]!
  const rows = plan.rows.slice(firstRow, firstRow + rowCount).map(({ index, firstSeat, seatCount }): ListedRow => {
    const seats: ListedSeat[] = []
    let takenCount = 0
    for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
      const isFocused = focusedSeats.includes(seat)
      const status = hall.statusOf(seat) ?? (isFocused ? 'taken' : undefined)
      if (!status) continue
      if (status === 'taken') takenCount += 1
      if (isFocused || (status === 'taken' ? showTaken && hall.passes(seat) : hall.isOpen(seat))) seats.push({ seat, status })
    }
    return {
      row: index,
      seats: sort === 'price' ? seats.toSorted((a, b) => priceOf(a.seat, offers) - priceOf(b.seat, offers)) : seats,
      takenCount,
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

/** Max searches of an area for further groups among the seats that are in no group yet. */
const maxRounds = 6
/** Max groups listed per area. */
const maxGroups = 60

/**
 * Lists disjoint groups of adjacent free seats in an area, in the order of `sort`. The group of `focusedSeats` stays listed, even
 * if its seats were taken or would now be in other groups.
 */
export function listGroups(
  hall: VisitorHall,
  area: number,
  size: number,
  sort: Sort,
  offers: SeatOffers,
  focusedSeats: readonly number[] = [],
): ListedGroup[] {
  const { plan } = hall
  const occupancy = { plan, bandOf: offers.bandOf, isOpen: hall.canToggle }
  const usedSeats = new Set<number>()
  const groups: ListedGroup[] = []
  const addGroup = (seats: readonly number[]): void =>
    void groups.push({
      row: plan.rowOf[seats[0]!]!,
      seats,
      unavailable: seats.filter((seat) => !hall.canToggle(seat)),
      isChosen: seats.every((seat) => hall.statusOf(seat) === 'selected'),
    })
  for (let round = 0; round < maxRounds && groups.length < maxGroups; round++) {
    const accepts = (seat: number): boolean => plan.areaOf[seat] === area && !usedSeats.has(seat)
    const parties = bestParties(occupancy, { size, accepts, withAccess: hall.asksForAccess }, maxGroups - groups.length)
    if (parties.length === 0) break
    for (const { seats } of parties) {
      for (const seat of seats) usedSeats.add(seat)
      addGroup(seats)
    }
  }
  if (
    focusedSeats.length === size &&
    plan.areaOf[focusedSeats[0]!] === area &&
    !groups.some(({ seats }) => isSameGroup(seats, focusedSeats))
  )
    addGroup(focusedSeats)
  groups.sort((a, b) => a.seats[0]! - b.seats[0]!)
  return sortBy(groups, sort, ({ seats }) => seats, hall, offers)
}

const isSameGroup = (seats: readonly number[], others: readonly number[]): boolean => seats.every((seat, index) => seat === others[index])

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

const priceOf = (seat: number, { bandOf, bands: bandOffers }: SeatOffers): number =>
  bandOffers.get(bands[bandOf[seat]!]!)?.priceFrom ?? Infinity
