export { accessOf, type AreaAccess } from './access.ts'
export { isAccessSeat, isBeside, usualGap } from './adjacency/adjacent.ts'
export { blockOf, isWhole, type SeatBlocks, wholeBlocks } from './model/block.ts'
export { type DraftRow, type DraftSeat, type PlanDraft, writePlan } from './model/draft.ts'
export { equalSeats, type EqualSeats } from './adjacency/equal-seats.ts'
export { factsOf, type SeatFacts, type ViewOfStage, viewsOfStage } from './sightline/facts.ts'
export { areLevelsStacked } from './model/levels.ts'
export { distanceToStage, knowsHeights, metresToStage, stageCentre } from './sightline/stage.ts'
export { judgeOrphans, judgeSeriesOrphans, type HallOccupancy, type OrphanVerdict } from './adjacency/orphan.ts'
export { bestParties, type BestPartyRequest, nearestParty } from './adjacency/best-party.ts'
export { type Party, seatParty } from './adjacency/party.ts'
export { expandRuns, toRuns } from './model/columns.ts'
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
export { type SeatCall, type SeatCallProblem, readSeatCall } from './seat-call.ts'
export { type AreaKind, areaKinds } from './model/area-kind.ts'
export { photoAt, photoWords } from './sightline/photo.ts'
export { hasFlag, type Plan, type PlanArea, type PlanRow, typeOf } from './model/plan.ts'
export { readPlan } from './model/read-plan.ts'
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
} from './model/schema.ts'
