import { type Titled, titleOf } from '@playhouse/domain/production-texts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { FoodOfEvent } from '@playhouse/api-client/contract'
import { type FoodOffer, foodOfferSchema } from '@playhouse/domain/menu'
import { isPublicPerformance } from '#modules/catalogue'
import { dishMarksOf } from './dish-marks-of.ts'

/**
 * The menus of a performance, in the order of the theatre, whether orders are still open or not. Guests in lapsed baskets count as left.
 * Only those on offer: a performance that is not on sale has none.
 * @param basket the basket whose guests count as left
 * @returns undefined for an unknown performance
 */
export async function readFoodOffer(db: Kysely<Database>, instance: string, basket?: string): Promise<FoodOffer | undefined> {
  const { rows } = await sql<{ data: { performance: object; menus: object[] | null } }>`
    select jsonb_build_object(
      'performance', ${performanceJson},
      'menus', (select jsonb_agg(jsonb_build_object('menu', m.id, 'name', m.name, 'summary', m.summary, 'price', m.price, 'fee', m.fee,
          'vatBasisPoints', m.vat_basis_points,
          'translations', (select coalesce(jsonb_object_agg(t.locale, jsonb_build_object('name', t.name, 'summary', t.summary)), '{}')
            from menu_translation t where t.menu_id = m.id),
          'courses', (select jsonb_agg(jsonb_build_object('course', c.id, 'name', c.name, 'translations', c.translations,
              'dishes', (${dishesJson})) order by c.position) from menu_course c where c.menu_id = m.id),
          'servings', (${servingsJson(basket)})) order by m.position, m.id)
        from menu m
        where ${isOffered}
          and exists (select from menu_performance s ${atOpenPoint} where s.menu_id = m.id and s.performance_id = p.id))) as data
    from performance p join production e on e.id = p.production_id where p.id = ${instance}`.execute(db)
  const data = rows[0]?.data
  return data && foodOfferSchema.parse({ performance: data.performance, menus: data.menus ?? [] })
}

/** Joins the collection point `o` of a row `s` of `menu_performance`, if it takes orders. */
const atOpenPoint = sql`join collection_point o on o.id = s.point_id and o.withdrawn_at is null`

/** Whether a menu `m` is on offer for a performance `p` by the rule `isMenuOffered`, is not withdrawn, and each of its courses has a dish on offer. */
const isOffered = sql`(p.sale = 'on-sale' and m.price > 0 and m.withdrawn_at is null and exists (select from menu_course c where c.menu_id = m.id)
  and not exists (select from menu_course c where c.menu_id = m.id
    and not exists (select from menu_dish d join product r on r.id = d.product_id and r.withdrawn_at is null
      where d.menu_id = c.menu_id and d.course_id = c.id)))`

const performanceJson = sql`jsonb_build_object('instance', p.id, 'event', coalesce(e.slug, e.id), 'title', e.data ->> 'title',
  'startsAt', to_char(p.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'timeZone', p.time_zone)`

/** The dishes of a course `c` that are on offer. */
const dishesJson = sql`
  select jsonb_agg(jsonb_build_object('product', d.product_id, 'name', r.name, 'summary', r.summary, 'supplement', d.supplement,
      'translations', (select coalesce(jsonb_object_agg(t.locale, jsonb_build_object('name', t.name, 'summary', t.summary)), '{}')
        from product_translation t where t.product_id = r.id)) || ${dishMarksOf('r')} order by d.position)
  from menu_dish d join product r on r.id = d.product_id and r.withdrawn_at is null where d.menu_id = c.menu_id and d.course_id = c.id`

/** The collection points of a menu `m` for a performance `p`. */
const servingsJson = (basket: string | undefined) => sql`
  select jsonb_agg(jsonb_build_object('point', o.id, 'name', o.name, 'translations', o.translations,
      'closesBefore', s.closes_before, 'servedBefore', s.served_before,
      'placesLeft', case when s.guests is not null then greatest(0, s.guests - s.sold - (
        select coalesce(sum(i.quantity), 0) from basket_item i join basket b on b.id = i.basket_id
        where i.kind = 'food' and not i.has_ended and i.product = m.id || '@' || p.id and i.detail ->> 'point' = o.id
          and b.id is distinct from ${basket ?? null}::uuid
          and (b.state = 'paying' or (b.state = 'open' and b.deadline > now())))) end) order by o.position, o.id)
  from menu_performance s ${atOpenPoint} where s.menu_id = m.id and s.performance_id = p.id`

/**
 * The public performances of a production that are not over and have menus, by the database clock.
 * @param address any address that it has or had, or its id
 * @returns undefined for an unknown production, and for one with hidden performances only
 */
export async function listFoodPerformances(db: Kysely<Database>, address: string): Promise<FoodOfEvent | undefined> {
  const production = await sql<{ id: string; event: string } & Titled>`
    select e.id, coalesce(e.slug, e.id) as event, e.data ->> 'title' as title, e.data ->> 'copyLanguage' as "copyLanguage", e.translations
    from production e join production_slug a on a.production_id = e.id where a.slug = ${address}
      and exists (select from performance p where p.production_id = e.id and ${isPublicPerformance('p')})`.execute(db)
  const [named] = production.rows
  if (!named) return undefined
  const { rows } = await sql<{ instance: string; startsAt: Date; timeZone: string; isOpen: boolean }>`
    select p.id as instance, p.starts_at as "startsAt", p.time_zone as "timeZone",
      bool_or(now() < p.starts_at - make_interval(mins => s.closes_before)) as "isOpen"
    from performance p join menu_performance s on s.performance_id = p.id ${atOpenPoint} join menu m on m.id = s.menu_id
    where p.production_id = ${named.id} and p.starts_at > now() and ${isPublicPerformance('p')} and ${isOffered}
    group by p.id order by p.starts_at, p.id`.execute(db)
  return {
    event: named.event,
    ...titleOf(named),
    performances: rows.map(({ startsAt, ...row }) => ({ ...row, startsAt: startsAt.toISOString() })),
  }
}

/** The addresses of the productions with menus for public performances that are not over, by the database clock. */
export async function listFoodProductions(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(e.slug, e.id) as id from performance p join production e on e.id = p.production_id join menu_performance s on s.performance_id = p.id ${atOpenPoint} join menu m on m.id = s.menu_id
    where p.starts_at > now() and ${isPublicPerformance('p')} and ${isOffered} order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a performance has menus, and whether one of them can be ordered now, by the database clock. */
export async function findMenus(db: Kysely<Database>, instance: string): Promise<{ readonly hasMenus: boolean; readonly isOpen: boolean }> {
  const { rows } = await sql<{ hasMenus: boolean; isOpen: boolean }>`
    select count(*) > 0 as "hasMenus", coalesce(bool_or(now() < p.starts_at - make_interval(mins => s.closes_before)), false) as "isOpen"
    from performance p join menu_performance s on s.performance_id = p.id ${atOpenPoint} join menu m on m.id = s.menu_id
    where p.id = ${instance} and ${isOffered}`.execute(db)
  return rows[0]!
}
