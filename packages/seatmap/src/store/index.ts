export { createSeatStore, type SeatChange, type SeatDelta, type SeatStore } from './seat-store.ts'
