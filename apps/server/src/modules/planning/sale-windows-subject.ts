import type { StoredSaleWindows } from '@playhouse/domain/sale-window'
import type { SubjectModule } from './subject.ts'

/** The windows of the sale of a production, whose id they have. Nothing is built on them: seats that are held or sold stay so. */
export const saleWindowsSubject: SubjectModule = {
  read: async (trx, ids) => {
    const rows = await trx
      .selectFrom('sale_windows')
      .selectAll()
      .where('production_id', 'in', [...ids])
      .orderBy('production_id')
      .forNoKeyUpdate()
      .execute()
    return new Map(
      rows.map(({ production_id, windows, version }) => [production_id, { value: { windows } satisfies StoredSaleWindows, version }]),
    )
  },
  write: async (trx, _deps, rows) => {
    const values = rows.map(({ id, after }) => ({ production_id: id, windows: JSON.stringify((after as StoredSaleWindows).windows) }))
    await trx
      .insertInto('sale_windows')
      .values(values)
      .onConflict((conflict) => conflict.column('production_id').doUpdateSet((eb) => ({ windows: eb.ref('excluded.windows') })))
      .execute()
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('sale_windows')
      .where('production_id', 'in', [...ids])
      .execute()
  },
  dependents: async () => [],
}
