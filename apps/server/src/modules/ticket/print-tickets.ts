import type { InvoicePrint } from './invoice.ts'
import type { TicketPrint } from './pdf.ts'
import type { ReceiptPrint } from './receipt.ts'
import type { ThermalPrint } from './thermal.ts'
import type { VoucherPrint } from './voucher.ts'
import { createWorkerPool } from './worker-pool.ts'

/** What a worker thread prints. */
export type PrintTask =
  | { readonly kind: 'tickets'; readonly print: TicketPrint }
  | { readonly kind: 'thermal'; readonly print: ThermalPrint }
  | { readonly kind: 'receipt'; readonly print: ReceiptPrint }
  | { readonly kind: 'invoice'; readonly print: InvoicePrint }
  | { readonly kind: 'vouchers'; readonly print: VoucherPrint }

const printers = createWorkerPool<PrintTask, Uint8Array<ArrayBuffer>>(new URL('pdf-worker.ts', import.meta.url), {
  size: 2,
  maxSeconds: 60,
})

/**
 * Renders an order's tickets as a PDF in a worker thread, because it takes about ten milliseconds per ticket.
 * @throws RangeError for an order without tickets
 */
export const printTickets = ({ brand, locale, order, layout }: TicketPrint): Promise<Uint8Array<ArrayBuffer>> =>
  printers.run({ kind: 'tickets', print: { brand, locale, order, layout } })

/** Renders an order's tickets for a ticket printer in a worker thread. */
export const printThermalTickets = ({ brand, locale, order, ticketPaper }: ThermalPrint): Promise<Uint8Array<ArrayBuffer>> =>
  printers.run({ kind: 'thermal', print: { brand, locale, order, ticketPaper } })

/** Renders the receipt of an order as a PDF in a worker thread. */
export const printReceipt = ({ brand, locale, order }: ReceiptPrint): Promise<Uint8Array<ArrayBuffer>> =>
  printers.run({ kind: 'receipt', print: { brand, locale, order } })

/** Renders an invoice or a credit note as a PDF in a worker thread. */
export const printInvoice = ({ brand, locale, invoice }: InvoicePrint): Promise<Uint8Array<ArrayBuffer>> =>
  printers.run({ kind: 'invoice', print: { brand, locale, invoice } })

/** Renders gift vouchers as a PDF in a worker thread, one on each page. */
export const printVouchers = ({ brand, locale, shop, vouchers, soldAt }: VoucherPrint): Promise<Uint8Array<ArrayBuffer>> =>
  printers.run({ kind: 'vouchers', print: { brand, locale, shop, vouchers, soldAt } })
