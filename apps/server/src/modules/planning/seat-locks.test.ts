import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import type { SeatLock } from '@playhouse/domain/seat-lock'
import { openBasket, resetBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { expectInvariants } from '#testing'
import { startTestServer, type TestServer } from '../../proof/test-server.ts'
import { releaseDueLocks } from './seat-locks.ts'
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

const house: SeatLock = { type: 'house', note: 'Patrons', release: null }
const guest = { name: 'guest' }

/** A published production with a performance on each of some days ahead. @returns the ids of the performances */
async function performancesOn(event: string, days: readonly number[]): Promise<string[]> {
  value(await programmer.planning.createProduction({ body: { production: planOf(event, 'Macbeth') } }))
  for (const [nth, ahead] of days.entries()) {
    const performance = { ...defaults(), id: `${event}-${nth + 1}`, type: null, startsAt: `${daysAhead(ahead)}T19:30` }
    value(await programmer.planning.addPerformance({ params: { event }, body: { performance } }))
  }
  const { version, performances } = value(await programmer.planning.production({ params: { event } }))
  value(await programmer.planning.publish({ params: { event }, body: { version } }))
  await server.theatre.catalogue.refresh()
  return performances.map(({ id }) => id)
}
const read = async (instance: string) => value(await programmer.seatLocks.one({ params: { instance } }))
async function paint(instance: string, painting: readonly { lock: SeatLock | null; seats: string[] }[], also: string[] = []) {
  const { version } = await read(instance)
  return programmer.seatLocks.paint({ params: { instance }, body: { version, painting: [...painting], also } })
}
/** Holds a seat in a new basket. */
async function hold(performance: string, seat: string) {
  const { db, brand } = server.theatre
  const basket = await openBasket(db, brand)
  return { basket, isHeld: (await addTickets(server.theatre, basket, guest, performance, [{ seat, priceType: 'full' }])).ok }
}
const runReleases = () => releaseDueLocks(server.theatre.db)

describe('locks of seats', () => {
  it('are one list with the seats that the counter blocks, each with type, note and staff user', async () => {
    const [instance] = (await performancesOn('counted', [30])) as [string]
    value(await manager.counter.block({ params: { instance }, body: { seats: ['stalls.A.1'], kind: 'technical', reason: 'Sound desk' } }))
    value(await paint(instance, [{ lock: house, seats: ['stalls.A.2', 'stalls.A.3'] }]))
    expect((await read(instance)).locks).toMatchObject([
      { type: 'technical', note: 'Sound desk', seats: ['stalls.A.1'], releaseAt: null },
      { ...house, seats: ['stalls.A.2', 'stalls.A.3'], releaseAt: null },
    ])
    // The same lock on another seat joins it; another one takes its seats over, without a moment at which they are free.
    value(await paint(instance, [{ lock: house, seats: ['stalls.A.1', 'stalls.A.4'] }]))
    const { holds } = value(await manager.counter.instance({ params: { instance } }))
    expect(holds).toMatchObject([{ kind: 'house', reason: 'Patrons', seats: ['stalls.A.1', 'stalls.A.2', 'stalls.A.3', 'stalls.A.4'] }])
    const { id: block } = holds[0]!
    value(await manager.counter.unblock({ params: { instance, block }, body: { reason: 'sold', seats: ['stalls.A.2'] } }))
    expect((await read(instance)).locks).toMatchObject([{ ...house, seats: ['stalls.A.1', 'stalls.A.3', 'stalls.A.4'] }])
    await expectInvariants(server.theatre)
  })

  it('go on sale at their release, which follows the start of the performance', async () => {
    const { db } = server.theatre
    const [instance] = (await performancesOn('released', [40])) as [string]
    const lock: SeatLock = { ...house, release: { kind: 'days-before', days: 1, time: '12:00' } }
    const kept: SeatLock = { ...house, type: 'press' }
    value(
      await paint(instance, [
        { lock, seats: ['stalls.B.1', 'stalls.B.2'] },
        { lock: kept, seats: ['stalls.B.3'] },
      ]),
    )
    const releaseAt = async () => (await read(instance)).locks.find(({ type }) => type === 'house')?.releaseAt
    const at = (days: number) => Temporal.PlainDateTime.from(`${daysAhead(days)}T12:00`).toZonedDateTime('Europe/London').epochMilliseconds
    expect(Date.parse((await releaseAt())!)).toBe(at(39))
    await runReleases()
    expect((await hold(instance, 'stalls.B.1')).isHeld).toBe(false)

    const { performances } = value(await programmer.planning.production({ params: { event: 'released' } }))
    const { id, version } = performances[0]!
    const move = { performances: [{ id, version }], change: { startsAt: `${daysAhead(50)}T19:30` }, isPreview: false }
    value(await programmer.planning.editPerformances({ body: move }))
    expect(Date.parse((await releaseAt())!)).toBe(at(49))

    await sql`update seat_hold set release_at = now() - interval '1 second' where performance_id = ${instance} and kind = 'house'`.execute(
      db,
    )
    // Several processes run the job at once.
    await Promise.all([runReleases(), runReleases(), runReleases()])
    expect((await read(instance)).locks).toMatchObject([{ ...kept, seats: ['stalls.B.3'] }])
    const held = await hold(instance, 'stalls.B.1')
    expect(held.isHeld).toBe(true)
    const entry = await db.selectFrom('audit').select('detail').where('actor', '=', 'lock release').executeTakeFirstOrThrow()
    expect(entry.detail).toMatchObject({ performance: instance, seats: [10, 11] })
    await expectInvariants(server.theatre)
    await resetBasket(server.theatre, held.basket, guest)
  })

  it('are painted by managers and programmers only', async () => {
    const [instance] = (await performancesOn('allowed', [60])) as [string]
    const body = { version: 0, painting: [{ lock: house, seats: ['stalls.A.1'] }], also: [] }
    for (const role of ['clerk', 'finance', 'marketing', 'front-of-house'] as const) {
      const client = await staffClientOf(server, role)
      expect(problemIn(await client.seatLocks.paint({ params: { instance }, body })).code).toBe('not-allowed')
    }
    value(await manager.seatLocks.paint({ params: { instance }, body }))
  })

  it('lose no seat to buyers at the same moment: each seat is either locked or held', async () => {
    const [instance, second] = (await performancesOn('raced', [70, 71])) as [string, string]
    const seats = Array.from({ length: 10 }, (_, nth) => `stalls.A.${nth + 1}`)
    const buying = seats.flatMap((seat) => [hold(instance, seat), hold(second, seat)])
    const painting = [
      paint(instance, [{ lock: house, seats }], [second]),
      paint(second, [{ lock: { ...house, type: 'press' }, seats }], [instance]),
    ]
    const [baskets, painted] = await Promise.all([Promise.all(buying), Promise.all(painting)])
    expect(painted.some(({ ok }) => ok)).toBe(true)
    for (const id of [instance, second]) {
      const { locks, taken } = await read(id)
      const locked = locks.flatMap((lock) => lock.seats)
      expect(new Set([...locked, ...taken]).size).toBe(seats.length)
      expect(locked.length + taken.length).toBe(seats.length)
    }
    const held = baskets.filter(({ isHeld }) => isHeld).length
    expect((await read(instance)).taken.length + (await read(second)).taken.length).toBe(held)
    await expectInvariants(server.theatre)
    for (const { basket } of baskets) await resetBasket(server.theatre, basket, guest)
  })

  it('of an agent are released by themselves, and never name one whose creation is undone at the same moment', async () => {
    const { db } = server.theatre
    const [instance] = (await performancesOn('allocated', [80])) as [string]
    for (const nth of [1, 2, 3]) {
      const agent = `kiosk-${nth}`
      const record = { name: 'Kiosk', commissionBasisPoints: 1_000, paymentDays: 14, position: 1 }
      const params = { kind: 'agent', id: agent } as const
      const { changeSet } = value(await programmer.records.save({ params, body: { version: null, record } }))
      const lock: SeatLock = { type: 'agent', agent, note: '', release: { kind: 'days-before', days: 2, time: '18:00' } }
      const [painted, undone] = await Promise.all([
        paint(instance, [{ lock, seats: [`stalls.C.${nth}`] }]),
        programmer.planning.undo({ params: { change: changeSet! }, body: {} }),
      ])
      expect([painted.ok, undone.ok].filter(Boolean)).toHaveLength(1)
      expect((await read(instance)).agents.some(({ id }) => id === agent)).toBe(painted.ok)
    }
    const record = { name: 'Globe', commissionBasisPoints: 0, paymentDays: 14, position: 1 }
    value(await programmer.records.save({ params: { kind: 'agent', id: 'globe' }, body: { version: null, record } }))
    const lock: SeatLock = { type: 'agent', agent: 'globe', note: '', release: { kind: 'minutes-before', minutes: 60 } }
    value(await paint(instance, [{ lock, seats: ['stalls.D.1', 'stalls.D.2'] }]))
    await sql`update seat_hold set release_at = now() - interval '1 second' where agent = 'globe'`.execute(db)
    await Promise.all([runReleases(), runReleases()])
    expect((await read(instance)).locks.some(({ agent }) => agent === 'globe')).toBe(false)
    expect((await hold(instance, 'stalls.D.1')).isHeld).toBe(true)
    await expectInvariants(server.theatre)
  })
})
