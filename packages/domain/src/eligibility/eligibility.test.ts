import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accessTypes } from './access.ts'
import { eligibilityOf, type Entitlement, anonymousVisitor } from './eligibility.ts'
import { isPublicPriceType, priceTypeKinds } from '../pricing/pricing.ts'
import { availabilityOf, saleStates } from '../season/season.ts'

const memberships = ['priority', 'advance', 'young-bridge']
const some = fc.subarray(memberships)
const instant = fc.integer({ min: 0, max: 1000 })
const performance = fc.record({
  id: fc.constant('tonight'),
  production: fc.constant({ id: 'the-tempest' }),
  startsLocal: fc.constant('2026-02-03T19:30'),
  sale: fc.constantFrom(...saleStates),
  startsAt: instant,
  generalSaleAt: instant,
  priority: fc.array(fc.record({ from: instant, memberships: some }), { maxLength: 3 }),
})
const rule = fc.record({ opensPriority: fc.boolean(), opensPriceTypes: fc.subarray(['p']) })
const standing: fc.Arbitrary<Entitlement> = fc.record({
  memberships: some,
  access: fc.option(fc.subarray([...accessTypes]), { nil: undefined }),
  promo: fc.option(rule, { nil: undefined }),
  isStaff: fc.constant(false),
})

describe('what a visitor may buy', () => {
  it('is never less for having a membership, an access ID or a code', () => {
    fc.assert(
      fc.property(standing, performance, instant, (who, what, now) => {
        const [theirs, anybodys] = [eligibilityOf(who, what, now), eligibilityOf(anonymousVisitor, what, now)]
        expect(theirs.sale === 'open' || anybodys.sale !== 'open').toBe(true)
        for (const kind of priceTypeKinds) expect(theirs.buys({ id: 'p', kind }) || !anybodys.buys({ id: 'p', kind })).toBe(true)
      }),
    )
  })

  it('gives an anonymous visitor public prices, and no kept seats', () => {
    fc.assert(
      fc.property(performance, instant, (what, now) => {
        const { buys, sees, isEarly } = eligibilityOf(anonymousVisitor, what, now)
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

  it('is nothing before general sale but for those whose period has begun', () => {
    fc.assert(
      fc.property(standing, performance, instant, (who, what, now) => {
        const { sale, isEarly } = eligibilityOf(who, what, now)
        const begun = what.priority.filter(({ from }) => now >= from)
        const isIn = begun.some((period) => period.memberships.some((one) => who.memberships.includes(one)))
        const isByCode = begun.length > 0 && who.promo?.opensPriority === true
        if (now < what.generalSaleAt) {
          expect(isEarly).toBe(isIn || isByCode)
          if (sale === 'open') expect(isIn || isByCode).toBe(true)
        } else expect(isEarly).toBe(false)
      }),
    )
  })

  it('is what the label says', () => {
    fc.assert(
      fc.property(standing, performance, instant, fc.integer({ min: 1, max: 100 }), (who, what, now, seatsLeft) => {
        const { sale, isEarly } = eligibilityOf(who, what, now)
        const label = availabilityOf({ ...what, seats: 100, seatsLeft }, now, isEarly)
        expect(sale).toBe(label === 'get-tickets' || label === 'limited' ? 'open' : label)
      }),
    )
  })

  it('has companions only with a plus one, and a member’s price only for its members', () => {
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
