import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writePlan } from '../model/draft.ts'
import { readPlan } from '../model/read-plan.ts'
import { isStandingPlace } from '../seating.ts'
import { anyCabaret } from '../testing/cabaret.arbitrary.ts'
import { type BookableHall, findBest, reasonFor, seatStatus } from './index.ts'

const anyHall: fc.Arbitrary<BookableHall> = fc.tuple(anyCabaret, fc.infiniteStream(fc.nat(2))).map(([draft, taken]) => {
  const plan = readPlan(writePlan(draft))
  const seats = Uint8Array.from({ length: plan.seatCount }, () => (taken.next().value === 0 ? seatStatus.free : seatStatus.taken))
  return { plan, seats, bandOf: new Uint8Array(plan.seatCount), orphans: 'warn' }
})
const anySize = fc.record({ size: fc.integer({ min: 1, max: 8 }), together: fc.boolean() })

describe('standing areas', () => {
  it('are chosen on request, or if there is no seat', () => {
    fc.assert(
      fc.property(anyHall, anySize, (hall, wish) => {
        const { plan } = hall
        const isFloor = (seat: number): boolean => isStandingPlace(plan, seat)
        const seated = { ...hall, seats: hall.seats.map((state, seat) => (isFloor(seat) ? seatStatus.closed : state)) }
        const [found, sat] = [findBest(hall, wish)[0], findBest(seated, wish)[0]]
        if (sat) expect(found).toEqual(sat)
        const pit = plan.areas.find(({ kind }) => kind === 'standing')!
        const places = [...hall.seats.keys()].filter((seat) => isFloor(seat) && hall.seats[seat] === seatStatus.free)
        const best = findBest(hall, { ...wish, area: pit.index })[0]
        expect(best?.seats ?? []).toEqual(places.length < wish.size ? [] : places.slice(0, wish.size))
        if (!sat) expect(found).toEqual(best)
      }),
      { numRuns: 300 },
    )
  })

  it('are chosen when the seats are taken, and the reason is reported', () => {
    fc.assert(
      fc.property(anyHall, ({ plan, ...hall }) => {
        const seats = Uint8Array.from({ length: plan.seatCount }, (_, seat) =>
          isStandingPlace(plan, seat) ? seatStatus.free : seatStatus.taken,
        )
        const house = { ...hall, plan, seats }
        const wish = { size: 1, together: true }
        expect(reasonFor(house, wish, findBest(house, wish)[0]!).notBetter).toContain('taken')
      }),
      { numRuns: 50 },
    )
  })

  it('make seats behind them worse than seats beside or above them', () => {
    const seat = (number: string, x: number, y: number, z = 0) => ({ number, x, y, z })
    const facts = { view: 'all', floorsAboveStage: 0, stepFree: true, steps: 0, entrance: '', toiletMetres: 0 }
    const outline: [number, number][] = [
      [-300, 100],
      [300, 100],
      [300, 500],
      [-300, 500],
    ]
    const hallWith = (z: number): BookableHall => {
      const plan = readPlan(
        writePlan({
          hall: 'club',
          version: '1',
          name: 'Club',
          stage: {
            polygon: [
              [-300, -400],
              [300, -400],
              [300, 0],
              [-300, 0],
            ],
            z: 80,
            label: 'Stage',
          },
          views: [{ id: 'all', name: 'All', order: 1, viewBox: { x: -900, y: -400, width: 1_800, height: 1_600 } }],
          areas: [
            { ...facts, id: 'pit', name: 'Pit', kind: 'standing', outline, rows: [{ label: '', seats: [seat('1', 0, 300)] }] },
            { ...facts, id: 'behind', name: 'Behind', outline: [], rows: [{ label: 'A', seats: [seat('1', 0, 600, z)] }] },
            { ...facts, id: 'beside', name: 'Beside', outline: [], rows: [{ label: 'A', seats: [seat('1', 620, 200)] }] },
          ],
        }),
      )
      return { plan, seats: new Uint8Array(3), bandOf: new Uint8Array(3), orphans: 'off' }
    }
    const bestIn = (hall: BookableHall): string => hall.plan.idOf(findBest(hall, { size: 1, together: true })[0]!.seats[0]!)
    expect(bestIn(hallWith(0))).toBe('beside.A.1')
    expect(bestIn(hallWith(120))).toBe('behind.A.1')
  })
})
