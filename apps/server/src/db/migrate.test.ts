import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { type Database, migrate, newId, openDatabase } from '#db'
import { migrations } from './migrations/index.ts'
import { addressOf, administer } from './testing/administer.ts'

/** An empty database, and connections to it as of several processes. */
async function emptyDatabase() {
  const { address, template } = inject('database')
  const name = `${template}_${newId().replaceAll('-', '')}`
  await administer(address, `create database ${name}`)
  const pools: Kysely<Database>[] = []
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.destroy()))
    await administer(address, `drop database ${name} with (force)`)
  })
  return {
    open: (): Kysely<Database> => {
      const pool = openDatabase(addressOf(address, name), { size: 1, queryTimeoutMs: 0 })
      pools.push(pool)
      return pool
    },
  }
}

const step = (...statements: string[]): Migration => ({
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
const executed = async (db: Kysely<Database>): Promise<string[]> =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(({ name }) => name)
const exists = async (db: Kysely<Database>, table: string): Promise<boolean> =>
  (await sql<{ is: boolean }>`select to_regclass(${table}) is not null as is`.execute(db)).rows[0]!.is

it('runs each step once where several processes start on an empty database at once', async () => {
  const { open } = await emptyDatabase()
  const processes = [open(), open(), open()]
  await Promise.all(processes.map((db) => migrate(db)))
  for (const db of processes) expect(await executed(db)).toEqual(Object.keys(migrations))
})

it('reads the list of tables again where another process removed a column meanwhile, but a step that fails so is not repeated', async () => {
  const { open } = await emptyDatabase()
  const db = open()
  const error = Object.assign(new Error('column "old" of relation "performance" does not exist'), { code: '42703' })
  const migrateUp = vi.spyOn(Migrator.prototype, 'migrateUp').mockResolvedValueOnce({ error })
  onTestFinished(() => migrateUp.mockRestore())
  await migrate(db, { steps: { '0001': step('create table first (id int)') }, pause: 1 })
  expect(await executed(db)).toEqual(['0001'])
  migrateUp.mockClear()
  const steps = { '0001': step(), '0002': step('alter table first drop column missing') }
  await expect(migrate(db, { steps, pause: 1 })).rejects.toMatchObject({ code: '42703' })
  expect(migrateUp).toHaveBeenCalledOnce()
})

it('keeps the steps before a failed one, leaves nothing of that one, and continues with it the next time', async () => {
  const { open } = await emptyDatabase()
  const db = open()
  const first = step('create table first (id int)')
  const failingMigration = {
    '0001': first,
    '0002': step('create table second (id int)', 'select 1 / 0'),
    '0003': step('create table third (id int)'),
  }
  await expect(migrate(db, { steps: failingMigration })).rejects.toMatchObject({ code: '22012' })
  expect(await executed(db)).toEqual(['0001'])
  expect([await exists(db, 'first'), await exists(db, 'second'), await exists(db, 'third')]).toEqual([true, false, false])
  await migrate(db, { steps: { ...failingMigration, '0002': step('create table second (id int)') } })
  expect(await executed(db)).toEqual(['0001', '0002', '0003'])
})

it('does not hold the locks of earlier steps while it waits for the lock of a later one, and tries again until it gets that', async () => {
  const { open } = await emptyDatabase()
  const [db, live, other] = [open(), open(), open()]
  await sql`create table settled (id int)`.execute(db)
  await sql`create table sold (id int)`.execute(db)
  const up = vi.fn<Migration['up']>(step('alter table sold add column at timestamptz').up)
  const steps = { '0001': step('alter table settled add column at timestamptz'), '0002': { up } }
  const run = await live.transaction().execute(async (trx) => {
    await sql`select from sold`.execute(trx)
    const migration = migrate(db, { steps, lockTimeout: 100, pause: 10, tries: 10_000 })
    await vi.waitFor(() => expect(up.mock.calls.length).toBeGreaterThan(2), { timeout: 30_000 })
    await sql`insert into settled default values`.execute(other)
    await sql`insert into sold default values`.execute(other)
    expect(await executed(other)).toEqual(['0001'])
    return { migration }
  })
  await run.migration
  expect(await executed(other)).toEqual(['0001', '0002'])
})

it('fails after its last try where a lock is not granted', async () => {
  const { open } = await emptyDatabase()
  const [db, live] = [open(), open()]
  await sql`create table sold (id int)`.execute(db)
  const up = vi.fn<Migration['up']>(step('alter table sold add column at timestamptz').up)
  await live.transaction().execute(async (trx) => {
    await sql`select from sold`.execute(trx)
    await expect(migrate(db, { steps: { '0001': { up } }, lockTimeout: 50, pause: 1, tries: 3 })).rejects.toMatchObject({ code: '55P03' })
  })
  expect(up).toHaveBeenCalledTimes(3)
})
