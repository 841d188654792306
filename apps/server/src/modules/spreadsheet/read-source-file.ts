import { createWorkerPool } from '#modules/ticket'
import type { Source } from '@playhouse/domain/programme-source'
import { fail, type Result } from '@playhouse/domain/result'
import type { SourceFault } from './read-source.ts'

/** A file to read; `name` with its ending. */
export type SourceFile = { readonly bytes: Uint8Array; readonly name: string }
export type ReadSourceFile = Result<Source[], SourceFault>

/** Seconds after which a file is refused. A workbook of 5,000 performances takes less than one. */
const maxSeconds = 30
const pool = createWorkerPool<SourceFile, ReadSourceFile>(new URL('source-worker.ts', import.meta.url), { size: 1, maxSeconds })

/** Reads a file of a programme in a worker thread, so that a large workbook does not delay visitors. */
export const readSourceFile = (file: SourceFile): Promise<ReadSourceFile> =>
  pool.run(file).catch(() => fail({ file: file.name, reason: 'malformed' }))
