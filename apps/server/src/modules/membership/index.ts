export { giveMembership, listMemberships, type Membership, membershipsOf } from './membership.ts'
export { endConsent } from './consent.ts'
export { areTermsAvailable, endTerm, lockMember, readTerms, readToday, startTerm } from './terms.ts'
