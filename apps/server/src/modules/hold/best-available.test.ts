import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { createSeatAvailability } from '#modules/seating'
import { fullPriceSeats, expectInvariants, type TestTheatre, openTestTheatre } from '#testing'
import { openBasket, readBasket } from '#modules/basket'
import { addTickets, holdBest } from './index.ts'

const actor = { name: 'guest' }
const pair = { quantity: 2, together: true } as const
const idsOf = (result: Awaited<ReturnType<typeof holdBest>>): readonly string[] => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value.seats.map((seat) => seat.replace('stalls.', ''))
}
const codeOf = (result: Awaited<ReturnType<typeof holdBest>>): string => (result.ok ? 'ok' : result.error.code)
const claimed = async ({ db }: TestTheatre): Promise<number> =>
  Number((await sql<{ n: number }>`select count(*)::int as n from seat_claim where performance_id = 'tonight'`.execute(db)).rows[0]!.n)

describe('holdBest', () => {
  it('holds seats at the current price and returns the reason for the choice', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    const result = await holdBest(theatre, basket, actor, 'tonight', pair)
    expect(result).toMatchObject({
      ok: true,
      value: { seats: ['stalls.A.6', 'stalls.A.7'], hasOthers: true, reason: { how: 'together', parts: [2], place: 'middle' } },
    })
    const read = await readBasket(theatre, basket)
    expect(read.tickets.map(({ row, number, price }) => `${row}${number} ${price}`)).toEqual(['A6 4500', 'A7 4500'])
    expect(read.deadline).not.toBeNull()
  })

  it('proposes the same seats for equal requests, and never seats of another basket', async () => {
    await using theatre = await openTestTheatre()
    await using twin = await openTestTheatre()
    for (const eachTheatre of [theatre, twin]) {
      const [mine, theirs] = [await openBasket(eachTheatre.db, eachTheatre.brand), await openBasket(eachTheatre.db, eachTheatre.brand)]
      expect(idsOf(await holdBest(eachTheatre, mine, actor, 'tonight', pair))).toEqual(['A.6', 'A.7'])
      expect(idsOf(await holdBest(eachTheatre, theirs, actor, 'tonight', pair))).toEqual(['B.6', 'B.7'])
    }
  })

  it('exchanges seats for others in one step, and keeps them if there are none', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    const offeredSeats: string[] = []
    for (let count = 0; count < 4; count++) {
      const bestSeats = idsOf(
        await holdBest(theatre, basket, actor, 'tonight', { ...pair, others: offeredSeats.map((seat) => `stalls.${seat}`) }),
      )
      expect(bestSeats.some((seat) => offeredSeats.includes(seat))).toBe(false)
      offeredSeats.push(...bestSeats)
      expect((await readBasket(theatre, basket)).tickets).toHaveLength(2)
    }
    expect(await claimed(theatre)).toBe(3)
    await sql`insert into seat_claim (performance_id, seat, state)
      select 'tonight', seat, 'sold' from generate_series(0, 38) as seat on conflict do nothing`.execute(theatre.db)
    theatre.availability.markPending('tonight', [])
    const noSeats = await holdBest(theatre, basket, actor, 'tonight', { ...pair, others: offeredSeats.map((seat) => `stalls.${seat}`) })
    expect(noSeats.ok).toBe(false)
    expect((await readBasket(theatre, basket)).tickets).toHaveLength(2)
  })

  it('finds other seats for another request, and may propose released seats again', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    const two = idsOf(await holdBest(theatre, basket, actor, 'tonight', pair)).map((seat) => `stalls.${seat}`)
    const three = idsOf(await holdBest(theatre, basket, actor, 'tonight', { quantity: 3, together: true, giveBack: two }))
    expect(three.filter((seat) => two.includes(`stalls.${seat}`))).toHaveLength(2)
    expect((await readBasket(theatre, basket)).tickets).toHaveLength(3)
    expect(await claimed(theatre)).toBe(4)
  })

  it('finds seats again immediately after they are released', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    const find = async (wish: object) => {
      const bestSeats = await holdBest(theatre, basket, actor, 'tonight', { ...pair, ...wish })
      return idsOf(bestSeats).map((seat) => `stalls.${seat}`)
    }
    const first = await find({})
    const otherSeats = await find({ others: first })
    expect(otherSeats).not.toEqual(first)
    expect(await find({ giveBack: otherSeats })).toEqual(first)
  })

  it('respects a band, a maximum price and a price type', async () => {
    await using theatre = await openTestTheatre()
    const rows = async (wish: object): Promise<string> => {
      const basket = await openBasket(theatre.db, theatre.brand)
      return idsOf(await holdBest(theatre, basket, actor, 'tonight', { ...pair, ...wish }))[0]!.slice(0, 1)
    }
    expect(await rows({ band: 'b' })).toMatch(/C|D/)
    expect(await rows({ maxPrice: 30_00 })).toMatch(/C|D/)
    expect(await rows({ maxPrice: 45_00 })).toMatch(/A|B/)
    expect(await rows({ maxPrice: 20_00, priceType: 'under-26' })).toMatch(/A|B/)
    const basket = await openBasket(theatre.db, theatre.brand)
    await holdBest(theatre, basket, actor, 'tonight', { ...pair, priceType: 'under-26' })
    expect((await readBasket(theatre, basket)).tickets.map((ticket) => ticket.priceType)).toEqual(['under-26', 'under-26'])
    const ask = (wish: object) => holdBest(theatre, basket, actor, 'tonight', { ...pair, ...wish })
    expect(codeOf(await ask({ priceType: 'under-26' }))).toBe('max-per-price-category')
    expect(codeOf(await ask({ priceType: 'access' }))).toBe('price-type-unavailable')
    expect(codeOf(await ask({ quantity: 8 }))).toBe('max-tickets-per-order')
  })

  it('suggests a request that would succeed', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    const ask = (wish: object, performance = 'tonight') => holdBest(theatre, basket, actor, performance, { ...pair, ...wish })
    // The cheaper rows have no two adjacent free seats: every other seat is sold.
    await sql`insert into seat_claim (performance_id, seat, state) select 'tonight', seat, 'sold' from generate_series(20, 38, 2) as seat`.execute(
      theatre.db,
    )
    expect(await ask({ band: 'b' })).toMatchObject({
      error: { code: 'not-enough-seats-in-band', params: { band: 'b', requested: 2, ways: { apart: true, bands: ['a'], atMost: 1 } } },
    })
    expect(await ask({ maxPrice: 30_00 })).toMatchObject({ error: { code: 'seats-not-found', params: { ways: { bands: ['a'] } } } })
    expect(await ask({ area: 'balcony' })).toMatchObject({
      error: { code: 'section-not-on-sale', params: { ways: { areas: ['stalls'] } } },
    })
    expect(await ask({ needs: ['step-free'] })).toMatchObject({ error: { code: 'seats-not-found' } })
    for (const [performance, code] of [
      ['nowhere', 'instance-unavailable'],
      ['called-off', 'instance-cancelled'],
      ['members-first', 'instance-priority'],
    ] as const)
      expect(codeOf(await ask({}, performance))).toBe(code)
    await sql`insert into seat_claim (performance_id, seat, state) select 'tonight', seat, 'sold' from generate_series(0, 38) as seat on conflict do nothing`.execute(
      theatre.db,
    )
    theatre.availability.markPending(
      'tonight',
      Array.from({ length: 39 }, (_, seat) => seat),
    )
    expect(codeOf(await ask({}))).toBe('instance-sold-out')
  })

  it.each([1, 3])('holds sixty different seats for sixty-four concurrent requests through %i processes', async (processes) => {
    await using theatre = await openTestTheatre(undefined, { rows: 6, seatsInRow: 10, sold: [] })
    const houses = Array.from({ length: processes }, () => ({ ...theatre, availability: createSeatAvailability(theatre.db) }))
    const baskets = await Promise.all(Array.from({ length: 64 }, () => openBasket(theatre.db, theatre.brand)))
    const responses = await Promise.all(
      baskets.map((basket, nth) => holdBest(houses[nth % processes]!, basket, actor, 'tonight', { quantity: 1, together: true })),
    )
    const seats = responses.flatMap((response) => (response.ok ? response.value.seats : []))
    expect(new Set(seats).size).toBe(60)
    expect(seats).toHaveLength(60)
    expect(responses.filter((response) => !response.ok).map(codeOf)).toEqual(Array.from({ length: 4 }, () => 'instance-sold-out'))
    for (const [nth, response] of responses.entries()) {
      const { tickets } = await readBasket(theatre, baskets[nth]!)
      expect(tickets.map(({ seat }) => seat)).toEqual(response.ok ? response.value.seats : [])
    }
    expect(await claimed(theatre)).toBe(60)
    await expectInvariants(theatre)
    await Promise.all(houses.map(({ availability }) => availability.close()))
  })
})

