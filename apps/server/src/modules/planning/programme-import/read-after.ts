import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import type { AfterImport } from '@playhouse/domain/programme-import'
import { performanceOfRow } from '../performance-subject.ts'
import { productionColumns, storedProductionOf } from '../production-subject.ts'
import { readFacts } from '../read-planning.ts'
import type { PlanningDeps } from '../subject.ts'

/** Reads the performances of productions, by their ids. */
export async function readPerformancesOf(db: Kysely<Database>, productions: readonly string[]): Promise<Map<string, StoredPerformance>> {
  if (productions.length === 0) return new Map()
  const rows = await db.selectFrom('performance').selectAll().where('production_id', 'in', productions).orderBy('id').execute()
  return new Map(rows.map((row) => [row.id, performanceOfRow(row)]))
}

/** Reads productions with all their performances after a file is written, and what the check of them needs. */
export async function readAfter(
  deps: PlanningDeps & { readonly db: Kysely<Database> },
  productions: ReadonlySet<string>,
): Promise<AfterImport> {
  const { db } = deps
  const performances = [...(await readPerformancesOf(db, [...productions])).values()]
  const stored = await db
    .selectFrom('production')
    .select(['id', ...productionColumns])
    .where('id', 'in', [...productions])
    .orderBy('position')
    .execute()
  const windows = await db
    .selectFrom('sale_windows')
    .select(['production_id', 'windows'])
    .where('production_id', 'in', [...productions])
    .execute()
  return {
    productions: stored.map((each) => storedProductionOf(each)),
    performances,
    facts: await readFacts(deps, performances),
    saleWindows: new Map(windows.map((each) => [each.production_id, each.windows])),
  }
}
