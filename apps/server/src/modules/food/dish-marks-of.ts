import { type RawBuilder, sql } from 'kysely'

/** The allergens and diets of a product as JSON. @param product the alias of its table */
export const dishMarksOf = (product: 'r'): RawBuilder<unknown> =>
  sql`jsonb_build_object('allergens', ${sql.ref(`${product}.allergens`)}, 'diets', ${sql.ref(`${product}.diets`)})`