describe('taken seats', () => {
  const seatsOf = async (theatre: TestTheatre, basket: string) =>
    (await readBasket(theatre, basket)).tickets.map(({ row, number }) => row + number).sort()

  it('are reported with equal free seats next to those that are kept', async () => {
    await using theatre = await openTestTheatre()
    const [mine, theirs] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand)]
    await addTickets(theatre, theirs, actor, 'tonight', fullPriceSeats('B.5'))
    const refusal = await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('B.5', 'B.6', 'B.7'))
    const instead = { swaps: [{ from: 'stalls.B.5', to: 'stalls.B.8' }], isTogether: true }
    expect(refusal).toEqual({ ok: false, error: { code: 'seats-taken', params: { seats: ['stalls.B.5'], instead } } })
    expect(await seatsOf(theatre, mine)).toEqual([])
    const keepResult = await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('B.5', 'B.6', 'B.7'), { ifTaken: 'keep' })
    expect(keepResult).toMatchObject({ ok: true, value: { unavailableSeats: { seats: ['stalls.B.5'], instead } } })
    expect(await seatsOf(theatre, mine)).toEqual(['B6', 'B7'])
    expect(await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('B.8'), { ifTaken: 'keep' })).toMatchObject({
      ok: true,
      value: { unavailableSeats: null },
    })
    expect(await seatsOf(theatre, mine)).toEqual(['B6', 'B7', 'B8'])
  })

  it('are rejected when all are taken, and the basket keeps its seats', async () => {
    await using theatre = await openTestTheatre()
    const [mine, theirs] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand)]
    await addTickets(theatre, theirs, actor, 'tonight', fullPriceSeats('B.5', 'B.6'))
    await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('C.1'))
    const refusal = await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('B.5', 'B.6'), { ifTaken: 'keep' })
    expect(refusal).toMatchObject({ ok: false, error: { code: 'seats-taken', params: { seats: ['stalls.B.5', 'stalls.B.6'] } } })
    expect(await seatsOf(theatre, mine)).toEqual(['C1'])
  })

  it('make their whole seat block unavailable', async () => {
    await using theatre = await openTestTheatre()
    await sql`update price_list set data = jsonb_set(data::jsonb, '{seatBlocks}', '[[0, 2], [2, 3]]')`.execute(theatre.db)
    const mine = await openBasket(theatre.db, theatre.brand)
    await sql`insert into seat_claim (performance_id, seat, state) values ('tonight', 3, 'sold')`.execute(theatre.db)
    const keepResult = await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('A.1', 'A.2', 'A.3', 'A.4', 'A.5'), {
      ifTaken: 'keep',
    })
    expect(keepResult).toMatchObject({ ok: true, value: { unavailableSeats: { seats: ['stalls.A.3', 'stalls.A.4', 'stalls.A.5'] } } })
    expect(await seatsOf(theatre, mine)).toEqual(['A1', 'A2'])
    expect(await claimed(theatre)).toBe(4)
  })

  it('are exchanged in one step', async () => {
    await using theatre = await openTestTheatre()
    const mine = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('B.1', 'B.2'))
    const result = await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('B.2', 'B.3'), {
      release: ['stalls.B.1', 'stalls.B.2'],
    })
    expect(result).toMatchObject({ ok: true })
    expect(await seatsOf(theatre, mine)).toEqual(['B2', 'B3'])
    expect(await claimed(theatre)).toBe(3)
  })
})
