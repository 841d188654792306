import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import { expectInvariants, fullPriceSeats, openTestTheatre, type TestTheatre } from '#testing'
import { newId } from '#db'
import { openBasket, readBasket } from '#modules/basket'
import { newSession } from '#modules/session'
import { addTickets, holdPerformances, type NewBasket } from './index.ts'

const actor = { name: 'guest' }
const wish = { quantity: 2, together: true }
const evenings = ['tonight', 'tomorrow', 'few-each'] as const
const all = evenings.map((instance) => ({ instance }))

const withSeries = (ticketsPerPerformance: number | undefined) => (brand: Brand) => ({
  ...brand,
  limits: { ...brand.limits, ticketsPerPerformance },
})
const readHeldSeats = async ({ db }: TestTheatre) =>
  (await db.selectFrom('seat_claim').select(['performance_id', 'seat']).where('state', '=', 'held').orderBy('performance_id').execute())
    .length
const newVisitor = (): NewBasket => ({ id: newId(), seed: { customer_id: null }, visit: { key: newSession().key, isNew: true } })

describe('seats of several performances', () => {
  it('are held for a new visitor in one basket, with one deadline and one series', async () => {
    await using theatre = await openTestTheatre(withSeries(9))
    const into = newVisitor()
    const held = await holdPerformances(theatre, into, actor, { performances: all, wish, sameSeats: 'required' })
    if (!held.ok) throw new Error(held.error.code)
    expect(held.value.basketWithTickets).toMatchObject({ isNew: true, basket: { id: into.id } })
    const claims = await theatre.db.selectFrom('seat_claim').selectAll().where('state', '=', 'held').execute()
    expect(claims).toHaveLength(6)
    expect(new Set(claims.map(({ until }) => until!.getTime()))).toEqual(new Set([held.value.basketWithTickets.basket.deadline!.getTime()]))
    const rows = await theatre.db.selectFrom('basket_ticket').select(['performance_id', 'series']).execute()
    expect(new Set(rows.map(({ series }) => series))).toEqual(new Set([held.value.series]))
    await expectInvariants(theatre)
  })

  it('are counted by performance, and beside them an order takes as many tickets as without them', async () => {
    await using theatre = await openTestTheatre(withSeries(4))
    const basket = await openBasket(theatre.db, theatre.brand)
    const four = { quantity: 4, together: true }
    const performances = [{ instance: 'tonight' }, { instance: 'tomorrow' }, { instance: 'kept-back' }]
    const first = await holdPerformances(theatre, basket, actor, { performances, wish: four })
    expect(first).toMatchObject({ ok: true })
    expect((await readBasket(theatre, basket)).ticketsLeft).toBe(theatre.brand.limits.ticketsPerOrder)
    expect(await holdPerformances(theatre, basket, actor, { performances: [{ instance: 'tonight' }], wish })).toMatchObject({
      error: { code: 'max-tickets-per-performance', params: { maximum: 4, requested: 6 } },
    })
    expect(await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('D.1'))).toMatchObject({
      error: { code: 'max-tickets-per-performance', params: { maximum: 4, requested: 5 } },
    })
    expect(await addTickets(theatre, basket, actor, 'few-each', fullPriceSeats('D.1'))).toMatchObject({ ok: true })
    expect((await readBasket(theatre, basket)).tickets).toHaveLength(13)
    await expectInvariants(theatre)
  })

  it('count like all other tickets where the brand has no limit for a series', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    const four = { performances: all.slice(0, 2), wish: { quantity: 4, together: true } }
    expect(await holdPerformances(theatre, basket, actor, four)).toMatchObject({ ok: true })
    expect(await holdPerformances(theatre, basket, actor, { performances: all.slice(2), wish })).toMatchObject({
      error: { code: 'max-tickets-per-order', params: { maximum: 9, requested: 10 } },
    })
    expect(await readHeldSeats(theatre)).toBe(8)
  })

  it('are all or none: a performance that is closed, hidden or unknown is named, with nothing else about it', async () => {
    await using theatre = await openTestTheatre(withSeries(9))
    const basket = await openBasket(theatre.db, theatre.brand)
    const performances = ['tonight', 'called-off', 'not-yet', 'nowhere', 'long-ago'].map((instance) => ({ instance }))
    const refusal = await holdPerformances(theatre, basket, actor, { performances, wish })
    const closed = { seats: [], instead: null, best: [] }
    expect(refusal).toMatchObject({
      error: {
        code: 'performances-unavailable',
        params: {
          performances: [
            { instance: 'called-off', code: 'instance-cancelled', ...closed },
            { instance: 'not-yet', code: 'instance-off-sale', ...closed },
            { instance: 'nowhere', code: 'instance-unavailable', ...closed },
            { instance: 'long-ago', code: 'instance-passed', ...closed },
          ],
        },
      },
    })
    expect(await readHeldSeats(theatre)).toBe(0)
  })

  it('are reported with the best seats of that date, where a performance has none in common with the others', async () => {
    await using theatre = await openTestTheatre(withSeries(9))
    const front = ['A', 'B', 'C'].flatMap((row) => Array.from({ length: 10 }, (_, nth) => `${row}.${nth + 1}`))
    // Leaves row D in the first performances, and row A in the last one.
    await blockSeats(theatre, 'tonight', 0, 29)
    await blockSeats(theatre, 'tomorrow', 0, 29)
    await blockSeats(theatre, 'few-each', 10, 39)
    const basket = await openBasket(theatre.db, theatre.brand)
    const request = { performances: all, wish }
    const refusal = await holdPerformances(theatre, basket, actor, { ...request, sameSeats: 'required' })
    if (refusal.ok || refusal.error.code !== 'performances-unavailable') throw new Error('not refused')
    const [only, ...others] = (refusal.error as { params: { performances: { instance: string; code: string; best: string[] }[] } }).params
      .performances
    expect([only!.instance, only!.code, others]).toEqual(['few-each', 'seats-not-found', []])
    expect(only!.best).toHaveLength(2)
    for (const seat of only!.best) expect(front.slice(0, 10).map((name) => `stalls.${name}`)).toContain(seat)
    expect(await readHeldSeats(theatre)).toBe(0)
    const preferred = await holdPerformances(theatre, basket, actor, { ...request, sameSeats: 'preferred' })
    if (!preferred.ok) throw new Error(preferred.error.code)
    const [first, second, third] = preferred.value.held.map(({ seats }) => seats)
    expect(second).toEqual(first)
    expect(third).not.toEqual(first)
  })

  it('are limited for one network in all performances together', async () => {
    await using theatre = await openTestTheatre(withSeries(1))
    const guest = { name: 'guest', network: '192.0.2.7' }
    await sql`insert into basket (id, state, deadline, network, delivery, notes) values (${newId()}, 'open', now() + '1 hour', '192.0.2.7', '{}', '{}')`.execute(
      theatre.db,
    )
    await sql`insert into basket_ticket (id, basket_id, performance_id, seat, band, price_type, price, fee, series)
      select gen_random_uuid(), b.id, 'members-first', nth, 'a', 'full', 1000, 100, gen_random_uuid() from basket b, generate_series(0, 28) nth`.execute(
      theatre.db,
    )
    const one = { quantity: 1, together: true }
    const request = (instances: readonly string[]) => ({ performances: instances.map((instance) => ({ instance })), wish: one })
    expect(await holdPerformances(theatre, newVisitor(), guest, request(['tonight', 'tomorrow']))).toMatchObject({
      error: { code: 'series-network-limit', params: { maximum: 30 } },
    })
    expect(await holdPerformances(theatre, newVisitor(), guest, request(['tonight']))).toMatchObject({ ok: true })
    expect(await addTickets(theatre, newVisitor(), guest, 'tomorrow', fullPriceSeats('A.1'))).toMatchObject({ ok: true })
  })
})

/** Marks seats as sold by their index, first to last. */
const blockSeats = ({ db }: TestTheatre, performance: string, first: number, last: number) =>
  sql`insert into seat_claim (performance_id, seat, state, order_id)
    select ${performance}, nth, 'sold', gen_random_uuid() from generate_series(${first}::int, ${last}::int) nth on conflict do nothing`.execute(
    db,
  )
