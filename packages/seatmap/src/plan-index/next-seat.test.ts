import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceToStage, type Plan, type PlanDraft, readPlan, writePlan } from '@playhouse/domain/plan'
import { hall, halls } from '@playhouse/fixtures'
import { assertProperty } from '@playhouse/testing/property'
import { venues } from '#fixture'
import { aimOf, firstSeatOf, nextSeat, seatsBetween, type SeatStep } from './next-seat.ts'
import { readingOrder } from './reading-order.ts'

const steps: readonly SeatStep[] = [
  'left',
  'right',
  'next',
  'previous',
  'up',
  'down',
  'rowStart',
  'rowEnd',
  'areaStart',
  'areaEnd',
  'pageUp',
  'pageDown',
]

/** The blocks of a stadium are alike: the first of them stand for all. */
const areasTried = 60

const reachable = (plan: Plan, from: number, stops: (seat: number) => boolean): Set<number> => {
  const visited = new Set([from])
  for (const seat of visited) for (const step of ['left', 'right', 'up', 'down'] as const) visited.add(nextSeat(plan, seat, step, stops))
  return visited
}

describe('nextSeat', () => {
  test('§9.3 nextSeat never returns a taken or foreign seat', () => {
    fc.assert(
      fc.property(venues, fc.nat(), fc.constantFrom(...steps), ({ plan, free }, pick, step) => {
        const from = pick % plan.seatCount
        const to = nextSeat(plan, from, step, (seat) => free[seat]!)
        expect(to === from || free[to]).toBe(true)
        expect(plan.areaOf[to]).toBe(plan.areaOf[from])
      }),
      { numRuns: 1_000 },
    )
  })

  test('§9.4 arrows reach every available seat of the section from any seat', () => {
    fc.assert(
      fc.property(venues, fc.nat(), ({ plan, free }, pick) => {
        const from = pick % plan.seatCount
        const reached = reachable(plan, from, (seat) => free[seat]!)
        const expected = [...free.keys()].filter((seat) => free[seat] && plan.areaOf[seat] === plan.areaOf[from])
        expect(expected.filter((seat) => !reached.has(seat))).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  test.each(halls)('§9.3 and §9.4 hold in %s, a third of it sold', (id) => {
    const plan = readPlan(hall(id))
    const isFree = (seat: number): boolean => (seat * 2_654_435_761) % 3 !== 0
    for (const area of plan.areas.slice(0, areasTried)) {
      const first = firstSeatOf(plan, area.index, isFree)!
      const seats = Array.from({ length: area.seatCount }, (_, place) => area.firstSeat + place)
      expect([...reachable(plan, first, isFree)].sort((a, b) => a - b)).toEqual(seats.filter(isFree))
    }
  })

  test('next and previous visit every available seat of the section once, there and back', () => {
    assertProperty([venues, fc.nat()], (skip, { plan, free }, pick) => {
      const area = plan.areaOf[pick % plan.seatCount]!
      const isFree = (seat: number): boolean => free[seat]!
      const first = firstSeatOf(plan, area, isFree)
      const walk = (from: number, step: SeatStep): number[] => {
        const walked = [from]
        for (let to = nextSeat(plan, from, step, isFree); to !== walked.at(-1); to = nextSeat(plan, to, step, isFree)) walked.push(to)
        return walked
      }
      if (first === undefined) return skip()
      const forwards = walk(first, 'next')
      expect(forwards.toSorted((a, b) => a - b)).toEqual([...free.keys()].filter((seat) => free[seat] && plan.areaOf[seat] === area))
      expect(walk(forwards.at(-1)!, 'previous')).toEqual(forwards.toReversed())
    })
  })

  test('right undoes left when all seats are free', () => {
    fc.assert(
      fc.property(venues, fc.nat(), ({ plan }, pick) => {
        const from = pick % plan.seatCount
        const seatToTheLeft = nextSeat(plan, from, 'left', () => true)
        expect(seatToTheLeft === from ? from : nextSeat(plan, seatToTheLeft, 'right', () => true)).toBe(from)
      }),
    )
  })

  test.each(halls)('up is towards the stage in %s, on every side of it', (id) => {
    const plan = readPlan(hall(id))
    const otherRowSeats = plan.rows
      .filter(({ area }) => area < areasTried)
      .map(({ firstSeat, index }) => {
        const seatAbove = nextSeat(plan, firstSeat, 'up', () => true)
        return seatAbove === firstSeat ? 1 : meanDistance(plan, index) - meanDistance(plan, plan.rowOf[seatAbove]!)
      })
    expect(otherRowSeats.filter((metres) => metres <= 0)).toEqual([])
  })
})

describe('among tables', () => {
  const plan = readPlan(hall('cabaret-180'))
  const area = plan.areas.find(({ id }) => id === 'floor')!
  const seats = Array.from({ length: area.seatCount }, (_, place) => area.firstSeat + place)
  const rowAt = (label: string) => plan.rows.find((row) => row.area === area.index && row.label === label)!

  test('every free seat is reached from every other, with any taken seats', () => {
    assertProperty([fc.array(fc.boolean(), { minLength: area.seatCount, maxLength: area.seatCount })], (skip, free) => {
      const stops = (seat: number): boolean => free[seat - area.firstSeat] === true
      const open = seats.filter(stops)
      if (open.length === 0) return skip()
      const walked = [open[0]!]
      for (let at = open[0]!, next = nextSeat(plan, at, 'right', stops); next !== at; next = nextSeat(plan, at, 'right', stops))
        walked.push((at = next))
      expect(walked).toEqual(open)
      for (const seat of open)
        for (const step of ['up', 'down', 'pageUp', 'pageDown', 'left'] as const) {
          const next = nextSeat(plan, seat, step, stops)
          expect(stops(next) && plan.areaOf[next] === area.index).toBe(true)
        }
    })
  })

  test('right goes round a table, then to the next; up goes to the table in front, and back', () => {
    const [seven, fifteen] = [rowAt('7'), rowAt('15')]
    expect(nextSeat(plan, seven.firstSeat, 'right', () => true)).toBe(seven.firstSeat + 1)
    expect(nextSeat(plan, seven.firstSeat + seven.seatCount - 1, 'right', () => true)).toBe(rowAt('8').firstSeat)
    const seatAbove = nextSeat(plan, fifteen.firstSeat, 'up', () => true)
    expect(plan.y[seatAbove]!).toBeLessThan(plan.y[fifteen.firstSeat]!)
    expect(Math.abs(plan.x[seatAbove]! - plan.x[fifteen.firstSeat]!)).toBeLessThan(200)
    expect(plan.y[nextSeat(plan, seatAbove, 'down', () => true)]!).toBeGreaterThan(plan.y[seatAbove]!)
  })
})

const meanDistance = (plan: Plan, index: number): number => {
  const { firstSeat, seatCount } = plan.rows[index]!
  let sum = 0
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) sum += distanceToStage(plan, seat)
  return sum / seatCount
}

const head = {
  hall: 'h',
  version: '1',
  name: 'H',
  stage: {
    polygon: [
      [0, 0],
      [10, 0],
      [10, 10],
    ] as [number, number][],
    z: 0,
    label: 'Stage',
  },
  views: [{ id: 'v', name: 'V', order: 0, viewBox: { x: 0, y: 0, width: 1, height: 1 } }],
}
const ground = {
  id: 'a',
  view: 'v',
  name: 'A',
  outline: [],
  floorsAboveStage: 0,
  stepFree: true,
  steps: 0,
  entrance: '',
  toiletMetres: 0,
}
const hallOf = (rows: PlanDraft['areas'][number]['rows']): Plan => readPlan(writePlan({ ...head, areas: [{ ...ground, rows }] }))

describe('rows', () => {
  const plan = hallOf([
    { label: 'A', seats: [4, 3, 2, 1].map((number, place) => ({ number: String(number), x: 200 - place * 50, y: 0, z: 0 })) },
    { label: 'B', seats: [1, 2, 3, 4].map((number, place) => ({ number: String(number), x: 50 + place * 50, y: 90, z: 0 })) },
  ])

  test('the right arrow moves right on screen, even where seats are numbered from the right', () => {
    expect(readingOrder(plan, plan.rows[0]!)).toEqual([3, 2, 1, 0])
    expect(nextSeat(plan, 3, 'right', () => true)).toBe(2)
    expect(nextSeat(plan, 0, 'rowStart', () => true)).toBe(3)
  })
  test('up is towards the stage, to the seat in front', () => {
    expect(nextSeat(plan, 4, 'up', () => true)).toBe(3)
    expect(nextSeat(plan, 3, 'down', () => true)).toBe(4)
    expect(nextSeat(plan, 3, 'up', () => true)).toBe(3)
  })
  test('steps up keep their column past a taken seat', () => {
    const rows = ['A', 'B', 'C'].map((label, row) => ({
      label,
      seats: [0, 1, 2, 3, 4].map((place) => ({ number: String(place + 1), x: place * 50, y: row * 90, z: 0 })),
    }))
    const straight = hallOf(rows)
    const [c3, b2, b4, a3] = [12, 6, 8, 2]
    const isFree = (seat: number): boolean => seat !== 7
    const seatAbove = nextSeat(straight, c3, 'up', isFree)
    expect([b2, b4]).toContain(seatAbove)
    const aim = aimOf(straight, c3, seatAbove, 'up')
    expect(aim).toEqual([100, 90])
    expect(nextSeat(straight, seatAbove, 'up', isFree, aim)).toBe(a3)
    expect(aimOf(straight, seatAbove, a3, 'right', aim)).toBeUndefined()
  })
  test('counts the seats passed', () => {
    expect(seatsBetween(plan, 4, 7)).toEqual([5, 6])
    expect(seatsBetween(plan, 0, 7)).toEqual([])
  })
  test('the first seat of an area is at the stage, and may be none', () => {
    expect(firstSeatOf(plan, 0, (seat) => seat > 1)).toBe(3)
    expect(firstSeatOf(plan, 0, () => false)).toBeUndefined()
  })
})
