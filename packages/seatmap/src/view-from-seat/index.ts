export { type Eye, eyes } from './eye.ts'
export { type SeatPhoto, SeatView } from './SeatView.tsx'
export type { HiddenBy } from './sight-line.ts'
export { type SeatView as SeenFromSeat, viewFrom } from './view-from.ts'
