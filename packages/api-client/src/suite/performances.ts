import { expect, it } from 'vitest'
import { readPlan } from '@playhouse/domain/plan'
import { bookable } from '@playhouse/domain/season'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import type { ApiClient } from '#client'
import { code, value } from './visitor.ts'

/** Three bookable performances of one production in one hall, with plenty of free seats. */
async function findSeries(client: ApiClient) {
  const soonest = Date.now() + 3_600_000
  const { events } = value(await client.catalogue.events())
  for (const { id: event } of events) {
    const { instances } = value(await client.catalogue.event({ params: { event } }))
    const roomy = instances.filter(
      ({ availability, seatsLeft, startsAt }) => bookable(availability) && seatsLeft > 60 && Date.parse(startsAt) > soonest,
    )
    const details = await Promise.all(roomy.map(async ({ id }) => value(await client.catalogue.instance({ params: { instance: id } }))))
    const plain: typeof details = []
    for (const each of details) if (!value(await client.catalogue.prices({ params: { instance: each.id } })).seatBlocks) plain.push(each)
    const inOneHall = [...Map.groupBy(plain, ({ hall, planVersion }) => `${hall} ${planVersion}`).values()].find(
      ({ length }) => length >= 3,
    )
    if (!inOneHall) continue
    const series = inOneHall.slice(0, 3)
    const { hall: venue, planVersion: version } = series[0]!
    const plan = readPlan(value(await client.catalogue.plan({ params: { venue, version } })))
    return { instances: series.map(({ id }) => id), plan }
  }
  throw new Error('no production has three performances with free seats')
}

