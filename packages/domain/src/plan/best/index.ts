export { canFind, findBest } from './find-best.ts'
export {
  findInSeveral,
  type SameSeatsGroup,
  type SameSeatsPolicy,
  sameSeatsPolicies,
  type SearchedPerformance,
  splitGroups,
} from './several.ts'
export { type BestReason, betterReasons, reasonPlaces, reasonFor } from './reason.ts'
export { type Alternatives, findAlternatives } from './alternatives.ts'
export { needsOfHall, needsWithin } from './hall-needs.ts'
export { needsOfRequest } from './request-needs.ts'
export { type BookableHall, type BestSeatsRequest, type BestSeatsResult, type SeatNeed, seatNeeds, seatStatus } from './request.ts'
