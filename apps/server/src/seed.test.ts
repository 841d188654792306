import { fileURLToPath } from 'node:url'
import { dishes, people, products, promos } from '@playhouse/fixtures'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing'
import { readBrand } from '#modules/catalogue'
import { seed } from './seed.ts'

/** Tables of people, and of what a reader of the public fixtures could spend or sign in with. */
const privateTables = ['customer', 'membership', 'access_card', 'promo', 'ledger_account', 'staff'] as const

const brandNamed = (name: string) => readBrand(fileURLToPath(new URL(`../../../brands/${name}/`, import.meta.url)))

it('outside test mode, seeds performances and ballots, and no people, codes or credit, whose secrets are public in the fixtures', async () => {
  await using theatre = await testDatabase()
  const brand = await brandNamed('bridge')
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

it('in test mode, seeds the season, the customers and the promo codes of kingston', async () => {
  await using theatre = await testDatabase()
  expect(await seed(theatre.db, await brandNamed('kingston'), { isTestMode: true })).toBe(true)
  const { db } = theatre
  const halls = await db.selectFrom('performance').select('hall').distinct().orderBy('hall').execute()
  expect(halls.map(({ hall }) => hall)).toEqual(['kingston-exchange', 'kingston-malt-loft'])
  const customers = await db.selectFrom('customer').select('email').execute()
  expect(customers.map(({ email }) => email)).toEqual(expect.arrayContaining(people('kingston').map(({ email }) => email)))
  const codes = await db.selectFrom('promo').select('code').execute()
  expect(new Set(codes.map(({ code }) => code))).toEqual(new Set(promos('kingston').map(({ code }) => code)))
  const [ballot] = await db.selectFrom('ballot').select('id').where('kind', '=', 'dress-rehearsal').execute()
  expect(ballot!.id).toMatch(/^the-swan-uppers-/)
})

it('adds the products to a database that has the season already, in several processes at once, and never again', async () => {
  await using theatre = await testDatabase()
  const { db } = theatre
  const brand = await brandNamed('kingston')
  await seed(db, brand, { isTestMode: false })
  await db.deleteFrom('product').execute()
  const seedAgain = () => seed(db, brand, { isTestMode: false })
  expect(await Promise.all([seedAgain(), seedAgain(), seedAgain()])).toEqual([false, false, false])
  const names = async () => (await db.selectFrom('product').select('id').orderBy('position').execute()).map(({ id }) => id)
  expect(await names()).toEqual([...products('kingston'), ...dishes('kingston')].map(({ product }) => product))
  await db.deleteFrom('product').where('id', '<>', 'tote-bag').execute()
  expect(await seedAgain()).toBe(false)
  expect(await names()).toEqual(['tote-bag'])
})

it('adds new products of the fixtures to a database with products in test mode alone, and leaves withdrawn ones', async () => {
  await using theatre = await testDatabase()
  const { db } = theatre
  const brand = await brandNamed('kingston')
  await seed(db, brand, { isTestMode: false })
  await db.deleteFrom('product').where('id', '=', 'stage-tour').execute()
  await db
    .updateTable('product')
    .set({ withdrawn_at: new Date(0) })
    .where('id', '=', 'tote-bag')
    .execute()
  await seed(db, brand, { isTestMode: false })
  const tours = () => db.selectFrom('product_stock').select('total').where('product_id', '=', 'stage-tour').execute()
  expect(await tours()).toEqual([])
  await Promise.all([seed(db, brand, { isTestMode: true }), seed(db, brand, { isTestMode: true })])
  expect(new Set((await tours()).map(({ total }) => total))).toEqual(new Set([20]))
  const withdrawn = await db.selectFrom('product').select('id').where('withdrawn_at', 'is not', null).execute()
  expect(withdrawn).toEqual([{ id: 'tote-bag' }])
})
