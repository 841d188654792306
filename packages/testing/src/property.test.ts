import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertAsyncProperty, assertProperty } from './property.ts'

const digit = fc.integer({ min: 0, max: 9 })

describe('a property that skips inputs', () => {
  it('passes where it checks at least half of them', () => {
    const skipLargest = (skip: () => never, value: number): void => (value > 6 ? skip() : undefined)
    expect(() => assertProperty([digit], skipLargest, { numRuns: 400 })).not.toThrow()
  })

  it('fails where it skips more than half of them, sync or async', async () => {
    const skipMost = (skip: () => never, value: number): void => (value > 2 ? skip() : undefined)
    expect(() => assertProperty([digit], skipMost, { numRuns: 400 })).toThrow(/of 400 inputs were skipped/)
    await expect(assertAsyncProperty([digit], async (skip, value) => skipMost(skip, value), { numRuns: 400 })).rejects.toThrow(
      /of 400 inputs were skipped/,
    )
  })

  it('fails with the counterexample of what it checks', () => {
    expect(() => assertProperty([digit, digit], (_, first, second) => expect(first + second).toBeLessThan(10))).toThrow(/Counterexample/)
  })
})
