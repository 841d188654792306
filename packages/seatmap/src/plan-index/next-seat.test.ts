import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Plan, readPlan, writePlan } from '@playhouse/domain/plan'
import { firstSeatOf, nextSeat, readingDirection, seatsBetween, type SeatStep } from './next-seat.ts'

const steps: readonly SeatStep[] = ['left', 'right', 'up', 'down', 'rowStart', 'rowEnd', 'areaStart', 'areaEnd', 'pageUp', 'pageDown']

/** Two areas of curved, straight, upright or closed rows, some counted from the right, some seats in one place. */
const venue = fc
  .record({
    rows: fc.array(
      fc.record({
        seats: fc.integer({ min: 1, max: 14 }),
        turn: fc.double({ min: 0, max: 6.3, noNaN: true }),
        bow: fc.double({ min: 0, max: 6.3, noNaN: true }),
        backwards: fc.boolean(),
      }),
      { minLength: 1, maxLength: 9 },
    ),
    split: fc.nat(8),
    taken: fc.infiniteStream(fc.integer({ min: 0, max: 2 })),
  })
  .map(({ rows, split, taken }) => {
    const cut = Math.min(split, rows.length - 1)
    const draw = (list: typeof rows, offset: number) =>
      list.map(({ seats, turn, bow, backwards }, row) => ({
        label: String(row + offset),
        seats: Array.from({ length: seats }, (_, place) => {
          const angle = turn + (bow * place) / seats
          const radius = 400 + (row + offset) * 90
          return {
            number: String(backwards ? seats - place : place + 1),
            x: Math.round(Math.sin(angle) * radius),
            y: Math.round(Math.cos(angle) * radius),
            z: 0,
          }
        }),
      }))
    const area = { view: 'v', outline: [], floorsAboveStage: 0, stepFree: true, steps: 0, entrance: '', toiletMetres: 0 }
    const plan = readPlan(
      writePlan({
        hall: 'h',
        version: '1',
        name: 'H',
        stage: {
          polygon: [
            [0, 0],
            [10, 0],
            [10, 10],
          ],
          z: 0,
          label: 'Stage',
        },
        views: [{ id: 'v', name: 'V', order: 0, viewBox: { x: 0, y: 0, width: 1, height: 1 } }],
        areas: [
          { ...area, id: 'a', name: 'A', rows: draw(rows.slice(0, cut + 1), 0) },
          { ...area, id: 'b', name: 'B', rows: draw(rows.slice(cut + 1), cut + 1) },
        ],
      }),
    )
    const open = Array.from({ length: plan.seatCount }, () => taken.next().value !== 0)
    return { plan, open }
  })

const reachable = (plan: Plan, from: number, stops: (seat: number) => boolean): Set<number> => {
  const seen = new Set([from])
  for (const seat of seen) for (const step of ['left', 'right', 'up', 'down'] as const) seen.add(nextSeat(plan, seat, step, stops))
  return seen
}

describe('nextSeat', () => {
  test('never leads to a taken seat, nor out of the area', () => {
    fc.assert(
      fc.property(venue, fc.nat(), fc.constantFrom(...steps), ({ plan, open }, pick, step) => {
        const from = pick % plan.seatCount
        const to = nextSeat(plan, from, step, (seat) => open[seat]!)
        expect(to === from || open[to]).toBe(true)
        expect(plan.areaOf[to]).toBe(plan.areaOf[from])
      }),
      { numRuns: 1_000 },
    )
  })

  test('reaches every free seat of the area by arrows, from any seat of it', () => {
    fc.assert(
      fc.property(venue, fc.nat(), ({ plan, open }, pick) => {
        const from = pick % plan.seatCount
        const seen = reachable(plan, from, (seat) => open[seat]!)
        const wanted = [...open.keys()].filter((seat) => open[seat] && plan.areaOf[seat] === plan.areaOf[from])
        expect(wanted.filter((seat) => !seen.has(seat))).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  test('right undoes left when all seats are free', () => {
    fc.assert(
      fc.property(venue, fc.nat(), ({ plan }, pick) => {
        const from = pick % plan.seatCount
        const left = nextSeat(plan, from, 'left', () => true)
        expect(left === from ? from : nextSeat(plan, left, 'right', () => true)).toBe(from)
      }),
    )
  })
})

describe('rows', () => {
  const plan = readPlan(
    writePlan({
      hall: 'h',
      version: '1',
      name: 'H',
      stage: {
        polygon: [
          [0, 0],
          [10, 0],
          [10, 10],
        ],
        z: 0,
        label: 'Stage',
      },
      views: [{ id: 'v', name: 'V', order: 0, viewBox: { x: 0, y: 0, width: 1, height: 1 } }],
      areas: [
        {
          id: 'a',
          view: 'v',
          name: 'A',
          outline: [],
          floorsAboveStage: 0,
          stepFree: true,
          steps: 0,
          entrance: '',
          toiletMetres: 0,
          rows: [
            { label: 'A', seats: [4, 3, 2, 1].map((number, place) => ({ number: String(number), x: 200 - place * 50, y: 0, z: 0 })) },
            { label: 'B', seats: [1, 2, 3, 4].map((number, place) => ({ number: String(number), x: 50 + place * 50, y: 90, z: 0 })) },
          ],
        },
      ],
    }),
  )

  test('right is right on screen, though the house counts from the right', () => {
    expect(readingDirection(plan, plan.rows[0]!)).toBe(-1)
    expect(nextSeat(plan, 3, 'right', () => true)).toBe(2)
    expect(nextSeat(plan, 0, 'rowStart', () => true)).toBe(3)
  })
  test('up is towards the stage, to the seat in front', () => {
    expect(nextSeat(plan, 4, 'up', () => true)).toBe(3)
    expect(nextSeat(plan, 3, 'down', () => true)).toBe(4)
    expect(nextSeat(plan, 3, 'up', () => true)).toBe(3)
  })
  test('counts the seats passed', () => {
    expect(seatsBetween(plan, 4, 7)).toBe(2)
    expect(seatsBetween(plan, 0, 7)).toBe(0)
  })
  test('the first seat of an area is at the stage, and may be none', () => {
    expect(firstSeatOf(plan, 0, (seat) => seat > 1)).toBe(3)
    expect(firstSeatOf(plan, 0, () => false)).toBeUndefined()
  })
})
