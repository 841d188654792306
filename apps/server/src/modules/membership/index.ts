export { giveMembership, listMemberships, type Membership, membershipsInBasket, membershipsOf } from './membership.ts'
export { confirmPurchaseConsents, endConsent, endConsentsOfMandate, recordPurchaseConsent } from './consent.ts'
export { claimGift, readGift } from './claim-gift.ts'
export { issueDueGifts, reissueGifts } from './issue-gifts.ts'
export { readClaimedGift, readSentGift } from './read-gift-item.ts'
export { lockSoldGifts, sellGift } from './sold-gift.ts'
export {
  areTermsAvailable,
  areTermsBeingPaid,
  endTerm,
  lockHolder,
  lockMember,
  readMember,
  readTerms,
  readToday,
  startTerm,
} from './terms.ts'