/** Seats of several performances in one step, and the seats that are free in all of them. */
export function describePerformances(visitor: () => ApiClient): void {
  const wish = { quantity: 2, together: true }

  it('holds the same seats of several performances, once for two calls with the same key', async () => {
    const client = visitor()
    const { instances } = await findSeries(client)
    const performances = instances.map((instance) => ({ instance }))
    const body = { performances, wish, sameSeats: 'required' as const, once: 'one press of the button' }
    const held = value(await client.seats.holdPerformances({ body }))
    expect(held.held.map(({ instance }) => instance)).toEqual(instances)
    expect(held.held[0]!.seats).toHaveLength(2)
    for (const { seats } of held.held) expect(seats.toSorted()).toEqual(held.held[0]!.seats.toSorted())
    expect(held).toMatchObject({ lost: [], state: 'open' })
    expect(held.tickets).toHaveLength(6)
    expect(new Set(held.tickets.map(({ series }) => series))).toEqual(new Set([held.series]))
    expect(Date.parse(held.deadline!)).toBeGreaterThan(Date.now())
    const repeated = value(await client.seats.holdPerformances({ body }))
    expect([repeated.series, repeated.tickets.length, repeated.deadline]).toEqual([held.series, 6, held.deadline])
    value(await client.basket.reset())
  })

  it('holds nothing if a chosen seat is taken, or the others if they are wanted, and offers equal seats', async () => {
    const [mine, theirs] = [visitor(), visitor()]
    const { instances } = await findSeries(mine)
    const three = { quantity: 3, together: true }
    const { tickets } = value(
      await mine.seats.holdPerformances({ body: { performances: instances.map((instance) => ({ instance })), wish: three } }),
    )
    value(await mine.basket.reset())
    const performances = instances.map((instance) => ({
      instance,
      seats: tickets.filter((ticket) => ticket.instance === instance).map(({ seat, priceType }) => ({ seat, priceType })),
    }))
    const second = performances[1]!
    const [lostSeat] = second.seats.map(({ seat }) => seat)
    const others = value(await theirs.basket.addTickets({ body: second })).tickets.filter(({ seat }) => seat !== lostSeat)
    for (const { id } of others) value(await theirs.basket.removeTicket({ params: { id } }))
    const refusal = await mine.seats.holdPerformances({ body: { performances } })
    expect(refusal).toMatchObject({
      ok: false,
      error: {
        code: 'performances-unavailable',
        params: { performances: [{ instance: second.instance, code: 'seats-taken', seats: [lostSeat], best: [] }] },
      },
    })
    expect(value(await mine.basket.read()).tickets).toEqual([])

    const kept = value(await mine.seats.holdPerformances({ body: { performances, ifTaken: 'keep' } }))
    expect(kept.tickets).toHaveLength(8)
    const [single] = value(await theirs.basket.read()).tickets
    expect(single!.series).toBeUndefined()
    expect(kept.lost).toMatchObject([{ instance: second.instance, seats: [lostSeat] }])
    const { instead } = kept.lost[0]!
    if (instead) {
      const seats = instead.swaps.map(({ from, to }) => ({
        seat: to,
        priceType: second.seats.find(({ seat }) => seat === from)!.priceType,
      }))
      const giveBack = instead.swaps.map(({ from }) => from)
      const change = { performances: [{ instance: second.instance, seats, giveBack }], series: kept.series }
      const changed = value(await mine.seats.holdPerformances({ body: change }))
      expect(changed).toMatchObject({ series: kept.series, lost: [], deadline: kept.deadline })
      expect(changed.tickets).toHaveLength(9)
    }
    for (const client of [mine, theirs]) value(await client.basket.reset())
  })

  it('rejects a series with a performance that does not exist, too many tickets, and invalid requests', async () => {
    const client = visitor()
    const { instances } = await findSeries(client)
    const ask = async (body: Partial<Parameters<typeof client.seats.holdPerformances>[0]['body']>) =>
      client.seats.holdPerformances({ body: { performances: instances.map((instance) => ({ instance })), wish, ...body } })
    expect(await ask({ performances: [{ instance: instances[0]! }, { instance: 'nowhere' }] })).toMatchObject({
      ok: false,
      error: { code: 'performances-unavailable', params: { performances: [{ instance: 'nowhere', code: 'instance-unavailable' }] } },
    })
    expect(code(await ask({ wish: { quantity: 50, together: true } }))).toMatch(/^max-tickets-per-(order|performance)$/)
    expect(code(await ask({ series: crypto.randomUUID() }))).toBe('basket-line-unknown')
    expect(code(await ask({ wish: undefined }))).toBe('invalid-input')
    expect(code(await ask({ performances: [] }))).toBe('invalid-input')
    expect(code(await ask({ performances: [{ instance: instances[0]! }, { instance: instances[0]! }] }))).toBe('invalid-input')
    expect(value(await client.basket.read()).tickets).toEqual([])
  })

  it('returns the seats that are free in all of several performances, and on which dates others are missing', async () => {
    const [mine, theirs] = [visitor(), visitor()]
    const { instances, plan } = await findSeries(mine)
    const { seats: taken } = value(
      await theirs.seats.bestAvailable({ params: { instance: instances[2]! }, body: { quantity: 1, together: true } }),
    )
    const takenSeat = plan.indexOf(taken[0]!)!
    const read = async () => value(await mine.catalogue.commonAvailability({ query: { instances: instances.join() } }))
    // Availability may be a second old.
    const isTaken = async () => unpackAvailability((await read()).performances[2]!.seats, plan.seatCount)[takenSeat]
    await expect.poll(isTaken).toBe(seatAvailability.taken)
    const common = await read()
    expect(common).toMatchObject({ hall: plan.hall, planVersion: plan.version })
    const all = unpackAvailability(common.seats, plan.seatCount)
    const each = common.performances.map(({ seats }) => unpackAvailability(seats, plan.seatCount))
    expect(common.performances.map(({ instance }) => instance)).toEqual(instances)
    for (const [seat, availability] of all.entries())
      expect(availability === seatAvailability.free).toBe(each.every((values) => values[seat] === seatAvailability.free))
    expect(all[takenSeat]).toBe(seatAvailability.taken)
    expect(all.filter((seat) => seat === seatAvailability.free)).toHaveLength(common.seatsLeft)
    expect(await mine.catalogue.commonAvailability({ query: { instances: `${instances[0]},nowhere` } })).toMatchObject({
      error: { code: 'performances-unavailable', params: { performances: [{ instance: 'nowhere', code: 'instance-unavailable' }] } },
    })
    expect(code(await mine.catalogue.commonAvailability({ query: { instances: 'Not a slug' } }))).toBe('invalid-input')
    value(await theirs.basket.reset())
  })
}
