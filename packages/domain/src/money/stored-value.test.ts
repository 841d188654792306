import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from './money.ts'
import { allocateTender, sumOfAllocations } from './stored-value.ts'

const amount = fc.integer({ min: 0, max: 200_00 }).map(money)
const purses = fc.array(amount, { maxLength: 6 }).map((all) => all.map((available, nth) => ({ id: String(nth), available })))

it('takes at most the due amount and the balance, and empties one stored value before the next', () => {
  fc.assert(
    fc.property(amount, purses, (due, storedValues) => {
      const spends = allocateTender(due, storedValues)
      const available = storedValues.reduce((sum, purse) => sum + purse.available, 0)
      expect(sumOfAllocations(spends)).toBe(Math.min(due, available))
      for (const [nth, { account, amount: taken }] of spends.entries()) {
        const { available: limit } = storedValues[Number(account)]!
        expect(taken).toBeGreaterThan(0)
        if (nth < spends.length - 1) expect(taken).toBe(limit)
        else expect(taken).toBeLessThanOrEqual(limit)
      }
    }),
  )
})

it('takes nothing from a stored value with a negative balance', () => {
  expect(allocateTender(money(10), [{ id: 'a', available: money(-5) }])).toEqual([])
})
