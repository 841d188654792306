export {
  claimedBetween,
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
export { sweepChanges } from './claim-feed.ts'
export { createOutlook, type Outlook } from './outlook.ts'
export { createVeil, type Veil } from './veil.ts'
