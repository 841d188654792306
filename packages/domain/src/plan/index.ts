export { accessOf, type AreaAccess } from './access.ts'
export { isAccessSeat, isBeside, usualGap } from './adjacent.ts'
export { blockOf, isWhole, type SeatBlocks, wholeBlocks } from './block.ts'
export { type DraftRow, type DraftSeat, type PlanDraft, writePlan } from './draft.ts'
export { equalSeats, type EqualSeats } from './equal-seats.ts'
export { factsOf, type SeatFacts, type ViewOfStage, viewsOfStage } from './facts.ts'
export { areLevelsStacked } from './levels.ts'
export { distanceToStage, knowsHeights, metresToStage, stageCentre } from './stage.ts'
export { judgeOrphans, type OpenHall, type OrphanVerdict } from './orphan.ts'
export { bestParties, type BestWish, nearestParty } from './best-party.ts'
export { type Party, seatParty } from './party.ts'
export { expandRuns, toRuns } from './columns.ts'
export { distinctPhrases, joinPhrases } from './seat-phrases.ts'
export {
  isStandingArea,
  isStandingPlace,
  type PlaceName,
  placeName,
  type Seating,
  seatingOf,
  seatings,
  standingPlaces,
  tableOutline,
} from './seating.ts'
export { type CalledSeats, type CallTrouble, readSeatCall } from './seat-call.ts'
export { type AreaKind, areaKinds } from './area-kind.ts'
export { photoAt, photoWords } from './photo.ts'
export { hasFlag, type Plan, type PlanArea, type PlanRow, typeOf } from './plan.ts'
export { readPlan } from './read-plan.ts'
export { readPlanBytes } from './wire/read-plan-bytes.ts'
export { planMediaType, writePlanBytes } from './wire/write-plan-bytes.ts'
export {
  type Box,
  mapKeyEntries,
  type PlanAreaData,
  type PlanData,
  type PlanPhoto,
  type PlanTable,
  planSchema,
  type SeatFlag,
  seatFlag,
  type SeatType,
  seatTypes,
} from './schema.ts'
