import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { storedPriceListOf } from '@playhouse/domain/price-list-plan'
import type { RawSheet } from '@playhouse/domain/programme-file'
import { sheetsOfProgramme } from '@playhouse/domain/programme-import'
import { performanceOfRow } from '../performance-subject.ts'
import { productionColumns, storedProductionOf } from '../production-subject.ts'
import { readSchedules } from './read-schedules.ts'

/** The whole programme as sheets that an import reads, performances by time. Images are referred to. */
export async function exportProgramme(db: Kysely<Database>): Promise<RawSheet[]> {
  const lists = await db.selectFrom('price_list').select(['id', 'data']).orderBy('id').execute()
  const productions = await db
    .selectFrom('production')
    .select(['id', ...productionColumns])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const performances = await db.selectFrom('performance').selectAll().orderBy('starts_at').orderBy('id').execute()
  const types = await db.selectFrom('performance_type').select('data').orderBy('id').execute()
  const windows = await db.selectFrom('sale_windows').select(['production_id', 'windows']).orderBy('production_id').execute()
  return sheetsOfProgramme({
    schedules: await readSchedules(db),
    types: types.map(({ data }) => data),
    saleWindows: windows.map(({ production_id, windows: ofProduction }) => ({ production: production_id, windows: ofProduction })),
    priceLists: lists.map(({ id, data }) => ({ id, list: storedPriceListOf(data) })),
    productions: productions.map((row) => storedProductionOf(row)),
    performances: performances.map((row) => performanceOfRow(row)),
  })
}
