import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newId, transact } from '#db'
import { createGuest } from '#modules/auth'
import { addReservedOrder, openBasket, readBasket, removeTicket, resetBasket, setBilling, setNotes } from '#modules/basket'
import { checkPayment, startPayment } from '#modules/payment'
import { releaseDueLocks } from '#modules/planning'
import { lapseReservations } from '#modules/reservation'
import { claimSeats } from '#modules/seating'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { drawBallot } from '@playhouse/domain/ballot'
import type { StoredDaySeatsRecord } from '@playhouse/domain/day-seats-record'
import { openManualProvider } from '../payment/testing/buyer.ts'
import { drawDaySeats, enterDraw, leaveDraw, listDraws, moveDraws, readDaySeats, writeDraws } from './index.ts'

const actor = { name: 'test' }
const codeOf = (result: { ok: boolean; error?: { code: string } }): string => (result.ok ? 'ok' : result.error!.code)
const performance = 'tonight'

const record: StoredDaySeatsRecord = {
  ...{ name: 'Day seats', performances: [performance, 'tomorrow'], maxQuantity: 2, priceType: 'neighbour', isWithdrawn: false },
  opens: { kind: 'days-before', days: 1, time: '12:00' },
  closes: { kind: 'days-before', days: 0, time: '10:00' },
  draws: { kind: 'days-before', days: 0, time: '10:00' },
  payUntil: { kind: 'minutes-before', minutes: 60 },
}

/** A lottery that takes entries now, and locks of `seats` seats of the hall for its draw. Returns the id of the lock. */
async function announce({ db }: TestTheatre, seats: readonly number[], releaseAt: Date | null = null): Promise<string> {
  await sql`insert into catalogue_record (kind, id, position, data) values ('day-seats', 'daily', 0, ${JSON.stringify(record)}::jsonb)`.execute(
    db,
  )
  await transact(db, (trx) => writeDraws(trx, 'daily', record))
  await sql`update day_seat_draw set opens_at = now() - interval '1 hour', closes_at = now() + interval '1 hour',
    draws_at = now() + interval '1 hour', pay_until = now() + interval '2 hours' where performance_id = ${performance}`.execute(db)
  const lock = newId()
  await transact(db, async (trx) => {
    const release = releaseAt && { release: JSON.stringify({ kind: 'minutes-before', minutes: 30 }), release_at: releaseAt }
    await trx
      .insertInto('seat_hold')
      .values({ id: lock, performance_id: performance, kind: 'day-seats', reason: '', staff_id: null, lifted_at: null, ...release })
      .execute()
    expect((await claimSeats(trx, { performance, seats }, { as: 'blocked', lock })).takenSeats).toEqual([])
  })
  return lock
}
const enter = async (theatre: TestTheatre, quantity: number) => {
  const customer = await customerOf(theatre)
  expect(codeOf(await enterDraw(theatre, performance, customer.id, { quantity, choices: [performance] }, actor))).toBe('ok')
  return customer
}
const close = ({ db }: TestTheatre) =>
  sql`update day_seat_draw set closes_at = now() - interval '1 second', draws_at = now() - interval '1 second' where performance_id = ${performance}`.execute(
    db,
  )
const claims = async ({ db }: TestTheatre) =>
  (
    await db
      .selectFrom('seat_claim')
      .select(['seat', 'state', 'order_id'])
      .where('performance_id', '=', performance)
      .where('seat', '<', 10)
      .orderBy('seat')
      .execute()
  ).map(({ seat, state, order_id }) => ({ seat, state, order: order_id }))
const entriesOf = ({ db }: TestTheatre) => db.selectFrom('day_seat_entry').selectAll().orderBy('place').execute()
const endReservations = async (theatre: TestTheatre) => {
  await sql`update reservation set held_until = now() - interval '1 second'`.execute(theatre.db)
  await sql`update seat_claim set until = now() - interval '1 second' where state = 'reserved'`.execute(theatre.db)
  await lapseReservations(theatre.db)
}

