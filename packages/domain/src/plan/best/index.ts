export { canFind, findBest } from './find-best.ts'
export { type BestReason, betterReasons, places, reasonFor } from './reason.ts'
export { type WaysOn, waysOn } from './ways-on.ts'
export { type BestHall, type BestWish, type Found, type SeatNeed, seatNeeds, standing } from './wish.ts'
