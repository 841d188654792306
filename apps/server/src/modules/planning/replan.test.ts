import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import { money } from '@playhouse/domain/money'
import { readPlan } from '@playhouse/domain/plan'
import { openBasket, resetBasket } from '#modules/basket'
import { createCatalogue } from '#modules/catalogue'
import { addTickets } from '#modules/hold'
import { expectInvariants } from '#testing'
import { startTestServer, type TestServer } from '../../proof/test-server.ts'
import { daysAhead, defaults, planOf, problemIn, staffClientOf, value } from './testing/staff-client.ts'

let server: TestServer
let programmer: ApiClient
let manager: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  programmer = await staffClientOf(server, 'programmer')
  manager = await staffClientOf(server, 'manager')
})
afterAll(() => server.close())

const guest = { name: 'guest' }

/** A pretix plan in Base64: rows A, B and so on of ten seats each. */
function pretixFile(rows: number): string {
  const seatAt = (place: number) => ({ seat_number: String(place + 1), category: 'Usual', position: { x: place * 20, y: 0 } })
  const seats = Array.from({ length: 10 }, (_, place) => seatAt(place))
  const zone = {
    ...{ name: 'Stalls', position: { x: 20, y: 60 } },
    rows: Array.from({ length: rows }, (_, row) => ({ row_number: 'ABCD'[row], position: { x: 0, y: row * 25 }, seats })),
  }
  const categories = [{ name: 'Usual', color: '#00a' }]
  return btoa(JSON.stringify({ name: 'Barn', size: { width: 400, height: 400 }, categories, zones: [zone] }))
}

/** A hall with three rows, a published performance in it, and a plan of the hall with two rows. */
async function barnWith(hall: string) {
  const list = `${hall}-prices`
  const file = (rows: number, id: string, basedOn: string | null) => ({
    ...{ name: 'The Barn', file: pretixFile(rows), isPreview: false },
    priceList: { id, name: id, basedOn, fullPrice: 'Full price' },
  })
  const planVersion = value(await programmer.halls.create({ body: { ...file(3, list, null), hall } })).planVersion!
  const { version: listVersion, name, priceTypes } = value(await programmer.priceLists.one({ params: { priceList: list } }))
  const prices = { a: { full: { price: money(20_00), fee: money(0) } } }
  value(
    await programmer.priceLists.edit({ params: { priceList: list }, body: { version: listVersion, edit: { name, priceTypes, prices } } }),
  )
  const instance = `${hall}-1`
  const production = { ...planOf(`in-${hall}`), venue: 'The Barn' }
  value(await programmer.planning.createProduction({ body: { production } }))
  const performance = { ...defaults({ hall, planVersion, priceList: list }), id: instance, type: null, startsAt: `${daysAhead(40)}T19:30` }
  const { version } = value(await programmer.planning.addPerformance({ params: { event: production.id }, body: { performance } }))
  value(await programmer.planning.publish({ params: { event: production.id }, body: { version } }))
  await server.theatre.catalogue.refresh()
  const smaller = value(await programmer.halls.addPlan({ params: { hall }, body: file(2, `${hall}-new`, list) })).planVersion!
  const { catalogue } = server.theatre
  const planAt = async (at: string) => (await catalogue.hall(hall, at))!.plan
  return {
    instance,
    event: production.id,
    planVersion,
    smaller,
    other: { planVersion: smaller, priceList: `${hall}-new`, byHand: [] },
    planAt,
  }
}
type Barn = Awaited<ReturnType<typeof barnWith>>

/** Sells seats at the counter. */
async function sell(instance: string, seats: readonly string[]): Promise<void> {
  const { basket } = value(
    await manager.counter.hold({ params: { instance }, body: { seats: seats.map((seat) => ({ seat, priceType: 'full' })) } }),
  )
  value(await manager.counter.sell({ body: { version: basket.version, way: 'cash', delivery: 'print' } }))
}
async function applyTo({ instance, event, other }: Barn) {
  const { moves } = value(await programmer.replans.preview({ params: { instance }, body: other }))
  const { performances } = value(await programmer.planning.production({ params: { event } }))
  const confirmed = moves.map(({ from, to }) => ({ from: from.id, to: to!.id }))
  const body = { ...other, version: performances[0]!.version, moves: confirmed, reason: 'Thrust stage' }
  return programmer.replans.apply({ params: { instance }, body })
}

