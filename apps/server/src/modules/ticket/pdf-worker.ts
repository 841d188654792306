import { parentPort } from 'node:worker_threads'
import { ticketsPdf, type TicketPrint } from './pdf.ts'
import type { Outcome } from './worker-pool.ts'

// The worker thread of `print-tickets.ts`.
parentPort!.on('message', (print: TicketPrint) => {
  ticketsPdf(print).then(
    (result) => post({ result }),
    (error: unknown) => post({ error }),
  )
})

const post = (outcome: Outcome<Uint8Array<ArrayBuffer>>): void => parentPort!.postMessage(outcome)
