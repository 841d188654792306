import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Plan } from '@playhouse/domain/plan'
import { oneArea } from '#fixture'
import { nextSeat, readingOrder, type SeatStep } from '#plan-index'
import { placesAround, rowsAround } from './grid-window.ts'

const hall = (lengths: readonly number[]): Plan =>
  oneArea(lengths.map((length, row) => Array.from({ length }, (_, place) => [place * 55, row * 90] as const)))

const halls = fc.oneof(
  fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 120 }),
  fc.array(fc.integer({ min: 200, max: 900 }), { minLength: 1, maxLength: 12 }),
  fc.constantFrom([3_000], [1, 3_000, 1], [2_000, 2_000, 2_000, 2_000, 2_000, 2_000]),
)

/** The seats in the document while focus is on one of them. */
function shownOf(plan: Plan, current: number): Set<number> {
  const [from, to] = rowsAround(plan, 0, current)
  return new Set(
    plan.rows.slice(from, to).flatMap((row) => {
      const [first, end] = placesAround(plan, row, current)
      return readingOrder(plan, row).slice(first, end)
    }),
  )
}

test('the focused seat and its neighbours are in the document or become so, and never too many seats', () => {
  fc.assert(
    fc.property(halls, fc.nat(), (lengths, pick) => {
      const plan = hall(lengths)
      const current = pick % plan.seatCount
      const visibleRows = shownOf(plan, current)
      expect(visibleRows.has(current)).toBe(true)
      expect(visibleRows.size).toBeLessThanOrEqual(1_200)
      for (const step of ['left', 'right', 'up', 'down', 'rowEnd', 'areaStart', 'areaEnd'] satisfies SeatStep[]) {
        const next = nextSeat(plan, current, step, () => true)
        expect(shownOf(plan, next).has(next)).toBe(true)
        // Walking seat by seat, the next one is there already: a screen reader may look before it goes.
        if (step === 'left' || step === 'right') expect(visibleRows.has(next)).toBe(true)
      }
    }),
    { numRuns: 150 },
  )
})

test('a small area is completely in the document', () => {
  const plan = hall([400, 400, 400])
  expect(shownOf(plan, 0).size).toBe(1_200)
})
