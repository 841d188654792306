import { blockOf, type HallOccupancy } from '@playhouse/domain/plan'
import { seatAvailability } from '@playhouse/domain/seat'
import type { SeatStore } from '@playhouse/seatmap/store'
import { hallOccupancy, type SeatingModel } from './seating-model.ts'

/** Status of a seat for one visitor; `mine` are seats in their basket, `taken` all that they can't choose. */
export type SeatStatus = 'free' | 'selected' | 'mine' | 'taken'

/** The seats of a performance for one visitor: the one place that decides which of them are available. Live: reads the store on each call. */
export type VisitorSeats = {
  /** Open seats: free, for sale to the visitor, not in their basket, and accepted by the filter. */
  readonly occupancy: (accepts?: (seat: number) => boolean) => HallOccupancy
  /** Whether a chosen seat is still free, with its whole block. */
  readonly isAvailable: (seat: string) => boolean
  readonly statusOf: (seat: number, selection: readonly number[]) => SeatStatus
}

/** @param mine indices of the seats in the visitor's basket */
export function createVisitorSeats(model: SeatingModel, store: SeatStore, mine: readonly number[]): VisitorSeats {
  const occupancy: VisitorSeats['occupancy'] = (accepts) => hallOccupancy(model, store.outlook, mine, accepts)
  return {
    occupancy,
    isAvailable: (seat) => {
      const index = model.plan.indexOf(seat)
      return index !== undefined && blockOf(model.blocks, index).every((one) => store.outlook[one] === seatAvailability.free)
    },
    statusOf: (seat, selection) =>
      mine.includes(seat) ? 'mine' : selection.includes(seat) ? 'selected' : occupancy().isOpen(seat) ? 'free' : 'taken',
  }
}
