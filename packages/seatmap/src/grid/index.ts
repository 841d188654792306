export { type GridCommand, type KeyPress, readKey } from './grid-key.ts'
export { type GridWish, SeatGrid, type SeatGridHandle } from './SeatGrid.tsx'
export { type Say, useStatus } from './useStatus.ts'
