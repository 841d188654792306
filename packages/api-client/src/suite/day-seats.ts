import { expect, it } from 'vitest'
import { readPlan } from '@playhouse/domain/plan'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { code, register, value } from './visitor.ts'

type Parts = {
  readonly visitor: () => ApiClient
  readonly programmer: () => Promise<ApiClient>
  readonly production: (id: string, title: string) => ProductionPlan
}

/** Lotteries of day seats. */
export function describeDaySeats({ visitor, programmer: signIn, production }: Parts): void {
  it('opens a lottery of day seats that staff created, for seats that a lock keeps, and takes one entry of each customer', async () => {
    const programmer = await signIn()
    const [anyone, customer] = [visitor(), visitor()]
    value(await register(customer))
    const id = `day-seats-${Date.now()}`
    const params = { kind: 'day-seats', id } as const
    const { one, other, priceType, seat } = await publishPerformances(programmer, production)
    const moments = {
      opens: { kind: 'at', at: '2020-05-02T10:00' },
      closes: { kind: 'minutes-before', minutes: 30 },
      draws: { kind: 'minutes-before', minutes: 20 },
      payUntil: { kind: 'minutes-before', minutes: 10 },
    } as const
    const record = { name: 'Day seats', performances: [one.id, other.id], maxQuantity: 2, priceType, ...moments }
    const save = (version: number | null, change: object = {}) =>
      programmer.records.save({ params, body: { version, record: { ...record, ...change } } })

    const planned = value(await programmer.daySeats.preview({ body: { performances: [one.id, other.id], ...moments } })).performances
    const before = (startsAt: string, minutes: number): string => new Date(Date.parse(startsAt) - minutes * 60_000).toISOString()
    expect(planned).toHaveLength(2)
    for (const { startsAt, drawsAt, payUntil, fault } of planned)
      expect([drawsAt, payUntil, fault]).toEqual([before(startsAt, 20), before(startsAt, 10), null])
    const disordered = { performances: [one.id], ...moments, payUntil: { kind: 'minutes-before' as const, minutes: 25 } }
    expect(value(await programmer.daySeats.preview({ body: disordered })).performances).toMatchObject([{ fault: 'payUntil' }])
    const noDate = { performances: [one.id], ...moments, opens: { kind: 'at' as const, at: '2020-02-31T10:00' } }
    expect(await programmer.daySeats.preview({ body: noDate })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['opens'] } },
    })

    const created = value(await save(null))
    expect(created.record).toEqual({ ...params, version: 1, isWithdrawn: false, record })
    const faultsOf = async (change: object) => {
      const reply = await save(1, change)
      return reply.ok || reply.error.code !== 'invalid-input' ? reply : reply.error.params.fields
    }
    expect(await faultsOf({ closes: { kind: 'at', at: '2020-05-02T10:00' } })).toEqual(['record.closes'])
    expect(await faultsOf({ draws: { kind: 'minutes-before', minutes: 31 } })).toEqual(['record.draws'])
    expect(await faultsOf({ payUntil: { kind: 'minutes-before', minutes: 20 } })).toEqual(['record.payUntil'])
    expect(await faultsOf({ maxQuantity: 3 })).toEqual(['record.maxQuantity'])
    expect(await faultsOf({ performances: ['long-ago'] })).toEqual(['record.performances.0'])
    expect(await faultsOf({ priceType: 'no-such-price' })).toEqual(['record.priceType'])
    const second = await programmer.records.save({ params: { kind: 'day-seats', id: `${id}-2` }, body: { version: null, record } })
    expect(second).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['record.performances.0', 'record.performances.1'] } },
    })

    const painting = [{ lock: { type: 'day-seats' as const, note: '', release: null }, seats: [seat] }]
    const painted = value(await programmer.seatLocks.paint({ params: { instance: one.id }, body: { version: 0, painting, also: [] } }))
    expect(painted.locks.locks).toMatchObject([{ type: 'day-seats', seats: [seat] }])

    const instance = { instance: one.id }
    const read = async (client: ApiClient) => value(await client.ballot.read({ params: instance }))
    await expect.poll(async () => (await anyone.ballot.read({ params: instance })).ok, { timeout: longestWait }).toBe(true)
    const shown = await read(anyone)
    expect(shown).toMatchObject({ kind: 'day-seats', state: 'open', maxQuantity: 2, holdHours: null, seed: null, entry: null })
    expect(shown.payUntil).toBe(before(one.startsAt, 10))
    expect(shown.performances.map((each) => each.instance).toSorted()).toEqual([one.id, other.id].toSorted())
    expect(shown.performances.find((each) => each.instance === one.id)).toMatchObject({
      ...{ seats: 1, price: expect.any(Number) },
      times: { opensAt: shown.opensAt, closesAt: shown.closesAt, drawsAt: shown.drawsAt, payUntil: shown.payUntil },
    })
    await expect
      .poll(async () => value(await anyone.catalogue.instance({ params: instance })).hasDaySeats, { timeout: longestWait })
      .toBe(true)

    const enter = (quantity: number, choices: string[] = [one.id]) =>
      customer.ballot.enter({ params: instance, body: { quantity, choices } })
    expect(code(await anyone.ballot.enter({ params: instance, body: { quantity: 1, choices: [one.id] } }))).toBe('login-required')
    expect(code(await enter(3))).toBe('too-many-tickets-requested')
    expect(code(await enter(1, [other.id]))).toBe('invalid-input')
    expect(value(await enter(1)).entry).toMatchObject({ quantity: 1, choices: [one.id], outcome: null })
    expect(value(await enter(2)).entry).toMatchObject({ quantity: 2 })
    const both = await customer.ballot.enter({ params: { instance: other.id }, body: { quantity: 1, choices: [other.id] } })
    expect(value(both).entry).toMatchObject({ quantity: 1, choices: [other.id] })

    const draws = async () => value(await programmer.daySeats.draws({ params: { lottery: id } })).draws
    const listed = await draws()
    expect(listed).toHaveLength(2)
    expect(listed.find((each) => each.instance === one.id)).toMatchObject({
      ...{ state: 'open', entries: 1, lockedSeats: 1, drawnAt: null, seed: null, seedHash: shown.seedHash },
      winners: { paid: 0, unpaid: 0, lapsed: 0 },
    })
    expect(code(await programmer.daySeats.draws({ params: { lottery: 'none' } }))).toBe('page-not-found')
    const entered = { error: { code: 'change-has-dependents', params: { dependents: [{ id: 'day_seat_entry' }] } } }
    expect(await save(1, { maxQuantity: 1 })).toMatchObject(entered)
    expect(await save(1, { performances: [other.id] })).toMatchObject(entered)
    expect(await programmer.records.setSale({ params, body: { version: 1, isWithdrawn: true } })).toMatchObject(entered)
    const renamed = value(await save(1, { name: 'Rush' }))

    for (const each of [one.id, other.id]) expect(value(await customer.ballot.leave({ params: { instance: each } })).entry).toBeNull()
    const withdrawn = value(await programmer.records.setSale({ params, body: { version: 2, isWithdrawn: true } }))
    await expect.poll(async () => (await anyone.ballot.read({ params: instance })).ok, { timeout: longestWait }).toBe(false)
    for (const changeSet of [withdrawn.changeSet, renamed.changeSet, painted.changeSet, created.changeSet])
      value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    expect(code(await programmer.records.one({ params }))).toBe('page-not-found')
    expect(code(await anyone.ballot.read({ params: instance }))).toBe('instance-unavailable')
  })
}

