import { type Kysely, sql } from 'kysely'

/**
 * The payment that was started last in a session. The return page may ask for it after the visitor has signed in as another
 * customer. No foreign key: a payment that has been deleted is answered as one that is unknown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column payment_id uuid`.execute(db)
}
