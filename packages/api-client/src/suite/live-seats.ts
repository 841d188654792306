import { expect, it, onTestFinished } from 'vitest'
import { bookable } from '@playhouse/domain/season'
import { problemDetailsSchema } from '@playhouse/domain/problem'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { readPlan } from '@playhouse/domain/plan'
import { watchSeats } from '#client'
import { fetchWithCookies } from './cookie-jar.ts'
import { type SuiteHost, value, visitorOf } from './visitor.ts'

/** Seats as they change: what mocks and server must tell those who look on. */
export function describeLiveSeats(host: () => SuiteHost): void {
  /** The last performance that can be booked, and free seats from the midst of its hall: nobody else in the suite wants them. */
  async function findQuietPerformance() {
    const client = visitorOf(host())
    const { events } = value(await client.catalogue.events())
    const all = await Promise.all(events.map(async ({ id }) => value(await client.catalogue.event({ params: { event: id } })).instances))
    const { id } = all.flat().findLast((one) => bookable(one.availability))!
    const instance = value(await client.catalogue.instance({ params: { instance: id } }))
    const plan = readPlan(value(await client.catalogue.plan({ params: { venue: instance.hall, version: instance.planVersion } })))
    const { priceTypes } = value(await client.catalogue.prices({ params: { instance: id } }))
    const snapshot = value(await client.catalogue.availability({ params: { instance: id } }))
    const outlook = unpackAvailability(snapshot.seats, plan.seatCount)
    const everyFree = [...outlook.keys()].filter((seat) => outlook[seat] === seatAvailability.free)
    const free = everyFree.slice(everyFree.length >> 1).slice(0, 4)
    const hold = async (...seats: number[]) => {
      const rival = visitorOf(host())
      const body = { instance: id, seats: seats.map((seat) => ({ seat: plan.idOf(seat), priceType: priceTypes[0]!.id })) }
      value(await rival.basket.addTickets({ body }))
      return rival
    }
    return { id, plan, snapshot, free, hold }
  }

  /** A map of the performance as a browser keeps it. */
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
          for (const [seat, outlook] of changes) values[seat] = outlook
          version = next
        },
        setStale: (stale) => void (isStale = stale),
      },
      { origin: host().origin, fetcher: fetchWithCookies() },
    )
    onTestFinished(stop)
    return { stop, isStale: () => isStale, isTaken: (seat: number) => values[seat] === seatAvailability.taken, version: () => version }
  }

  it('shows a seat taken and given back to whoever looks on', async () => {
    const { id, plan, snapshot, free, hold } = await findQuietPerformance()
    const map = watchMap(id, plan.seatCount, snapshot)
    const [one, other] = [free[0]!, free[1]!]
    const rival = await hold(one, other)
    await expect.poll(() => [map.isTaken(one), map.isTaken(other)], { timeout: 5_000 }).toEqual([true, true])
    expect(map.version()).toBeGreaterThan(snapshot.version)
    value(await rival.basket.reset())
    await expect.poll(() => [map.isTaken(one), map.isTaken(other)], { timeout: 5_000 }).toEqual([false, false])
    expect(map.isStale()).toBe(false)
  })

  it('catches up whoever was away', async () => {
    const { id, plan, snapshot, free, hold } = await findQuietPerformance()
    const seat = free[2]!
    const rival = await hold(seat)
    const map = watchMap(id, plan.seatCount, snapshot)
    await expect.poll(() => map.isTaken(seat), { timeout: 5_000 }).toBe(true)
    map.stop()
    value(await rival.basket.reset())
    const again = watchMap(id, plan.seatCount, snapshot)
    await expect.poll(() => again.version() > map.version() && !again.isTaken(seat), { timeout: 5_000 }).toBe(true)
  })

  it('has no stream of a performance that is not', async () => {
    const answer = await fetch(`${host().origin}/api/instances/no-such-night/availability/stream`)
    expect(problemDetailsSchema.parse(await answer.json())).toMatchObject({ status: 404, code: 'instance-unavailable' })
  })
}
