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
  type SeatStanding,
} from '#props'
export { SeatList } from './SeatList.tsx'
