import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { openTestTheatre } from '#testing'
import { problemOf } from './problems.ts'

it('takes text that no database can hold for a mistake of whoever sent it', async () => {
  await using theatre = await openTestTheatre()
  const refused = await sql`select ${'\u0000'}::text`.execute(theatre.db).catch((error: unknown) => error)
  expect(problemOf(refused)).toEqual({ code: 'invalid-input', params: { fields: [] } })
})
