import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { type ProductOnSale, productOnSaleSchema } from '@playhouse/domain/product'

/** The products of a type on sale, in the order of the theatre. */
export const listProducts = (db: Kysely<Database>, type: string): Promise<ProductOnSale[]> => readProducts(db, { type, product: null })

/** A product on sale; undefined where it is unknown or withdrawn. */
export const readProduct = async (db: Kysely<Database>, product: string): Promise<ProductOnSale | undefined> =>
  (await readProducts(db, { type: null, product }))[0]

type Filter = { readonly type: string | null; readonly product: string | null }

/** Pieces in lapsed baskets count as left. */
async function readProducts(db: Kysely<Database>, { type, product }: Filter): Promise<ProductOnSale[]> {
  const { rows } = await sql<{ data: unknown }>`
    select jsonb_build_object('product', p.id, 'type', p.type, 'name', p.name, 'summary', p.summary,
        'vatBasisPoints', p.vat_basis_points, 'limit', p.order_limit,
        'translations', (select coalesce(jsonb_object_agg(t.locale, jsonb_build_object('name', t.name, 'summary', t.summary)), '{}')
          from product_translation t where t.product_id = p.id),
        'variants', (select jsonb_agg(jsonb_build_object('variant', v.id, 'name', v.name, 'price', v.price, 'fee', v.fee,
            'piecesLeft', case when s.key is not null then greatest(0, s.total - s.sold - (
              select coalesce(sum(i.quantity), 0) from basket_item i join basket b on b.id = i.basket_id
              where i.kind = 'product' and i.product = s.key
                and (b.state = 'paying' or (b.state = 'open' and b.deadline > now())))) end) order by v.position)
          from product_variant v left join product_stock s on s.product_id = v.product_id and s.variant_id = v.id
          where v.product_id = p.id)) as data
    from product p
    where p.withdrawn_at is null and (${type}::text is null or p.type = ${type}) and (${product}::text is null or p.id = ${product})
      and exists (select from product_variant v where v.product_id = p.id)
    order by p.position, p.id`.execute(db)
  return rows.map(({ data }) => productOnSaleSchema.parse(data))
}
