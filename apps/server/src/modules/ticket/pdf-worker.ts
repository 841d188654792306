import { parentPort } from 'node:worker_threads'
import { invoicePdf } from './invoice.ts'
import { ticketsPdf } from './pdf.ts'
import type { PrintTask } from './print-tickets.ts'
import { receiptPdf } from './receipt.ts'
import { thermalTicketsPdf } from './thermal.ts'
import { vouchersPdf } from './voucher.ts'
import type { Outcome } from './worker-pool.ts'

// The worker thread of `print-tickets.ts`.
parentPort!.on('message', (task: PrintTask) => {
  render(task).then(
    (result) => post({ result }),
    (error: unknown) => post({ error }),
  )
})

function render(task: PrintTask): Promise<Uint8Array<ArrayBuffer>> {
  switch (task.kind) {
    case 'tickets':
      return ticketsPdf(task.print)
    case 'thermal':
      return thermalTicketsPdf(task.print)
    case 'receipt':
      return receiptPdf(task.print)
    case 'invoice':
      return invoicePdf(task.print)
    case 'vouchers':
      return vouchersPdf(task.print)
  }
}

const post = (outcome: Outcome<Uint8Array<ArrayBuffer>>): void => parentPort!.postMessage(outcome)
