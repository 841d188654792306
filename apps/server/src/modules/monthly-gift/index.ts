export { monthlyKey } from './charge.ts'
export { chargeMonthlyGifts } from './charge-monthly-gifts.ts'
export { changeMonthlyGift, type GiftAgreement, listMonthlyGifts, startMonthlyGift, stopMonthlyGift } from './agree.ts'
export { readChargeNotice, readGiftNotice } from './notice.ts'
