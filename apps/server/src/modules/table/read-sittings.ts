import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { type SittingsOffer, tableOfferSchema } from '@playhouse/domain/sitting'

/**
 * The sittings of a performance, the earliest first, whether bookings are still open or not. Tables in lapsed baskets count as free. A
 * performance that is cancelled has none.
 * @param basket the basket whose tables count as free
 * @returns undefined for an unknown performance
 */
export async function readSittings(db: Kysely<Database>, instance: string, basket?: string): Promise<SittingsOffer | undefined> {
  const { rows } = await sql<{ data: { performance: object; sittings: object[] | null } }>`
    select jsonb_build_object(
      'performance', jsonb_build_object('instance', p.id, 'event', coalesce(e.slug, e.id), 'title', e.data ->> 'title',
        'startsAt', to_char(p.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'timeZone', p.time_zone),
      'sittings', (select jsonb_agg(jsonb_build_object('sitting', s.id, 'startsBefore', s.starts_before, 'minutes', s.minutes,
          'closesBefore', s.closes_before, 'price', s.price, 'vatBasisPoints', s.vat_basis_points,
          'restaurant', jsonb_build_object('restaurant', r.id, 'name', r.name, 'summary', r.summary, 'access', r.access,
            'translations', ${translationsJson}),
          'coversLeft', greatest(0, s.covers - s.sold - (select coalesce(sum(i.quantity), 0) ${heldItems(basket)})),
          'tables', coalesce((select jsonb_agg(jsonb_build_object('size', t.size, 'least', t.least,
              'free', greatest(0, t.tables - t.sold - (
                select count(*) ${heldItems(basket)} and (i.detail ->> 'table')::int = t.size))) order by t.size)
            from sitting_table t where t.performance_id = s.performance_id and t.sitting_id = s.id), '[]'))
          order by s.starts_before desc, r.position, s.id)
        from sitting s join restaurant r on r.id = s.restaurant_id
        where s.performance_id = p.id and r.withdrawn_at is null and p.sale <> 'cancelled')) as data
    from performance p join production e on e.id = p.production_id where p.id = ${instance}`.execute(db)
  const data = rows[0]?.data
  return data && tableOfferSchema.parse({ performance: data.performance, sittings: data.sittings ?? [] })
}

/** The translations of a restaurant `r`. */
export const translationsJson = sql`(
  select coalesce(jsonb_object_agg(l.key, l.value || jsonb_build_object('access', coalesce(r.access_translations ->> l.key, ''))), '{}')
  from jsonb_each(r.translations) l)`

/** What other baskets hold of a sitting `s`. */
const heldItems = (basket: string | undefined) => sql`
  from basket_item i join basket b on b.id = i.basket_id
  where i.kind = 'table' and not i.has_ended and i.product = s.id || '@' || s.performance_id and b.id is distinct from ${basket ?? null}::uuid
    and (b.state = 'paying' or (b.state = 'open' and b.deadline > now()))`
