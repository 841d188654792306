import { parentPort } from 'node:worker_threads'
import { closest, readSheets } from '#modules/spreadsheet'
import type { Outcome } from '#modules/ticket'
import { readMovingIn } from '@playhouse/domain/moving-in'
import type { RawSheet } from '@playhouse/domain/programme-file'
import { fail, ok } from '@playhouse/domain/result'
import type { FilesTask, ReadFiles } from './read-files.ts'

// The worker thread of `read-files.ts`.
parentPort!.on('message', async (files: FilesTask) => {
  try {
    post({ result: await readFiles(files) })
  } catch (error) {
    post({ error })
  }
})

async function readFiles(files: FilesTask): Promise<ReadFiles> {
  const sheets: RawSheet[] = []
  for (const { name, bytes } of files) {
    const read = await readSheets(bytes, name.replace(/\.[^.]*$/, ''))
    if (!read.ok) return fail({ file: name, reason: read.error })
    sheets.push(...read.value)
  }
  return ok(readMovingIn(sheets, closest))
}

const post = (outcome: Outcome<ReadFiles>): void => parentPort!.postMessage(outcome)
