import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { ChangeDependent } from '@playhouse/domain/change'

/** Tables that are counted as claims of a performance or as uses of a promo code, that are part of an offer, or that only record what happened to seats. */
const countedElsewhere = ['seat_claim', 'seat_change', 'promo_performance', 'named_code']

/**
 * Counts the rows of other tables that refer to things, such as the menus of a performance. Reads the foreign keys of the database, so that
 * it includes later tables.
 * @param except tables that do not count
 */
export async function readReferences(
  db: Kysely<Database>,
  table: 'performance' | 'production' | 'performance_type' | 'price_list' | 'promo' | 'programme',
  ids: readonly string[],
  except: readonly string[] = [],
): Promise<ChangeDependent[]> {
  const { rows: keys } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = ${table}::regclass order by c.relname, a.attname`.execute(db)
  const counted = keys.filter((key) => !countedElsewhere.includes(key.table) && !except.includes(key.table))
  if (counted.length === 0 || ids.length === 0) return []
  const parts = counted.map(
    (key) =>
      sql`select ${key.table}::text as id, count(*)::int as count from ${sql.table(key.table)} where ${sql.ref(key.column)} = any(${[...ids]})`,
  )
  const { rows } = await sql<{ id: string; count: number }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.filter(({ count }) => count > 0).map(({ id, count }) => ({ kind: 'reference', id, count }))
}

/**
 * Counts the seats of performances that are taken: sold and reserved ones as tickets, and those in baskets.
 * @param withLocks whether blocked and locked seats count as tickets, too: they have no price
 */
export async function readClaims(
  db: Kysely<Database>,
  performances: readonly string[],
  { withLocks = true }: { readonly withLocks?: boolean } = {},
): Promise<Map<string, { readonly tickets: number; readonly inBaskets: number }>> {
  if (performances.length === 0) return new Map()
  const { rows } = await sql<{ id: string; tickets: number; inBaskets: number }>`
    select performance_id as id, (count(*) filter (where basket_id is null))::int as tickets,
      (count(*) filter (where basket_id is not null))::int as "inBaskets"
    from seat_claim where performance_id = any(${[...performances]}::text[]) and (${withLocks} or state <> 'blocked')
    group by performance_id`.execute(db)
  return new Map(rows.map(({ id, tickets, inBaskets }) => [id, { tickets, inBaskets }]))
}

/** Those of some performances of which customers have seats: sold and reserved ones, and those in baskets. */
export async function readSoldPerformances(db: Kysely<Database>, performances: readonly string[]): Promise<ReadonlySet<string>> {
  if (performances.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct performance_id as id from seat_claim
    where performance_id = any(${[...performances]}::text[]) and state <> 'blocked'`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Taken seats of performances as what is built on a change.
 * @param withLocks whether locks count: they depend on the plan of a performance, but not on its state or its time
 */
export async function readSales(
  db: Kysely<Database>,
  performances: readonly string[],
  { withLocks }: { readonly withLocks: boolean },
): Promise<ChangeDependent[]> {
  if (performances.length === 0) return []
  const { rows } = await sql<{ id: string; tickets: number; inBaskets: number }>`
    select performance_id as id, (count(*) filter (where basket_id is null))::int as tickets,
      (count(*) filter (where basket_id is not null))::int as "inBaskets"
    from seat_claim where performance_id = any(${[...performances]}::text[]) and (${withLocks} or state <> 'blocked')
    group by performance_id order by performance_id`.execute(db)
  return rows.flatMap(({ id, tickets, inBaskets }): ChangeDependent[] => [
    ...(tickets > 0 ? [{ kind: 'ticket' as const, id, count: tickets }] : []),
    ...(inBaskets > 0 ? [{ kind: 'basket' as const, id, count: inBaskets }] : []),
  ])
}
