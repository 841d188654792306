import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { applyOffers, discountedTicketsOf, discountLines, isOutdone, type Offer } from './applied-offers.ts'
import { discountOf, outcomesOf, type PromoRule, type PromoTicket } from './promo.ts'

const opensNothing = { opensPriority: false, opensPriceTypes: [] }
const performance = {
  id: 'tonight',
  production: { id: 'the-tempest' },
  startsLocal: '2026-02-03T19:30',
  startsAt: Date.UTC(2026, 1, 3, 19, 30),
}
const buyer = { memberships: ['friend'], now: Date.UTC(2026, 0, 20) }
const ticket: fc.Arbitrary<PromoTicket> = fc.record({
  performance: fc.constantFrom(performance, { ...performance, id: 'tomorrow' }),
  band: fc.constantFrom('a' as const, 'b' as const),
  priceType: fc.constantFrom('full', 'under-26'),
  price: fc.integer({ min: 0, max: 12 }).map((pounds) => money(pounds * 5_00)),
})
const discount = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('amount' as const), amount: fc.integer({ min: 1, max: 80_00 }).map(money) }),
  fc.record({ kind: fc.constant('price' as const), price: fc.integer({ min: 0, max: 60_00 }).map(money) }),
  fc.record({ kind: fc.constant('multi-buy' as const), buy: fc.integer({ min: 1, max: 3 }), free: fc.integer({ min: 1, max: 2 }) }),
)
const rule: fc.Arbitrary<PromoRule> = fc
  .record(
    {
      discount,
      performances: fc.constantFrom<string[]>(['tonight'], ['elsewhere']),
      priceTypes: fc.constantFrom<string[]>(['full'], ['under-26']),
      bands: fc.constantFrom<('a' | 'b')[]>(['a'], ['b']),
      mostTickets: fc.integer({ min: 1, max: 3 }),
      memberships: fc.constantFrom<string[]>(['friend'], ['patron']),
      daysBefore: fc.integer({ min: 10, max: 20 }),
    },
    { requiredKeys: ['discount'] },
  )
  .map((fields) => ({ ...opensNothing, ...fields }))
const offer = rule.chain((plain) =>
  plain.discount?.kind === 'multi-buy'
    ? fc.constant({ rule: plain })
    : fc.oneof(
        fc.constant({ rule: plain }),
        fc.record({
          rule: fc.integer({ min: 1, max: 3 }).map((mostPerPerformance) => ({ ...plain, mostPerPerformance })),
          others: fc.dictionary(fc.constantFrom('tonight', 'tomorrow'), fc.integer({ min: 0, max: 3 })),
        }),
      ),
)
const offers = fc.array(offer, { maxLength: 5 }).map((all) => all.map((each, nth): Offer => ({ code: `CODE-${nth}`, ...each })))
const isUntaxed = ({ priceType }: PromoTicket): boolean => priceType === 'under-26'
const tickets = fc.array(
  ticket.map((each): PromoTicket => (isUntaxed(each) ? { ...each, vatBasisPoints: 0 } : each)),
  { maxLength: 7 },
)
const sum = (offered: readonly { readonly off: number }[]): number => offered.reduce((total, { off }) => total + off, 0)

it('takes off each ticket at most its price, by an offer whose conditions it meets, and as much as the lines', () => {
  fc.assert(
    fc.property(offers, tickets, (all, basket) => {
      const offered = applyOffers(all, basket, buyer)
      expect(offered).toHaveLength(basket.length)
      for (const [nth, { code, off }] of offered.entries()) {
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThanOrEqual(basket[nth]!.price)
        const used = all.find((offer) => offer.code === code)
        expect(used === undefined).toBe(code === null)
        // A condition that the ticket does not meet would be the first reason of the offer by itself.
        const reason =
          used && outcomesOf({ ...used.rule, mostTickets: undefined, mostPerPerformance: undefined }, [basket[nth]!], buyer)[0]!.reason
        expect([undefined, null, 'group', 'price']).toContain(reason)
      }
      const lines = discountLines(offered, basket)
      const offOf = (some: typeof lines): number => some.reduce((total, { amount }) => total - amount, 0)
      expect(offOf(lines)).toBe(sum(offered))
      const untaxed = offered.filter((_, nth) => isUntaxed(basket[nth]!))
      expect(offOf(lines.filter(({ vatBasisPoints }) => vatBasisPoints === 0))).toBe(sum(untaxed))
      expect(new Set(lines.map(({ ref, vatBasisPoints }) => `${ref} ${vatBasisPoints}`)).size).toBe(lines.length)
    }),
  )
})

