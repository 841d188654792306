import { expect, it, onTestFinished } from 'vitest'
import { bookable } from '@playhouse/domain/season'
import { problemDetailsSchema } from '@playhouse/domain/problem'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { readPlan } from '@playhouse/domain/plan'
import { watchSeats } from '#client'
import { fetchWithCookies } from './cookie-jar.ts'
import { type SuiteHost, value, visitorOf } from './visitor.ts'

/** The stream of seat changes. */
export function describeLiveSeats(host: () => SuiteHost): void {
  /** The last bookable performance, and free seats in the middle of its hall, which no other test of the suite uses. */
  async function findQuietPerformance() {
    const client = visitorOf(host())
    const { events } = value(await client.catalogue.events())
    const all = await Promise.all(events.map(async ({ id }) => value(await client.catalogue.event({ params: { event: id } })).instances))
    const { id } = all.flat().findLast((performance) => bookable(performance.availability))!
    const instance = value(await client.catalogue.instance({ params: { instance: id } }))
    const plan = readPlan(value(await client.catalogue.plan({ params: { venue: instance.hall, version: instance.planVersion } })))
    const { priceTypes } = value(await client.catalogue.prices({ params: { instance: id } }))
    const snapshot = value(await client.catalogue.availability({ params: { instance: id } }))
    const availability = unpackAvailability(snapshot.seats, plan.seatCount)
    const everyFree = [...availability.keys()].filter((seat) => availability[seat] === seatAvailability.free)
    const free = everyFree.slice(everyFree.length >> 1).slice(0, 4)
    const hold = async (...seats: number[]) => {
      const rival = visitorOf(host())
      const body = { instance: id, seats: seats.map((seat) => ({ seat: plan.idOf(seat), priceType: priceTypes[0]!.id })) }
      value(await rival.basket.addTickets({ body }))
      return rival
    }
    return { id, plan, snapshot, free, hold }
  }

  /** Watches the seats of a performance, as the map of a browser does. */
  function watchMap(id: string, seatCount: number, snapshot: { version: number; seats: string }) {
    const values = unpackAvailability(snapshot.seats, seatCount)
    let { version } = snapshot
    let isStale = false
    const stop = watchSeats(
      id,
      {
        version: () => version,
        load: (packed, next) => {
          values.set(unpackAvailability(packed, seatCount))
          version = next
        },
        apply: (changes, next) => {
          for (const [seat, availability] of changes) values[seat] = availability
          version = next
        },
        setStale: (stale) => void (isStale = stale),
      },
      { origin: host().origin, fetcher: fetchWithCookies() },
    )
    onTestFinished(stop)
    return { stop, isStale: () => isStale, isTaken: (seat: number) => values[seat] === seatAvailability.taken, version: () => version }
  }

  it('sends held and released seats to a watching visitor', async () => {
    const { id, plan, snapshot, free, hold } = await findQuietPerformance()
    const map = watchMap(id, plan.seatCount, snapshot)
    const [firstSeat, secondSeat] = [free[0]!, free[1]!]
    const rival = await hold(firstSeat, secondSeat)
    await expect.poll(() => [map.isTaken(firstSeat), map.isTaken(secondSeat)], { timeout: 5_000 }).toEqual([true, true])
    expect(map.version()).toBeGreaterThan(snapshot.version)
    value(await rival.basket.reset())
    await expect.poll(() => [map.isTaken(firstSeat), map.isTaken(secondSeat)], { timeout: 5_000 }).toEqual([false, false])
    expect(map.isStale()).toBe(false)
  })

  it('sends missed changes to a visitor who reconnects', async () => {
    const { id, plan, snapshot, free, hold } = await findQuietPerformance()
    const seat = free[2]!
    const rival = await hold(seat)
    const map = watchMap(id, plan.seatCount, snapshot)
    await expect.poll(() => map.isTaken(seat), { timeout: 5_000 }).toBe(true)
    map.stop()
    value(await rival.basket.reset())
    const reconnected = watchMap(id, plan.seatCount, snapshot)
    await expect.poll(() => reconnected.version() > map.version() && !reconnected.isTaken(seat), { timeout: 5_000 }).toBe(true)
  })

  it('returns instance-unavailable for the stream of an unknown performance', async () => {
    const response = await fetch(`${host().origin}/api/instances/no-such-night/availability/stream`)
    expect(problemDetailsSchema.parse(await response.json())).toMatchObject({ status: 404, code: 'instance-unavailable' })
  })
}
