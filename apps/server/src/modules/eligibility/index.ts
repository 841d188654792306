export { eligibilityFor, type EligibilityDeps, isKeptFrom, veilFor, whyClosed } from './eligibility.ts'
export { type Known, standingOf } from './entitlement.ts'
