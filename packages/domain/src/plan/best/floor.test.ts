import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writePlan } from '../draft.ts'
import { readPlan } from '../read-plan.ts'
import { isStandingPlace } from '../seating.ts'
import { anyCabaret } from '../testing/cabaret.arbitrary.ts'
import { type BestHall, findBest, reasonFor, standing } from './index.ts'

const anyHall: fc.Arbitrary<BestHall> = fc.tuple(anyCabaret, fc.infiniteStream(fc.nat(2))).map(([draft, taken]) => {
  const plan = readPlan(writePlan(draft))
  const seats = Uint8Array.from({ length: plan.seatCount }, () => (taken.next().value === 0 ? standing.free : standing.taken))
  return { plan, seats, bandOf: new Uint8Array(plan.seatCount), orphans: 'warn' }
})
const anySize = fc.record({ size: fc.integer({ min: 1, max: 8 }), together: fc.boolean() })

describe('floors to stand on', () => {
  it('are for whoever asks for them, and where there is no seat', () => {
    fc.assert(
      fc.property(anyHall, anySize, (hall, wish) => {
        const { plan } = hall
        const isFloor = (seat: number): boolean => isStandingPlace(plan, seat)
        const seated = { ...hall, seats: hall.seats.map((state, seat) => (isFloor(seat) ? standing.closed : state)) }
        const [found, sat] = [findBest(hall, wish)[0], findBest(seated, wish)[0]]
        if (sat) expect(found).toEqual(sat)
        const pit = plan.areas.find(({ kind }) => kind === 'standing')!
        const places = [...hall.seats.keys()].filter((seat) => isFloor(seat) && hall.seats[seat] === standing.free)
        const asked = findBest(hall, { ...wish, area: pit.index })[0]
        expect(asked?.seats ?? []).toEqual(places.length < wish.size ? [] : places.slice(0, wish.size))
        if (!sat) expect(found).toEqual(asked)
      }),
      { numRuns: 300 },
    )
  })

  it('are had because the seats are taken, and that is said', () => {
    fc.assert(
      fc.property(anyHall, ({ plan, ...hall }) => {
        const seats = Uint8Array.from({ length: plan.seatCount }, (_, seat) =>
          isStandingPlace(plan, seat) ? standing.free : standing.taken,
        )
        const house = { ...hall, plan, seats }
        const wish = { size: 1, together: true }
        expect(reasonFor(house, wish, findBest(house, wish)[0]!).notBetter).toContain('taken')
      }),
      { numRuns: 50 },
    )
  })
})
