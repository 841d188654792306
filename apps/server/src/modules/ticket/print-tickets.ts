import type { TicketPrint } from './pdf.ts'
import { createWorkerPool } from './worker-pool.ts'

const printers = createWorkerPool<TicketPrint, Uint8Array<ArrayBuffer>>(new URL('pdf-worker.ts', import.meta.url), {
  size: 2,
  maxSeconds: 60,
})

/**
 * Renders an order's tickets as a PDF in a worker thread, because it takes about ten milliseconds per ticket.
 * @throws RangeError for an order without tickets
 */
export const printTickets = ({ brand, locale, order, layout }: TicketPrint): Promise<Uint8Array<ArrayBuffer>> =>
  printers.run({ brand, locale, order, layout })
