import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { ChangeDependent } from '@playhouse/domain/change'
import { hallPlanId, type StoredHallPlan } from '@playhouse/domain/hall-plan'
import type { SubjectModule } from './subject.ts'

const idOfPlan = sql<string>`hall || '/' || version`

/** Plans of halls. The row of a plan is there before its change set: writing makes it visible, removing hides it. */
export const hallPlanSubject: SubjectModule = {
  read: async (trx, ids) => {
    const rows = await trx
      .selectFrom('hall_plan')
      .select(['hall', 'version', 'name'])
      .where(idOfPlan, 'in', [...ids])
      .where('removed_at', 'is', null)
      .orderBy('hall')
      .orderBy('version')
      .forNoKeyUpdate()
      .execute()
    return new Map(
      rows.map(({ hall, version, name }) => {
        const value: StoredHallPlan = { hall, planVersion: version, name }
        return [hallPlanId(hall, version), { value, version: 1 }]
      }),
    )
  },
  write: async (trx, _deps, rows) => {
    await trx
      .updateTable('hall_plan')
      .set({ removed_at: null })
      .where(
        idOfPlan,
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  },
  remove: async (trx, ids) => {
    await trx
      .updateTable('hall_plan')
      .set({ removed_at: sql<Date>`now()` })
      .where(idOfPlan, 'in', [...ids])
      .execute()
  },
  dependents: (trx, rows) =>
    readUses(
      trx,
      rows.filter(({ before }) => before === null).map(({ id }) => id),
    ),
}

/** Performances and price lists of these plans. */
async function readUses(db: Kysely<Database>, ids: readonly string[]): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; count: number }>`
    select 'performance' as id, count(*)::int as count from performance where hall || '/' || plan_version = any(${[...ids]}::text[])
    union all
    select 'price_list', count(*)::int from price_list where hall || '/' || (data ->> 'planVersion') = any(${[...ids]}::text[])`.execute(db)
  return rows.filter(({ count }) => count > 0).map(({ id, count }) => ({ kind: 'reference', id, count }))
}
