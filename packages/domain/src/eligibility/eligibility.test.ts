import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accessTypes } from './access.ts'
import {
  anonymousVisitor,
  barredProblem,
  closedProblem,
  eligibilityOf,
  type Entitlement,
  hiddenSeats,
  isKeptFrom,
  labelFor,
} from './eligibility.ts'
import { isPublicPriceType, priceTypeKinds } from '../pricing/pricing.ts'
import { availabilityOf, saleStates } from '../season/season.ts'

const memberships = ['priority', 'advance', 'young-bridge']
const someMemberships = fc.subarray(memberships)
const instant = fc.integer({ min: 0, max: 1000 })
const performance = fc.record({
  id: fc.constant('tonight'),
  production: fc.constant({ id: 'the-tempest' }),
  startsLocal: fc.constant('2026-02-03T19:30'),
  sale: fc.constantFrom(...saleStates),
  startsAt: instant,
  generalSaleAt: instant,
  priority: fc.array(fc.record({ from: instant, memberships: someMemberships }), { maxLength: 3 }),
})
const rule = fc.record({ opensPriority: fc.boolean(), opensPriceTypes: fc.subarray(['p']) })
const entitlement: fc.Arbitrary<Entitlement> = fc.record({
  memberships: someMemberships,
  access: fc.option(fc.subarray([...accessTypes]), { nil: undefined }),
  promo: fc.option(rule, { nil: undefined }),
  programmes: fc.subarray([
    { id: 'schools', opensPriceTypes: ['p'] },
    { id: 'sponsors', opensPriceTypes: [] },
  ]),
  isStaff: fc.constant(false),
})

describe('what a visitor may buy', () => {
  it('is never reduced by a membership, an access ID or a code', () => {
    fc.assert(
      fc.property(entitlement, performance, instant, (who, terms, now) => {
        const [theirs, ofAnonymous] = [eligibilityOf(who, terms, now), eligibilityOf(anonymousVisitor, terms, now)]
        expect(theirs.sale === 'open' || ofAnonymous.sale !== 'open').toBe(true)
        for (const kind of priceTypeKinds) expect(theirs.buys({ id: 'p', kind }) || !ofAnonymous.buys({ id: 'p', kind })).toBe(true)
      }),
    )
  })

  it('gives an anonymous visitor public prices, and no kept seats', () => {
    fc.assert(
      fc.property(performance, instant, (terms, now) => {
        const { buys, sees, isEarly } = eligibilityOf(anonymousVisitor, terms, now)
        for (const kind of priceTypeKinds) expect(buys({ id: 'p', kind, memberships })).toBe(isPublicPriceType({ kind }))
        expect([sees([{ kind: 'access' }]), sees([{ kind: 'members', memberships }]), sees([{ kind: 'staff' }]), isEarly]).toEqual([
          false,
          false,
          false,
          false,
        ])
      }),
    )
  })

  it('is nothing before general sale, except for visitors whose priority period has begun', () => {
    fc.assert(
      fc.property(entitlement, performance, instant, (who, terms, now) => {
        const { sale, isEarly } = eligibilityOf(who, terms, now)
        const openPeriods = terms.priority.filter(({ from }) => now >= from)
        const isIn = openPeriods.some((period) => period.memberships.some((membership) => who.memberships.includes(membership)))
        const isByCode = openPeriods.length > 0 && who.promo?.opensPriority === true
        if (now < terms.generalSaleAt) {
          expect(isEarly).toBe(isIn || isByCode)
          if (sale === 'open') expect(isIn || isByCode).toBe(true)
        } else expect(isEarly).toBe(false)
      }),
    )
  })

  it('agrees with the availability label', () => {
    fc.assert(
      fc.property(entitlement, performance, instant, fc.integer({ min: 1, max: 100 }), (who, terms, now, seatsLeft) => {
        const { sale, isEarly } = eligibilityOf(who, terms, now)
        const label = availabilityOf({ ...terms, seats: 100, seatsLeft }, now, isEarly)
        expect(sale).toBe(label === 'get-tickets' || label === 'limited' ? 'open' : label)
      }),
    )
  })

  it('includes companion prices only with a plus one, and member prices only for members of that level', () => {
    const at = {
      id: 'x',
      production: { id: 'y' },
      startsLocal: '2026-02-03T19:30',
      sale: 'on-sale' as const,
      startsAt: 9,
      generalSaleAt: 0,
      priority: [],
    }
    const buys = (who: Partial<Entitlement>) => eligibilityOf({ ...anonymousVisitor, ...who }, at, 5).buys
    expect(buys({ access: ['wheelchair'] })({ id: 'c', kind: 'companion' })).toBe(false)
    expect(buys({ access: ['wheelchair', 'plus-one'] })({ id: 'c', kind: 'companion' })).toBe(true)
    expect(buys({ memberships: ['advance'] })({ id: 'm', kind: 'member', memberships: ['priority'] })).toBe(false)
    expect(buys({ memberships: ['priority'] })({ id: 'm', kind: 'member', memberships: ['priority'] })).toBe(true)
  })
})