it('takes off as much in any order of tickets and offers', () => {
  fc.assert(
    fc.property(offers, tickets, (all, basket) => {
      const expected = sum(applyOffers(all, basket, buyer))
      expect(sum(applyOffers(all.toReversed(), basket.toReversed(), buyer))).toBe(expected)
      const rotated = [...basket.slice(1), ...basket.slice(0, 1)]
      expect(sum(applyOffers(all, rotated, buyer))).toBe(expected)
    }),
  )
})

it('takes off no less with one more offer, and of one offer what the offer takes off by itself', () => {
  fc.assert(
    fc.property(offers, tickets, (all, basket) => {
      const full = sum(applyOffers(all, basket, buyer))
      for (const { code } of all)
        expect(
          sum(
            applyOffers(
              all.filter((offer) => offer.code !== code),
              basket,
              buyer,
            ),
          ),
        ).toBeLessThanOrEqual(full)
      for (const each of all) expect(sum(applyOffers([each], basket, buyer))).toBe(discountOf(each.rule, basket, buyer, each.others ?? {}))
    }),
  )
})

it('gives each multi-buy no more tickets than its groups need, and every limited offer at most its tickets', () => {
  fc.assert(
    fc.property(offers, tickets, (all, basket) => {
      const offered = applyOffers(all, basket, buyer)
      for (const { code, rule: each, others } of all) {
        const own = offered.filter((one) => one.code === code)
        expect(own.filter(({ off }) => off > 0).length).toBeLessThanOrEqual(each.mostTickets ?? Infinity)
        for (const [performance, count] of Object.entries(discountedTicketsOf(code, offered, basket)))
          expect(count + (others?.[performance] ?? 0)).toBeLessThanOrEqual(each.mostPerPerformance ?? Infinity)
        if (each.discount?.kind === 'multi-buy') expect(own.length % (each.discount.buy + each.discount.free)).toBe(0)
      }
    }),
  )
})

it('leaves tickets outside of the groups of a multi-buy to other offers, and the most expensive ticket to a limited one', () => {
  const seat = (price: number, priceType = 'full'): PromoTicket => ({ performance, band: 'a', priceType, price: money(price) })
  const threeForTwo: Offer = { code: 'THREE', rule: { ...opensNothing, discount: { kind: 'multi-buy', buy: 2, free: 1 } } }
  const tenth: Offer = { code: 'TENTH', rule: { ...opensNothing, discount: { kind: 'percent', percent: 10 } } }
  const basket = [seat(40_00), seat(10_00), seat(40_00), seat(40_00)]
  expect(applyOffers([threeForTwo, tenth], basket, buyer)).toEqual([
    ...[
      { code: 'THREE', off: 0 },
      { code: 'TENTH', off: 1_00 },
      { code: 'THREE', off: 0 },
      { code: 'THREE', off: 40_00 },
    ],
  ])
  const five: Offer = { code: 'FIVE', rule: { ...opensNothing, discount: { kind: 'amount', amount: money(5_00) }, mostTickets: 1 } }
  const half: Offer = { code: 'HALF', rule: { ...opensNothing, discount: { kind: 'percent', percent: 50 }, priceTypes: ['under-26'] } }
  expect(applyOffers([five, half], [seat(20_00, 'under-26'), seat(15_00)], buyer)).toEqual([
    { code: 'HALF', off: 10_00 },
    { code: 'FIVE', off: 5_00 },
  ])
})

it('is outdone where other offers take off more, and not where it takes off something or would take off nothing', () => {
  const offerOf = (code: string, percent: number, change: Partial<PromoRule> = {}): Offer => ({
    ...{ code, rule: { ...opensNothing, discount: { kind: 'percent', percent }, ...change } },
  })
  const basket: PromoTicket[] = [{ performance, band: 'a', priceType: 'full', price: money(20_00) }]
  const isCodeOutdone = (code: Offer): boolean => isOutdone(code, applyOffers([code, offerOf('AUTO', 20)], basket, buyer), basket, buyer)
  expect(isCodeOutdone(offerOf('CODE', 10))).toBe(true)
  expect(isCodeOutdone(offerOf('CODE', 30))).toBe(false)
  expect(isCodeOutdone(offerOf('CODE', 10, { memberships: ['patron'] }))).toBe(false)
})
