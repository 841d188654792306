import { expect, it } from 'vitest'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import { readPlan } from '@playhouse/domain/plan'
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

    const wrong = (change: object) => programmer.seatLocks.preview({ params, body: { ...body, version: restored.version, ...change } })
    expect(code(await wrong({ painting: [{ lock: press, seats: ['none'] }] }))).toBe('seat-unknown')
    expect(await wrong({ also: ['none'] })).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['also'] } } })
    const over: SeatLock = { ...press, release: { kind: 'at', at: '2026-01-01T10:00' } }
    expect(await wrong({ painting: [{ lock: over, seats: [one] }] })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['painting.0.lock.release'] } },
    })
    expect(code(await programmer.seatLocks.one({ params: { instance: 'none' } }))).toBe('instance-unavailable')
  })
}
