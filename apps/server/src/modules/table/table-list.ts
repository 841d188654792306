import { type Kysely, sql } from 'kysely'
import { type Actor, auditBy, type Database, transact } from '#db'
import type { TableList } from '@playhouse/api-client/contract'
import { bookedTableSchema } from '@playhouse/domain/table-list'
import type { TableDetail } from '@playhouse/domain/table-order'
import { readSittings } from './read-sittings.ts'

type Row = { readonly number: string; readonly customer: string; readonly party: number; readonly detail: TableDetail }

/** Reads the booked tables of a performance, and audits who has read the names and notes. @returns undefined for an unknown performance */
export async function readTableList(
  db: Kysely<Database>,
  instance: string,
  reader: { readonly staff: string; readonly actor: Actor },
): Promise<TableList | undefined> {
  const offer = await readSittings(db, instance)
  if (!offer) return undefined
  const { rows } = await sql<Row>`
    select o.number, trim(c.first_name || ' ' || c.last_name) as customer, i.quantity as party, i.detail
    from order_item i join customer_order o on o.id = i.order_id join customer c on c.id = o.customer_id
    where i.kind = 'table' and i.performance_id = ${instance} and i.returned_at is null and o.state not in ('returned', 'failed')
    order by o.placed_at, i.id`.execute(db)
  const tables = rows.map(({ detail, ...row }) => {
    const { name: restaurantName, sitting, restaurant, startsBefore, minutes, table, note } = detail
    return bookedTableSchema.parse({ ...row, restaurantName, sitting, restaurant, startsBefore, minutes, table, note })
  })
  const detail = { performance: instance, tables: tables.length }
  await transact(db, (trx) => auditBy(trx, reader.actor, { subject: 'staff', subjectId: reader.staff, verb: 'read-table-list', detail }))
  return { performance: offer.performance, tables }
}
