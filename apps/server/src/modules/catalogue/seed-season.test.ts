import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eligibilityOf, anonymousVisitor } from '@playhouse/domain/eligibility'
import type { PlanData } from '@playhouse/domain/plan'
import type { Performance, Production } from '@playhouse/domain/season'
import { openDatabase } from '#db'
import { extendBasket, openBasket, readBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { createCatalogue, seedSeason } from './index.ts'

const actor = { name: 'guest' }

/** A seeded programme of a small hall, with performances at other times. */
async function programmeOf({ db }: TestTheatre, evenings: readonly Partial<Performance>[]) {
  const plan = await db.selectFrom('hall_plan').select('data').executeTakeFirstOrThrow()
  const list = await db.selectFrom('price_list').select('data').executeTakeFirstOrThrow()
  const production = await db.selectFrom('production').select('data').executeTakeFirstOrThrow()
  const performances = evenings.map((evening): Performance => ({
    id: 'an-evening',
    production: 'the-tempest',
    hall: 'small',
    priceList: 'small-week',
    startsAt: '2099-01-01T19:30',
    timeZone: 'Europe/London',
    sale: 'on-sale',
    generalSaleAt: '2026-01-01T10:00',
    accessTags: [],
    soldShare: 0,
    ...evening,
  }))
  const productions: Production[] = [production.data]
  return { productions, performances, priceLists: [list.data], plans: [JSON.parse(plan.data) as PlanData], sold: new Map() }
}

it('seeding a plan again under the same name changes nothing for held or sold seats', async () => {
  await using theatre = await openTestTheatre()
  const basket = await openBasket(theatre.db, theatre.brand)
  await addTickets(theatre, basket, actor, 'tonight', [{ seat: 'stalls.A.3', priceType: 'full' }])
  const before = await readBasket(theatre, basket)
  const season = await programmeOf(theatre, [{ id: 'tonight', startsAt: '2099-01-01T19:30' }])
  const [plan] = season.plans as [PlanData]
  // One more seat in front, without the first row, and all other seats in the cheaper band.
  const rows = plan.rows.slice(1).map((row) => ({ ...row, seats: row.seats + 1 }))
  const list = { ...season.priceLists[0]!, seatBands: [[1, 40]] as [number, number][] }
  expect(await seedSeason(theatre.db, { ...season, plans: [{ ...plan, rows }], priceLists: [list] })).toBe(false)
  const restarted = { ...theatre, catalogue: createCatalogue(theatre.db) }
  expect(await readBasket(restarted, basket)).toEqual(before)
  expect(before.tickets).toMatchObject([{ row: 'A', number: '3', band: 'a', price: 45_00 }])
  await expectInvariants(theatre)
})

/** Local times that occur twice or never when clocks change, with their instants: the first of two; after the skipped hour. */
const nights = [
  ['Europe/London', '2027-03-28T01:30', '2027-03-28T01:30:00Z'],
  ['Europe/London', '2027-10-31T01:30', '2027-10-31T00:30:00Z'],
  ['Europe/London', '2027-10-31T02:00', '2027-10-31T02:00:00Z'],
  ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00Z'],
  ['America/New_York', '2027-11-07T01:30', '2027-11-07T05:30:00Z'],
] as const

it('sales and priority periods in the night of a clock change begin once, at the first instant with their local time', async () => {
  await using theatre = await openTestTheatre()
  const season = await programmeOf(
    theatre,
    nights.flatMap(([timeZone, wall], nth) => [
      { id: `general-${nth}`, timeZone, generalSaleAt: wall },
      { id: `members-${nth}`, timeZone, generalSaleAt: '2098-01-01T10:00', priority: [{ from: wall, memberships: ['priority'] }] },
    ]),
  )
  await sql`delete from seat_claim`.execute(theatre.db)
  await theatre.db.deleteFrom('performance').execute()
  expect(await seedSeason(theatre.db, season)).toBe(true)
  const catalogue = createCatalogue(theatre.db)
  for (const [nth, [, wall, instant]] of nights.entries()) {
    const saleOf = async (kind: string, minutes: number, memberships: string[] = []) => {
      const performanceDetails = (await catalogue.performanceDetails(`${kind}-${nth}`))!
      return eligibilityOf({ ...anonymousVisitor, memberships }, performanceDetails, Date.parse(instant) + minutes * 60_000).sale
    }
    // An hour earlier or later, the local time is the same, or was a moment ago.
    for (const minutes of [-61, -60, -30, -1]) {
      expect(await saleOf('general', minutes), wall).toBe('not-on-sale')
      expect(await saleOf('members', minutes, ['priority']), wall).toBe('not-on-sale')
    }
    for (const minutes of [0, 1, 30, 60, 61]) {
      expect(await saleOf('general', minutes), wall).toBe('open')
      expect(await saleOf('members', minutes, ['priority']), wall).toBe('open')
      expect(await saleOf('members', minutes), wall).toBe('priority')
    }
  }
})

it.each(['Europe/London', 'America/New_York'])('a hold lasts the configured seconds on a database in the time zone %s', async (zone) => {
  await using theatre = await openTestTheatre()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(theatre.db)
  await sql`alter database ${sql.id(rows[0]!.name)} set timezone to ${sql.lit(zone)}`.execute(theatre.database.owner)
  const db = openDatabase(theatre.database.address, { size: 1 })
  try {
    const otherProcess = { ...theatre, db }
    const basket = await openBasket(db, theatre.brand)
    await addTickets(otherProcess, basket, actor, 'tonight', [{ seat: 'stalls.A.3', priceType: 'full' }])
    const left = async () =>
      (
        await sql<{
          seconds: number
        }>`select extract(epoch from deadline - now())::int as seconds from basket where id = ${basket}`.execute(db)
      ).rows[0]!.seconds
    expect(Math.abs((await left()) - theatre.brand.limits.holdSeconds)).toBeLessThan(30)
    expect((await extendBasket(otherProcess, basket, actor)).ok).toBe(true)
    expect((await left()) - theatre.brand.limits.holdSeconds).toBeGreaterThanOrEqual(-30)
  } finally {
    await db.destroy()
  }
  await expectInvariants(theatre)
})
