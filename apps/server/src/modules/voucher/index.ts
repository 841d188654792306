export { type CodeVault, type IssueDeps, issueDueVouchers } from './issue-vouchers.ts'
export { readVoucherItem, type VoucherItem } from './read-voucher-item.ts'
export { lockSoldVouchers, recallVouchers, sellVouchers } from './sold-voucher.ts'
export { findVoucher, issueVoucher, type Voucher } from './voucher.ts'
