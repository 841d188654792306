import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, inject, it } from 'vitest'
import { regionFieldOf } from '@playhouse/domain/postal-address'
import { newId, openDatabase } from '#db'
import { migrations } from './migrations/index.ts'
import { addressOf, administer } from './testing/administer.ts'

it('moves a county that was typed as the state to its column, in the countries whose forms ask for one', async () => {
  const server = inject('database')
  const name = `${server.template}_county`
  await administer(server.address, `create database ${name}`)
  const db = openDatabase(addressOf(server.address, name), { size: 1 })
  const countries = ['GB', 'IE', 'SE', 'US', 'DE', 'HT']
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    expect((await migrator.migrateTo('0091-subscription-cards')).error).toBeUndefined()
    const customer = newId()
    await sql`insert into customer (id, email, password_hash, title, first_name, last_name, phone)
      values (${customer}, 'ada@example.org', '', '', 'Ada', 'Quill', '')`.execute(db)
    for (const country of countries)
      await sql`insert into address (id, customer_id, is_primary, line1, line2, line3, city, state, postcode, country)
        values (${newId()}, ${customer}, ${country === 'GB'}, '1 High Street', '', '', 'Town', 'Region', '1', ${country})`.execute(db)
    expect((await migrator.migrateToLatest()).error).toBeUndefined()
    const { rows } = await sql<{ country: string; county: string; state: string }>`select country, county, state from address`.execute(db)
    for (const { country, ...region } of rows)
      expect(region, country).toEqual({ county: '', state: '', [regionFieldOf(country)]: 'Region' })
    expect(rows).toHaveLength(countries.length)
  } finally {
    await db.destroy()
    await administer(server.address, `drop database ${name} with (force)`)
  }
})
