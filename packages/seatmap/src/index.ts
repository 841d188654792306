export { createPalette, type SeatPalette } from '#look'
export {
  type AreaSummary,
  type BandOffer,
  type CameraReport,
  type Framing,
  type Inset,
  noFilters,
  notForSale,
  type SeatChoiceProps,
  type SeatFilters,
  type SeatMapHandle,
  type SeatMapProps,
  type SeatOffers,
  type SeatSpot,
  /** @deprecated Use {@link SeatStatus}. */
  type SeatStatus as SeatStanding,
  type SeatStatus,
  type SeatWords,
} from '#props'
export { SeatMap } from './SeatMap.tsx'
