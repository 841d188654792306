import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestTheatre } from '#testing'
import { readTakings } from './index.ts'
import { openTestCounter } from './testing/test-counter.ts'

/** Days on which the clocks change, the year's end and 29 February. */
const zones = {
  'Europe/London': ['2027-03-28', '2027-10-31', '2027-12-31', '2028-02-29'],
  'America/New_York': ['2027-03-14', '2027-11-07', '2027-12-31', '2028-02-29'],
}
type Around = { readonly day: string; readonly minutes: number }

test.each(Object.entries(zones))('counts every sale on one calendar day of %s, also when its clocks change', async (timeZone, days) => {
  await using theatre = await openTestTheatre((brand) => ({ ...brand, timeZone }))
  const { sell } = await openTestCounter(theatre)
  await sell(undefined, ['A.1'])
  const around: fc.Arbitrary<Around> = fc.record({ day: fc.constantFrom(...days), minutes: fc.integer({ min: -24 * 60, max: 50 * 60 }) })
  const examples = days.flatMap((day) => [0, -1, 60, 119, 120, 1439, 1440, 1500].map((minutes): [Around] => [{ day, minutes }]))
  await fc.assert(
    fc.asyncProperty(around, async ({ day, minutes }) => {
      const at = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).add({ minutes })
      await sql`update counter_payment set at = ${at.toInstant().toString()}`.execute(theatre.db)
      const today = at.toPlainDate()
      const adjacentDays = [-1, 0, 1].map((offset) => today.add({ days: offset }).toString())
      const sales = await Promise.all(adjacentDays.map(async (day) => (await readTakings(theatre, day, undefined)).people.length))
      expect(sales, at.toString()).toEqual([0, 1, 0])
    }),
    { numRuns: 40, examples },
  )
})
