export { openRenewal, type Renewal } from './open-renewal.ts'
export { listRenewals } from './list-renewals.ts'
