export { FundPage } from './FundPage.tsx'
export { FundsPage } from './FundsPage.tsx'