/** A new production with two performances on sale, which no other test uses. */
async function publishPerformances(programmer: ApiClient, production: Parts['production']) {
  const event = `daily-${Date.now()}`
  value(await programmer.planning.createProduction({ body: { production: production(event, 'Daily') } }))
  const { halls, priceLists, timeZone } = value(await programmer.planning.options())
  const { hall, planVersion } = halls.find((each) => priceLists.some((list) => list.hall === each.hall))!
  const defaults = {
    ...{ hall, planVersion, timeZone, priceList: priceLists.find((list) => list.hall === hall)!.id },
    web: { isVisible: true, sale: 'on-sale' as const },
    counter: { isVisible: true, isOnSale: true },
    ...{ generalSaleAt: '2026-01-10T10:00', priority: [], programme: null, members: null, perCustomer: null, accessTags: [] },
  }
  const year = new Date().getFullYear() + 6
  const rules = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], time: '19:30', type: null }]
  const pattern = { from: `${year}-06-01`, until: `${year}-06-02`, except: [], rules }
  value(await programmer.planning.addRun({ params: { event }, body: { pattern, defaults, skip: [], isPreview: false } }))
  const { version, performances } = value(await programmer.planning.production({ params: { event } }))
  value(await programmer.planning.publish({ params: { event }, body: { version } }))
  const [one, other] = performances.map(({ id }) => id) as [string, string]
  await expect
    .poll(async () => (await programmer.catalogue.instance({ params: { instance: other } })).ok, { timeout: longestWait })
    .toBe(true)
  const { startsAt } = value(await programmer.catalogue.instance({ params: { instance: one } }))
  const { priceTypes } = value(await programmer.catalogue.prices({ params: { instance: one } }))
  const plan = readPlan(value(await programmer.catalogue.plan({ params: { venue: hall, version: planVersion } })))
  return { one: { id: one, startsAt }, other: { id: other }, priceType: priceTypes[0]!.id, seat: plan.idOf(0) }
}
