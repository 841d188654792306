import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Plan } from '@playhouse/domain/plan'
import { oneArea, venues } from '#fixture'
import { readingOrder } from './reading-order.ts'

const orderOf = (plan: Plan, row = 0): number[] => readingOrder(plan, plan.rows[row]!).map((seat) => seat - plan.rows[row]!.firstSeat)

test('every seat of a row is read once, in any venue', () => {
  fc.assert(
    fc.property(venues, ({ plan }) => {
      for (const row of plan.rows)
        expect(readingOrder(plan, row).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: row.seatCount }, (_, place) => row.firstSeat + place),
        )
    }),
    { numRuns: 1_000 },
  )
})

test('a row of ten thousand that is listed in disorder is read from left to right', () => {
  const places = Array.from({ length: 10_000 }, (_, at): [number, number] => [((at * 7_919) % 10_000) * 55, 0])
  const plan = oneArea([places])
  const xs = readingOrder(plan, plan.rows[0]!).map((seat) => plan.x[seat]!)
  expect(xs).toEqual(xs.toSorted((a, b) => a - b))
})

test('a straight row is read along its line, for any angle, order and numbering', () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(places, fc.double({ min: 0, max: 6.3, noNaN: true }), (along, turn) => {
      const plan = oneArea([along.map((at) => [Math.round(Math.cos(turn) * at * 60), Math.round(Math.sin(turn) * at * 60)] as const)])
      const read = orderOf(plan).map((place) => along[place]!)
      const sorted = along.toSorted((a, b) => a - b)
      expect([sorted, sorted.toReversed()]).toContainEqual(read)
    }),
    { numRuns: 1_000 },
  )
})

test('a row with odd numbers left and even ones right is read from left to right', () => {
  expect(orderOf(oneArea([[-50, -150, -250, 50, 150, 250].map((x) => [x, 0] as const)]))).toEqual([2, 1, 0, 3, 4, 5])
})

test('the rows of a diagonal block have one direction, though one is slightly steeper', () => {
  const flat = [0, 1, 2, 3].map((at) => [at * 50, -at * 48] as const)
  const steep = [0, 1, 2, 3].map((at) => [90 + at * 48, 40 - at * 50] as const)
  const plan = oneArea([flat, steep])
  expect(orderOf(plan, 0)).toEqual(orderOf(plan, 1))
})

test('an upright row is read downwards, a horseshoe from its left end', () => {
  expect(orderOf(oneArea([[200, 100, 0].map((y) => [0, y] as const)]))).toEqual([2, 1, 0])
  const horseshoe = [0, 1, 2, 3, 4, 5, 6].map((at) => {
    const angle = (at / 6) * 4 - 2
    return [Math.sin(angle) * 500, Math.cos(angle) * 500] as const
  })
  expect(orderOf(oneArea([horseshoe.toReversed()]))).toEqual([6, 5, 4, 3, 2, 1, 0])
})
