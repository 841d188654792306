import { describe, expect, it } from 'vitest'
import {
  countByPriceType,
  countedWithoutLock,
  hasTicketLimit,
  overWideNetwork,
  ticketLimitProblem,
  wideNetworkLimit,
  wideNetworkPrefix,
  wideNetworkProblem,
} from './limit.ts'

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

describe('the ticket limits of a performance', () => {
  const types = [
    { id: 'full', name: 'Full', kind: 'full' as const },
    { id: 'young', name: 'Under 26', kind: 'under-26' as const, limit: 2 },
    { id: 'access', name: 'Access', kind: 'access' as const },
    { id: 'plus', name: 'Companion', kind: 'companion' as const },
    { id: 'child', name: 'Child', kind: 'concession', accompanied: true } as const,
  ]
  const limits = { types, performance: 'Hamlet', perCustomer: 4 }
  const check = (requested: readonly string[], before: readonly string[] = []) =>
    ticketLimitProblem(limits, countByPriceType(requested), countByPriceType(before))?.code

  it('reject a companion without an access ticket', () => {
    expect(check(['plus'])).toBe('companion-alone')
    expect(check(['access', 'plus'])).toBeUndefined()
  })

  it('reject an accompanied price type without a ticket of another type', () => {
    expect(check(['child', 'child'])).toBe('ticket-validation-error')
    expect(check(['child'], ['full'])).toBe('ticket-validation-error')
    expect(check(['child', 'child', 'full'])).toBeUndefined()
    expect(check([])).toBeUndefined()
  })

  it('count earlier tickets of a limited price type', () => {
    expect(check(['young', 'young'])).toBeUndefined()
    expect(check(['young', 'young', 'young'])).toBe('ticket-limit')
    expect(check(['young'], ['young', 'young'])).toBe('ticket-limit')
    expect(check(['full'], ['young', 'young'])).toBeUndefined()
  })

  it('count all tickets of one customer', () => {
    expect(check(['full', 'full', 'full', 'full'])).toBeUndefined()
    expect(check(['full', 'full', 'full'], ['full', 'young'])).toBe('performance-limit')
  })

  it('apply only to limited price types and performances', () => {
    expect(hasTicketLimit(limits, countByPriceType(['full']))).toBe(true)
    expect(hasTicketLimit({ types, performance: '' }, countByPriceType(['full']))).toBe(false)
    expect(hasTicketLimit({ types, performance: '' }, countByPriceType(['young']))).toBe(true)
  })
})
