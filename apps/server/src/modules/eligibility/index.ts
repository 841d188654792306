export { eligibilityFor, type EligibilityDeps, isKeptFrom, availabilityMaskFor, closedProblem } from './eligibility.ts'
export { type EntitlementSubject, loadEntitlement } from './entitlement.ts'
