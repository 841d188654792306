export {
  type ClaimResult,
  claimedBetween,
  claimSeats,
  claimSeatsBatch,
  extendHolds,
  resumeHolds,
  holdSeats,
  type IfTaken,
  keepForPayment,
  releaseHolds,
  releaseUnsold,
  returnSeats,
  type SeatSet,
  ClaimConflict,
  retryClaims,
  type MovedSeatClaim,
  claimMovedSeats,
  sellSeats,
} from './claim.ts'
export { sweepChanges } from './claim-feed.ts'
export { moveHolds } from './move-holds.ts'
export { createSeatAvailability, type SeatFreshness, type SeatAvailability } from './availability.ts'
export type { AvailabilitySnapshot } from './seat-mirror.ts'
export { createAvailabilityMask, type AvailabilityMask } from './availability-mask.ts'
export { type AllottedSeat, blockedSeats, blockHeld, moveBlocked, reserveBlocked, returnToLock, unblock } from './off-sale.ts'
export { holdAtLeast, holdReserved, keepReservedUntil, releaseReserved, reserveAgain } from './reserved.ts'
