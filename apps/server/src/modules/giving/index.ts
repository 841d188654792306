export { listClaimableDonations } from './claimable.ts'
export { listDonations, recordDonation } from './giving.ts'
