import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import { storedPriceListOf } from '@playhouse/domain/price-list-plan'
import type { SourcesReport } from '@playhouse/domain/programme-import'
import { readSources, type Source, type SourceContext, type SourceDefaults } from '@playhouse/domain/programme-source'
import { closest } from '#modules/spreadsheet'
import type { Planner } from '../apply-changes.ts'
import type { EditDeps } from '../edit-production.ts'
import { importProgramme, type ImportOptions } from './import-programme.ts'
import { readPlans } from './known.ts'

type SourceOptions = ImportOptions & { readonly defaults?: SourceDefaults | undefined }

/** Imports files: spreadsheets, calendars and events of pretix. Problems name the place in the file. */
export async function importSources(
  deps: EditDeps & { readonly db: Kysely<Database>; readonly brand: Brand },
  planner: Planner,
  sources: readonly Source[],
  { defaults = {}, ...options }: SourceOptions,
): Promise<SourcesReport> {
  const { file, notes, locate } = readSources(sources, await readContext(deps, sources, defaults), closest)
  const { timeZone, memberships } = deps.brand
  const report = await importProgramme({ ...deps, timeZone, memberships: memberships.map(({ id }) => id) }, planner, file, options)
  return { ...report, problems: report.problems.map(locate), notes }
}

async function readContext(
  deps: Parameters<typeof importSources>[0],
  sources: readonly Source[],
  defaults: SourceDefaults,
): Promise<SourceContext> {
  const { timeZone, currency, locales } = deps.brand
  const context = { defaults, timeZone, currency, language: locales[0]!, seatsOf: () => undefined, priceLists: new Map() }
  // Only prices of pretix are read against plans and price lists.
  if (sources.every(({ kind }) => kind !== 'pretix')) return context
  const plans = await readPlans(deps)
  const lists = await deps.db.selectFrom('price_list').select(['id', 'data']).execute()
  return {
    ...context,
    seatsOf: (hall) => {
      const newest = plans.newestPlan(hall)
      return newest === undefined ? undefined : plans.seatsOf(hall, newest)
    },
    priceLists: new Map(lists.map(({ id, data }) => [id, storedPriceListOf(data)])),
  }
}
