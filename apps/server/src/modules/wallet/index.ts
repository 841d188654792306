export type { PassTicket, Wallets } from './wallets.ts'
export { passOf } from './pass-of.ts'
