export { BalancePage } from './BalancePage.tsx'
export { PurchasePage } from './PurchasePage.tsx'
export { RedeemPage } from './RedeemPage.tsx'
export { VouchersPage } from './VouchersPage.tsx'
