import { expect, it } from 'vitest'
import { isBeside, readPlan } from '@playhouse/domain/plan'
import type { ApiClient } from '#client'
import { code, findBookablePerformance, value } from './visitor.ts'

/** A performance with at least 60 free seats and without seat blocks. */
async function findRoomyPerformance(client: ApiClient) {
  const { id: instance } = await findBookablePerformance(client, 60)
  const prices = value(await client.catalogue.prices({ params: { instance } }))
  const { hall, planVersion } = value(await client.catalogue.instance({ params: { instance } }))
  const plan = readPlan(value(await client.catalogue.plan({ params: { venue: hall, version: planVersion } })))
  return { params: { instance }, plan, prices }
}

/** Best available seats, and alternatives for seats that another visitor holds. */
export function describeBestSeats(visitor: () => ApiClient): void {
  it('finds and holds the best seats, and replaces them by others in one call', async () => {
    const [mine, theirs] = [visitor(), visitor()]
    const { params, plan, prices } = await findRoomyPerformance(mine)
    const wish = { quantity: 2, together: true }
    const first = value(await mine.seats.bestAvailable({ params, body: wish }))
    expect(first).toMatchObject({ hasOthers: true, reason: { how: 'together', parts: [2], rows: 1 } })
    expect(first.basket.tickets.map(({ seat }) => seat).sort()).toEqual([...first.seats].sort())
    const [a, b] = first.seats.map((seat) => plan.indexOf(seat)!)
    expect(isBeside(plan, a!, b!)).toBe(true)
    const second = value(await theirs.seats.bestAvailable({ params, body: wish }))
    expect(second.seats.some((seat) => first.seats.includes(seat))).toBe(false)
    const otherSeats = value(await mine.seats.bestAvailable({ params, body: { ...wish, others: first.seats } }))
    expect(otherSeats.basket.tickets.map(({ seat }) => seat).sort()).toEqual([...otherSeats.seats].sort())
    expect(otherSeats.seats.some((seat) => [...first.seats, ...second.seats].includes(seat))).toBe(false)
    const type = prices.priceTypes[0]!.id
    const freed = first.seats.map((seat) => ({ seat, priceType: type }))
    expect(value(await theirs.basket.addTickets({ body: { instance: params.instance, seats: freed } })).tickets).toHaveLength(4)
    for (const client of [mine, theirs]) value(await client.basket.reset())
  })

  it('holds seats once for two calls with the same idempotency key, and again after their release', async () => {
    const client = visitor()
    const { params } = await findRoomyPerformance(client)
    const ask = async (idempotencyKey: string) =>
      value(await client.seats.bestAvailable({ params, body: { quantity: 2, together: true, once: idempotencyKey } }))
    const first = await ask('the first press')
    const retried = await ask('the first press')
    expect(retried.seats.toSorted()).toEqual(first.seats.toSorted())
    expect(retried.basket.tickets).toHaveLength(2)
    expect((await ask('another press')).basket.tickets).toHaveLength(4)
    value(await client.basket.reset())
    expect((await ask('the first press')).basket.tickets).toHaveLength(2)
    value(await client.basket.reset())
  })

  it('accepts a proof of the bot check in both calls that hold seats, also where none is required', async () => {
    const client = visitor()
    const { params, prices } = await findRoomyPerformance(client)
    const proof = 'a proof that is not required'
    const bestSeats = value(await client.seats.bestAvailable({ params, body: { quantity: 1, together: true, proof } }))
    const [seat] = bestSeats.seats
    const seats = [{ seat: seat!, priceType: prices.priceTypes[0]!.id }]
    value(await client.basket.reset())
    const basket = value(await client.basket.addTickets({ body: { instance: params.instance, seats, proof } }))
    expect(basket.tickets.map((ticket) => ticket.seat)).toEqual([seat])
    value(await client.basket.reset())
  })

  it('respects the price limit, and rejects invalid requests', async () => {
    const client = visitor()
    const { params, prices } = await findRoomyPerformance(client)
    const type = prices.priceTypes[0]!.id
    const amounts = Object.values(prices.prices).flatMap((band) => band?.[type]?.price ?? [])
    const maxPrice = amounts.toSorted((x, y) => x - y)[amounts.length >> 1]!
    const bestSeats = await client.seats.bestAvailable({ params, body: { quantity: 1, together: true, maxPrice } })
    if (bestSeats.ok) for (const { price } of bestSeats.value.basket.tickets) expect(price).toBeLessThanOrEqual(maxPrice)
    else expect(code(bestSeats)).toBe('seats-not-found')
    const ask = async (body: Partial<Parameters<typeof client.seats.bestAvailable>[0]['body']>) =>
      code(await client.seats.bestAvailable({ params, body: { quantity: 2, together: true, ...body } }))
    expect(await ask({ needs: ['companion'] })).toBe('invalid-input')
    expect(await ask({ band: 'a', maxPrice })).toBe('invalid-input')
    expect(await ask({ quantity: 0 })).toBe('invalid-input')
    expect(await ask({ quantity: 50 })).toBe('max-tickets-per-order')
    expect(await ask({ priceType: 'free' })).toBe('price-type-unavailable')
    expect(await ask({ area: 'nowhere' })).toBe('section-not-on-sale')
    expect(code(await client.seats.bestAvailable({ params: { instance: 'nowhere' }, body: { quantity: 1, together: true } }))).toBe(
      'instance-unavailable',
    )
    value(await client.basket.reset())
  })

  it('holds the available seats where some are taken, and offers equivalent alternatives', async () => {
    const [mine, theirs] = [visitor(), visitor()]
    const { params, plan, prices } = await findRoomyPerformance(mine)
    const { seats, basket } = value(await theirs.seats.bestAvailable({ params, body: { quantity: 3, together: true } }))
    const [lostSeat, ...remaining] = seats
    const gives = basket.tickets.filter(({ seat }) => remaining.includes(seat))
    for (const { id } of gives) value(await theirs.basket.removeTicket({ params: { id } }))
    const requested = seats.map((seat) => ({ seat, priceType: prices.priceTypes[0]!.id }))
    const body = { instance: params.instance, seats: requested }
    const refusal = await mine.basket.addTickets({ body })
    expect(refusal).toMatchObject({ ok: false, error: { code: 'seats-taken', params: { seats: [lostSeat] } } })
    expect(value(await mine.basket.read()).tickets).toEqual([])
    const partial = value(await mine.basket.addTickets({ body: { ...body, ifTaken: 'keep' } }))
    expect(partial.tickets.map(({ seat }) => seat).sort()).toEqual([...remaining].sort())
    expect(partial.lost?.seats).toEqual([lostSeat])
    const { instead } = partial.lost!
    if (instead) {
      const swaps = instead.swaps.map(({ from, to }) => ({ seat: to, priceType: requested.find(({ seat }) => seat === from)!.priceType }))
      const giveBack = instead.swaps.map(({ from }) => from)
      const swappedBasket = value(await mine.basket.addTickets({ body: { instance: params.instance, seats: swaps, giveBack } }))
      expect(swappedBasket).toMatchObject({ lost: null })
      expect(swappedBasket.tickets).toHaveLength(3)
      const sitting = swappedBasket.tickets.map(({ seat }) => plan.indexOf(seat)!).sort((x, y) => x - y)
      if (instead.isTogether) expect(sitting.slice(1).every((seat) => isBeside(plan, seat - 1, seat))).toBe(true)
    }
    for (const client of [mine, theirs]) value(await client.basket.reset())
  })
}
