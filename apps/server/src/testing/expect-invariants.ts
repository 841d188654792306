import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#db'
import { readViolations } from '#modules/invariant'

/** The end of every test that writes baskets, payments or orders: no invariant of the database is broken. */
export async function expectInvariants({ db }: { readonly db: Kysely<Database> }): Promise<void> {
  const violations = await db.transaction().execute(async (trx) => {
    // Reads of the whole database, which take longer on a busy machine than a request may.
    await sql`set local statement_timeout = 0`.execute(trx)
    return readViolations(trx)
  })
  expect(violations).toEqual([])
}
