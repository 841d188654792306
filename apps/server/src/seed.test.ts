import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing'
import { readBrand } from '#modules/catalogue'
import { seed } from './seed.ts'

/** What the fixtures have of people, and whatever gives somebody who reads them money or a right. */
const known = ['customer', 'membership', 'access_card', 'promo', 'ledger_account', 'staff'] as const

it('an empty house where something is real gets a programme, and nobody and nothing that a reader of the fixtures could use', async () => {
  await using theatre = await testDatabase()
  const brand = await readBrand(fileURLToPath(new URL('../../../brands/bridge/', import.meta.url)))
  const count = async (table: string): Promise<number> =>
    (await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(theatre.db)).rows[0]!.rows
  const knownRows = () => Promise.all(known.map(async (table) => [table, await count(table)]))
  const before = await knownRows()
  expect(await seed(theatre.db, brand, { isTestMode: false })).toBe(true)
  expect(await count('performance')).toBeGreaterThan(0)
  expect(await count('ballot')).toBeGreaterThan(0)
  expect(await knownRows()).toEqual(before)
  // Nor do they come later, should it be started as a rehearsal by mistake.
  expect(await seed(theatre.db, brand, { isTestMode: true })).toBe(false)
  expect(await knownRows()).toEqual(before)
})
