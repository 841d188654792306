export { newQrCode, qrModules, type QrModules } from './qr.ts'
export type { OrderedTicket, TicketedOrder } from './ticketed-order.ts'
