export { insertCards, issueCards, linkCard } from './card.ts'
export {
  cancelCards,
  countLinkedCards,
  type IssuedCards,
  listCardBatches,
  readCardBatches,
  setEffectiveCardBatches,
} from './card-batches.ts'
export { definitionOfRow, readClock, readFlexDefinition, readFlexDefinitions, seedFlexSubscriptions } from './definitions.ts'
export {
  countHeld,
  endSubscriptions,
  extendForReturn,
  isSubscriptionUsed,
  lockSoldSubscriptions,
  sellSubscriptions,
} from './sold-subscriptions.ts'
export { giveSubscription, listSubscriptions } from './subscription.ts'
export {
  areVouchersLeft,
  loadUsableSubscriptions,
  lockSubscriptions,
  parseUsable,
  selectUsableAsJson,
  type UsableSubscription,
} from './vouchers.ts'
