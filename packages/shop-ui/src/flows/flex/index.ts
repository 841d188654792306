export { FlexListPage } from './FlexListPage.tsx'
export { FlexPage } from './FlexPage.tsx'
export { SubscriptionCardPage } from './SubscriptionCardPage.tsx'
