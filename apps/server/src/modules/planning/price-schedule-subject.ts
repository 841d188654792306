import { sql } from 'kysely'
import { instantOf } from '@playhouse/domain/time'
import { isAhead, type StoredPriceSchedule } from '@playhouse/domain/price-schedule'
import type { SubjectModule } from './subject.ts'

const dateOf = (from: string, timeZone: string): Date => new Date(instantOf(from, timeZone).epochMilliseconds)

/** Scheduled prices. Those that hold already are left out: from then on they are a change of their price list. */
export const priceScheduleSubject: SubjectModule = {
  read: async (trx, ids) => {
    const rows = await trx
      .selectFrom('price_schedule')
      .select(['id', 'data'])
      .where('id', 'in', [...ids])
      .where('applied_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    return new Map(rows.map(({ id, data }) => [id, { value: data, version: 1 }]))
  },
  write: async (trx, { brand }, rows) => {
    const values = rows.map(({ id, after }) => {
      const schedule = after as StoredPriceSchedule
      return { id, price_list_id: schedule.priceList, starts_at: dateOf(schedule.from, brand.timeZone), data: JSON.stringify(schedule) }
    })
    await trx
      .insertInto('price_schedule')
      .values(values)
      .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ data: eb.ref('excluded.data') })))
      .execute()
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('price_schedule')
      .where('id', 'in', [...ids])
      .execute()
  },
  // Prices whose moment is over would hold at once.
  dependents: async (trx, rows, { brand }) => {
    const withdrawn = rows.flatMap(({ before, after }) => (before !== null && after === null ? [before as StoredPriceSchedule] : []))
    if (withdrawn.length === 0) return []
    const { now } = await trx.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
    return withdrawn.flatMap(({ priceList, from }) =>
      isAhead(from, brand.timeZone, now.getTime()) ? [] : [{ kind: 'change' as const, id: priceList, count: 1 }],
    )
  },
}
