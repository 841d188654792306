import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { smallHouse } from '#testing'
import { problemOf } from './problems.ts'

it('takes text that no database can hold for a mistake of whoever sent it', async () => {
  await using house = await smallHouse()
  const refused = await sql`select ${'\u0000'}::text`.execute(house.db).catch((error: unknown) => error)
  expect(problemOf(refused)).toEqual({ code: 'invalid-input', params: { fields: [] } })
})
