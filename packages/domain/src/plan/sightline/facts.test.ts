import { describe, expect, it } from 'vitest'
import { writePlan } from '../model/draft.ts'
import { factsOf } from './facts.ts'
import type { Plan } from '../model/plan.ts'
import { readPlan } from '../model/read-plan.ts'

/** One area of rows, each a list of positions; the stage is above, at y 0. */
function hallOf(...rows: [x: number, y: number][][]): Plan {
  return readPlan(
    writePlan({
      hall: 'hall',
      version: '1',
      name: 'Hall',
      stage: {
        polygon: [
          [0, -200],
          [600, -200],
          [600, 0],
          [0, 0],
        ],
        z: 0,
        label: 'Stage',
      },
      views: [{ id: 'all', name: 'All', order: 1, viewBox: { x: 0, y: 0, width: 900, height: 900 } }],
      areas: [
        {
          id: 'stalls',
          view: 'all',
          name: 'Stalls',
          outline: [],
          floorsAboveStage: 0,
          stepFree: true,
          steps: 0,
          entrance: '',
          toiletMetres: 0,
          rows: rows.map((places, row) => ({
            label: String(row),
            seats: places.map(([x, y], seat) => ({ number: String(seat + 1), x, y, z: 0 })),
          })),
        },
      ],
    }),
  )
}

describe('the distance to the stage', () => {
  const plan = hallOf(line(0, 300))
  const at = (z: number, stageZ = 90): number =>
    factsOf({ ...plan, z: plan.z.map(() => z), stage: { ...plan.stage, z: stageZ } }, 2).metresToStage

  it('includes the height: a gallery is farther away than on the floor plan', () => {
    expect(at(0)).toBe(3)
    expect(at(490)).toBe(5)
    expect(at(0, 520)).toBe(5)
  })
})

const line = (x: number, y: number, count = 6): [number, number][] => Array.from({ length: count }, (_, seat) => [x + seat * 55, y])
const before = (plan: Plan): number[] => plan.rows.map(({ firstSeat }) => factsOf(plan, firstSeat).rowsInFront)

describe('rows in front', () => {
  it('are those between a row and the stage', () => {
    expect(before(hallOf(line(0, 300), line(0, 390), line(0, 480)))).toEqual([0, 1, 2])
  })

  it('are counted by position, not by order', () => {
    expect(before(hallOf(line(0, 480), line(0, 300), line(0, 390)))).toEqual([2, 0, 1])
  })

  it('exclude the rows of the adjacent block', () => {
    expect(before(hallOf(line(0, 300), line(500, 300), line(0, 390), line(500, 390)))).toEqual([0, 0, 1, 1])
  })

  it('continue across an aisle', () => {
    const partedRow = [...line(0, 300, 3), ...line(350, 300, 3)]
    expect(before(hallOf(partedRow, line(150, 390, 3)))).toEqual([0, 1])
  })

  it('are found on curves and for a single seat', () => {
    const arc = (radius: number): [number, number][] =>
      Array.from({ length: 21 }, (_, seat) => [
        Math.round(300 + radius * Math.sin((seat - 10) / 8)),
        Math.round(radius * Math.cos((seat - 10) / 8)),
      ])
    expect(before(hallOf(arc(500), arc(590), [[300, 700]]))).toEqual([0, 1, 2])
  })
})

describe('facts of a seat', () => {
  it('include its place in the row and the distance to the stage', () => {
    expect(factsOf(hallOf(line(0, 300)), 2)).toMatchObject({ positionInRow: 3, seatsInRow: 6, metresToStage: 3 })
  })

  it('state a side view, unless people sit all round', () => {
    const sideSeats: [number, number][] = [[-500, -100]]
    const view = (plan: Plan) => factsOf(plan, plan.seatCount - 1).viewOfStage
    expect(view(hallOf(line(0, 300), sideSeats))).toBe('side')
    expect(view(hallOf(line(0, 300), [[-500, 400]]))).toBe('aside')
    expect(view(hallOf(line(0, 300), [[100, 400]]))).toBe('front')
    expect(view(hallOf(line(0, 300), line(0, -400), sideSeats))).toBe('front')
  })
})
