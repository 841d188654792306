import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db'
import { type TestDatabase, testDatabase } from '#db/testing'
import { readBrand } from '#modules/catalogue'
import { databaseUrl, runCommand } from '#testing'
import { seed } from '../../seed.ts'
import { copiedTables } from './copied-tables.ts'
import { addInventedCustomers, copyProgramme } from './index.ts'

const tables = Object.entries(copiedTables) as [keyof Database, boolean][]

let live: TestDatabase
let training: TestDatabase
/** The rows that migrations write. */
let initial: Map<keyof Database, readonly string[]>
beforeAll(async () => {
  ;[live, training] = [await testDatabase(), await testDatabase()]
  await seed(live.db, await readBrand(fileURLToPath(new URL('../../../../../brands/kingston/', import.meta.url))), { isTestMode: true })
  initial = new Map(await Promise.all(tables.map(async ([table]) => [table, await rowsOf(training.owner, table)] as const)))
})
afterAll(() => Promise.all([live.drop(), training.drop()]))

/** All rows of a table as texts, in one order. */
async function rowsOf(db: Kysely<Database>, table: keyof Database): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(db)
  return rows.map(({ row }) => row)
}

it('knows every table of the database', async () => {
  const { rows } = await sql<{ name: keyof Database }>`
    select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(
    live.db,
  )
  const unknown = rows.map(({ name }) => name).filter((name) => copiedTables[name] === undefined)
  // Statements of the server do not name these tables.
  expect(unknown.toSorted()).toEqual(['kysely_migration', 'kysely_migration_lock', 'page_version', 'rate_limit'])
})

it('copies the programme and what is for sale unchanged, and no people, sales or codes', async () => {
  const counts = await copyProgramme(live.db, training.owner)
  expect(counts.get('performance')).toBeGreaterThan(10)
  for (const [table, isCopied] of tables) {
    const [before, after] = [await rowsOf(live.owner, table), await rowsOf(training.owner, table)]
    expect(after, table).toEqual(isCopied ? before : initial.get(table))
  }
})

it('adds customers that clerks can search for, and copies into no database that is in use', async () => {
  expect(await addInventedCustomers(training.owner, 'en')).toBe(24)
  const customers = await training.db.selectFrom('customer').select('password_hash').where('email', 'like', '%@example.org').execute()
  expect(customers).toHaveLength(24)
  expect(new Set(customers.map((customer) => customer.password_hash))).toEqual(new Set([null]))
  await expect(copyProgramme(live.db, training.owner)).rejects.toThrow('name an empty database')
  await expect(copyProgramme(training.db, live.owner)).rejects.toThrow('name an empty database')
})

it('runs as a command, and refuses the database of the shop', async () => {
  await using empty = await testDatabase()
  const [from, to] = [databaseUrl(live.address), databaseUrl(empty.ownerAddress)]
  expect(runCommand('training.ts', ['copy'], { DATABASE_URL: from, TRAINING_DATABASE_URL: from })).toMatchObject({ status: 2, stdout: '' })
  const { status, stdout, stderr } = runCommand('training.ts', ['copy'], { DATABASE_URL: from, TRAINING_DATABASE_URL: to })
  expect([status, stderr, stdout]).toEqual([
    0,
    '',
    expect.stringMatching(/performances and 24 invented customers are in the training database/),
  ])
})
