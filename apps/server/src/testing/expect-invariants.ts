import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#db'
import { readViolations } from '#modules/invariant'

/** The end of every test that writes baskets, payments or orders: no invariant of the database is broken. */
export async function expectInvariants({ db }: { readonly db: Kysely<Database> }): Promise<void> {
  expect(await readViolations(db)).toEqual([])
}
