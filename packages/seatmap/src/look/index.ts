export { createPalette, type SeatPalette } from './palette.ts'
