import { parentPort } from 'node:worker_threads'
import type { Outcome } from '#modules/ticket'
import type { ReadSourceFile, SourceFile } from './read-source-file.ts'
import { readSource } from './read-source.ts'

// The worker thread of `read-source-file.ts`.
parentPort!.on('message', async ({ bytes, name }: SourceFile) => {
  try {
    post({ result: await readSource(bytes, name) })
  } catch (error) {
    post({ error })
  }
})

const post = (outcome: Outcome<ReadSourceFile>): void => parentPort!.postMessage(outcome)
