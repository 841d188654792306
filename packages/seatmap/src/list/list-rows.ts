import { seatFlag } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import type { VisitorHall } from '#hall'
import type { SeatOffers, SeatStanding } from '#props'

export type Sort = 'row' | 'price' | 'stepFree'
export type ListedSeat = { readonly seat: number; readonly standing: SeatStanding }
/** A row's seats to show, in the order they are seen from the stage outwards, and how many of it are taken. */
export type ListedRow = { readonly row: number; readonly seats: readonly ListedSeat[]; readonly taken: number }

/**
 * What the list shows of an area: seats that can be chosen, are chosen or are in the basket; taken ones on request.
 * Filters leave seats out, never a chosen one.
 */
export function listRows(hall: VisitorHall, area: number, showTaken: boolean, sort: Sort, offers: SeatOffers): ListedRow[] {
  const { plan } = hall
  const { firstRow, rowCount } = plan.areas[area]!
  const rows = plan.rows.slice(firstRow, firstRow + rowCount).map(({ index, firstSeat, seatCount }): ListedRow => {
    const seats: ListedSeat[] = []
    let taken = 0
    for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
      const standing = hall.standingOf(seat)
      if (!standing) continue
      if (standing === 'taken') taken += 1
      if (standing === 'taken' ? showTaken && hall.passes(seat) : hall.isOpen(seat)) seats.push({ seat, standing })
    }
    return { row: index, seats, taken }
  })
  const shown = rows.filter(({ seats }) => seats.length > 0)
  if (sort === 'row') return shown
  const rank =
    sort === 'price'
      ? (row: ListedRow) => cheapest(row, offers)
      : (row: ListedRow) => (row.seats.some(({ seat }) => (plan.flags[seat]! & seatFlag.stepFree) !== 0) ? 0 : 1)
  return shown.toSorted((a, b) => rank(a) - rank(b))
}

const cheapest = ({ seats }: ListedRow, { bandOf, bands: offered }: SeatOffers): number =>
  Math.min(...seats.map(({ seat }) => offered.get(bands[bandOf[seat]!]!)?.priceFrom ?? Infinity))
