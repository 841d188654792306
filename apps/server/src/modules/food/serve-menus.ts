import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { ChangeDependent } from '@playhouse/domain/change'
import { losesGuests, type MenuServing, type ServedPerformance, servingsAt, type ServingPoint } from '@playhouse/domain/menu-record'

/** Where menus are served, in the order of the record: the first serving of a collection point that is for a performance counts. */
export type ServingRules = {
  readonly servings: ReadonlyMap<string, readonly MenuServing[]>
  readonly points: readonly ServingPoint[]
}
/** The menus, or the performances, of which something changed; absent for all. */
type Scope = { readonly menus?: readonly string[]; readonly performances?: readonly string[] }
type Served = Omit<MenuServing, 'productions' | 'performances'> & { readonly menu: string; readonly performance: string }

/** Reads where menus are served. */
export async function readServingRules(db: Kysely<Database>): Promise<ServingRules> {
  const { rows } = await sql<MenuServing & { menu: string }>`
    select menu_id as menu, point_id as point, productions, performances, guests, closes_before as "closesBefore", served_before as "servedBefore"
    from menu_serving order by menu_id, position`.execute(db)
  const points = await db.selectFrom('collection_point').select(['id', 'hall', 'opens_before']).execute()
  return {
    servings: Map.groupBy(rows, ({ menu }) => menu),
    points: points.map(({ id, hall, opens_before }) => ({ point: id, hall: hall ?? undefined, opensBefore: opens_before ?? undefined })),
  }
}

/**
 * Makes the rows of `menu_performance` those of the rules, for performances that are not over. A row that customers have ordered from stays,
 * and keeps room for them. Call it after a change of menus, of collection points or of performances.
 */
export async function serveMenus(trx: Transaction<Database>, scope: Scope = {}): Promise<void> {
  const rules = await readServingRules(trx)
  const served = JSON.stringify(servedOf(rules, scope, await readPerformancesAhead(trx, scope)))
  const wanted = sql`jsonb_to_recordset(${served}::jsonb) as w
    (menu text, performance text, point text, guests int, "closesBefore" int, "servedBefore" int)`
  const isOfRow = sql`w.menu = s.menu_id and w.performance = s.performance_id and w.point = s.point_id`
  // Not `not exists`, which may compare each row with all wanted ones.
  const isLost = sql`${isInScope(scope)}
    and (s.menu_id, s.performance_id, s.point_id) not in (select w.menu, w.performance, w.point from ${wanted})`
  // Buyers lock a row before they count its guests, in this order.
  await sql`select from menu_performance s where ${isLost} order by s.menu_id || '@' || s.performance_id, s.point_id for update`.execute(
    trx,
  )
  await sql`delete from menu_performance s where ${isLost} and s.sold = 0 and not exists (${heldItems})`.execute(trx)
  await sql`
    insert into menu_performance as s (menu_id, performance_id, point_id, guests, closes_before, served_before)
    select w.menu, w.performance, w.point, w.guests, w."closesBefore", w."servedBefore" from ${wanted}
    where not exists (select from menu_performance s where ${isOfRow}
      and (s.guests, s.closes_before, s.served_before) is not distinct from (w.guests, w."closesBefore", w."servedBefore"))
    order by w.menu || '@' || w.performance, w.point
    on conflict (performance_id, menu_id, point_id) do update set closes_before = excluded.closes_before,
      served_before = excluded.served_before, guests = greatest(excluded.guests, case when excluded.guests is not null then s.sold end)`.execute(
    trx,
  )
}

/** The items of baskets that hold guests of a row `s` of `menu_performance`. */
const heldItems = sql`select from basket_item i join basket b on b.id = i.basket_id
  where i.kind = 'food' and not i.has_ended and i.product = s.menu_id || '@' || s.performance_id and i.detail ->> 'point' = s.point_id
    and b.state in ('open', 'paying')`

/** Whether a row `s` of `menu_performance` is of a scope, and its performance is not over. */
const isInScope = ({ menus, performances }: Scope): RawBuilder<unknown> => sql`(
  (${menus ? [...menus] : null}::text[] is null or s.menu_id = any(${menus ? [...menus] : null}::text[]))
  and (${performances ? [...performances] : null}::text[] is null or s.performance_id = any(${performances ? [...performances] : null}::text[]))
  and ${isAhead})`
/** Not `exists`: as a join it can repeat the search among the scope for each performance. */
const isAhead = sql`(select p.starts_at > now() from performance p where p.id = s.performance_id)`

