import { expect, it } from 'vitest'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import { placeName, readPlan } from '@playhouse/domain/plan'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import type { SeatLock } from '@playhouse/domain/seat-lock'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { code, value } from './visitor.ts'

type Parts = {
  readonly visitor: () => ApiClient
  readonly programmer: () => Promise<ApiClient>
  readonly production: (id: string, title: string) => ProductionPlan
}

/** Seats that the theatre keeps off sale. */
export function describeSeatLocks({ visitor, programmer: signIn, production }: Parts): void {
  it('locks seats on several performances, never those of customers, and undoes that unless a seat was taken since', async () => {
    const programmer = await signIn()
    const event = `locks-${Date.now()}`
    value(await programmer.planning.createProduction({ body: { production: production(event, 'Locks') } }))
    const { halls, priceLists, timeZone } = value(await programmer.planning.options())
    const { hall, planVersion } = halls.find((each) => priceLists.some((list) => list.hall === each.hall))!
    const defaults = {
      ...{ hall, planVersion, timeZone, priceList: priceLists.find((list) => list.hall === hall)!.id },
      web: { isVisible: true, sale: 'on-sale' as const },
      counter: { isVisible: true, isOnSale: true },
      ...{ generalSaleAt: '2026-01-10T10:00', priority: [], programme: null, members: null, perCustomer: null, accessTags: [] },
    }
    const year = new Date().getFullYear() + 6
    const days = { from: `${year}-05-01`, until: `${year}-05-02`, except: [] }
    const pattern = { ...days, rules: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], time: '19:30', type: null }] }
    value(await programmer.planning.addRun({ params: { event }, body: { pattern, defaults, skip: [], isPreview: false } }))
    const draft = value(await programmer.planning.production({ params: { event } }))
    value(await programmer.planning.publish({ params: { event }, body: { version: draft.version } }))
    const [first, second] = draft.performances.map(({ id }) => id) as [string, string]

    const anyone = visitor()
    const isOpen = async () => (await anyone.catalogue.instance({ params: { instance: second } })).ok
    await expect.poll(isOpen, { timeout: longestWait }).toBe(true)
    const plan = readPlan(value(await anyone.catalogue.plan({ params: { venue: hall, version: planVersion } })))
    const statusOf = async (instance: string, seat: string) => {
      const { seats } = value(await visitor().catalogue.availability({ params: { instance } }))
      return unpackAvailability(seats, plan.seatCount)[plan.indexOf(seat)!]
    }
    const initial = value(await programmer.seatLocks.one({ params: { instance: first } }))
    expect(initial).toMatchObject({ event, title: 'Locks', hall, planVersion, version: 0, locks: [] })
    const free = Array.from({ length: plan.seatCount }, (_, seat) => plan.idOf(seat)).filter((seat) => !initial.taken.includes(seat))
    const [held, one, two] = free as [string, string, string]
    const { priceTypes } = value(await anyone.catalogue.prices({ params: { instance: first } }))
    const hold = (seat: string) => anyone.basket.addTickets({ body: { instance: first, seats: [{ seat, priceType: priceTypes[0]!.id }] } })
    value(await hold(held))

    const press: SeatLock = { type: 'press', note: 'Critics', release: { kind: 'minutes-before', minutes: 60 } }
    const painting = [{ lock: press, seats: [held, one, two] }]
    const body = { version: 0, painting, also: [second] }
    const params = { instance: first }
    const preview = value(await programmer.seatLocks.preview({ params, body }))
    expect(preview.performances).toMatchObject([
      { id: first, locked: 2, changed: 0, unlocked: 0, taken: [held] },
      { id: second, locked: 3, taken: [] },
    ])
    expect(await statusOf(second, one)).toBe(seatAvailability.free)
    const painted = value(await programmer.seatLocks.paint({ params, body }))
    expect(painted.locks.locks).toMatchObject([{ ...press, seats: [one, two], releaseAt: expect.any(String) as string }])
    expect(painted.locks.taken).toContain(held)
    await expect.poll(() => statusOf(second, one), { timeout: longestWait }).toBe(seatAvailability.taken)
    expect(code(await hold(one))).toBe('seats-taken')
    expect(code(await programmer.seatLocks.paint({ params, body }))).toBe('changed-meanwhile')
    const [change] = value(await programmer.planning.changes({ query: { subject: 'seat-locks', id: second } })).changes
    expect(change).toMatchObject({
      kind: 'lock-seats',
      rows: [{ fields: [{ before: 0, after: 2 }] }, { fields: [{ before: 0, after: 3 }] }],
    })

    const { version } = painted.locks
    const unlock = { version, painting: [{ lock: null, seats: [one] }], also: [] }
    const unlocked = value(await programmer.seatLocks.paint({ params, body: unlock }))
    expect(unlocked.performances).toMatchObject([{ unlocked: 1 }])
    const { basket } = { basket: value(await hold(one)) }
    const refused = await programmer.planning.undo({ params: { change: unlocked.changeSet! }, body: {} })
    expect(refused).toMatchObject({
      error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'basket', id: first, count: 1 }] } },
    })
    for (const { id } of basket.tickets) value(await anyone.basket.removeTicket({ params: { id } }))
    value(await programmer.planning.undo({ params: { change: unlocked.changeSet! }, body: {} }))
    const restored = value(await programmer.seatLocks.one({ params }))
    expect(restored.locks).toMatchObject([{ ...press, seats: [one, two] }])
    await expect.poll(() => statusOf(first, one), { timeout: longestWait }).toBe(seatAvailability.taken)

    // Locks do not keep the production from being withdrawn and published again.
    const planned = value(await programmer.planning.production({ params: { event } }))
    const withdrawn = value(await programmer.planning.withdraw({ params: { event }, body: { version: planned.version } }))
    value(await programmer.planning.publish({ params: { event }, body: { version: withdrawn.version } }))
    await expect.poll(isOpen, { timeout: longestWait }).toBe(true)

    // Seats for an agent: their name is beside the seats, also at the counter, and the record stays once they have had some.
    const agent = `hotel-${Date.now()}`
    const record = { name: 'Hotel Globe', commissionBasisPoints: 1_000, paymentDays: 30, position: 1 }
    const created = value(
      await programmer.records.save({ params: { kind: 'agent', id: agent }, body: { version: null, record: { ...record } } }),
    )
    const allocation: SeatLock = { type: 'agent', agent, note: '', release: { kind: 'days-before', days: 2, time: '18:00' } }
    const allocate = (lock: SeatLock, changed: number) =>
      programmer.seatLocks.paint({ params, body: { version: changed, painting: [{ lock, seats: [two] }], also: [] } })
    const allocated = value(await allocate(allocation, restored.version)).locks
    expect(allocated.locks.find(({ seats }) => seats.includes(two))).toMatchObject({
      ...allocation,
      releaseAt: expect.any(String) as string,
    })
    expect(allocated.agents).toContainEqual({ id: agent, name: 'Hotel Globe', isWithdrawn: false })
    const atCounter = value(await programmer.counter.instance({ params })).holds
    expect(atCounter.find(({ seats }) => seats.includes(two))).toMatchObject({ kind: 'agent', agent: 'Hotel Globe' })
    expect(atCounter.find(({ seats }) => seats.includes(one))).toMatchObject({ kind: 'press', agent: null })
    const listed = value(await programmer.agents.allocations({ params: { agent } })).allocations
    expect(listed).toMatchObject([{ instance: first, event, title: 'Locks', note: '', releaseAt: expect.any(String) as string }])
    const place = placeName(plan, plan.indexOf(two)!)
    expect(listed[0]!.seats).toEqual([{ area: place.area, row: place.row, number: String(place.number) }])
    expect(code(await programmer.agents.allocations({ params: { agent: 'none' } }))).toBe('page-not-found')
    const faults = { error: { code: 'invalid-input', params: { fields: ['painting.0.lock.agent'] } } }
    for (const lock of [
      { ...allocation, agent: undefined },
      { ...allocation, agent: 'none' },
      { ...press, agent },
    ])
      expect(await allocate(lock, allocated.version)).toMatchObject(faults)
    expect(await programmer.planning.undo({ params: { change: created.changeSet! }, body: {} })).toMatchObject({
      error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'seat_hold', count: 1 }] } },
    })
    value(await programmer.records.setSale({ params: { kind: 'agent', id: agent }, body: { version: 1, isWithdrawn: true } }))
    const other = { ...allocation, note: 'Coach party' }
    expect(await allocate(other, allocated.version)).toMatchObject(faults)
    const { version: newest } = value(await programmer.seatLocks.one({ params }))
    const freed = value(
      await programmer.seatLocks.paint({ params, body: { version: newest, painting: [{ lock: null, seats: [two] }], also: [] } }),
    )
    value(await programmer.planning.undo({ params: { change: freed.changeSet! }, body: {} }))
    const again = value(await programmer.seatLocks.one({ params }))
    expect(again.locks.find(({ seats }) => seats.includes(two))).toMatchObject(allocation)

    const wrong = (change: object) => programmer.seatLocks.preview({ params, body: { ...body, version: again.version, ...change } })
    expect(code(await wrong({ painting: [{ lock: press, seats: ['none'] }] }))).toBe('seat-unknown')
    expect(await wrong({ also: ['none'] })).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['also'] } } })
    const over: SeatLock = { ...press, release: { kind: 'at', at: '2026-01-01T10:00' } }
    expect(await wrong({ painting: [{ lock: over, seats: [one] }] })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['painting.0.lock.release'] } },
    })
    expect(code(await programmer.seatLocks.one({ params: { instance: 'none' } }))).toBe('instance-unavailable')
  })
}
