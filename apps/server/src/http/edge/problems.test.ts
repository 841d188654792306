import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { openTestTheatre } from '#testing'
import { problemOf } from './problems.ts'

it('reports text that the database cannot store as invalid input of the client', async () => {
  await using theatre = await openTestTheatre()
  const refusal = await sql`select ${'\u0000'}::text`.execute(theatre.db).catch((error: unknown) => error)
  expect(problemOf(refusal)).toEqual({ code: 'invalid-input', params: { fields: [] } })
})
