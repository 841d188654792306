export {
  extendHolds,
  holdAgain,
  holdSeats,
  keepForPayment,
  releaseHolds,
  type SeatSet,
  SeatsSlipped,
  sellSeats,
  whichAreTaken,
} from './claim.ts'
export { createOutlook, type Outlook, type SeatsOutlook } from './outlook.ts'
