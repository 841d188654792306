import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { isPublicPerformance } from '#modules/catalogue'
import { isSoldNow, type ProductOnSale, productOnSaleSchema } from '@playhouse/domain/product'

/** The products of a type on sale, in the order of the theatre. A product that needs a performance has the performances for which it is sold. */
export const listProducts = async (db: Kysely<Database>, type: string): Promise<ProductOnSale[]> =>
  (await readProducts(db, { type })).filter(isSoldNow)

/** The products of all types on sale for a performance; empty where it is not on sale, is unknown or has begun. */
export const listPerformanceProducts = (db: Kysely<Database>, instance: string): Promise<ProductOnSale[]> => readProducts(db, { instance })

/**
 * A product on sale, with the prices and the pieces of a performance where one is given.
 * @returns undefined where it is unknown, withdrawn, or not sold for this performance
 */
export const readProduct = async (db: Kysely<Database>, product: string, instance?: string): Promise<ProductOnSale | undefined> =>
  (await readProducts(db, { product, instance }))[0]

/** The types of product that are on sale for a performance. */
export async function listOfferedTypes(db: Kysely<Database>, instance: string): Promise<string[]> {
  const rows = await db
    .selectFrom('product_performance as o')
    .innerJoin('product as p', 'p.id', 'o.product_id')
    .innerJoin('performance as f', 'f.id', 'o.instance_id')
    .select('p.type')
    .distinct()
    .where('o.instance_id', '=', instance)
    .where('p.withdrawn_at', 'is', null)
    .where('f.sale', '=', 'on-sale')
    .where('f.starts_at', '>', sql<Date>`now()`)
    .execute()
  return rows.map(({ type }) => type)
}

type Filter = { readonly type?: string; readonly product?: string; readonly instance?: string | undefined }

const performanceObject = sql.raw(`jsonb_build_object('instance', f.id, 'event', coalesce(r.slug, r.id), 'name', r.data ->> 'title',
  'startsAt', to_char(f.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'timeZone', f.time_zone)`)

/** Pieces in lapsed baskets count as left. */
async function readProducts(db: Kysely<Database>, { type, product, instance }: Filter): Promise<ProductOnSale[]> {
  const { rows } = await sql<{ data: unknown }>`
    with shown as (
      select f.id, ${performanceObject} as data from performance f join production r on r.id = f.production_id
      where f.id = ${instance ?? null} and f.sale = 'on-sale' and f.starts_at > now())
    select jsonb_build_object('product', p.id, 'type', p.type, 'name', p.name, 'summary', p.summary,
        'vatBasisPoints', p.vat_basis_points, 'limit', p.order_limit, 'delivery', p.delivery, 'postage', p.postage,
        'needsPerformance', p.needs_performance, 'isReservation', p.is_reservation, 'allergens', p.allergens, 'diets', p.diets,
        'translations', (select coalesce(jsonb_object_agg(t.locale, jsonb_build_object('name', t.name, 'summary', t.summary)), '{}')
          from product_translation t where t.product_id = p.id),
        'images', (select coalesce(jsonb_agg(jsonb_build_object('path', i.path, 'alt', i.alt, 'alts', i.alts,
            'width', i.width, 'height', i.height) order by i.position), '[]') from product_image i where i.product_id = p.id),
        'options', (select coalesce(jsonb_agg(jsonb_build_object('option', o.id, 'name', o.name, 'names', o.names,
            'choices', c.choices) order by o.position), '[]')
          from product_option o join lateral (
            select jsonb_agg(jsonb_build_object('choice', c.id, 'name', c.name, 'names', c.names, 'price', c.price) order by c.position) as choices
            from product_option_choice c where c.product_id = o.product_id and c.option_id = o.id) c on c.choices is not null
          where o.product_id = p.id),
        'performance', (select s.data from shown s),
        'performances', (select coalesce(jsonb_agg(${performanceObject} order by f.starts_at, f.id), '[]')
          from performance f join production r on r.id = f.production_id
          where ${instance ?? null}::text is null and f.sale = 'on-sale' and f.starts_at > now()
            and ${isPublicPerformance('f')}
            and exists (select from product_performance o where o.product_id = p.id and o.instance_id = f.id)),
        'variants', v.variants) as data
    from product p cross join lateral (
      select jsonb_agg(jsonb_build_object('variant', v.id, 'name', v.name, 'names', v.names,
          'price', coalesce(o.price, v.price), 'fee', coalesce(o.fee, v.fee),
          'piecesLeft', case when s.key is not null then greatest(0, s.total - s.sold - (
            select coalesce(sum(i.quantity), 0) from basket_item i join basket b on b.id = i.basket_id
            where i.kind = 'product' and not i.has_ended and split_part(i.product, ';', 1) = s.key
              and (b.state = 'paying' or (b.state = 'open' and b.deadline > now())))) end) order by v.position) as variants
      from product_variant v
        left join product_performance o on o.product_id = v.product_id and o.variant_id = v.id and o.instance_id = (select id from shown)
        left join product_stock s on s.product_id = v.product_id and s.variant_id = v.id
          and s.instance_id is not distinct from ${instance ?? null}
      where v.product_id = p.id and (${instance ?? null}::text is null or o.instance_id is not null)) v
    where p.withdrawn_at is null and (${type ?? null}::text is null or p.type = ${type ?? null})
      and (${product ?? null}::text is null or p.id = ${product ?? null}) and v.variants is not null
    order by p.position, p.id`.execute(db)
  return rows.map(({ data }) => productOnSaleSchema.parse(data))
}
