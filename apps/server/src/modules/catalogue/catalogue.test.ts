import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import type { PlanData } from '@playhouse/domain/plan'
import { openDatabase } from '#db'
import { openTestTheatre } from '#testing'
import { createCatalogue } from './index.ts'

afterEach(() => vi.restoreAllMocks())

/** Advances the clock that determines the age of the programme, in milliseconds. */
function later(milliseconds: number): void {
  const end = performance.now() + milliseconds
  vi.spyOn(performance, 'now').mockImplementation(() => end)
}

it('returns the cached programme of any age without waiting for a connection', async () => {
  await using theatre = await openTestTheatre()
  const db = openDatabase(theatre.database.address, { size: 1 })
  const catalogue = createCatalogue(db)
  try {
    await catalogue.performanceDetails('tonight')
    await sql`update performance set sale = 'cancelled' where id = 'tonight'`.execute(theatre.db)
    for (const age of [6_000, 3_600_000]) {
      later(age)
      // The only connection of the pool is in use.
      const details = await db.transaction().execute(async () => catalogue.performanceDetails('tonight'))
      expect(details).toMatchObject({ id: 'tonight', sale: 'on-sale' })
      vi.restoreAllMocks()
      await expect.poll(async () => (await catalogue.performanceDetails('tonight'))?.sale).toBe('cancelled')
      await sql`update performance set sale = 'on-sale' where id = 'tonight'`.execute(theatre.db)
      later(age + 6_000)
      await catalogue.performanceDetails('tonight')
      await expect.poll(async () => (await catalogue.performanceDetails('tonight'))?.sale).toBe('on-sale')
      vi.restoreAllMocks()
      await sql`update performance set sale = 'cancelled' where id = 'tonight'`.execute(theatre.db)
    }
  } finally {
    await db.destroy()
  }
})

it('reads the tables again after a change and after half a minute, and only the clock otherwise', async () => {
  await using theatre = await openTestTheatre()
  const catalogue = createCatalogue(theatre.db)
  const before = await catalogue.performances()
  await catalogue.refresh()
  expect(await catalogue.performances()).toBe(before)
  await sql`update performance set sale = 'cancelled' where id = 'tonight'`.execute(theatre.db)
  await catalogue.refresh()
  const after = await catalogue.performances()
  expect(after).not.toBe(before)
  later(31_000)
  await catalogue.refresh()
  expect(await catalogue.performances()).not.toBe(after)
})

it.each([
  ['cut', (data: string) => data.slice(0, data.length / 2)],
  ['no plan', () => '{}'],
  ['one of columns that disagree', (data: string) => JSON.stringify({ ...(JSON.parse(data) as PlanData), rows: [] })],
  ['one with a seat nowhere', (data: string) => data.replace(/"x":\[-?\d+/, '"x":[null')],
])('reports a stored plan that is %s, still loads other halls, and reads the plan again after it is fixed', async (_, spoil) => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const { data } = await db.selectFrom('hall_plan').select('data').executeTakeFirstOrThrow()
  await db
    .insertInto('hall_plan')
    .values({ hall: 'annexe', version: '1', name: 'Annexe', data: spoil(data) })
    .execute()
  const catalogue = createCatalogue(db)
  await expect(catalogue.hall('annexe', '1')).rejects.toThrow("the stored plan annexe/1 can't be read")
  const performanceDetails = (await catalogue.performanceDetails('tonight'))!
  expect((await catalogue.hall(performanceDetails.hall, performanceDetails.planVersion))?.plan.seatCount).toBeGreaterThan(0)
  await db.updateTable('hall_plan').set({ data }).where('hall', '=', 'annexe').execute()
  expect((await catalogue.hall('annexe', '1'))?.json).toBe(data)
})
