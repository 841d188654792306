import { parentPort } from 'node:worker_threads'
import { ticketsPdf } from './pdf.ts'
import type { PrintTask } from './print-tickets.ts'
import { receiptPdf } from './receipt.ts'
import type { Outcome } from './worker-pool.ts'

// The worker thread of `print-tickets.ts`.
parentPort!.on('message', (task: PrintTask) => {
  const print = task.kind === 'tickets' ? ticketsPdf(task.print) : receiptPdf(task.print)
  print.then(
    (result) => post({ result }),
    (error: unknown) => post({ error }),
  )
})

const post = (outcome: Outcome<Uint8Array<ArrayBuffer>>): void => parentPort!.postMessage(outcome)
