import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateVouchers, type HeldSubscription, isVoucherFor, type VoucherTicket } from './subscription-voucher.ts'

const rules = { productions: [], performances: [], bands: [], priceTypes: [], perPerformance: null }
const held = (id: string, left: number, change: Partial<HeldSubscription> = {}): HeldSubscription => ({
  ...{ id, left, rules, expiresOn: '2026-12-31', uses: [] },
  ...change,
})
const ticket = (id: string, price: number, change: Partial<VoucherTicket> = {}): VoucherTicket => ({
  ...{ id, price, performance: 'emma-1', production: 'emma', band: 'a', priceType: 'full' },
  ...change,
})
const pairs = (...[subscriptions, tickets]: Parameters<typeof allocateVouchers>) =>
  Object.fromEntries(allocateVouchers(subscriptions, tickets))

describe('allocateVouchers', () => {
  it('pays for the most expensive tickets first, of equal ones for the first', () => {
    expect(pairs([held('s', 2)], [ticket('x', 20_00), ticket('y', 40_00), ticket('z', 20_00)])).toEqual({ y: 's', x: 's' })
  })
  it('takes the vouchers of the subscription that ends first', () => {
    const subscriptions = [held('late', 1), held('soon', 1, { expiresOn: '2026-06-30' })]
    expect(pairs(subscriptions, [ticket('x', 40_00), ticket('y', 20_00)])).toEqual({ x: 'soon', y: 'late' })
  })
  it('keeps the limit for a performance, with the vouchers that were used for it before', () => {
    const limited = held('s', 5, { rules: { ...rules, perPerformance: 2 }, uses: ['emma-1', 'other'] })
    const tickets = [ticket('x', 10_00), ticket('y', 10_00), ticket('z', 10_00, { performance: 'emma-2' })]
    expect(pairs([limited], tickets)).toEqual({ x: 's', z: 's' })
  })
  it.each([
    ['production', { productions: ['hamlet'] }],
    ['performance', { performances: ['emma-2'] }],
    ['band', { bands: ['b' as const] }],
    ['price type', { priceTypes: ['concession'] }],
  ])('uses no voucher for another %s', (_, other) => {
    expect(pairs([held('s', 5, { rules: { ...rules, ...other } })], [ticket('x', 10_00)])).toEqual({})
  })
  it('uses no voucher for a free ticket', () => {
    expect(pairs([held('s', 5)], [ticket('x', 0)])).toEqual({})
  })
  it('never uses more vouchers than are left, nor one for a ticket that it is not for', () => {
    const some = fc.record({
      left: fc.nat({ max: 4 }),
      perPerformance: fc.option(fc.integer({ min: 1, max: 2 })),
      productions: fc.subarray(['emma', 'hamlet']),
      expiresOn: fc.constantFrom('2026-06-30', '2026-12-31'),
    })
    const any = fc.record({
      price: fc.nat({ max: 3 }),
      production: fc.constantFrom('emma', 'hamlet'),
      performance: fc.constantFrom('1', '2'),
    })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 4 }), fc.array(any, { maxLength: 8 }), (passes, seats) => {
        const subscriptions = passes.map(({ left, expiresOn, ...own }, nth) =>
          held(`s${nth}`, left, { expiresOn, rules: { ...rules, ...own } }),
        )
        const tickets = seats.map(({ price, ...own }, nth) => ticket(`t${nth}`, price, own))
        const chosen = [...allocateVouchers(subscriptions, tickets)]
        for (const { id, left, rules: own } of subscriptions) {
          const paid = chosen.filter(([, by]) => by === id).map(([each]) => tickets.find((one) => one.id === each)!)
          expect(paid.length).toBeLessThanOrEqual(left)
          expect(paid.every((each) => isVoucherFor(own, each))).toBe(true)
          for (const performance of ['1', '2'])
            expect(paid.filter((each) => each.performance === performance).length).toBeLessThanOrEqual(own.perPerformance ?? 99)
        }
      }),
    )
  })
})
