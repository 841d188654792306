import { sql } from 'kysely'
import type { StoredProduction } from '@playhouse/domain/production-plan'
import type { SubjectModule } from './subject.ts'
import { readReferences, readSales } from './references.ts'

/** Productions with their states. Notes on seats do not change. */
export const productionSubject: SubjectModule = {
  read: async (trx, ids) => {
    const rows = await trx
      .selectFrom('production')
      .select(['id', 'data', 'state', 'version'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    return new Map(
      rows.map(({ id, data: { seatInfo: _seatInfo, ...production }, state, version }) => {
        const value: StoredProduction = { ...production, state }
        return [id, { value, version }]
      }),
    )
  },
  write: async (trx, _deps, rows) => {
    for (const { id, after } of rows) {
      const { state, ...production } = after as StoredProduction
      await sql`
        insert into production as p (id, position, data, state)
        select ${id}, (select coalesce(max(position), 0) + 1 from production), ${JSON.stringify(production)}::jsonb, ${state}
        on conflict (id) do update set state = excluded.state, data = excluded.data ||
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
      ...(await readReferences(trx, 'production', created)),
      ...(await readSales(
        trx,
        performances.map(({ id }) => id),
      )),
    ]
  },
}

const isLive = (value: unknown): boolean => value !== null && (value as StoredProduction).state === 'published'