it('takes one entry of each customer for a performance while it is open, and reveals the seed once entries are closed', async () => {
  await using theatre = await openTestTheatre()
  await announce(theatre, [0, 1])
  const { id } = await customerOf(theatre)
  const put = async (instance: string, quantity: number, choices = [instance]) =>
    codeOf(await enterDraw(theatre, instance, id, { quantity, choices }, actor))
  expect(await put('not-yet', 1)).toBe('instance-unavailable')
  expect(await put(performance, 3)).toBe('too-many-tickets-requested')
  expect(await put(performance, 1, ['tomorrow'])).toBe('invalid-input')
  expect(await put(performance, 1)).toBe('ok')
  expect(await put(performance, 2)).toBe('ok')
  const open = (await readDaySeats(theatre, performance, id))!
  expect(open).toMatchObject({ kind: 'day-seats', state: 'open', seed: null, entries: null, holdHours: null, maxQuantity: 2 })
  expect(open.entry).toMatchObject({ quantity: 2, choices: [performance], outcome: null })
  expect(open.performances).toMatchObject([
    { instance: performance, event: expect.any(String), title: 'The Tempest', seats: 2, price: 15_00, times: { payUntil: open.payUntil } },
    { instance: 'tomorrow', seats: 0, times: {} },
  ])
  const guest = await createGuest(
    theatre.db,
    { email: 'gwen@example.org', firstName: 'Gwen', lastName: 'Guest', phone: '' },
    { requestId: 'r', locale: 'en' },
  )
  expect(codeOf(await enterDraw(theatre, performance, guest, { quantity: 1, choices: [performance] }, actor))).toBe('login-required')
  expect(codeOf(await leaveDraw(theatre, performance, id, actor))).toBe('ok')
  expect((await readDaySeats(theatre, performance, id))!.entry).toBeNull()
  await put(performance, 1)
  await close(theatre)
  expect(await put(performance, 2)).toBe('ballot-closed')
  expect(codeOf(await leaveDraw(theatre, performance, id, actor))).toBe('ballot-closed')
  const closed = (await readDaySeats(theatre, performance, id))!
  expect(closed).toMatchObject({ state: 'closed', entries: 1 })
  expect(createHash('sha256').update(closed.seed!).digest('hex')).toBe(open.seedHash)
})

it('draws once among several processes, and reserves only locked seats, at the price of the lottery', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const locked = [0, 1, 2, 3, 4]
  const lock = await announce(theatre, locked)
  for (let nth = 0; nth < 8; nth++) await enter(theatre, (nth % 2) + 1)
  await close(theatre)
  const draws = await Promise.all([drawDaySeats(theatre), drawDaySeats(theatre), drawDaySeats(theatre)])
  expect(draws.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await drawDaySeats(theatre)).toBe(0)
  const entries = await entriesOf(theatre)
  const { seed } = (await readDaySeats(theatre, performance, undefined))!
  const repeated = drawBallot(
    entries.map(({ id, quantity }) => ({ id, quantity, choices: [performance] })),
    new Map([[performance, 5]]),
    (entry) => createHmac('sha256', seed!).update(entry).digest('hex'),
  )
  expect(entries.map(({ id, place, outcome }) => [id, place, outcome])).toEqual(
    repeated.map(({ entry, place, performance: won }) => [entry, place, won === undefined ? 'lost' : 'won']),
  )
  const winners = entries.filter(({ outcome }) => outcome === 'won')
  const given = winners.reduce((sum, { quantity }) => sum + quantity, 0)
  expect(given).toBeGreaterThanOrEqual(4)
  const orders = new Set(winners.map(({ reservation_id }) => reservation_id))
  const reserved = (await claims(theatre)).filter(({ state }) => state === 'reserved')
  expect(reserved).toHaveLength(given)
  expect(reserved.every(({ seat, order }) => locked.includes(seat) && orders.has(order))).toBe(true)
  expect((await claims(theatre)).filter(({ state }) => state === 'blocked')).toHaveLength(5 - given)
  const tickets = await db
    .selectFrom('reservation_ticket as t')
    .innerJoin('reservation_ticket_lock as l', 'l.ticket_id', 't.id')
    .select(['price_type', 'price', 'lock_id'])
    .execute()
  expect(tickets).toEqual(tickets.map(() => ({ price_type: 'neighbour', price: 15_00, lock_id: lock })))
  const { rows: mails } = await sql<{ topic: string; count: number }>`
    select topic, count(*)::int as count from outbox where topic like 'mail.day-seats%' group by topic order by topic`.execute(db)
  expect(mails).toEqual([
    { topic: 'mail.day-seats-lost', count: 8 - winners.length },
    { topic: 'mail.day-seats-won', count: winners.length },
  ])
  expect((await listDraws(theatre, 'daily'))![0]).toMatchObject({
    ...{
      instance: performance,
      state: 'drawn',
      entries: 8,
      lockedSeats: 5 - given,
      seed,
      winners: { paid: 0, unpaid: winners.length, lapsed: 0 },
    },
  })
  expect(await listDraws(theatre, 'none')).toBeUndefined()
  await expectInvariants(theatre)
})

