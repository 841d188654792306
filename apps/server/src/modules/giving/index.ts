export { listDonations, recordDonation } from './giving.ts'
