import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { ChangeDependent } from '@playhouse/domain/change'
import {
  losesTables,
  type RestaurantRules,
  type RestaurantSitting,
  type SeatedPerformance,
  sittingsAt,
} from '@playhouse/domain/restaurant-record'

/** The restaurants, or the performances, of which something changed; absent for all. */
type Scope = { readonly restaurants?: readonly string[]; readonly performances?: readonly string[] }

/** Reads the sittings of the restaurants, in the order of the theatre. */
export async function readSittingRules(db: Kysely<Database>): Promise<RestaurantRules[]> {
  const { rows } = await sql<Omit<RestaurantRules, 'hall'> & { hall: string | null }>`
    select r.id as restaurant, r.hall, ${sittingsJson} as sittings from restaurant r order by r.position, r.id`.execute(db)
  return rows.map(({ hall, ...rules }) => ({ ...rules, ...(hall !== null && { hall }) }))
}

/** The sittings of a restaurant `r`, as its record has them. */
export const sittingsJson = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('sitting', t.sitting_id, 'startsBefore', t.starts_before, 'minutes', t.minutes,
    'closesBefore', t.closes_before, 'price', t.price, 'vatBasisPoints', t.vat_basis_points, 'covers', t.covers, 'tables', t.tables,
    'productions', t.productions, 'performances', t.performances, 'fromHour', t.from_hour, 'beforeHour', t.before_hour) order by t.position), '[]')
  from restaurant_sitting t where t.restaurant_id = r.id)`

/**
 * Makes the rows of `sitting` and `sitting_table` those of the rules, for performances that are not over. What customers have booked keeps its
 * row, its time and its tables. Call it after a change of restaurants or of performances.
 */
export async function serveTables(trx: Transaction<Database>, scope: Scope = {}): Promise<void> {
  const { performances, sittings } = await wantedSittings(trx, scope)
  // Buyers lock the row of a sitting before they count its tables, in this order.
  await sql`select from sitting s where ${isInScope(scope)} order by s.id || '@' || s.performance_id for update`.execute(trx)
  const sittingsOf = Map.groupBy(sittings, ({ performance }) => performance)
  for (let from = 0; from < performances.length; from += perStatement) {
    const served = performances.slice(from, from + perStatement)
    const wanted = served.flatMap((performance) => sittingsOf.get(performance) ?? [])
    await writeSittings(trx, { ...scope, performances: served }, wanted)
  }
}

/** Performances per statement. The database plans each as if `wanted` had few rows, and may compare all of them with each row of a table. */
const perStatement = 200

async function writeSittings(trx: Transaction<Database>, scope: Scope, wanted: readonly Wanted[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (restaurant text, performance text, sitting text, "startsBefore" int, minutes int,
    "closesBefore" int, price int, "vatBasisPoints" int, covers int, tables jsonb)`
  const isOfRow = sql`w.performance = s.performance_id and w.sitting = s.id`
  await sql`delete from sitting s where ${isInScope(scope)} and not exists (select from ${rows} where ${isOfRow}) and not ${isBooked}`.execute(
    trx,
  )
  await sql`
    update sitting s set restaurant_id = case when ${isBooked} then s.restaurant_id else w.restaurant end,
      starts_before = case when ${isBooked} then s.starts_before else w."startsBefore" end,
      minutes = case when ${isBooked} then s.minutes else w.minutes end, closes_before = w."closesBefore", price = w.price,
      vat_basis_points = w."vatBasisPoints", covers = greatest(w.covers, s.sold + (select coalesce(sum(i.quantity), 0) ${heldItems}))
    from ${rows} where ${isOfRow}`.execute(trx)
  await sql`
    insert into sitting as s (performance_id, id, restaurant_id, starts_before, minutes, closes_before, price, vat_basis_points, covers)
    select w.performance, w.sitting, w.restaurant, w."startsBefore", w.minutes, w."closesBefore", w.price, w."vatBasisPoints",
      greatest(w.covers, (select coalesce(sum(i.quantity), 0) from order_item i
        where i.kind = 'table' and i.product = w.sitting || '@' || w.performance and i.returned_at is null))
    from ${rows} where not exists (select from sitting s where ${isOfRow}) order by w.sitting || '@' || w.performance`.execute(trx)
  const sizes = sql`(select w.performance, w.sitting, z.size, z.tables, z.least from ${rows},
    jsonb_to_recordset(w.tables) as z (size int, tables int, least int)) z`
  const isOfSize = sql`z.performance = t.performance_id and z.sitting = t.sitting_id and z.size = t.size`
  // Tables in orders and in baskets.
  const booked = sql`(t.sold + (select count(*) from sitting s, lateral (select i.detail ${heldItems}) i
    where s.performance_id = t.performance_id and s.id = t.sitting_id and (i.detail ->> 'table')::int = t.size))`
  await sql`
    delete from sitting_table t where exists (select from ${rows} where w.performance = t.performance_id and w.sitting = t.sitting_id)
      and not exists (select from ${sizes} where ${isOfSize}) and ${booked} = 0`.execute(trx)
  await sql`
    update sitting_table t set tables = greatest(z.tables, ${booked}), least = z.least from ${sizes} where ${isOfSize}`.execute(trx)
  await sql`
    insert into sitting_table as t (performance_id, sitting_id, size, tables, least)
    select z.performance, z.sitting, z.size, greatest(z.tables, (select count(*) from order_item i where i.kind = 'table'
      and i.product = z.sitting || '@' || z.performance and i.returned_at is null and (i.detail ->> 'table')::int = z.size)), z.least
    from ${sizes} where not exists (select from sitting_table t where ${isOfSize})`.execute(trx)
}

