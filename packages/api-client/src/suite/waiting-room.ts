import { expect, it } from 'vitest'
import type { InstanceSummary } from '#contract'
import { bookable } from '@playhouse/domain/season'
import { fetchWithCookies } from './cookie-jar.ts'
import { code, register, type SuiteHost, value, visitorOf } from './visitor.ts'

/** Waiting rooms of performances with high demand. */
export function describeWaitingRoom(host: () => SuiteHost): void {
  const visitor = () => visitorOf(host())
  const pollOptions = { interval: 200 }
  const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1_000)

  /** Ids of performances that tests have used: each test takes another one, which no other test of the suite uses. */
  const usedPerformances = new Set<string>()
  async function findQuietPerformance({ isAlone = true } = {}) {
    const client = visitor()
    const { events } = value(await client.catalogue.events())
    const all = await Promise.all(events.map(async ({ id }) => value(await client.catalogue.event({ params: { event: id } })).instances))
    const bookableOnes = all.flat().filter((performance) => bookable(performance.availability))
    const quiet = bookableOnes.slice(10).filter(({ id }) => !usedPerformances.has(id))
    const othersOf = ({ event, id }: InstanceSummary) => quiet.filter((performance) => performance.event === event && performance.id !== id)
    const performance = quiet.find((candidate) => isAlone || othersOf(candidate).length > 0)!
    usedPerformances.add(performance.id)
    const params = { instance: performance.id }
    const { priceTypes } = value(await client.catalogue.prices({ params }))
    const instance = value(await client.catalogue.instance({ params }))
    const hold = async (who: ReturnType<typeof visitor>) =>
      who.basket.addTickets({ body: { instance: performance.id, seats: [{ seat: 'no-such-seat', priceType: priceTypes[0]!.id }] } })
    return { params, instance, hold, others: othersOf(performance) }
  }

  it('returns open for a performance without a waiting room', async () => {
    const { params, instance } = await findQuietPerformance()
    const client = visitor()
    expect(instance.waitingRoom).toBeNull()
    expect(value(await client.queue.join({ params }))).toEqual({ state: 'open' })
    expect(value(await client.queue.place({ params }))).toEqual({ state: 'open' })
    const unknownInstance = { params: { instance: 'no-such-night' } }
    for (const call of [client.queue.join, client.queue.place, client.queue.enter] as const)
      expect(code(await call(unknownInstance))).toBe('instance-unavailable')
  })

  it('rejects holds without a pass, and admits visitors in order', async () => {
    const { params, hold } = await findQuietPerformance()
    const openRoom = { gathersAt: inSeconds(-60), opensAt: inSeconds(-1) }
    // Slow, so that the second visitor still waits during the assertions.
    await host().openWaitingRoom(params.instance, { ...openRoom, rate: 1 })
    const [first, second] = [visitor(), visitor()]
    await expect.poll(async () => value(await first.queue.place({ params })).state, pollOptions).toBe('outside')
    expect(value(await first.catalogue.instance({ params })).waitingRoom).not.toBeNull()
    expect(await hold(first)).toMatchObject({ ok: false, error: { code: 'queue-required', params: { instance: params.instance } } })
    value(await first.queue.join({ params }))
    const waiting = value(await second.queue.join({ params }))
    expect(waiting).toMatchObject({ state: 'waiting', ahead: expect.any(Number), sale: { seatsLeft: expect.any(Number) } })
    expect(value(await second.queue.join({ params })), 'one queue ticket for each browser').toMatchObject({ state: 'waiting', position: 2 })
    expect(value(await second.queue.enter({ params })).state, 'before admission').toBe('waiting')
    await host().openWaitingRoom(params.instance, { ...openRoom, rate: 6_000 })
    for (const client of [first, second]) {
      await expect.poll(async () => value(await client.queue.place({ params })).state, pollOptions).toBe('admitted')
      expect(code(await hold(client)), 'admitted, but not entered').toBe('queue-required')
      expect(value(await client.queue.enter({ params })).state).toBe('inside')
      expect(value(await client.queue.place({ params })).state).toBe('inside')
      expect(code(await hold(client))).toBe('seat-unknown')
    }
    value(await register(first))
    expect(code(await hold(first)), 'signing in keeps the pass').toBe('seat-unknown')
  })

  it('opens the seat stream only to visitors with a pass', async () => {
    const { params } = await findQuietPerformance()
    await host().openWaitingRoom(params.instance, { gathersAt: inSeconds(-60), opensAt: inSeconds(-1), rate: 6_000 })
    const fetcher = fetchWithCookies()
    const client = visitorOf(host(), fetcher)
    const watch = async () => {
      const leaving = new AbortController()
      const { status } = await fetcher(`${host().origin}/api/instances/${params.instance}/availability/stream`, { signal: leaving.signal })
      leaving.abort()
      return status
    }
    await expect.poll(watch, pollOptions).toBe(403)
    value(await client.queue.join({ params }))
    await expect.poll(async () => value(await client.queue.place({ params })).state, pollOptions).toBe('admitted')
    expect(await watch(), 'admitted, but not entered').toBe(403)
    value(await client.queue.enter({ params }))
    expect(await watch()).toBe(200)
  })

  it('draws lots among visitors who joined before the opening', async () => {
    const { params, hold } = await findQuietPerformance()
    const gathersAt = inSeconds(-60)
    await host().openWaitingRoom(params.instance, { gathersAt, opensAt: inSeconds(600), rate: 6_000 })
    const client = visitor()
    await expect.poll(async () => value(await client.queue.place({ params })).state, pollOptions).toBe('outside')
    expect(value(await client.queue.join({ params }))).toMatchObject({ state: 'early', gathered: 1 })
    expect(code(await hold(client))).toBe('queue-required')
    await host().openWaitingRoom(params.instance, { gathersAt, opensAt: inSeconds(0), rate: 6_000 })
    await expect.poll(async () => value(await client.queue.place({ params })).state, pollOptions).toBe('admitted')
  })

  it('shares one waiting room between all performances of a production where configured', async () => {
    const { params, hold, others } = await findQuietPerformance({ isAlone: false })
    const otherPerformance = others[0]!
    usedPerformances.add(otherPerformance.id)
    const otherInstance = { params: { instance: otherPerformance.id } }
    const openRoom = { gathersAt: inSeconds(-60), opensAt: inSeconds(-1), rate: 6_000 }
    await host().openWaitingRoom(otherPerformance.id, { ...openRoom, isOfProduction: true })
    const client = visitor()
    const stateFor = async (who: ReturnType<typeof visitor>) => value(await who.queue.place({ params })).state
    await expect.poll(() => stateFor(client), pollOptions).toBe('outside')
    expect(code(await hold(client))).toBe('queue-required')
    value(await client.queue.join(otherInstance))
    await expect.poll(() => stateFor(client), pollOptions).toBe('admitted')
    expect(value(await client.queue.enter({ params })).state).toBe('inside')
    expect(value(await client.queue.place(otherInstance)).state).toBe('inside')
    expect(code(await hold(client))).toBe('seat-unknown')
    await host().openWaitingRoom(otherPerformance.id, { ...openRoom, isOfProduction: false })
    await expect.poll(() => stateFor(visitor()), pollOptions).toBe('open')
  })

  it('issues no queue ticket before the waiting room gathers', async () => {
    const { params } = await findQuietPerformance()
    await host().openWaitingRoom(params.instance, { gathersAt: inSeconds(3_600), opensAt: inSeconds(7_200), rate: 60 })
    const client = visitor()
    await expect.poll(async () => value(await client.queue.join({ params })).state, pollOptions).toBe('closed')
    expect(code(await client.queue.move({ params, body: { to: null } }))).toBe('queue-required')
  })

  it('moves a queue ticket to another device, once, and removes it from the old one', async () => {
    const { params, instance } = await findQuietPerformance()
    await host().openWaitingRoom(params.instance, { gathersAt: inSeconds(-60), opensAt: inSeconds(3_600), rate: 60 })
    const [earlyVisitor, newVisitor, lateVisitor] = [visitor(), visitor(), visitor()]
    await expect.poll(async () => value(await earlyVisitor.queue.join({ params })).state, pollOptions).toBe('early')
    const to = `/events/${instance.event}/${instance.id}/syos/all?list`
    const link = new URL(value(await earlyVisitor.queue.move({ params, body: { to } })).url)
    expect(Object.fromEntries(link.searchParams)).toEqual({ instance: instance.id, to })
    const movedUrl = new URL(value(await earlyVisitor.queue.move({ params, body: { to: 'https://evil.example/' } })).url)
    expect(movedUrl.searchParams.get('to')).toBe(`/events/${instance.event}/${instance.id}`)
    const token = link.hash.replace('#take=', '')
    expect(value(await newVisitor.queue.takeOver({ params, body: { token } })).state).toBe('early')
    expect(code(await lateVisitor.queue.takeOver({ params, body: { token } }))).toBe('queue-link-over')
    expect(code(await lateVisitor.queue.takeOver({ params, body: { token: 'made-up' } }))).toBe('queue-link-over')
    expect(value(await earlyVisitor.queue.place({ params }))).toMatchObject({ state: 'outside', isMoved: true })
    expect(value(await newVisitor.queue.place({ params })).state).toBe('early')
  })
}
