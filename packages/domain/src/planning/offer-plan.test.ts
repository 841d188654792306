import { describe, expect, it } from 'vitest'
import { newPromoCodeSchema } from './named-code.ts'
import { endedOffer, type OfferFacts, type OfferPlan, offerProblem, offerStateOf, offerTimesOf } from './offer-plan.ts'

const plan: OfferPlan = {
  ...{ name: 'Early', startsAt: null, endsAt: null, maxUses: null, usesPerCustomer: null },
  rule: { discount: { kind: 'percent', percent: 10 }, opensPriority: false, opensPriceTypes: [] },
}
const facts: OfferFacts = {
  ...{ timeZone: 'Europe/London', id: 'EARLY', used: 3, productions: new Set(['lear']), performances: new Set(['lear-1']) },
  memberships: new Set(['friend']),
  takenCodes: new Set(['TAKEN']),
  usesOfCodes: new Map([['METRO', 3]]),
  priceTypes: new Map([
    ['full', 'full'],
    ['friends', 'promo'],
  ]),
}
const fieldsOf = (change: Partial<OfferPlan>) => offerProblem({ ...plan, ...change }, facts)?.params.fields ?? []

describe('offerProblem', () => {
  it('accepts an automatic offer with a discount, and refuses one that opens something or has a limit for each customer', () => {
    const rule = { ...plan.rule, automatic: true as const, memberships: ['friend'], daysBefore: 14 }
    expect(fieldsOf({ rule })).toEqual([])
    expect(fieldsOf({ rule: { ...rule, opensPriority: true }, usesPerCustomer: 1 })).toEqual([
      'offer.rule.automatic',
      'offer.usesPerCustomer',
    ])
    expect(fieldsOf({ rule: { ...rule, discount: undefined } })).toEqual(['offer.rule.discount'])
    expect(fieldsOf({ rule: { ...rule, memberships: ['friend', 'none'] } })).toEqual(['offer.rule.memberships'])
  })

  it('accepts an offer whose references exist', () => {
    expect(fieldsOf({})).toEqual([])
    const rule = { ...plan.rule, productions: ['lear'], performances: ['lear-1'], priceTypes: ['full'], opensPriceTypes: ['friends'] }
    expect(fieldsOf({ rule, startsAt: '2027-01-01T10:00', endsAt: '2027-01-01T10:01', maxUses: 3 })).toEqual([])
  })

  it('rejects a window that ends before it begins, and a time that clocks skip', () => {
    expect(fieldsOf({ startsAt: '2027-01-02T10:00', endsAt: '2027-01-02T10:00' })).toEqual(['offer.endsAt'])
    expect(fieldsOf({ startsAt: '2027-03-28T01:30' })).toEqual(['offer.startsAt'])
  })

  it('rejects fewer uses than there were, and a price type that is not for promo codes', () => {
    expect(fieldsOf({ maxUses: 2 })).toEqual(['offer.maxUses'])
    expect(fieldsOf({ rule: { ...plan.rule, opensPriceTypes: ['full'] } })).toEqual(['offer.rule.opensPriceTypes'])
  })

  it('accepts a limit for each performance, but not of a multi-buy', () => {
    const rule = { ...plan.rule, mostPerPerformance: 20 }
    expect(fieldsOf({ rule })).toEqual([])
    expect(fieldsOf({ rule: { ...rule, discount: { kind: 'multi-buy', buy: 2, free: 1 } } })).toEqual(['offer.rule.mostPerPerformance'])
  })
})

it('is scheduled before its window, active in it, used up after its last use, and ended after it', () => {
  const window = { ...offerTimesOf({ startsAt: '2027-01-01T10:00', endsAt: '2027-02-01T10:00' }, 'Europe/London'), maxUses: 2, used: 1 }
  const at = (time: string, used = 1) => offerStateOf({ ...window, used }, Date.parse(time))
  expect(at('2027-01-01T09:59:59Z')).toBe('scheduled')
  expect(at('2027-01-01T10:00:00Z')).toBe('active')
  expect(at('2027-01-15T10:00:00Z', 2)).toBe('used-up')
  expect(at('2027-02-01T10:00:00Z')).toBe('ended')
})

it('ends an offer once: one that has ended keeps its time', () => {
  const ended = endedOffer(plan, '2027-01-01T10:00')
  expect(ended.endsAt).toBe('2027-01-01T10:00')
  expect(endedOffer(ended, '2027-01-02T10:00')).toBe(ended)
  expect(endedOffer({ ...plan, endsAt: '2028-01-01T10:00' }, '2027-01-02T10:00').endsAt).toBe('2027-01-02T10:00')
})

it('reads a new code as visitors may type it, and rejects other characters', () => {
  expect(newPromoCodeSchema.parse(' early bird-27 ')).toBe('EARLYBIRD-27')
  for (const text of ['a', '-EARLY', 'FRÜH', '50%', 'x'.repeat(41)]) expect(newPromoCodeSchema.safeParse(text).success, text).toBe(false)
})
