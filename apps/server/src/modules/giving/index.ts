export { listGifts, recordGift } from './giving.ts'
