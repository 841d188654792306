import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '@playhouse/domain/money'
import { bands } from '@playhouse/domain/pricing'
import { theatre } from '#fixture'
import { createAreaCounts } from './area-count.ts'
import { tallyArea } from './area-summary.ts'
import { maskOf, passes, stateOf } from './seat-status.ts'

const plan = theatre()
const prices = new Map(bands.slice(1).map((band, at) => [band, { priceFrom: money(1_000 * (at + 1)) }]))
const seat = fc.nat(plan.seatCount - 1)
const filters = fc.record(
  { bands: fc.uniqueArray(fc.constantFrom(...bands)).map((bands) => new Set(bands)), flags: fc.constant(new Set(['stepFree'] as const)) },
  { requiredKeys: [] },
)

test('the tally of an area equals a count of its seats, for any states and any filter', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(seat, fc.integer({ min: 0, max: 2 })), { maxLength: 60 }),
      fc.array(seat, { maxLength: 6 }),
      fc.array(filters, { minLength: 1, maxLength: 3 }),
      (sales, selection, filterSteps) => {
        const bandOf = Uint8Array.from({ length: plan.seatCount }, (_, seat) => (seat % 11 === 0 ? 255 : (seat >> 3) % bands.length))
        const outlook = new Uint8Array(plan.seatCount)
        const hall = { outlook, bandOf, selected: new Set(selection), mine: new Set<number>() }
        const state = Uint8Array.from(outlook, (_, seat) => stateOf(hall, seat))
        const counts = createAreaCounts(plan)
        counts.recount(state, bandOf)
        for (const [seat, next] of sales) {
          const before = stateOf(hall, seat)
          outlook[seat] = next
          counts.move(seat, before, stateOf(hall, seat))
        }
        for (const filter of filterSteps) {
          const mask = maskOf(filter)
          for (const { index } of plan.areas)
            expect(counts.tally(index, mask, prices)).toEqual(
              tallyArea(plan, hall, prices, index, (seat) => passes(mask, plan, bandOf, seat)),
            )
        }
      },
    ),
    { numRuns: 40 },
  )
})
