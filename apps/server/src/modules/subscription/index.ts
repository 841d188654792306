export { issueCards, linkCard } from './card.ts'
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
