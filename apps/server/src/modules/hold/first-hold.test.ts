import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { newId } from '#db'
import { beginSession, newSession } from '#modules/session'
import { fullPriceSeats, expectInvariants, type TestTheatre, openTestTheatre } from '#testing'
import { readBasket } from '#modules/basket'
import { addTickets } from './index.ts'

const newcomer = () => ({ id: newId(), seed: { customer_id: null }, visit: { key: newSession().key, isNew: true } })
const from = (network?: string) => ({ name: 'guest', requestId: 'a request', network })
const hold = (theatre: TestTheatre, into = newcomer(), seats = ['B.4', 'B.5'], network?: string) =>
  addTickets(theatre, into, from(network), 'tonight', fullPriceSeats(...seats))
const claims = (theatre: TestTheatre) =>
  theatre.db.selectFrom('seat_claim').select(['seat', 'basket_id']).where('state', '=', 'held').execute()

describe('the first hold of a new visitor', () => {
  it('creates a basket, a session and an audit entry, and returns the stored basket', async () => {
    await using theatre = await openTestTheatre()
    const into = newcomer()
    const holdResult = await hold(theatre, into)
    if (!holdResult.ok) throw new Error(holdResult.error.code)
    const { basket, tickets, isNew } = holdResult.value.basketWithTickets
    expect(isNew).toBe(true)
    expect(await theatre.db.selectFrom('basket').selectAll().execute()).toEqual([
      { ...basket, gift_aid: false, lapsedNow: undefined, deadline: expect.any(Date), created_at: expect.any(Date) },
    ])
    expect(await theatre.db.selectFrom('basket_ticket').selectAll().orderBy('seat').execute()).toEqual(
      // Only a process of the release before writes `holder`.
      tickets.map((ticket) => ({ ...ticket, added_at: expect.any(Date), holder: null })),
    )
    expect(await theatre.db.selectFrom('session').select(['id_hash', 'basket_id']).execute()).toEqual([
      { id_hash: into.visit.key, basket_id: into.id },
    ])
    expect(await theatre.db.selectFrom('audit').selectAll().execute()).toMatchObject([
      { actor: 'guest', request_id: 'a request', subject_id: into.id, verb: 'add-tickets', from_state: 'open', to_state: 'open' },
    ])
    const claimed = await theatre.db.selectFrom('seat_claim').selectAll().where('state', '=', 'held').execute()
    expect(claimed.map(({ until }) => until?.getTime())).toEqual([basket.deadline!.getTime(), basket.deadline!.getTime()])
    expect((await readBasket(theatre, into.id)).tickets.map(({ row, number }) => row + number)).toEqual(['B4', 'B5'])
    await expectInvariants(theatre)
  })

  it('uses the session that exists', async () => {
    await using theatre = await openTestTheatre()
    const { key } = await beginSession(theatre.db)
    const into = { ...newcomer(), visit: { key, isNew: false } }
    expect(await hold(theatre, into)).toMatchObject({ ok: true })
    expect(await theatre.db.selectFrom('session').select(['id_hash', 'basket_id']).execute()).toEqual([
      { id_hash: key, basket_id: into.id },
    ])
  })

  it('holds all seats or none beside concurrent requests, and leaves no rows of those that fail', async () => {
    await using theatre = await openTestTheatre()
    const rows = ['A', 'B', 'C', 'D']
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, nth) => {
        const [row, seat] = [rows[nth % rows.length], 1 + (nth % 7)]
        return hold(theatre, newcomer(), [`${row}.${seat}`, `${row}.${seat + 1}`])
      }),
    )
    const heldBaskets = responses.flatMap((response) => (response.ok ? [response.value.basketWithTickets] : []))
    expect(heldBaskets.length).toBeGreaterThan(4)
    expect(responses.filter((response) => !response.ok && !['seats-taken', 'tickets-not-added'].includes(response.error.code))).toEqual([])
    const owned = heldBaskets.flatMap(({ basket, tickets }) => tickets.map(({ seat }) => `${seat} ${basket.id}`))
    expect((await claims(theatre)).map(({ seat, basket_id }) => `${seat} ${basket_id}`).toSorted()).toEqual(owned.toSorted())
    expect(await theatre.db.selectFrom('basket').select('id').execute()).toHaveLength(heldBaskets.length)
    expect(await theatre.db.selectFrom('session').select('id_hash').execute()).toHaveLength(heldBaskets.length)
    await expectInvariants(theatre)
  })

  it('keeps no seats after a claim conflict', async () => {
    await using theatre = await openTestTheatre()
    const rival = newId()
    let response: ReturnType<typeof hold> | undefined
    await theatre.db.transaction().execute(async (trx) => {
      await sql`insert into seat_claim (performance_id, seat, state, basket_id, until)
        values ('tonight', 11, 'held', ${rival}, now() + interval '5 minutes')`.execute(trx)
      response = hold(theatre, newcomer(), ['B.1', 'B.2'])
      const waits = () =>
        sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%hold_for_newcomers%'`.execute(theatre.db)
      await expect.poll(async () => (await waits()).rows.length).toBe(1)
    })
    expect(await response).toMatchObject({ error: { code: 'seats-taken', params: { seats: ['stalls.B.2'] } } })
    expect(await claims(theatre)).toEqual([{ seat: 11, basket_id: rival }])
    expect(await theatre.db.selectFrom('basket').select('id').execute()).toEqual([])
  })

  it('counts by network in constant time, however many baskets are open', async () => {
    await using theatre = await openTestTheatre()
    // In one transaction, because a connection plans statements once, and counts its own reads.
    const looks = await theatre.db.transaction().execute(async (trx) => {
      const open = (baskets: number) => sql`
        insert into basket (id, state, deadline, network, delivery, notes)
        select gen_random_uuid(), 'open', now() + interval '1 hour', 'network ' || nth, '{}', '{}' from generate_series(1, ${baskets}::int) nth`
      const holdFirst = (...seats: string[]) => hold({ ...theatre, db: trx }, newcomer(), seats, '192.0.2.1')
      await open(20).execute(trx)
      expect(await holdFirst('B.4', 'B.5')).toMatchObject({ ok: true })
      await open(2_000).execute(trx)
      expect(await holdFirst('C.4', 'C.5')).toMatchObject({ ok: true })
      const { rows } = await sql<{ index: string; looks: number }>`
        select index, pg_stat_get_xact_numscans(index::regclass) as looks
        from unnest(array['basket_network', 'basket_deadline', 'basket_customer']) as index`.execute(trx)
      return Object.fromEntries(rows.map(({ index, looks }) => [index, looks]))
    })
    // Each hold reads the baskets of its network, and of its wide network.
    expect(looks).toEqual({ basket_network: 4, basket_deadline: 0, basket_customer: 0 })
  })

  it('counts all visitors of a network', async () => {
    await using theatre = await openTestTheatre()
    const network = '203.0.113.9'
    const responses = await Promise.all(
      ['A', 'B', 'C', 'D'].map((row) =>
        hold(
          theatre,
          newcomer(),
          [1, 2, 3, 4, 5].map((seat) => `${row}.${seat}`),
          network,
        ),
      ),
    )
    expect(responses.map((response) => response.ok || response.error.code).toSorted()).toEqual([
      'network-limit',
      'network-limit',
      'network-limit',
      true,
    ])
    expect(await claims(theatre)).toHaveLength(5)
    expect(await theatre.db.selectFrom('network').select('id').orderBy('id', 'desc').execute()).toEqual([
      { id: network },
      { id: '203.0.113.' },
    ])
  })
})
