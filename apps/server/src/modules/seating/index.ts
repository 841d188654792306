export {
  type Claimed,
  claimedBetween,
  claimSeats,
  claimTogether,
  extendHolds,
  holdAgain,
  holdSeats,
  type IfTaken,
  keepForPayment,
  releaseHolds,
  releaseLeft,
  returnSeats,
  type SeatSet,
  SeatsSlipped,
  sellSeats,
} from './claim.ts'
export { sweepChanges } from './claim-feed.ts'
export { moveHolds } from './move-holds.ts'
export { createOutlook, type Freshness, type Outlook } from './availability.ts'
export type { SeatsOutlook } from './seat-mirror.ts'
export { createVeil, type Veil } from './availability-mask.ts'
export { blockedSeats, blockHeld, unblock } from './off-sale.ts'
export { holdAtLeast, holdReserved, releaseReserved, reserveAgain } from './reserved.ts'
