import { describe, expect, it } from 'vitest'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { extendBasket, openBasket, readBasket, removeTicket, resetBasket } from '#modules/basket'
import { addTickets } from './index.ts'

const actor = { name: 'guest' }
type Answer = { readonly ok: boolean; readonly error?: { readonly code: string } }
const codeOf = (result: Answer): string => (result.ok ? 'ok' : result.error!.code)
const seatAt = (nth: number): string => `stalls.${'ABCD'[Math.floor(nth / 10)]}.${(nth % 10) + 1}`
const add = (
  theatre: TestTheatre,
  basket: string,
  nth: number,
  priceType = 'full',
  performance = 'tonight',
  who: { name: string; network?: string } = actor,
) => addTickets(theatre, basket, who, performance, [{ seat: seatAt(nth), priceType }])
const readHeldSeats = ({ db }: TestTheatre) => db.selectFrom('seat_claim').select('seat').where('state', '=', 'held').execute()

describe('limits', () => {
  it('hold for the tickets of an order under 64 concurrent requests', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    const responses = await Promise.all(Array.from({ length: 64 }, (_, nth) => add(theatre, basket, nth % 39)))
    expect((await readBasket(theatre, basket)).tickets).toHaveLength(theatre.brand.limits.ticketsPerOrder)
    expect(await readHeldSeats(theatre)).toHaveLength(theatre.brand.limits.ticketsPerOrder)
    expect(new Set(responses.map(codeOf))).toEqual(new Set(['ok', 'max-tickets-per-order']))
    await expectInvariants(theatre)
  })

  it('hold for a price type over all baskets of a customer, in any order', async () => {
    await using theatre = await openTestTheatre()
    const { id } = await customerOf(theatre)
    const baskets = await Promise.all(Array.from({ length: 16 }, () => openBasket(theatre.db, theatre.brand, { customer_id: id })))
    const responses = await Promise.all(baskets.map((basket, nth) => add(theatre, basket, nth, 'under-26')))
    expect(responses.map(codeOf).toSorted()).toEqual([...Array(2).fill('ok'), ...Array(14).fill('ticket-limit')])
    const refusal = responses.find((response) => !response.ok)!
    expect(refusal).toMatchObject({ error: { params: { maximum: 2, previouslyPurchased: 2, requested: 1, priceType: 'Under 26' } } })
    const winner = baskets[responses.findIndex((response) => response.ok)]!
    await resetBasket(theatre, winner, actor)
    const next = await openBasket(theatre.db, theatre.brand, { customer_id: id })
    expect(codeOf(await add(theatre, next, 30, 'full'))).toBe('ok')
    expect(codeOf(await add(theatre, next, 19, 'under-26'))).toBe('ok')
  })

  it('hold for a performance per customer, and for each customer alone', async () => {
    await using theatre = await openTestTheatre()
    const [firstCustomer, secondCustomer] = [await customerOf(theatre), await customerOf(theatre)]
    const [first, second, theirs] = await Promise.all(
      [firstCustomer, firstCustomer, secondCustomer].map(({ id }) => openBasket(theatre.db, theatre.brand, { customer_id: id })),
    )
    for (const nth of [0, 1]) expect(codeOf(await add(theatre, first!, nth, 'full', 'few-each'))).toBe('ok')
    expect(codeOf(await add(theatre, second!, 2, 'full', 'few-each'))).toBe('ok')
    expect(await add(theatre, second!, 3, 'full', 'few-each')).toMatchObject({
      error: { code: 'performance-limit', params: { maximum: 3, previouslyPurchased: 2, requested: 2, performance: 'The Tempest' } },
    })
    expect(codeOf(await add(theatre, theirs!, 3, 'full', 'few-each'))).toBe('ok')
    expect(codeOf(await add(theatre, second!, 3, 'full', 'tomorrow'))).toBe('ok')
  })
})

describe('one network', () => {
  it('holds at most two in a hundred seats of a performance, however many baskets it opens', async () => {
    await using theatre = await openTestTheatre(undefined, { rows: 30, seatsInRow: 30, sold: [] })
    const robot = { name: 'guest', network: '203.0.113.7' }
    let most = 0
    for (let round = 0; round < 3; round++) {
      const baskets = await Promise.all(Array.from({ length: 50 }, () => openBasket(theatre.db, theatre.brand)))
      const responses = await Promise.all(
        baskets.map((basket, nth) =>
          addTickets(theatre, basket, robot, 'tonight', [
            { seat: `stalls.${'ABCDEFGHIJ'[nth % 10]}.${1 + Math.floor(nth / 10) + 5 * round}`, priceType: 'full' },
          ]),
        ),
      )
      expect(responses.every((response) => ['ok', 'network-limit'].includes(codeOf(response)))).toBe(true)
      most = Math.max(most, (await readHeldSeats(theatre)).length)
      await Promise.all(baskets.map((basket) => resetBasket(theatre, basket, robot)))
    }
    expect(most).toBeGreaterThanOrEqual(9)
    expect(most / 900).toBeLessThan(0.02)
  })

  it('buys at most the tickets per network, whatever names the orders have', async () => {
    await using theatre = await openTestTheatre((brand) => ({ ...brand, limits: { ...brand.limits, ticketsPerNetwork: 4 } }))
    const flat = { name: 'guest', network: '198.51.100.4' }
    const baskets = await Promise.all(Array.from({ length: 50 }, () => openBasket(theatre.db, theatre.brand)))
    const responses = await Promise.all(baskets.slice(0, 39).map((basket, nth) => add(theatre, basket, nth, 'full', 'tonight', flat)))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(4)
    for (const [nth, response] of responses.entries())
      if (response.ok) await theatre.db.updateTable('basket').set({ state: 'completed' }).where('id', '=', baskets[nth]!).execute()
    expect(await add(theatre, baskets[45]!, 38, 'full', 'tonight', flat)).toMatchObject({
      error: { code: 'network-limit', params: { maximum: 4 } },
    })
    expect(codeOf(await add(theatre, baskets[45]!, 38, 'full', 'tonight', { name: 'guest', network: '198.51.100.5' }))).toBe('ok')
  })
})

it('keeps its seats after the limit is lowered: it may release, but not hold more', async () => {
  await using theatre = await openTestTheatre()
  const basket = await openBasket(theatre.db, theatre.brand)
  const seats = (...names: string[]) => names.map((name) => ({ seat: `stalls.${name}`, priceType: 'full' }))
  expect((await addTickets(theatre, basket, actor, 'tonight', seats('A.1', 'A.2', 'A.3', 'A.4'))).ok).toBe(true)
  const { limits } = theatre.brand
  const after = { ...theatre, brand: { ...theatre.brand, limits: { ...limits, ticketsPerOrder: 2, maxExtensions: 0, holdSeconds: 60 } } }
  const basketAfter = await readBasket(after, basket)
  expect(basketAfter).toMatchObject({ state: 'open', ticketsLeft: 0, extensionsLeft: 0 })
  expect(basketAfter.tickets).toHaveLength(4)
  expect(await addTickets(after, basket, actor, 'tonight', seats('A.5'))).toMatchObject({
    error: { code: 'max-tickets-per-order', params: { maximum: 2 } },
  })
  expect(await extendBasket(after, basket, actor)).toMatchObject({ error: { code: 'extension-limit' } })
  expect((await removeTicket(after, basket, actor, basketAfter.tickets[0]!.id)).ok).toBe(true)
  expect((await readBasket(after, basket)).tickets).toHaveLength(3)
  await expectInvariants(theatre)
})
