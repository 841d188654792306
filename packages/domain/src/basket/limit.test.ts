import { describe, expect, it } from 'vitest'
import { countedWithoutLock, overWideNetwork, wideNetworkLimit, wideNetworkPrefix, wideNetworkProblem } from './limit.ts'

describe('wideNetworkPrefix', () => {
  it.each([
    ['203.0.113.7', '203.0.113.'],
    ['2001:db8:5:1::/64', '2001:db8:5:'],
    ['2001:0:0:0::/64', '2001:0:0:'],
    ['network 7', undefined],
    ['', undefined],
  ])('of %s is %s', (network, prefix) => expect(wideNetworkPrefix(network)).toBe(prefix))
})

describe('wideNetworkLimit', () => {
  const hall = { seats: 1_000, ticketsPerOrder: 9 }
  it.each([
    ['2001:db8:5:', false, 60],
    ['203.0.113.', false, 60],
    ['2001:db8:5:', true, 240],
    ['203.0.113.', true, undefined],
  ])('of %s, verified: %s, is %s seats', (prefix, isVerified, held) => {
    expect(wideNetworkLimit(hall, { prefix, isVerified })).toEqual({ held, heldAndBought: undefined })
  })

  it('counts bought seats where the brand limits the tickets of a network', () => {
    const limit = wideNetworkLimit({ ...hall, ticketsPerNetwork: 6 }, { prefix: '203.0.113.', isVerified: false })
    expect(limit).toEqual({ held: 60, heldAndBought: 24 })
    expect(overWideNetwork(limit, { held: 12, bought: 12 })).toBeUndefined()
    expect(overWideNetwork(limit, { held: 13, bought: 12 })).toBe(24)
    expect(overWideNetwork(limit, { held: 61, bought: 0 })).toBe(60)
  })
})

it('asks an unverified visitor for the bot check, and refuses a verified one', () => {
  expect(wideNetworkProblem(false, 60)).toMatchObject({ code: 'bot-check-required' })
  expect(wideNetworkProblem(true, 240)).toEqual({ code: 'network-limit', params: { maximum: 240 } })
})

it.each([
  [1_000, 9, undefined],
  [40, 9, undefined],
  [2_000, 9, 2],
])('lets six transactions count %i seats without a lock and stay below the limit', (seats, ticketsPerOrder, ticketsPerNetwork) => {
  const { held, heldAndBought = Infinity } = wideNetworkLimit(
    { seats, ticketsPerOrder, ticketsPerNetwork },
    { prefix: '203.0.113.', isVerified: false },
  )
  expect(6 * countedWithoutLock(seats, ticketsPerOrder, ticketsPerNetwork)).toBeLessThan(Math.min(held!, heldAndBought))
})
