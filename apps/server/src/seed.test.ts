import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing'
import { readBrand } from '#modules/catalogue'
import { seed } from './seed.ts'

/** Tables of people, and of what a reader of the public fixtures could spend or sign in with. */
const privateTables = ['customer', 'membership', 'access_card', 'promo', 'ledger_account', 'staff'] as const

it('outside test mode, seeds performances and ballots, and no people, codes or credit, whose secrets are public in the fixtures', async () => {
  await using theatre = await testDatabase()
  const brand = await readBrand(fileURLToPath(new URL('../../../brands/bridge/', import.meta.url)))
  const count = async (table: string): Promise<number> =>
    (await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(theatre.db)).rows[0]!.rows
  const countPrivateRows = () => Promise.all(privateTables.map(async (table) => [table, await count(table)]))
  const before = await countPrivateRows()
  expect(await seed(theatre.db, brand, { isTestMode: false })).toBe(true)
  expect(await count('performance')).toBeGreaterThan(0)
  expect(await count('ballot')).toBeGreaterThan(0)
  expect(await countPrivateRows()).toEqual(before)
  // A later start in test mode, by mistake, adds none either.
  expect(await seed(theatre.db, brand, { isTestMode: true })).toBe(false)
  expect(await countPrivateRows()).toEqual(before)
})
