export { findVoucher, issueVoucher, type Voucher } from './voucher.ts'
