import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DraftSeat, type Plan, readPlan, writePlan } from '@playhouse/domain/plan'
import { bowl, studio, theatre } from '#fixture'
import { drawView } from './draw-view.ts'
import { eyeLevel, eyes } from './eye.ts'
import { viewFrom } from './view-from.ts'

/** A hall with seats anywhere, at any height, of any kind: what an importer may hand over. */
const anyHall = fc
  .record({
    stageZ: fc.integer({ min: 0, max: 250 }),
    floors: fc.integer({ min: 0, max: 2 }),
    seats: fc.array(
      fc.record({
        x: fc.integer({ min: -900, max: 900 }),
        y: fc.integer({ min: -100, max: 2_000 }),
        z: fc.integer({ min: 0, max: 600 }),
        rail: fc.boolean(),
        high: fc.boolean(),
      }),
      { minLength: 2, maxLength: 40 },
    ),
  })
  .map(({ stageZ, floors, seats }): Plan =>
    readPlan(
      writePlan({
        hall: 'any',
        version: '1',
        name: 'Any',
        stage: {
          polygon: [
            [-400, 0],
            [400, 0],
            [300, 350],
            [-300, 350],
          ],
          z: stageZ,
          label: 'Stage',
        },
        views: [{ id: 'all', name: 'All', order: 0, viewBox: { x: -1_000, y: -200, width: 2_000, height: 2_400 } }],
        areas: [
          {
            id: 'a',
            view: 'all',
            name: 'A',
            outline: [],
            floorsAboveStage: floors,
            stepFree: true,
            steps: 0,
            entrance: 'A',
            toiletMetres: 1,
            rows: [0, 1].map((half) => ({
              label: 'AB'[half]!,
              seats: seats
                .filter((_, i) => i % 2 === half)
                .map(({ x, y, z, rail, high }, i): DraftSeat => ({
                  number: String(i + 1),
                  x,
                  y,
                  z,
                  flags: [...(rail ? (['barInFront'] as const) : []), ...(high ? (['highSeat'] as const) : [])],
                })),
            })),
          },
        ],
      }),
    ),
  )
const hallAndSeat = fc.tuple(anyHall, fc.nat()).map(([plan, pick]) => ({ plan, seat: pick % plan.seatCount }))

describe('the view from a seat', () => {
  it('has visible and hidden shares that add up to 1, in any hall', () => {
    fc.assert(
      fc.property(hallAndSeat, fc.constantFrom(...eyes), ({ plan, seat }, eye) => {
        const view = viewFrom(plan, seat, eye)
        for (const share of [view.share, view.floor]) {
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(1)
        }
        expect(view.obstructions.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1 - view.share, 6)
        expect(view.angle).toBeGreaterThanOrEqual(0)
        expect(view.angle).toBeLessThanOrEqual(360)
        expect(view.offAxis).toBeLessThanOrEqual(180)
      }),
    )
  })

  it('never gets worse with a higher eye', () => {
    fc.assert(
      fc.property(hallAndSeat, ({ plan, seat }) => {
        const byHeight = [...eyes].sort((a, b) => eyeLevel(plan, seat, a) - eyeLevel(plan, seat, b)).map((eye) => viewFrom(plan, seat, eye))
        for (let i = 1; i < byHeight.length; i++) {
          expect(byHeight[i]!.share).toBeGreaterThanOrEqual(byHeight[i - 1]!.share - 1e-9)
          expect(byHeight[i]!.floor).toBeGreaterThanOrEqual(byHeight[i - 1]!.floor - 1e-9)
        }
      }),
    )
  })

  it('never gets worse with fewer people', () => {
    fc.assert(
      fc.property(hallAndSeat, fc.array(fc.nat(40)), ({ plan, seat }, removedSeats) => {
        const full = viewFrom(plan, seat, 'adult')
        const thinned = viewFrom(plan, seat, 'adult', (other) => !removedSeats.includes(other))
        expect(thinned.share).toBeGreaterThanOrEqual(full.share - 1e-9)
        expect(thinned.floor).toBeGreaterThanOrEqual(full.floor - 1e-9)
      }),
    )
  })

  it('is deterministic', () => {
    fc.assert(
      fc.property(hallAndSeat, ({ plan, seat }) => {
        expect(viewFrom(plan, seat, 'child')).toEqual(viewFrom(plan, seat, 'child'))
        expect(drawView(plan, seat, 'child')).toEqual(drawView(plan, seat, 'child'))
      }),
      { numRuns: 30 },
    )
  })
})

