export { orderCalendar } from './calendar.ts'
export { type PrintLayout, ticketsPdf } from './pdf.ts'
export { newQrCode, qrModules, type QrModules } from './qr.ts'
export type { OrderedTicket, TicketedOrder } from './ticketed-order.ts'