it('leaves a performance undrawn when a draw fails, and draws it later', async () => {
  await using theatre = await openTestTheatre()
  await announce(theatre, [0, 1])
  await enter(theatre, 2)
  await close(theatre)
  const { owner } = theatre.database
  await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`.execute(owner)
  await sql`create trigger broken before insert on outbox for each statement execute function break_off()`.execute(owner)
  await expect(drawDaySeats(theatre)).rejects.toThrow('1 of 1 draws of day seats have failed')
  expect((await entriesOf(theatre)).map(({ outcome }) => outcome)).toEqual([null])
  expect((await claims(theatre)).map(({ state }) => state)).toEqual(['blocked', 'blocked'])
  await sql`drop trigger broken on outbox`.execute(owner)
  expect(await drawDaySeats(theatre)).toBe(1)
  expect((await claims(theatre)).map(({ state }) => state)).toEqual(['reserved', 'reserved'])
})

it('gives no seat that staff have unlocked, and none without a price of the type', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const lock = await announce(theatre, [0, 1])
  for (let nth = 0; nth < 3; nth++) await enter(theatre, 1)
  await sql`delete from seat_claim where seat = 0 and performance_id = ${performance} and order_id = ${lock}`.execute(db)
  await sql`update day_seat_draw set price_type = 'none' where performance_id = 'tomorrow'`.execute(db)
  await close(theatre)
  await sql`update day_seat_draw set closes_at = now() - interval '1 second', draws_at = now() - interval '1 second', opens_at = now() - interval '1 hour'`.execute(
    db,
  )
  expect(await drawDaySeats(theatre)).toBe(2)
  expect((await entriesOf(theatre)).map(({ outcome }) => outcome)).toEqual(['won', 'lost', 'lost'])
  expect((await claims(theatre)).map(({ seat, state }) => [seat, state])).toEqual([[1, 'reserved']])
})

it.each([
  ['is cancelled', sql`update performance set sale = 'cancelled' where id = ${performance}`],
  ['leaves no time to pay', sql`update day_seat_draw set pay_until = now() where performance_id = ${performance}`],
])('gives no seats for a performance that %s', async (_, change) => {
  await using theatre = await openTestTheatre()
  await announce(theatre, [0, 1])
  await enter(theatre, 1)
  await close(theatre)
  await change.execute(theatre.db)
  await theatre.catalogue.refresh()
  expect(await drawDaySeats(theatre)).toBe(1)
  expect((await entriesOf(theatre)).map(({ outcome }) => outcome)).toEqual(['lost'])
  expect((await claims(theatre)).map(({ state }) => state)).toEqual(['blocked', 'blocked'])
})

it('returns unpaid seats to their lock, and puts them on sale when that is released', async () => {
  await using theatre = await openTestTheatre()
  const lock = await announce(theatre, [0, 1], new Date(Date.now() + 3_600_000))
  await enter(theatre, 2)
  await close(theatre)
  await drawDaySeats(theatre)
  await endReservations(theatre)
  expect(await claims(theatre)).toEqual([0, 1].map((seat) => ({ seat, state: 'blocked', order: lock })))
  expect((await listDraws(theatre, 'daily'))![0]).toMatchObject({ lockedSeats: 2, winners: { paid: 0, unpaid: 0, lapsed: 1 } })
  await expectInvariants(theatre)
  await sql`update seat_hold set release_at = now()`.execute(theatre.db)
  await releaseDueLocks(theatre.db)
  expect(await claims(theatre)).toEqual([])
})

it('puts unpaid seats on sale once their lock is released', async () => {
  await using theatre = await openTestTheatre()
  await announce(theatre, [0, 1], new Date(Date.now() + 3_600_000))
  await enter(theatre, 2)
  await close(theatre)
  await drawDaySeats(theatre)
  await sql`update seat_hold set release_at = now()`.execute(theatre.db)
  await releaseDueLocks(theatre.db)
  expect((await claims(theatre)).map(({ state }) => state)).toEqual(['reserved', 'reserved'])
  await endReservations(theatre)
  expect(await claims(theatre)).toEqual([])
})

it('returns a seat that the winner takes out of the basket, and the rest when the time is over', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const lock = await announce(theatre, [0, 1])
  const customer = await enter(theatre, 2)
  await close(theatre)
  await drawDaySeats(theatre)
  const { number } = await db.selectFrom('reservation').select('number').executeTakeFirstOrThrow()
  const basket = await openBasket(db, theatre.brand, { customer_id: customer.id })
  expect(codeOf(await addReservedOrder(theatre, basket, customer.id, number, actor))).toBe('ok')
  const [ticket] = (await readBasket(theatre, basket)).tickets
  expect(codeOf(await removeTicket(theatre, basket, actor, ticket!.id))).toBe('ok')
  expect((await claims(theatre)).map(({ state }) => state).toSorted()).toEqual(['blocked', 'held'])
  await sql`update reservation set held_until = now() - interval '1 second'`.execute(db)
  await sql`update seat_claim set until = now() - interval '1 second' where state = 'held'`.execute(db)
  await resetBasket(theatre, basket, actor)
  expect(await claims(theatre)).toEqual([0, 1].map((seat) => ({ seat, state: 'blocked', order: lock })))
  expect(await db.selectFrom('reservation').select('state').execute()).toEqual([{ state: 'lapsed' }])
  await expectInvariants(theatre)
})

it('sells the seats to a winner who pays, once', async () => {
  await using theatre = await openTestTheatre()
  const manual = openManualProvider(theatre)
  await announce(theatre, [0, 1])
  const customer = await enter(theatre, 2)
  await close(theatre)
  await drawDaySeats(theatre)
  const { number } = await theatre.db.selectFrom('reservation').select('number').executeTakeFirstOrThrow()
  expect((await readDaySeats(theatre, performance, customer.id))!.entry).toMatchObject({ outcome: 'won', order: number, isPaid: false })
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  await addReservedOrder(theatre, basket, customer.id, number, actor)
  await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
  const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }
  await setBilling(theatre, basket, actor, { firstName: 'Ada', lastName: 'Quill', phone: '', address })
  const { version, totals } = await readBasket(theatre, basket)
  expect(totals.total).toBe(30_00)
  const started = await startPayment(manual.shop, customer, basket, version, 'en', actor)
  if (!started.ok) throw new Error(started.error.code)
  const { payment } = started.value as { payment: string }
  manual.end(payment, 'succeeded')
  await checkPayment(manual.shop, customer.id, payment, actor)
  expect((await claims(theatre)).map(({ state }) => state)).toEqual(['sold', 'sold'])
  expect((await readDaySeats(theatre, performance, customer.id))!.entry).toMatchObject({
    outcome: 'won',
    order: null,
    heldUntil: null,
    isPaid: true,
  })
  expect((await listDraws(theatre, 'daily'))![0]!.winners).toEqual({ paid: 1, unpaid: 0, lapsed: 0 })
  await expectInvariants(theatre)
})

it('moves the times of a draw with its performance, and keeps those of one that is drawn', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  await announce(theatre, [0, 1])
  await close(theatre)
  await drawDaySeats(theatre)
  const before = await db.selectFrom('day_seat_draw').selectAll().orderBy('performance_id').execute()
  const start = { startsAt: '2031-06-10T19:30', timeZone: 'Europe/London' }
  await transact(db, (trx) =>
    moveDraws(
      trx,
      ['tomorrow', performance].map((id) => ({ id, ...start })),
    ),
  )
  const after = await db.selectFrom('day_seat_draw').selectAll().orderBy('performance_id').execute()
  const ofPerformance = (rows: typeof after, id: string) => rows.find((row) => row.performance_id === id)!
  expect(ofPerformance(after, performance)).toEqual(ofPerformance(before, performance))
  expect(ofPerformance(after, 'tomorrow')).toMatchObject({
    ...{ opens_at: new Date('2031-06-09T11:00Z'), closes_at: new Date('2031-06-10T09:00Z'), pay_until: new Date('2031-06-10T17:30Z') },
    seed: ofPerformance(before, 'tomorrow').seed,
  })
})