describe('a performance of a programme, and one for members', () => {
  const at = { id: 'x', production: { id: 'y' }, startsLocal: '2026-02-03T11:00', sale: 'on-sale' as const, startsAt: 9, generalSaleAt: 0 }
  const who = (facts: Partial<Entitlement>): Entitlement => ({ ...anonymousVisitor, ...facts })
  const schools = { id: 'schools', opensPriceTypes: ['school'] }

  it('is hidden from all who have not opened the programme, whatever else they hold', () => {
    const hidden = { ...at, priority: [], programme: 'schools' }
    fc.assert(
      fc.property(entitlement, instant, fc.constantFrom(...saleStates), (visitor, now, sale) => {
        const hasOpened = visitor.programmes.some(({ id }) => id === 'schools')
        expect(eligibilityOf(visitor, { ...hidden, sale }, now).sale === 'hidden').toBe(!hasOpened)
      }),
    )
    expect(eligibilityOf(who({ isStaff: true }), hidden, 5).sale).toBe('open')
  })

  it('opens the price types and the seats of the programme', () => {
    const eligibility = eligibilityOf(who({ programmes: [schools] }), { ...at, priority: [], programme: 'schools' }, 5)
    expect(eligibility.sale).toBe('open')
    expect(['school', 'sponsor'].map((id) => eligibility.buys({ id, kind: 'programme' }))).toEqual([true, false])
    expect(['schools', 'sponsors'].map((id) => eligibility.sees([{ kind: 'programme', programmes: [id] }]))).toEqual([true, false])
  })

  it('is restricted to members of its levels, and labelled as not on sale for others', () => {
    const forMembers = { ...at, priority: [], members: ['young-bridge'] }
    expect(eligibilityOf(who({ memberships: ['young-bridge'] }), forMembers, 5).sale).toBe('open')
    const other = eligibilityOf(who({ memberships: ['priority'] }), forMembers, 5)
    expect([other.sale, labelFor(other, 'get-tickets')]).toEqual(['restricted', 'not-on-sale'])
    expect(eligibilityOf(anonymousVisitor, { ...forMembers, sale: 'cancelled' }, 5).sale).toBe('cancelled')
  })
})

describe('the problem of a performance', () => {
  it.each([
    ['open', undefined],
    ['passed', 'instance-passed'],
    ['cancelled', 'instance-cancelled'],
    ['priority', 'instance-priority'],
    ['not-on-sale', 'instance-off-sale'],
    ['book', 'instance-off-sale'],
    ['restricted', 'instance-restricted'],
    ['hidden', 'instance-unavailable'],
  ] as const)('whose sale is %s is %s', (sale, code) => expect(closedProblem({ sale }, { generalSaleAt: 0 })?.code).toBe(code))

  it('of a held ticket is its price type or the priority period', () => {
    const types = [{ id: 'full', name: 'Full', kind: 'full' as const }]
    const buys = ({ id }: { readonly id: string }) => id === 'full'
    expect(barredProblem({ sale: 'open', buys }, { generalSaleAt: 0 }, types, 'full')).toBeUndefined()
    expect(barredProblem({ sale: 'open', buys: () => false }, { generalSaleAt: 0 }, types, 'full')?.code).toBe('price-type-unavailable')
    expect(barredProblem({ sale: 'open', buys }, { generalSaleAt: 0 }, types, 'unknown')?.code).toBe('price-type-unavailable')
    expect(barredProblem({ sale: 'hidden', buys }, { generalSaleAt: 0 }, types, 'full')?.code).toBe('instance-restricted')
    expect(barredProblem({ sale: 'priority', buys }, { generalSaleAt: 0 }, types, 'full')?.code).toBe('instance-priority')
  })
})

it('hides exactly the kept seats that are not for the visitor', () => {
  const keptBack = [
    { for: [{ kind: 'access' as const }], seats: [[2, 3] as [number, number]] },
    { for: [{ kind: 'members' as const, memberships: ['priority'] }], seats: [[8, 1] as [number, number]] },
  ]
  const member = { sees: (audiences: readonly { readonly kind: string }[]) => audiences.some(({ kind }) => kind === 'members') }
  expect(hiddenSeats(keptBack, member)).toEqual([[2, 3]])
  expect([1, 2, 4, 5, 8].map((seat) => isKeptFrom(keptBack, member, seat))).toEqual([false, true, true, false, false])
})

it('shows the seats of a former holder to that customer, and to all visitors from the deadline on', () => {
  const [holder, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const until = '2026-03-01T12:00:00.000Z'
  const audience = [{ kind: 'holders' as const, customers: [holder], until }]
  const performance = {
    ...{ id: 'tonight', production: { id: 'the-tempest' }, startsLocal: '2026-03-03T19:30' },
    ...{ sale: 'on-sale' as const, startsAt: Date.parse(until) + 1_000_000, generalSaleAt: 0, priority: [] },
  }
  const sees = (customer: string | undefined, now: number) =>
    eligibilityOf({ ...anonymousVisitor, customer }, performance, now).sees(audience)
  const before = Date.parse(until) - 1
  expect([holder, other, undefined].map((customer) => sees(customer, before))).toEqual([true, false, false])
  expect([holder, other, undefined].map((customer) => sees(customer, before + 1))).toEqual([true, true, true])
  expect(eligibilityOf({ ...anonymousVisitor, isStaff: true }, performance, before).sees(audience)).toBe(true)
})
