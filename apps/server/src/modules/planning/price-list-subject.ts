import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { lockPriceLists } from '#modules/catalogue'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import {
  addedPriceTypes,
  leavesRange,
  priceListOfStored,
  type StoredPriceList,
  storedPriceListOf,
  unprices,
} from '@playhouse/domain/price-list-plan'
import type { SubjectModule } from './subject.ts'
import { readReferences } from './references.ts'

/** Price lists. Each change is a new version, which no seat in a basket or an order gets. */
export const priceListSubject: SubjectModule = {
  read: async (trx, ids) => {
    const rows = await trx
      .selectFrom('price_list')
      .select(['id', 'data', 'version'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    return new Map(rows.map(({ id, data, version }) => [id, { value: storedPriceListOf(data), version }]))
  },
  write: async (trx, _deps, rows) => {
    await lockPriceLists(
      trx,
      rows.map(({ id }) => id),
    )
    const values = rows.map(({ id, after }) => {
      const list = priceListOfStored(id, after as StoredPriceList)
      return { id, hall: list.hall, data: JSON.stringify(list) }
    })
    await trx
      .insertInto('price_list')
      .values(values)
      .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ data: eb.ref('excluded.data') })))
      .execute()
  },
  remove: async (trx, ids) => {
    await trx
      .deleteFrom('price_list')
      .where('id', 'in', [...ids])
      .execute()
  },
  dependents: async (trx, rows) => {
    const created = rows.filter(({ before }) => before === null).map(({ id }) => id)
    const dependents = [...(await readReferences(trx, 'price_list', created)), ...(await readTypesWith(trx, created))]
    for (const row of rows) {
      const { id, before, after } = row
      dependents.push(...(await readPriceFaults(trx, row)))
      const [from, to] = [before as Partial<StoredPriceList> | null, after as Partial<StoredPriceList> | null]
      if (!from?.priceTypes || !to?.priceTypes) continue
      const types = addedPriceTypes({ priceTypes: from.priceTypes }, { priceTypes: to.priceTypes })
      dependents.push(...(await readTicketsOfTypes(trx, id, types)))
    }
    return dependents
  },
}

/** Types of performances whose default is one of these price lists. */
async function readTypesWith(db: Kysely<Database>, lists: readonly string[]): Promise<ChangeDependent[]> {
  if (lists.length === 0) return []
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from performance_type where data ->> 'priceList' = any(${[...lists]}::text[])`.execute(db)
  const { count } = rows[0]!
  return count > 0 ? [{ kind: 'reference', id: 'performance_type', count }] : []
}

/**
 * What stands against undoing a change of a price list: the range of a price type, which a later change gave it, and performances on sale
 * that would have seats without any price.
 */
async function readPriceFaults(db: Kysely<Database>, row: ChangeRow): Promise<ChangeDependent[]> {
  const list = await db.selectFrom('price_list').select('data').where('id', '=', row.id).executeTakeFirst()
  if (!list) return []
  const current = storedPriceListOf(list.data)
  const count = unprices(row, current) ? await countOnSale(db, row.id) : 0
  return [
    ...(leavesRange(row, current) ? [{ kind: 'change' as const, id: row.id, count: 1 }] : []),
    ...(count > 0 ? [{ kind: 'performance' as const, id: row.id, count }] : []),
  ]
}

/** The number of performances with this price list that visitors can see and that are not over. */
export const countOnSale = async (db: Kysely<Database>, list: string): Promise<number> => (await readListsOnSale(db, [list])).get(list) ?? 0

/** Those of some price lists that performances have which visitors can see and which are not over, with their number. */
export async function readListsOnSale(db: Kysely<Database>, lists: readonly string[]): Promise<Map<string, number>> {
  if (lists.length === 0) return new Map()
  const { rows } = await sql<{ list: string; count: number }>`
    select p.price_list_id as list, count(*)::int as count from performance p join production e on e.id = p.production_id
    where p.price_list_id = any(${[...lists]}::text[]) and p.state = 'published' and e.state = 'published' and p.sale <> 'cancelled'
      and p.starts_at > now() - interval '1 day'
    group by p.price_list_id`.execute(db)
  return new Map(rows.map(({ list, count }) => [list, count]))
}

/** Tickets of a price list that name one of these price types: sold, reserved, and in baskets. */
async function readTicketsOfTypes(db: Kysely<Database>, list: string, types: readonly string[]): Promise<ChangeDependent[]> {
  if (types.length === 0) return []
  const { rows } = await sql<{ tickets: number; inBaskets: number }>`
    with shown as (select id from performance where price_list_id = ${list})
    select ((select count(*) from ticket where performance_id in (select id from shown) and price_type = any(${[...types]}::text[]))
        + (select count(*) from reservation_ticket t join reservation r on r.id = t.reservation_id where r.state = 'reserved'
          and t.performance_id in (select id from shown) and t.price_type = any(${[...types]}::text[])))::int as tickets,
      (select count(*) from basket_ticket t join basket b on b.id = t.basket_id where b.state in ('open', 'paying')
        and t.performance_id in (select id from shown) and t.price_type = any(${[...types]}::text[]))::int as "inBaskets"`.execute(db)
  const { tickets, inBaskets } = rows[0]!
  return [
    ...(tickets > 0 ? [{ kind: 'ticket' as const, id: list, count: tickets }] : []),
    ...(inBaskets > 0 ? [{ kind: 'basket' as const, id: list, count: inBaskets }] : []),
  ]
}
