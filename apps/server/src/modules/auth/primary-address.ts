import type { Kysely } from 'kysely'
import type { Database } from '#db'

/** A customer's primary address. */
export async function primaryAddress(db: Kysely<Database>, customer: string) {
  return db
    .selectFrom('address')
    .select(['line1', 'line2', 'line3', 'city', 'county', 'state', 'postcode', 'country'])
    .where('customer_id', '=', customer)
    .where('is_primary', '=', true)
    .executeTakeFirst()
}
