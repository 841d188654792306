export { type AreaCounts, createAreaCounts } from './area-count.ts'
export { type AreaTally, tallyArea } from './area-summary.ts'
export { createSeatStore, type SeatChange, type SeatDelta, type SeatStore } from './seat-store.ts'
export {
  type FilterMask,
  type Hall,
  maskOf,
  passes,
  saleState,
  /** @deprecated Use {@link saleState}. */
  saleState as houseState,
  seatState,
  type SeatState,
  stateName,
  stateOf,
} from './seat-status.ts'
