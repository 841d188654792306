import type { Kysely } from 'kysely'
import { type Database, transact } from '#db'
import type { Product } from '@playhouse/domain/product'

/** A product with the pieces of its variants; a variant without a number is not counted. */
export type ProductToSeed = Product & { readonly stock: Readonly<Record<string, number>> }

/** Inserts products into an empty catalogue; another process may do the same. @returns false where it has products already */
export async function seedProducts(db: Kysely<Database>, products: readonly ProductToSeed[]): Promise<boolean> {
  return transact(
    db,
    async (trx) => {
      if (await trx.selectFrom('product').select('id').limit(1).executeTakeFirst()) return false
      for (const [position, { product, type, name, summary, vatBasisPoints, limit, variants, translations, stock }] of products.entries()) {
        await trx
          .insertInto('product')
          .values({
            ...{ id: product, type, position, name, summary },
            ...{ vat_basis_points: vatBasisPoints, order_limit: limit, withdrawn_at: null },
          })
          .onConflict((c) => c.doNothing())
          .execute()
        await trx
          .insertInto('product_variant')
          .values(
            variants.map(({ variant, name, price, fee }, nth) => ({ product_id: product, id: variant, position: nth, name, price, fee })),
          )
          .onConflict((c) => c.doNothing())
          .execute()
        const texts = Object.entries(translations).map(([locale, text]) => ({
          product_id: product,
          locale: locale as keyof typeof translations,
          ...text,
        }))
        if (texts.length > 0)
          await trx
            .insertInto('product_translation')
            .values(texts)
            .onConflict((c) => c.doNothing())
            .execute()
        const counted = Object.entries(stock).map(([variant, total]) => ({ product_id: product, variant_id: variant, total }))
        if (counted.length > 0)
          await trx
            .insertInto('product_stock')
            .values(counted)
            .onConflict((c) => c.doNothing())
            .execute()
      }
      return true
    },
    { idempotent: true },
  )
}
