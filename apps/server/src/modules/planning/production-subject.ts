import { type Selectable, sql } from 'kysely'
import type { ProductionTable } from '#db'
import type { StoredProduction } from '@playhouse/domain/production-plan'
import type { SubjectModule } from './subject.ts'
import { readReferences, readSales } from './references.ts'

/** The columns of {@link storedProductionOf}. */
export const productionColumns = ['data', 'slug', 'translations', 'image', 'state'] as const

/** A production with its state from its row, without notes on seats. */
export function storedProductionOf({
  data: { seatInfo: _seatInfo, ...production },
  slug,
  translations,
  image,
  state,
}: Pick<Selectable<ProductionTable>, (typeof productionColumns)[number]>): StoredProduction {
  return {
    ...production,
    ...(slug && { slug }),
    ...(Object.keys(translations).length > 0 && { translations }),
    ...(image && { image }),
    state,
  }
}

/** Productions with their states. Notes on seats do not change. */
export const productionSubject: SubjectModule = {
  read: async (trx, ids) => {
    const rows = await trx
      .selectFrom('production')
      .select(['id', ...productionColumns, 'version'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    return new Map(rows.map((row) => [row.id, { value: storedProductionOf(row), version: row.version }]))
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) {
      const { state, slug = null, translations = {}, image, ...production } = after as StoredProduction
      await sql`
        insert into production as p (id, position, data, slug, translations, image, state)
        select ${id}, (select coalesce(max(position), 0) + 1 from production), ${JSON.stringify(production)}::jsonb, ${slug},
          ${JSON.stringify(translations)}::jsonb, ${image ? JSON.stringify(image) : null}::jsonb, ${state}
        on conflict (id) do update set state = excluded.state, slug = excluded.slug, translations = excluded.translations, image = excluded.image, data = excluded.data ||
          case when p.data ? 'seatInfo' then jsonb_build_object('seatInfo', p.data -> 'seatInfo') else '{}' end`.execute(trx)
    }
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('production')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => {
    const created = rows.filter(({ before }) => before === null).map(({ id }) => id)
    const published = rows.filter(({ before, after }) => isLive(after) && !isLive(before)).map(({ id }) => id)
    const performances =
      published.length === 0 ? [] : await trx.selectFrom('performance').select('id').where('production_id', 'in', published).execute()
    return [
      ...(await readReferences(trx, 'production', created, ['production_slug'])),
      ...(await readSales(
        trx,
        performances.map(({ id }) => id),
        { withLocks: false },
      )),
    ]
  },
}

const isLive = (value: unknown): boolean => value !== null && (value as StoredProduction).state === 'published'
