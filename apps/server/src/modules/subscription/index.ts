export { giveSubscription, listSubscriptions } from './subscription.ts'
