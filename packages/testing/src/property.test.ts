import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertAsyncProperty, assertProperty } from './property.ts'

const digit = fc.integer({ min: 0, max: 9 })

describe('a property that skips inputs', () => {
  it('passes where it checks at least half of them', () => {
    const some = (skip: () => never, one: number): void => (one > 6 ? skip() : undefined)
    expect(() => assertProperty([digit], some, { numRuns: 400 })).not.toThrow()
  })

  it('fails where it skips more than half of them, sync or async', async () => {
    const most = (skip: () => never, one: number): void => (one > 2 ? skip() : undefined)
    expect(() => assertProperty([digit], most, { numRuns: 400 })).toThrow(/of 400 inputs were skipped/)
    await expect(assertAsyncProperty([digit], async (skip, one) => most(skip, one), { numRuns: 400 })).rejects.toThrow(
      /of 400 inputs were skipped/,
    )
  })

  it('fails with the counterexample of what it checks', () => {
    expect(() => assertProperty([digit, digit], (_, one, other) => expect(one + other).toBeLessThan(10))).toThrow(/Counterexample/)
  })
})
