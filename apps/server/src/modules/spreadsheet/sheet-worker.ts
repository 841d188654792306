import { parentPort } from 'node:worker_threads'
import type { Outcome } from '#modules/ticket'
import type { ReadSheetFile, SheetTask } from './read-sheet-file.ts'
import { readSheets } from './read-sheets.ts'

// The worker thread of `read-sheet-file.ts`.
parentPort!.on('message', async ({ bytes, name }: SheetTask) => {
  try {
    post({ result: await readSheets(bytes, name) })
  } catch (error) {
    post({ error })
  }
})

const post = (outcome: Outcome<ReadSheetFile>): void => parentPort!.postMessage(outcome)
