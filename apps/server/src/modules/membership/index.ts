export { giveMembership, listMemberships, type Membership, membershipsInBasket, membershipsOf } from './membership.ts'
export { endConsent, endConsentsOfMandate } from './consent.ts'
export { areTermsAvailable, areTermsBeingPaid, endTerm, lockHolder, lockMember, readTerms, readToday, startTerm } from './terms.ts'
