import { type Kysely, sql } from 'kysely'

/** Finds the orders with a note on diets, which is erased after the visit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index customer_order_dietary on customer_order (id) where notes ? 'dietary'`).execute(db)
}
