export {
  type AreaSummary,
  type BandOffer,
  noFilters,
  notForSale,
  type SeatChoiceProps,
  type SeatFilters,
  type SeatListProps,
  type SeatListWords,
  type SeatOffers,
  /** @deprecated Use {@link SeatStatus}. */
  type SeatStatus as SeatStanding,
  type SeatStatus,
} from '#props'
export { SeatList } from './SeatList.tsx'
