import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encloses, type Point } from './area-shape.ts'
import { meets, middleAt, reach } from './strip.ts'

const coordinate = fc.integer({ min: -500, max: 500 })
const outlines: fc.Arbitrary<readonly Point[]> = fc.array(fc.integer({ min: 40, max: 400 }), { minLength: 3, maxLength: 12 }).map((radii) =>
  radii.map((radius, corner): Point => {
    const angle = (corner / radii.length) * 2 * Math.PI
    return [Math.cos(angle) * radius, Math.sin(angle) * radius]
  }),
)
const boxes = fc.record({ x: coordinate, y: coordinate, width: fc.integer({ min: 1, max: 300 }), height: fc.integer({ min: 1, max: 300 }) })
/** Tolerance for rounding errors. */
const dust = 1e-6
const shares = Array.from({ length: 9 }, (_, step) => step / 8)

test('a rectangle with a point inside the polygon meets it, and no rectangle beyond its reach does', () => {
  fc.assert(
    fc.property(outlines, boxes, (outline, box) => {
      const places = shares.flatMap((right) => shares.map((down): Point => [box.x + right * box.width, box.y + down * box.height]))
      const doesMeet = meets(outline, box)
      if (places.some(([x, y]) => encloses(outline, x, y))) expect(doesMeet).toBe(true)
      if (outline.some(([x, y]) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height)) expect(doesMeet).toBe(true)
      expect(doesMeet && reach(outline, 1, 1, box.x, box.x + box.width) < box.y - dust).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('a polygon reaches at least to its corners in a strip, and at most to its farthest corner', () => {
  fc.assert(
    fc.property(outlines, fc.constantFrom(0, 1), fc.constantFrom(-1, 1), coordinate, fc.nat(300), (outline, axis, way, from, length) => {
      const most = reach(outline, axis, way, from, from + length)
      for (const point of outline)
        if (point[1 - axis]! >= from && point[1 - axis]! <= from + length) expect(most).toBeGreaterThan(way * point[axis] - dust)
      expect(most).toBeLessThan(Math.max(...outline.map((point) => way * point[axis])) + dust)
    }),
  )
})

test('returns the middle of a slanted end, and nothing beyond a polygon', () => {
  const slanted: Point[] = [
    [0, 0],
    [100, 0],
    [600, 900],
    [500, 900],
  ]
  expect(middleAt(slanted, 1, -1, 9)).toBeCloseTo(52.5)
  expect(middleAt(slanted, 1, 1, 9)).toBeCloseTo(547.5)
  expect(reach(slanted, 1, 1, 700, 800)).toBe(-Infinity)
  expect(meets(slanted, { x: 300, y: 0, width: 50, height: 100 })).toBe(false)
})
