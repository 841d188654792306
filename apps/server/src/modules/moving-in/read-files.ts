import { createWorkerPool } from '#modules/ticket'
import type { ReadMovingIn } from '@playhouse/domain/moving-in'
import { fail, type Result } from '@playhouse/domain/result'
import type { SpreadsheetFault } from '@playhouse/domain/spreadsheet-refusal'

/** Files to read; the name of a CSV file, without its ending, is that of its sheet. */
export type FilesTask = readonly { readonly name: string; readonly bytes: Uint8Array }[]
/** The rows of the files; or the file that is no spreadsheet, and why. */
export type ReadFiles = Result<ReadMovingIn, { readonly file: string; readonly reason: SpreadsheetFault }>

/** Seconds after which files are refused. */
const maxSeconds = 60
const pool = createWorkerPool<FilesTask, ReadFiles>(new URL('files-worker.ts', import.meta.url), { size: 1, maxSeconds })

/** Reads the files of a theatre that moves in, in a worker thread: the rows of 50,000 customers would delay visitors for a second. */
export const readMovingInFiles = (files: FilesTask): Promise<ReadFiles> =>
  pool.run(files).catch(() => fail({ file: files.map(({ name }) => name).join(', '), reason: 'malformed' }))
