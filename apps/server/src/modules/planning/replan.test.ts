import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import { money } from '@playhouse/domain/money'
import { openBasket, readBasket, resetBasket } from '#modules/basket'
import { createCatalogue } from '#modules/catalogue'
import { addTickets } from '#modules/hold'
import { reserveSeats } from '#modules/reservation'
import { customerOf, expectInvariants } from '#testing'
import { createOutboxHandlers } from '../../jobs/index.ts'
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

/** A pretix plan in Base64 with rows of ten seats each, by their letters. */
function pretixFile(rows: string): string {
  const seatAt = (place: number) => ({ seat_number: String(place + 1), category: 'Usual', position: { x: place * 20, y: 0 } })
  const seats = Array.from({ length: 10 }, (_, place) => seatAt(place))
  const zone = {
    ...{ name: 'Stalls', position: { x: 20, y: 60 } },
    rows: [...rows].map((letter) => ({ row_number: letter, position: { x: 0, y: 'ABC'.indexOf(letter) * 25 }, seats })),
  }
  const categories = [{ name: 'Usual', color: '#00a' }]
  return btoa(JSON.stringify({ name: 'Barn', size: { width: 400, height: 400 }, categories, zones: [zone] }))
}

/** A hall with the rows A to C, a published performance in it, and a plan of the hall with two of them. */
async function barnWith(hall: string, kept = 'AB') {
  const list = `${hall}-prices`
  const file = (rows: string, id: string, basedOn: string | null) => ({
    ...{ name: 'The Barn', file: pretixFile(rows), isPreview: false },
    priceList: { id, name: id, basedOn, fullPrice: 'Full price' },
  })
  const planVersion = value(await programmer.halls.create({ body: { ...file('ABC', list, null), hall } })).planVersion!
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
  const smaller = value(await programmer.halls.addPlan({ params: { hall }, body: file(kept, `${hall}-new`, list) })).planVersion!
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
  const confirmed = moves.flatMap(({ from, to }) => (to ? [{ from: from.id, to: to.id }] : []))
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
  // One letter for the order whose seats have other names, with the former ones.
  const letters = await server.theatre.db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.seats-moved').execute()
  expect(letters).toMatchObject([
    {
      payload: {
        performance: instance,
        seats: [{ from: { row: 'C', number: '5' } }, { from: { row: 'C', number: '6' } }],
      },
    },
  ])
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

it('moves seats in baskets at the price of their hold, and refuses the change only where a basket has no seat as good', async () => {
  const barn = await barnWith('loft')
  const { instance, planVersion, planAt, smaller } = barn
  const { db, brand } = server.theatre
  const former = await planAt(planVersion)
  const holdIn = async (seats: readonly number[]) => {
    const basket = await openBasket(db, brand)
    const wanted = seats.map((seat) => ({ seat: former.idOf(seat), priceType: 'full' }))
    expect((await addTickets(server.theatre, basket, guest, instance, wanted)).ok).toBe(true)
    return basket
  }
  const [moved, staying, lapsed] = [await holdIn([24, 25]), await holdIn([3]), await holdIn([8, 28])]
  await sql`update basket set deadline = now() - interval '1 second' where id = ${lapsed}`.execute(db)
  await sql`update seat_claim set until = now() - interval '1 second' where basket_id = ${lapsed}`.execute(db)
  // A second process, which has read the former plan.
  const stale = { ...server.theatre, catalogue: createCatalogue(db) }
  expect((await stale.catalogue.performanceDetails(instance))!.planVersion).toBe(planVersion)
  const before = await readBasket(stale, moved)
  const stayed = await readBasket(stale, staying)
  expect(value(await applyTo(barn)).changeSet).not.toBeNull()
  const after = await readBasket(stale, moved)
  expect(after.tickets).toMatchObject([
    { row: 'B', number: '5', price: 20_00 },
    { row: 'B', number: '6', price: 20_00 },
  ])
  expect(after).toMatchObject({ state: 'open', version: before.version + 1, deadline: before.deadline })
  expect(await readBasket(stale, staying)).toMatchObject({ version: stayed.version, tickets: [{ row: 'A', number: '4' }] })
  // The basket that had lapsed has ended. Of its seats, the one that the other plan has can be requested again.
  const plan = await planAt(smaller)
  expect(await readBasket(server.theatre, lapsed)).toMatchObject({ state: 'expired', lapsed: [{ seats: [plan.idOf(8)] }] })
  const claims = await db
    .selectFrom('seat_claim')
    .select(['seat', 'basket_id'])
    .where('performance_id', '=', instance)
    .orderBy('seat')
    .execute()
  expect(claims).toEqual([
    { seat: 3, basket_id: staying },
    { seat: 14, basket_id: moved },
    { seat: 15, basket_id: moved },
  ])
  await resetBasket(server.theatre, moved, guest)

  // In the way back, each seat has its place.
  expect(value(await applyTo({ ...barn, other: { planVersion, priceList: 'loft-prices', byHand: [] } })).changeSet).not.toBeNull()
  await sell(instance, [0, 1, 2, 4, 5, 6, 7, 8, 9].map(former.idOf))
  await sell(instance, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map(former.idOf))
  const last = await holdIn([20])
  expect(problemIn(await applyTo(barn))).toMatchObject({
    code: 'change-has-dependents',
    params: { dependents: [{ kind: 'basket', id: instance, count: 1 }] },
  })
  for (const basket of [last, staying]) await resetBasket(server.theatre, basket, guest)
  await expectInvariants(server.theatre)
})

it('changes the plan while 40 visitors choose seats with two copies of the programme: each holds the seat that they chose', async () => {
  const barn = await barnWith('mill', 'BC')
  const { instance, planVersion, smaller, planAt } = barn
  const plans = { [planVersion]: await planAt(planVersion), [smaller]: await planAt(smaller) }
  const former = plans[planVersion]!
  await sell(instance, [former.idOf(4), former.idOf(5)])
  const processes = [server.theatre, { ...server.theatre, catalogue: createCatalogue(server.theatre.db) }]
  const { db, brand } = server.theatre
  const release = (basket: string) => resetBasket(server.theatre, basket, guest)
  /** Chooses a seat of the rows that both plans have, by other indices, and releases it again at once. */
  const visit = async (nth: number): Promise<void> => {
    const theatre = processes[nth % 2]!
    const [seat, basket] = [former.idOf(10 + (nth % 20)), await openBasket(db, brand)]
    const held = await addTickets(theatre, basket, guest, instance, [{ seat, priceType: 'full' }])
    const rows = await db
      .selectFrom('basket_ticket as t')
      .innerJoin('performance as p', 'p.id', 't.performance_id')
      .select(['t.seat', 'p.plan_version'])
      .where('t.basket_id', '=', basket)
      .execute()
    expect(rows.map((row) => plans[row.plan_version]!.idOf(row.seat))).toEqual(held.ok ? [seat] : [])
    if (held.ok) await release(basket)
  }
  const attempts = async (): Promise<number> => {
    let applied = 0
    for (let tries = 0; tries < 5 && applied === 0; tries++) {
      const result = await applyTo(barn)
      if (result.ok && result.value.changeSet !== null) applied++
      else if (!result.ok) expect(['change-has-dependents', 'service-unavailable']).toContain(result.error.code)
    }
    return applied
  }
  const [applied] = await Promise.all([attempts(), ...Array.from({ length: 40 }, (_, nth) => visit(nth))])
  // All baskets are empty by now.
  if (applied === 0) expect(value(await applyTo(barn)).changeSet).not.toBeNull()
  const claims = await db
    .selectFrom('seat_claim')
    .select(['seat', 'state'])
    .where('performance_id', '=', instance)
    .orderBy('seat')
    .execute()
  expect(claims.map(({ state }) => state)).toEqual(['sold', 'sold'])
  const tickets = await db
    .selectFrom('ticket')
    .select(['seat', 'row_label', 'number'])
    .where('performance_id', '=', instance)
    .orderBy('seat')
    .execute()
  expect(tickets).toEqual(claims.map(({ seat }) => ({ seat, row_label: 'B', number: String(seat + 1) })))
  await expectInvariants(server.theatre)
})

it('mails the customer of a reserved order its former and current places, and nothing once it has the former ones again', async () => {
  const barn = await barnWith('byre')
  const { instance, planVersion } = barn
  const { db } = server.theatre
  const customer = await customerOf(server.theatre)
  const seats = [24, 25].map((seat) => ({
    ...{ performance: instance, seat, band: 'a' as const, priceType: 'full', price: money(20_00), fee: money(0) },
  }))
  const until = new Date(Date.now() + 86_400_000)
  value(await reserveSeats(db, { customer: customer.id, seats, until, note: '' }, { name: 'Manager' }))
  expect(value(await applyTo(barn)).changeSet).not.toBeNull()
  const { key, payload } = await db
    .selectFrom('outbox')
    .select(['key', 'payload'])
    .where('topic', '=', 'mail.reserved-seats-moved')
    .executeTakeFirstOrThrow()
  const mails: { readonly to: string; readonly text: string }[] = []
  const mailer = { folder: undefined, send: (mail: (typeof mails)[number]) => Promise.resolve(void mails.push(mail)) }
  const send = () =>
    createOutboxHandlers({ ...server.shop, catalogue: createCatalogue(db), mailer })['mail.reserved-seats-moved'](payload as never, key)
  await send()
  expect(mails).toMatchObject([{ to: customer.email }])
  const text = mails[0]!.text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('row B, seat 5, instead of Stalls, row C, seat 5')
  expect(text).toContain('row B, seat 6, instead of Stalls, row C, seat 6')
  const back = { planVersion, priceList: 'byre-prices', byHand: [] }
  expect(value(await applyTo({ ...barn, other: back })).changeSet).not.toBeNull()
  await sql`update reservation_ticket set seat = seat + 10 where performance_id = ${instance}`.execute(db)
  await send()
  expect(mails).toHaveLength(1)
})
