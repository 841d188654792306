import { createWorkerPool } from '#modules/ticket'
import type { RawSheet } from '@playhouse/domain/programme-file'
import { fail, type Result } from '@playhouse/domain/result'
import type { SpreadsheetFault } from '@playhouse/domain/spreadsheet-refusal'

/** A file to read; `name` is the sheet of a CSV file. */
export type SheetTask = { readonly bytes: Uint8Array; readonly name: string }
export type ReadSheetFile = Result<RawSheet[], SpreadsheetFault>

/** Seconds after which a file is refused. A workbook of 5,000 performances takes less than one. */
const maxSeconds = 30
const pool = createWorkerPool<SheetTask, ReadSheetFile>(new URL('sheet-worker.ts', import.meta.url), { size: 1, maxSeconds })

/** Reads a file as sheets in a worker thread, so that a large workbook does not delay visitors. */
export const readSheetFile = (task: SheetTask): Promise<ReadSheetFile> => pool.run(task).catch(() => fail('malformed'))
