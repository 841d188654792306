import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase, transact } from '#db'
import { testDatabase } from '#db/testing'

it('prepares repeated statements under descriptive names, and continues when a table changes', async () => {
  await using testDb = await testDatabase()
  const db = openDatabase(testDb.address, { size: 1 })
  try {
    await sql`create table prop (id int primary key, name text not null)`.execute(testDb.owner)
    const insertProp = (id: number) => sql`insert into prop (id, name) values (${id}, 'skull') returning *`.execute(db)
    const read = (id: number) => sql<{ id: number }>`select * from prop where id = ${id}`
    for (let id = 1; id <= 4; id++) {
      await insertProp(id)
      await read(id).execute(db)
    }
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements order by name`.execute(db)
    expect(rows.map(({ name }) => name.replace(/ \d+ \S+$/, ''))).toEqual(['insert into prop', 'select'])
    await sql`alter table prop add column maker text`.execute(testDb.owner)
    expect((await insertProp(5)).rows).toEqual([{ id: 5, name: 'skull', maker: null }])
    await sql`alter table prop add column place text`.execute(testDb.owner)
    expect(await transact(db, (trx) => read(4).execute(trx))).toMatchObject({ rows: [{ id: 4, maker: null, place: null }] })
  } finally {
    await db.destroy()
  }
})
