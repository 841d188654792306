import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { readLargestImage } from '#modules/image'
import { type ArchivedFile, writeCsv } from '#modules/spreadsheet'
import { storedPriceListOf } from '@playhouse/domain/price-list-plan'
import type { RawSheet } from '@playhouse/domain/programme-file'
import { planFileOf, sheetsOfProgramme } from '@playhouse/domain/programme-import'
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
  const plans = await db
    .selectFrom('hall_plan')
    .select(['hall', 'version', 'name'])
    .where('removed_at', 'is', null)
    .orderBy('hall')
    .orderBy('added_at')
    .orderBy('version')
    .execute()
  return sheetsOfProgramme({
    halls: plans.map(({ hall, version, name }) => ({ hall, planVersion: version, name })),
    schedules: await readSchedules(db),
    types: types.map(({ data }) => data),
    saleWindows: windows.map(({ production_id, windows: ofProduction }) => ({ production: production_id, windows: ofProduction })),
    priceLists: lists.map(({ id, data }) => ({ id, list: storedPriceListOf(data) })),
    productions: productions.map((row) => storedProductionOf(row)),
    performances: performances.map((row) => performanceOfRow(row)),
  })
}

/** The programme as files of a folder: its sheets as CSV, and what they refer to, one after the other. */
export async function* exportFolder(db: Kysely<Database>): AsyncGenerator<ArchivedFile> {
  for (const sheet of await exportProgramme(db)) yield { path: `${sheet.name}.csv`, bytes: Buffer.from(writeCsv(sheet)) }
  yield* attachmentsOf(db)
}

/** The plans of halls, and the images of productions in their largest encoding. */
async function* attachmentsOf(db: Kysely<Database>): AsyncGenerator<ArchivedFile> {
  const plans = await db.selectFrom('hall_plan').select(['hall', 'version']).where('removed_at', 'is', null).execute()
  for (const { hall, version } of plans) {
    const { data } = await db
      .selectFrom('hall_plan')
      .select('data')
      .where('hall', '=', hall)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    yield { path: `plans/${planFileOf(hall, version)}`, bytes: Buffer.from(data) }
  }
  const productions = await db
    .selectFrom('production')
    .select(['id', ...productionColumns])
    .execute()
  const images = productions
    .map((row) => storedProductionOf(row))
    .flatMap(({ image, gallery = [] }) => [...(image ? [image] : []), ...gallery])
  for (const id of new Set(images.map((image) => image.id))) {
    const largest = await readLargestImage(db, id)
    if (largest) yield { path: `images/${id}.webp`, bytes: largest.bytes }
  }
}