describe('in a typical hall', () => {
  const plan = theatre()
  const middleOf = (row: number): number => plan.rows[row]!.firstSeat + (plan.rows[row]!.seatCount >> 1)

  it('is complete from the middle of the front row', () => {
    const view = viewFrom(plan, middleOf(0), 'adult')
    expect(view.share).toBeGreaterThan(0.98)
    expect(view.obstructions.filter(({ by }) => by === 'rail')).toEqual([])
    expect(view.offAxis).toBeLessThan(3)
  })

  it('is reduced by heads in front farther back, and more for a child', () => {
    const seat = middleOf(9)
    const adult = viewFrom(plan, seat, 'adult')
    expect(adult.share).toBeLessThan(1)
    expect(adult.obstructions[0]?.by).toBe('heads')
    expect(viewFrom(plan, seat, 'child').share).toBeLessThan(adult.share)
    expect(viewFrom(plan, seat, 'adult', () => false).share).toBe(1)
  })

  it('detects a stage with an audience on all sides', () => {
    const round = bowl(1, 12, 4, 10)
    for (const area of round.areas) expect(viewFrom(round, area.firstSeat, 'adult').offAxis).toBeLessThanOrEqual(50)
  })

  it('is hidden by the stage itself if its floor is above the eye', () => {
    const high: Plan = { ...studio(), stage: { ...studio().stage, z: 160 } }
    const view = viewFrom(high, 0, 'adult')
    // A spot on the very edge is seen.
    expect(view.floor).toBeLessThan(0.02)
    expect(view.obstructions.map(({ by }) => by)).toContain('edge')
    expect(view.eyeHeight).toBeLessThan(0)
  })
})

describe('an impossible stage', () => {
  it.each<[string, [number, number][]]>([
    [
      'a bow tie, as wide as a field and of no area',
      [
        [0, 0],
        [50_000, 50_000],
        [50_000, 0],
        [0, 50_000],
      ],
    ],
    [
      'a line across',
      [
        [-400, 0],
        [0, 0],
        [400, 0],
      ],
    ],
    [
      'a line aslant',
      [
        [0, 0],
        [900_000, 900_000],
        [1, 0],
      ],
    ],
    [
      'a point',
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
  ])('is looked at all the same: %s', (_, polygon) => {
    const { share, floor, angle, offAxis, metres, obstructions } = viewFrom(
      { ...studio(), stage: { ...studio().stage, polygon } },
      7,
      'adult',
    )
    for (const value of [share, floor, angle, offAxis, metres]) expect(value).toBeGreaterThanOrEqual(0)
    expect(share + obstructions.reduce((sum, obstruction) => sum + obstruction.share, 0)).toBeCloseTo(1)
  })
})

describe('the picture', () => {
  it('contains the whole stage from any seat not beside it, and only finite numbers in its paths', () => {
    for (const plan of [studio(), theatre(), bowl(2, 8, 3, 8)])
      for (let seat = 0; seat < plan.seatCount; seat += 37) {
        const shapes = drawView(plan, seat, 'adult')
        const stage = shapes.find(({ is }) => is === 'stage')!
        const numbers = [...stage.path.matchAll(/-?\d+(\.\d+)?/g)].map(([text]) => Number(text))
        expect(numbers.length).toBeGreaterThanOrEqual(6)
        for (const { path } of shapes) expect(path).toMatch(/^[MLCZ\d .-]+$/)
        const [xs, ys] = [numbers.filter((_, i) => i % 2 === 0), numbers.filter((_, i) => i % 2 === 1)]
        if (viewFrom(plan, seat, 'adult').angle < 90) {
          expect(Math.min(...xs)).toBeGreaterThan(-1)
          expect(Math.max(...xs)).toBeLessThan(321)
          expect(Math.min(...ys)).toBeGreaterThan(-1)
          expect(Math.max(...ys)).toBeLessThan(191)
        }
      }
  })
})