async function readPerformancesAhead(db: Kysely<Database>, { performances }: Scope): Promise<ServedPerformance[]> {
  const ids = performances ? [...performances] : null
  const { rows } = await sql<ServedPerformance>`
    select id, production_id as production, hall from performance
    where starts_at > now() and (${ids}::text[] is null or id = any(${ids}::text[]))`.execute(db)
  return rows
}

const servedOf = ({ servings, points }: ServingRules, { menus }: Scope, performances: readonly ServedPerformance[]): Served[] =>
  [...servings]
    .filter(([menu]) => !menus || menus.includes(menu))
    .flatMap(([menu, rules]) =>
      performances.flatMap((performance) =>
        servingsAt(rules, points, performance).map(({ productions: _, performances: _performances, ...serving }) => ({
          ...{ ...serving, menu, performance: performance.id },
        })),
      ),
    )

/** Locks where menus are served, so that nothing is ordered there until the transaction ends. */
export async function lockServings(
  trx: Transaction<Database>,
  { menus, points }: { readonly menus?: readonly string[]; readonly points?: readonly string[] },
): Promise<void> {
  await sql`
    select from menu_performance where menu_id = any(${[...(menus ?? [])]}::text[]) or point_id = any(${[...(points ?? [])]}::text[])
    order by menu_id || '@' || performance_id, point_id for update`.execute(trx)
}

/** Guests at a performance to come, in orders and in baskets. */
type Guests = { readonly menu: string; readonly point: string; readonly sold: number; readonly held: number } & ServedPerformance

/**
 * Counts orders and baskets that other rules would take the room of: where their menu would not be served any more, or for fewer guests than
 * they have. The caller has locked the servings. @param after the rules after the change
 */
export async function countLostGuests(trx: Transaction<Database>, after: ServingRules): Promise<ChangeDependent[]> {
  const before = await readServingRules(trx)
  const { rows } = await sql<Guests>`
    select s.menu_id as menu, s.point_id as point, p.id, p.production_id as production, p.hall, s.sold,
      (select coalesce(sum(i.quantity), 0)::int from basket_item i join basket b on b.id = i.basket_id
        where i.kind = 'food' and not i.has_ended and i.product = s.menu_id || '@' || s.performance_id and i.detail ->> 'point' = s.point_id
          and b.state in ('open', 'paying')) as held
    from menu_performance s join performance p on p.id = s.performance_id
    where p.starts_at > now() and (s.sold > 0 or exists (${heldItems}))`.execute(trx)
  const lost = rows.filter(({ menu, point, sold, held, ...performance }) => {
    const at = ({ servings, points }: ServingRules): MenuServing | undefined =>
      servingsAt(servings.get(menu) ?? [], points, performance).find((each) => each.point === point)
    return losesGuests(at(before), at(after), sold + held)
  })
  const total = (field: 'sold' | 'held'): number => lost.reduce((sum, each) => sum + each[field], 0)
  const [sold, held] = [total('sold'), total('held')]
  return [
    ...(sold > 0 ? [{ kind: 'reference' as const, id: 'order_item', count: sold }] : []),
    ...(held > 0 ? [{ kind: 'reference' as const, id: 'basket_item', count: held }] : []),
  ]
}

/** Counts the orders of food and the baskets with it, of some menus, collection points or dishes, or for some performances. */
export async function countFoodUses(
  db: Kysely<Database>,
  of: 'menu' | 'point' | 'dish' | 'performance',
  ids: readonly string[],
): Promise<ChangeDependent[]> {
  if (ids.length === 0) return []
  const isOf = {
    menu: sql`split_part(product, '@', 1) = any(${[...ids]}::text[])`,
    performance: sql`split_part(product, '@', 2) = any(${[...ids]}::text[])`,
    point: sql`detail ->> 'point' = any(${[...ids]}::text[])`,
    dish: sql`exists (select from jsonb_path_query(detail, '$.courses[*].dishes[*].product') as d where d #>> '{}' = any(${[...ids]}::text[]))`,
  }[of]
  const { rows } = await sql<{ id: string; count: number }>`
    select 'order_item' as id, count(*)::int as count from order_item where kind = 'food' and ${isOf}
    union all select 'basket_item', count(*)::int from basket_item where kind = 'food' and not has_ended and ${isOf}`.execute(db)
  return rows.filter(({ count }) => count > 0).map(({ id, count }) => ({ kind: 'reference', id, count }))
}
