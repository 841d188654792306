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
export type Imported = { readonly report: SourcesReport } | { readonly failure: { readonly message: string; readonly code: unknown } }

/** Seconds after which an import ends without effect. One of 5,000 performances takes about two. */
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
      // Errors lose their code between threads, by which a busy database is known.
      throw Object.assign(new Error(imported.failure.message), { code: imported.failure.code })
    },
    close: pool.close,
  }
}
