export { giveMembership, listMemberships, type Membership, membershipsOf } from './membership.ts'
export { areTermsAvailable, endTerm, readTerms, startTerm } from './terms.ts'
