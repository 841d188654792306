export { available, restartAccount, openAccount, openAccounts, reservedForBasket, today } from './account.ts'
export { changeOpening, openMovedAccounts, openMovedPayments } from './moved-account.ts'
export { lockAccounts, post } from './post.ts'
export { releaseReserved, reserve, spendReserved } from './reserve.ts'
