import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '@playhouse/testing/property'
import { encloses, type Point } from '#plan-index'
import { shorten, widthOf } from './drawing.ts'
import { scaleToFit, textSizes, widestPlace } from './fitting.ts'

/** Any closed line round the origin that doesn't cross itself: spikes, waists and hollows included. */
const outlines: fc.Arbitrary<readonly Point[]> = fc
  .array(fc.integer({ min: 40, max: 4_000 }), { minLength: 3, maxLength: 14 })
  .map((radii) =>
    radii.map((radius, corner): Point => {
      const angle = (corner / radii.length) * 2 * Math.PI
      return [Math.cos(angle) * radius, Math.sin(angle) * radius]
    }),
  )
const names = fc.constantFrom('4', 'Block 104', 'Stalls', 'Donald Gordon Grand Tier')
const steps = Array.from({ length: 21 }, (_, step) => step / 10 - 1)

test('a text that fits is completely inside the polygon', () => {
  assertProperty(
    [outlines, names, fc.constantFrom(...textSizes), fc.integer({ min: -12, max: 12 })],
    (skip, outline, name, size, down) => {
      const k = scaleToFit(name, size, down, outline, 0, 0) * 1.001
      if (k === Infinity) return skip()
      const [half, tall] = [widthOf(name, size) / 2, size * 0.5]
      for (const step of steps)
        for (const [right, below] of [
          [half * step, down - tall],
          [half * step, down + tall],
          [-half, down + tall * step],
          [half, down + tall * step],
        ] as const)
          expect(encloses(outline, right / k, below / k)).toBe(true)
    },
    { numRuns: 500 },
  )
})

test('a name is placed where the block is wide, not where it is narrow', () => {
  const hourglass: Point[] = [
    [0, 0],
    [1_000, 0],
    [600, 500],
    [1_000, 1_000],
    [0, 1_000],
    [400, 500],
  ]
  const [x, y] = widestPlace(hourglass, 'Section 14', [0, 0])
  expect(scaleToFit('Section 14', 11, 0, hourglass, x, y)).toBeLessThan(scaleToFit('Section 14', 11, 0, hourglass, 500, 500) / 1.5)
})

test('a name is in the middle of a convex block, and at the fallback place without space', () => {
  const square: Point[] = [
    [0, 0],
    [900, 0],
    [900, 500],
    [0, 500],
  ]
  expect(widestPlace(square, 'Stalls', [1, 1])).toEqual([450, 250])
  expect(widestPlace([[5, 5]], 'Stalls', [1, 2])).toEqual([1, 2])
})

test('long names are cut between characters, never within one', () => {
  expect(shorten('AA', 7)).toBe('AA')
  expect(shorten('ROW-WITH-A-LONG-NAME', 7)).toBe('ROW-WI…')
  expect(shorten('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 7)).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦')
  expect(shorten('👨‍👩‍👧‍👦'.repeat(9), 3)).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦…')
  expect(shorten('x'.repeat(10_000_000), 7)).toBe('xxxxxx…')
})
