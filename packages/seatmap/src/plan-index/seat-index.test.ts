import fc from 'fast-check'
import { expect, test } from 'vitest'
import { theatre } from '#fixture'
import { indexSeats } from './seat-index.ts'

const plan = theatre()
const index = indexSeats(plan)
const place = fc.record({ x: fc.integer({ min: -2_500, max: 2_500 }), y: fc.integer({ min: -600, max: 3_200 }) })

test('finds the same seat as a search of all seats', () => {
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 400 }), ({ x, y }, reach) => {
      const squaredDistance = (seat: number): number => (plan.x[seat]! - x) ** 2 + (plan.y[seat]! - y) ** 2
      // The first of several at the same distance. A seat at exactly the reach is found.
      let nearest = -1
      for (let seat = 0, best = Infinity; seat < plan.seatCount; seat++) {
        if (squaredDistance(seat) > reach ** 2 || squaredDistance(seat) >= best) continue
        best = squaredDistance(seat)
        nearest = seat
      }
      expect(index.nearest(x, y, reach)).toBe(nearest)
    }),
    { numRuns: 500, examples: [[{ x: 123, y: 2022 }, 7]] },
  )
})

test('visits exactly the seats in a box', () => {
  fc.assert(
    fc.property(place, fc.integer({ min: 0, max: 900 }), ({ x, y }, side) => {
      const visited: number[] = []
      index.visit({ x, y, width: side, height: side }, (seat) => visited.push(seat))
      const expected = [...plan.x.keys()].filter(
        (seat) => plan.x[seat]! >= x && plan.x[seat]! <= x + side && plan.y[seat]! >= y && plan.y[seat]! <= y + side,
      )
      expect(visited.toSorted((a, b) => a - b)).toEqual(expected)
    }),
  )
})

test('skips seats that are not accepted', () => {
  const [x, y] = [plan.x[40]!, plan.y[40]!]
  expect(index.nearest(x, y, 30)).toBe(40)
  expect(index.nearest(x, y, 120, (seat) => seat !== 40)).not.toBe(40)
})

test('one seat far outside costs no grid of empty cells', () => {
  const distantPlan = { ...plan, x: plan.x.slice(), y: plan.y.slice() }
  distantPlan.x[0] = 5_000_000
  distantPlan.y[0] = -5_000_000
  expect(indexSeats(distantPlan).nearest(5_000_000, -5_000_000, 10)).toBe(0)
})
