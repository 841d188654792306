import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { type PriceField, priceOfField, type StoredPriceList, storedPriceListOf, type TicketPrice } from '@playhouse/domain/price-list-plan'
import { type PriceRow, type RawSheet, writeProgramme } from '@playhouse/domain/programme-file'
import { performanceOfRow } from '../performance-subject.ts'
import { productionColumns, storedProductionOf } from '../production-subject.ts'

/** The whole programme as sheets that an import reads, performances by time. Images are not part of it. */
export async function exportProgramme(db: Kysely<Database>): Promise<RawSheet[]> {
  const lists = await db.selectFrom('price_list').select(['id', 'data']).orderBy('id').execute()
  const productions = await db
    .selectFrom('production')
    .select(['id', ...productionColumns])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const performances = await db.selectFrom('performance').selectAll().orderBy('starts_at').orderBy('id').execute()
  const stored = lists.map(({ id, data }) => ({ id, list: storedPriceListOf(data) }))
  return writeProgramme({
    'price lists': stored.map(({ id, list: { name, hall, seatBands, seatBlocks } }) => ({
      ...{ id, name, hall, seatBands },
      seatBlocks: seatBlocks ?? null,
    })),
    'price types': stored.flatMap(({ id, list }) => list.priceTypes.map((type) => ({ ...type, priceList: id }))),
    prices: stored.flatMap(({ id, list }) => pricesOf(id, list)),
    productions: productions.map((row) => storedProductionOf(row)),
    performances: performances.map((row) => performanceOfRow(row)),
  })
}

const pricesOf = (priceList: string, list: StoredPriceList): PriceRow[] =>
  Object.entries(list).flatMap(([field, value]) => {
    const place = priceOfField(field as PriceField)
    return place ? [{ priceList, band: place.band, priceType: place.type, ...(value as TicketPrice) }] : []
  })
