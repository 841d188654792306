export { available, restartAccount, openAccount, reservedForBasket, today } from './account.ts'
export { lockAccounts, post } from './post.ts'
export { releaseReserved, reserve, spendReserved } from './reserve.ts'
