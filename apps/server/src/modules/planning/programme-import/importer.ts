import type { DatabaseAddress } from '#db'
import { createWorkerPool } from '#modules/ticket'
import type { Brand } from '@playhouse/domain/brand'
import type { SourcesReport } from '@playhouse/domain/programme-import'
import type { Source } from '@playhouse/domain/programme-source'
import type { Planner } from '../apply-changes.ts'
import type { SourceOptions } from './import-sources.ts'

/** Imports files as {@link importSources} does. */
export type Importer = (planner: Planner, sources: readonly Source[], options: SourceOptions) => Promise<SourcesReport>

/** An import, for the worker thread. */
export type ImportTask = {
  readonly address: DatabaseAddress
  readonly brand: Brand
  readonly planner: Planner
  readonly sources: readonly Source[]
  readonly options: SourceOptions
}
/** An error, with the code by which a busy database is known: a copy of an error has none. */
export type Failure = { readonly message: string; readonly stack: string | undefined; readonly code: unknown }
export type Imported = { readonly report: SourcesReport } | { readonly failure: Failure }

/** Seconds after which an import is ended. One of 5,000 performances takes about two. */
const maxSeconds = 120

/**
 * Creates an importer whose work is done in a worker thread with low priority, one import at a time: a season of thousands of performances
 * does not delay the visitors of this process. @param brandOf returns the brand as a plain object
 */
export function createImporter(
  address: DatabaseAddress,
  brandOf: () => Brand,
): { readonly importFiles: Importer; readonly close: () => Promise<void> } {
  const pool = createWorkerPool<ImportTask, Imported>(new URL('import-worker.ts', import.meta.url), { size: 1, maxSeconds })
  return {
    importFiles: async (planner, sources, options) => {
      const imported = await pool.run({ address, brand: brandOf(), planner, sources, options })
      if ('report' in imported) return imported.report
      const { message, stack, code } = imported.failure
      throw Object.assign(new Error(message), { stack, code })
    },
    close: pool.close,
  }
}
