export { type AreaCounts, createAreaCounts } from './area-count.ts'
export { type AreaTally, tallyArea } from './area-summary.ts'
export { createSeatStore, type SeatChange, type SeatDelta, type SeatStore } from './seat-store.ts'
export { type FilterMask, type Hall, houseState, maskOf, passes, seatState, type SeatState, stateName, stateOf } from './standing.ts'