it('moves sold seats with their tickets to another plan: each ticket names the place of its seat', async () => {
  const barn = await barnWith('barn')
  const { instance, planVersion, smaller, planAt } = barn
  const former = await planAt(planVersion)
  await sell(instance, [former.idOf(0)])
  await sell(instance, [former.idOf(24), former.idOf(25)])
  const applied = value(await applyTo(barn))
  expect(applied.changeSet).not.toBeNull()
  const tickets = await server.theatre.db
    .selectFrom('ticket')
    .select(['seat', 'row_label', 'number', 'price'])
    .where('performance_id', '=', instance)
    .orderBy('seat')
    .execute()
  expect(tickets).toEqual([
    { seat: 0, row_label: 'A', number: '1', price: 20_00 },
    { seat: 14, row_label: 'B', number: '5', price: 20_00 },
    { seat: 15, row_label: 'B', number: '6', price: 20_00 },
  ])
  const plan = await planAt(smaller)
  const { catalogue } = server.theatre
  expect(await catalogue.performanceDetails(instance)).toMatchObject({ planVersion: smaller, seats: plan.seatCount })
  // All three are taken, and seats of the row that is gone can be sold under their new places only.
  const basket = await openBasket(server.theatre.db, server.theatre.brand)
  const held = await addTickets(server.theatre, basket, guest, instance, [{ seat: plan.idOf(14), priceType: 'full' }])
  expect(held).toMatchObject({ error: { code: 'seats-taken' } })
  // Back again: the order keeps its new places where the former plan has them.
  const back = { ...barn, other: { planVersion, priceList: 'barn-prices', byHand: [] } }
  expect(value(await applyTo(back)).changeSet).not.toBeNull()
  await expectInvariants(server.theatre)
})

it('refuses seats of the former plan to a process that has not read the change', async () => {
  const barn = await barnWith('shed')
  const { instance, planVersion, planAt } = barn
  const former = await planAt(planVersion)
  const stale = { ...server.theatre, catalogue: createCatalogue(server.theatre.db) }
  expect((await stale.catalogue.performanceDetails(instance))!.planVersion).toBe(planVersion)
  const holdWith = async (theatre: typeof stale, seat: string) => {
    const basket = await openBasket(theatre.db, theatre.brand)
    const held = await addTickets(theatre, basket, guest, instance, [{ seat, priceType: 'full' }])
    return { basket, held }
  }
  expect(value(await applyTo(barn)).changeSet).not.toBeNull()
  // The fifth seat of the second row has the index 14 in both plans, the one of the third row is gone.
  expect((await holdWith(stale, former.idOf(24))).held.ok).toBe(false)
  const after = await holdWith(stale, former.idOf(14))
  expect(after.held.ok, 'it has read the plan by then').toBe(true)
  await resetBasket(server.theatre, after.basket, guest)
  await expectInvariants(server.theatre)
})

it('refuses another plan while a seat is in a basket', async () => {
  const barn = await barnWith('loft')
  const { instance, planVersion, planAt } = barn
  const basket = await openBasket(server.theatre.db, server.theatre.brand)
  const seat = (await planAt(planVersion)).idOf(3)
  expect((await addTickets(server.theatre, basket, guest, instance, [{ seat, priceType: 'full' }])).ok).toBe(true)
  expect(problemIn(await applyTo(barn))).toMatchObject({
    code: 'change-has-dependents',
    params: { dependents: [{ kind: 'basket', count: 1 }] },
  })
  const drawn = value(await programmer.catalogue.instance({ params: { instance } }))
  expect(drawn.planVersion).toBe(planVersion)
  expect(readPlan(value(await programmer.catalogue.plan({ params: { venue: 'loft', version: planVersion } }))).seatCount).toBe(30)
  await resetBasket(server.theatre, basket, guest)
})
