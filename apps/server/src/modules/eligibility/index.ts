export { eligibilityFor, type EligibilityDeps, availabilityMaskFor } from './eligibility.ts'
export { type EntitlementSubject, loadEntitlement } from './entitlement.ts'