/** What baskets hold of a sitting `s`. */
const heldItems = sql`from basket_item i join basket b on b.id = i.basket_id
  where i.kind = 'table' and not i.has_ended and i.product = s.id || '@' || s.performance_id and b.state in ('open', 'paying')`
/** Whether orders or baskets have a table of a sitting `s`. */
const isBooked = sql`(s.sold > 0 or exists (select ${heldItems}))`

/** Whether a row `s` of `sitting` is of a scope, and its performance is not over. */
const isInScope = ({ restaurants, performances }: Scope): RawBuilder<unknown> => sql`(
  (${listOf(restaurants)}::text[] is null or s.restaurant_id = any(${listOf(restaurants)}::text[]))
  and (${listOf(performances)}::text[] is null or s.performance_id = any(${listOf(performances)}::text[]))
  and ${isAhead})`
/** Not `exists`: as a join it can repeat the search among the scope for each performance. */
const isAhead = sql`(select p.starts_at > now() from performance p where p.id = s.performance_id)`
const listOf = (ids: readonly string[] | undefined): string[] | null => (ids ? [...ids] : null)

type Wanted = Omit<RestaurantSitting, 'productions' | 'performances' | 'fromHour' | 'beforeHour'> & { readonly performance: string }

/** The performances of a scope that are not over, and their sittings by the rules. */
async function wantedSittings(
  db: Kysely<Database>,
  { restaurants, performances }: Scope,
): Promise<{ readonly performances: string[]; readonly sittings: Wanted[] }> {
  const rules = await readSittingRules(db)
  const ids = listOf(performances)
  const { rows } = await sql<SeatedPerformance>`
    select id, production_id as production, hall, starts_local as "startsAt" from performance
    where starts_at > now() and (${ids}::text[] is null or id = any(${ids}::text[]))`.execute(db)
  const sittings = rows.flatMap((performance) =>
    sittingsAt(rules, performance)
      .filter(({ restaurant }) => !restaurants || restaurants.includes(restaurant))
      .map(({ productions: _, performances: _performances, fromHour: _from, beforeHour: _before, ...sitting }) => ({
        ...{ ...sitting, performance: performance.id },
      })),
  )
  return { performances: rows.map(({ id }) => id), sittings }
}

/** Locks the sittings of restaurants, so that nothing is booked there until the transaction ends. */
export async function lockSittings(trx: Transaction<Database>, restaurants: readonly string[]): Promise<void> {
  await sql`
    select from sitting where restaurant_id = any(${[...restaurants]}::text[]) order by id || '@' || performance_id for update`.execute(trx)
}

/** What is booked of a sitting at a performance to come: people in orders and in baskets, and tables by their size. */
type Booked = {
  readonly sitting: string
  readonly sold: number
  readonly held: number
  readonly tables: readonly { readonly size: number; readonly booked: number }[]
} & SeatedPerformance

/**
 * Counts the people in orders and baskets from whom other rules would take a table: where their sitting would not take place, would be at
 * another time, or would have less than what is booked. The caller has locked the sittings. @param after the rules after the change
 */
export async function countLostTables(trx: Transaction<Database>, after: readonly RestaurantRules[]): Promise<ChangeDependent[]> {
  const before = await readSittingRules(trx)
  const { rows } = await sql<Booked>`
    select s.id as sitting, p.id, p.production_id as production, p.hall, p.starts_local as "startsAt", s.sold,
      (select coalesce(sum(i.quantity), 0)::int ${heldItems}) as held,
      (select coalesce(jsonb_agg(jsonb_build_object('size', t.size, 'booked', t.sold + (select count(*) ${heldItems}
          and (i.detail ->> 'table')::int = t.size))), '[]')
        from sitting_table t where t.performance_id = s.performance_id and t.sitting_id = s.id) as tables
    from sitting s join performance p on p.id = s.performance_id where p.starts_at > now() and ${isBooked}`.execute(trx)
  const lost = rows.filter(({ sitting, sold, held, tables, ...performance }) => {
    const at = (rules: readonly RestaurantRules[]) => sittingsAt(rules, performance).find((each) => each.sitting === sitting)
    const booked = { covers: sold + held, tables: new Map(tables.map(({ size, booked: count }) => [size, count])) }
    return losesTables(at(before), at(after), booked)
  })
  const total = (field: 'sold' | 'held'): number => lost.reduce((sum, each) => sum + each[field], 0)
  return dependentsOf(total('sold'), total('held'))
}

/** Counts the tables in orders and in baskets, of some restaurants or for some performances. */
export async function countTableUses(
  db: Kysely<Database>,
  of: 'restaurant' | 'performance',
  ids: readonly string[],
): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const isOf = {
    restaurant: sql`detail ->> 'restaurant' = any(${[...ids]}::text[])`,
    performance: sql`split_part(product, '@', 2) = any(${[...ids]}::text[])`,
  }[of]
  const { rows } = await sql<{ sold: number; held: number }>`
    select (select count(*)::int from order_item where kind = 'table' and ${isOf}) as sold,
      (select count(*)::int from basket_item where kind = 'table' and not has_ended and ${isOf}) as held`.execute(db)
  return dependentsOf(rows[0]!.sold, rows[0]!.held)
}

const dependentsOf = (sold: number, held: number): ChangeDependent[] => [
  ...(sold > 0 ? [{ kind: 'reference' as const, id: 'order_item', count: sold }] : []),
  ...(held > 0 ? [{ kind: 'reference' as const, id: 'basket_item', count: held }] : []),
]
