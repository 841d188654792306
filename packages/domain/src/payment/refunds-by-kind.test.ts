import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Money, money } from '../money/money.ts'
import { lineKinds } from '../pricing/pricing.ts'
import { crossKindsWithDestinations, divideReturn, type RecordedReturn, refundDestinations, type ReturnedKind } from './refunds-by-kind.ts'

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
const amount = fc.integer({ min: 0, max: 100_000_000 }).map(money)
const part: fc.Arbitrary<ReturnedKind> = fc.record({
  kind: fc.constantFrom(...lineKinds.filter((kind) => kind !== 'discount' && kind !== 'delivery')),
  count: fc.integer({ min: 1, max: 9 }),
  amount,
})
const parts = fc.array(part, { maxLength: 6 })

/** A return whose value goes to several destinations. */
const recordedReturn: fc.Arbitrary<RecordedReturn> = fc
  .record({ kinds: parts, delivery: amount, total: amount, shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }) })
  .map(({ kinds, delivery, total, shares }) => {
    let rest: number = total
    const destinations: Partial<Record<(typeof refundDestinations)[number], Money>> = {}
    for (const [nth, to] of refundDestinations.entries()) {
      const share = nth === refundDestinations.length - 1 ? rest : Math.floor(rest * (shares[nth] ?? 0))
      destinations[to] = money(share)
      rest -= share
    }
    return { kinds: divideReturn(kinds, delivery, total), destinations }
  })

it('divides the whole value of a return by kind, and nothing below zero', () => {
  fc.assert(
    fc.property(parts, amount, amount, (returned, delivery, total) => {
      const kinds = divideReturn(returned, delivery, total)
      expect(sumOf(kinds.map((one) => one.amount))).toBe(total)
      for (const one of kinds) expect(one.amount).toBeGreaterThanOrEqual(0)
      const delivered = kinds.find(({ kind }) => kind === 'delivery')
      expect(delivered?.amount ?? 0).toBeLessThanOrEqual(delivery)
      const counts = kinds.filter(({ kind }) => kind !== 'delivery').map(({ count }) => count)
      expect(sumOf(counts)).toBe(sumOf(returned.map(({ count }) => count)))
      expect(new Set(kinds.map(({ kind }) => kind)).size, 'each kind once').toBe(kinds.length)
    }),
    { numRuns: 500 },
  )
})

it('adds up to the returned kinds and to the destinations of the value', () => {
  fc.assert(
    fc.property(fc.array(recordedReturn, { maxLength: 5 }), (returns) => {
      const rows = crossKindsWithDestinations(returns)
      for (const row of rows) {
        expect(sumOf(row.destinations.map((cell) => cell.amount))).toBe(row.amount)
        for (const cell of row.destinations) expect(cell.amount).toBeGreaterThan(0)
      }
      for (const to of refundDestinations) {
        const cells = rows.flatMap(({ destinations }) => destinations.filter((cell) => cell.to === to))
        expect(sumOf(cells.map((cell) => cell.amount)), to).toBe(sumOf(returns.map(({ destinations }) => destinations[to] ?? 0)))
      }
      expect(sumOf(rows.map((row) => row.amount))).toBe(sumOf(returns.flatMap(({ kinds }) => kinds.map((one) => one.amount))))
    }),
    { numRuns: 500 },
  )
})

it('counts what exceeds the returned parts as delivery, and a rounding difference as the first part', () => {
  const ticket = { kind: 'ticket' as const, count: 2, amount: money(66_66) }
  expect(divideReturn([ticket], money(2_50), money(69_17))).toEqual([
    { ...ticket, amount: 66_67 },
    { kind: 'delivery', count: 1, amount: 2_50 },
  ])
  expect(divideReturn([ticket], money(0), money(40_00))).toEqual([{ ...ticket, amount: 40_00 }])
  expect(divideReturn([], money(0), money(5_00)), 'an order on hold that is closed').toEqual([{ kind: 'ticket', count: 0, amount: 5_00 }])
})

it('lists tickets that were returned for nothing', () => {
  const free = { kind: 'ticket' as const, count: 1, amount: money(0) }
  expect(crossKindsWithDestinations([{ kinds: [free], destinations: {} }])).toEqual([{ ...free, destinations: [] }])
})
