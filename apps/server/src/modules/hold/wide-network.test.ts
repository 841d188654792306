import { describe, expect, it } from 'vitest'
import { timeLimit } from '@playhouse/testing/time-limit'
import { newId } from '#db'
import { newSession } from '#modules/session'
import { expectInvariants, type TestTheatre, openTestTheatre } from '#testing'
import { openBasket } from '#modules/basket'
import { addTickets } from './index.ts'

type Into = Parameters<typeof addTickets>[1]
type Answer = Awaited<ReturnType<typeof addTickets>>

const seatsInRow = 25
const nameOf = (seat: number): string => {
  const row = Math.floor(seat / seatsInRow)
  return `stalls.${row < 26 ? String.fromCodePoint(65 + row) : row + 1}.${(seat % seatsInRow) + 1}`
}
const newcomer = (): Into => ({ id: newId(), seed: { customer_id: null }, visit: { key: newSession().key, isNew: true } })
/** Holds the nth pair of adjacent seats. */
const holdPair = (theatre: TestTheatre, into: Into, pair: number, network: string, isVerified = false): Promise<Answer> =>
  addTickets(
    theatre,
    into,
    { name: 'guest', network, isVerified },
    'tonight',
    [2 * pair, 2 * pair + 1].map((seat) => ({ seat: nameOf(seat), priceType: 'full' })),
  )
const codeOf = (response: Answer): string => (response.ok ? 'ok' : response.error.code)
const heldSeats = async ({ db }: TestTheatre): Promise<number> =>
  (await db.selectFrom('seat_claim').select('seat').where('state', '=', 'held').execute()).length
/** 1,000 seats: one network may hold 15, a wide network 60 before the bot check, an IPv6 /48 at most 240. */
const openLargeTheatre = () => openTestTheatre(undefined, { rows: 40, seatsInRow, sold: [] })
const subnet = (nth: number): string => `2001:db8:5:${nth.toString(16)}::/64`
const limit = { timeout: timeLimit(60_000) }

describe('an IPv6 /48', () => {
  it('needs the bot check above four times the seats of one network, and is rejected above sixteen times', limit, async () => {
    await using theatre = await openLargeTheatre()
    const into = async (nth: number): Promise<Into> => (nth % 2 ? newcomer() : openBasket(theatre.db, theatre.brand))
    const attack = async (pairs: readonly number[], isVerified: boolean): Promise<Answer[]> =>
      Promise.all(pairs.map(async (pair) => holdPair(theatre, await into(pair), pair, subnet(pair), isVerified)))
    const pairs = Array.from({ length: 300 }, (_, pair) => pair)
    const unverified = await attack(pairs, false)
    expect(new Set(unverified.map(codeOf))).toEqual(new Set(['ok', 'bot-check-required']))
    expect(await heldSeats(theatre)).toBeLessThanOrEqual(60)
    for (const pair of pairs.slice(300 - 30)) await holdPair(theatre, newcomer(), 100 + pair, subnet(pair))
    expect(await heldSeats(theatre)).toBe(60)

    const verified = await attack(
      pairs.filter((pair) => !unverified[pair]!.ok),
      true,
    )
    expect(new Set(verified.map(codeOf))).toEqual(new Set(['ok', 'network-limit']))
    expect(verified.find(({ ok }) => !ok)).toMatchObject({ error: { params: { maximum: 240 } } })
    expect(await heldSeats(theatre)).toBeLessThanOrEqual(240)
    for (let pair = 400; pair < 490; pair++) await holdPair(theatre, newcomer(), pair, subnet(pair), true)
    expect(await heldSeats(theatre)).toBe(240)
    expect(codeOf(await holdPair(theatre, newcomer(), 495, '2001:db8:6:1::/64'))).toBe('ok')
    await expectInvariants(theatre)
  })

  it('counts an exchange of seats in a basket once', async () => {
    await using theatre = await openLargeTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(codeOf(await holdPair(theatre, basket, 0, subnet(0)))).toBe('ok')
    for (let pair = 1; pair < 30; pair++) expect(codeOf(await holdPair(theatre, newcomer(), pair, subnet(pair)))).toBe('ok')
    const guest = { name: 'guest', network: subnet(0) }
    const want = [60, 61].map((seat) => ({ seat: nameOf(seat), priceType: 'full' }))
    expect(codeOf(await addTickets(theatre, basket, guest, 'tonight', want))).toBe('bot-check-required')
    const release = [nameOf(0), nameOf(1)]
    expect(codeOf(await addTickets(theatre, basket, guest, 'tonight', want, { release }))).toBe('ok')
    expect(await heldSeats(theatre)).toBe(60)
  })
})

it('lets 500 buyers behind one IPv4 /24 hold two seats each, with the bot check where it is required', limit, async () => {
  await using theatre = await openLargeTheatre()
  let checks = 0
  const buy = async (nth: number): Promise<string> => {
    const [into, network] = [newcomer(), `203.0.113.${1 + (nth % 254)}`]
    const first = await holdPair(theatre, into, nth, network)
    if (codeOf(first) !== 'bot-check-required') return codeOf(first)
    checks += 1
    return codeOf(await holdPair(theatre, into, nth, network, true))
  }
  const responses = await Promise.all(Array.from({ length: 500 }, (_, nth) => buy(nth)))
  expect(responses.filter((response) => response !== 'ok')).toEqual([])
  expect(await heldSeats(theatre)).toBe(1_000)
  expect(checks).toBeGreaterThanOrEqual(470)
  await expectInvariants(theatre)
})

it('counts bought seats if the brand limits the tickets per network', async () => {
  await using theatre = await openTestTheatre((brand) => ({ ...brand, limits: { ...brand.limits, ticketsPerNetwork: 2 } }))
  const pairAt = (pair: number, isVerified = false) =>
    addTickets(
      theatre,
      newcomer(),
      { name: 'guest', network: `198.51.100.${pair}`, isVerified },
      'tonight',
      [1, 2].map((seat) => ({ seat: `stalls.${'ABCD'[Math.floor(pair / 5)]}.${2 * (pair % 5) + seat}`, priceType: 'full' })),
    )
  for (let pair = 0; pair < 4; pair++) {
    const response = await pairAt(pair)
    if (!response.ok) throw new Error(response.error.code)
    await theatre.db
      .updateTable('basket')
      .set({ state: 'completed' })
      .where('id', '=', response.value.basketWithTickets.basket.id)
      .execute()
  }
  expect(codeOf(await pairAt(4))).toBe('bot-check-required')
  expect(codeOf(await pairAt(4, true))).toBe('ok')
})
