import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { announceBallot, drawBallots, enterBallot, seatWinner } from '#modules/ballot'
import { changeTicket, openBasket } from '#modules/basket'
import { type Catalogue, changePriceList, type PriceTable } from '#modules/catalogue'
import { changeTicketAtCounter, holdAtCounter, holdBestAtCounter, openCounterPerformance } from '#modules/counter'
import { addTickets, holdBest } from '#modules/hold'
import { customerOf, openTestTheatre, type TestTheatre } from '#testing'
import { openTestCounter } from '../modules/counter/testing/test-counter.ts'

const actor = { name: 'test' }
const seats = (priceType: string) => [{ seat: 'stalls.A.5', priceType }]

/** A process with cached prices, which it reads again only on request. */
function withCachedPrices(theatre: TestTheatre): TestTheatre {
  const { catalogue } = theatre
  const tables = new Map<string, Promise<PriceTable>>()
  const cached: Catalogue = {
    ...catalogue,
    priceTable: (id) => {
      const table = tables.get(id) ?? catalogue.priceTable(id)
      tables.set(id, table)
      return table
    },
    refresh: async () => {
      tables.clear()
      await catalogue.refresh()
    },
  }
  return { ...theatre, catalogue: cached }
}

/** Another process changes the full price of band `a`. */
const changePrices = ({ db }: TestTheatre) =>
  changePriceList(
    db,
    'small-week',
    (list) => ({ ...list, prices: { ...list.prices, a: { ...list.prices.a, full: { price: money(50_00), fee: money(0) } } } }),
    actor,
  )

type Way = (theatre: TestTheatre) => Promise<() => Promise<{ readonly ok: boolean } | undefined>>

/** Each way to price a seat: its preparation at the old price, which returns the step after the change. */
const ways: Readonly<Record<string, Way>> = {
  'adding seats': async (theatre) => {
    const basket = await openBasket(theatre.db, theatre.brand)
    return () => addTickets(theatre, basket, actor, 'tonight', seats('full'))
  },
  'best available seats': async (theatre) => {
    const basket = await openBasket(theatre.db, theatre.brand)
    return () => holdBest(theatre, basket, actor, 'tonight', { quantity: 1, together: true, band: 'a' })
  },
  'another price type': async (theatre) => {
    const basket = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, basket, actor, 'tonight', seats('under-26'))
    const { id } = await theatre.db.selectFrom('basket_ticket').select('id').executeTakeFirstOrThrow()
    return () => changeTicket(theatre, basket, actor, id, { priceType: 'full' })
  },
  'a hold at the counter': async (theatre) => {
    const { hold } = await openTestCounter(theatre)
    return async () => void (await hold(undefined, ['A.5']))
  },
  'more seats at the counter': async (theatre) => {
    const counter = await openTestCounter(theatre)
    const basket = await counter.hold(undefined, ['D.1'])
    return () => holdAtCounter(theatre, basket, counter.actor, counter.at, seats('full'), { role: 'clerk' })
  },
  'best available seats at the counter': async (theatre) => {
    const counter = await openTestCounter(theatre)
    const basket = await counter.hold(undefined, ['D.1'])
    const at = (await openCounterPerformance(theatre, 'tonight'))!
    return () => holdBestAtCounter(theatre, basket, counter.actor, at, { quantity: 1, together: true, band: 'a' }, { role: 'clerk' })
  },
  'another price type at the counter': async (theatre) => {
    const counter = await openTestCounter(theatre)
    const basket = await counter.hold(undefined, ['A.5'], 'under-26')
    const { id } = await theatre.db.selectFrom('basket_ticket').select('id').executeTakeFirstOrThrow()
    return () => changeTicketAtCounter(theatre, basket, counter.actor, id, { priceType: 'full' }, { role: 'clerk' })
  },
  'a won ballot': async (theatre) => {
    const { db } = theatre
    const [opensAt, closesAt] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]
    const ballot = { id: 'first', kind: 'choices', opensAt, closesAt, drawsAt: closesAt, holdHours: 48, maxQuantity: 1 } as const
    await announceBallot(db, { ...ballot, seats: new Map([['not-yet', 4]]) }, actor)
    await enterBallot(db, 'not-yet', (await customerOf(theatre)).id, { quantity: 1, choices: ['not-yet'] }, actor)
    await sql`update ballot set closes_at = now() - interval '1 minute', draws_at = now() - interval '1 second'`.execute(db)
    await drawBallots(db)
    const { id } = await db.selectFrom('ballot_entry').select('id').executeTakeFirstOrThrow()
    return async () => void (await seatWinner(theatre, id))
  },
}

it.each(Object.entries(ways))('prices by the current list after a change in another process: %s', async (_name, prepare) => {
  await using theatre = await openTestTheatre()
  const process = withCachedPrices(theatre)
  expect((await process.catalogue.priceTable('small-week')).version).toBe(1)
  const priceSeat = await prepare(process)
  expect(await changePrices(theatre)).toBe(2)
  expect((await process.catalogue.priceTable('small-week')).version, 'the process has the old prices').toBe(1)
  expect(await priceSeat()).toSatisfy((result: { readonly ok: boolean } | undefined) => result?.ok !== false)
  const { rows } = await sql<{ price: number }>`
    select price from basket_ticket where band = 'a' union all select price from reservation_ticket where band = 'a'`.execute(theatre.db)
  expect(rows).toEqual([{ price: 50_00 }])
})
