export { passwordReset, welcome } from './account-mail.ts'
export type { RenderedMail } from './letterhead.ts'
export { orderConfirmation, type OrderMail } from './order-confirmation.ts'
export { refundMade } from './refund-made.ts'
