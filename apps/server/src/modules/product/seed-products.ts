import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import type { StockedProduct } from '@playhouse/domain/product'

/**
 * Inserts products into a catalogue; another process may do the same. Products for performances are offered for those that have not begun.
 * @param options.addsMissing whether those that a catalogue with products lacks are inserted too; a withdrawn one stays withdrawn
 * @returns false where nothing was to insert
 */
export async function seedProducts(
  db: Kysely<Database>,
  offered: readonly StockedProduct[],
  { addsMissing = false }: { readonly addsMissing?: boolean } = {},
): Promise<boolean> {
  return transact(
    db,
    async (trx) => {
      const known = new Set((await trx.selectFrom('product').select('id').execute()).map(({ id }) => id))
      if (known.size > 0 && !addsMissing) return false
      const products = offered.filter(({ product }) => !known.has(product))
      if (products.length === 0) return false
      for (const product of products) {
        const position = offered.indexOf(product)
        for (const [table, rows] of Object.entries(rowsOf(product, position)))
          if (rows.length > 0)
            await trx
              .insertInto(table as keyof ProductRows)
              .values(rows)
              .onConflict((c) => c.doNothing())
              .execute()
      }
      for (const { product, variants, performances } of products)
        if (performances)
          for (const { variant } of variants) {
            const { events, prices, stock } = performances
            const own = prices?.[variant]
            await sql`
              insert into product_performance (product_id, variant_id, instance_id, price, fee)
              select ${product}, ${variant}, id, ${own?.price ?? null}::int, ${own?.fee ?? null}::int from performance
              where starts_at > now() and (${events ?? null}::text[] is null or production_id = any (${events ?? null}::text[]))
              on conflict do nothing`.execute(trx)
            const pieces = stock[variant]
            if (pieces !== undefined)
              await sql`
                insert into product_stock (product_id, variant_id, instance_id, total)
                select product_id, variant_id, instance_id, ${pieces}::int from product_performance
                where product_id = ${product} and variant_id = ${variant}
                on conflict do nothing`.execute(trx)
          }
      return true
    },
    { idempotent: true },
  )
}

type ProductRows = ReturnType<typeof rowsOf>

/** The rows of a product by table, in the order in which they refer to each other. */
function rowsOf(product: StockedProduct, position: number) {
  const { product: product_id, variants, options, images, translations, stock } = product
  const names = (translated: object | undefined) => JSON.stringify(translated ?? {})
  return {
    product: [
      {
        ...{ id: product_id, type: product.type, position, name: product.name, summary: product.summary },
        ...{ vat_basis_points: product.vatBasisPoints, order_limit: product.limit, withdrawn_at: null },
        ...{ delivery: product.delivery, postage: product.postage, allergens: product.allergens, diets: product.diets },
        ...{ needs_performance: product.needsPerformance, is_reservation: product.isReservation },
      },
    ],
    product_variant: variants.map(({ variant, name, names: translated, price, fee }, nth) => ({
      ...{ product_id, id: variant, position: nth, name, names: names(translated), price, fee },
    })),
    product_translation: Object.entries(translations).map(([locale, text]) => ({
      ...{ product_id, locale: locale as keyof typeof translations },
      ...text,
    })),
    product_image: images.map(({ alts, ...image }, nth) => ({ product_id, position: nth, alts: names(alts), ...image })),
    product_option: options.map(({ option, name, names: translated }, nth) => ({
      ...{ product_id, id: option, position: nth, name, names: names(translated) },
    })),
    product_option_choice: options.flatMap(({ option, choices }) =>
      choices.map(({ choice, name, names: translated, price }, nth) => ({
        ...{ product_id, option_id: option, id: choice, position: nth, name, names: names(translated), price },
      })),
    ),
    product_stock: Object.entries(stock).map(([variant, total]) => ({ product_id, variant_id: variant, total })),
  }
}
