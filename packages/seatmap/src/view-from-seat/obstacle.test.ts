import { expect, it } from 'vitest'
import { type DraftSeat, type Plan, type PlanDraft, readPlan, writePlan } from '@playhouse/domain/plan'
import { drawView } from './draw-view.ts'
import { eyeLevel, eyes } from './eye.ts'
import { actorHeight, viewFrom } from './view-from.ts'

type Area = PlanDraft['areas'][number]

/** A stage eight metres wide and six deep, and whatever stands before it. */
const hallOf = (...areas: Pick<Area, 'floorsAboveStage' | 'outline' | 'rows' | 'kind'>[]): Plan =>
  readPlan(
    writePlan({
      hall: 'hall',
      version: '1',
      name: 'Hall',
      stage: {
        polygon: [
          [-400, 0],
          [400, 0],
          [400, 600],
          [-400, 600],
        ],
        z: 90,
        label: 'Stage',
      },
      views: [{ id: 'all', name: 'All', order: 0, viewBox: { x: -1_000, y: -100, width: 2_000, height: 2_400 } }],
      areas: areas.map((area, index) => ({
        id: `area-${index}`,
        view: 'all',
        name: `Area ${index}`,
        stepFree: true,
        steps: 0,
        entrance: '',
        toiletMetres: 0,
        ...area,
      })),
    }),
  )

/** Twenty seats along the left wall, half a storey to three storeys up. */
const sideGallery = (z: number): Plan =>
  hallOf({
    floorsAboveStage: 1,
    outline: [],
    rows: [
      { label: 'A', seats: Array.from({ length: 20 }, (_, at): DraftSeat => ({ number: String(at + 1), x: -700, y: 700 + at * 55, z })) },
    ],
  })

it.each([150, 300, 600, 900])('a straight rail hides everything below the plane over its top, at any angle (%i cm up)', (z) => {
  const plan = sideGallery(z)
  for (const eye of eyes)
    for (let seat = 0; seat < plan.seatCount; seat += 3) {
      const level = eyeLevel(plan, seat, eye)
      const [steps, points] = [40, 40 ** 3]
      let visibleCount = 0
      for (let point = 0; point < points; point++) {
        const share = (of: number): number => ((Math.floor(point / steps ** of) % steps) + 0.5) / steps
        const [ahead, height] = [700 - 400 + share(0) * 800, 90 + share(2) * actorHeight]
        // The rail runs along the wall: only how far off it a place is says where the line of sight passes over it.
        if (level + ((height - level) * 55) / ahead >= z + 80) visibleCount += 1
      }
      expect(viewFrom(plan, seat, eye, () => false).share).toBeCloseTo(visibleCount / points, 1.3)
    }
})

it('standing visitors are drawn at their computed positions, all over their area', () => {
  const outline: [number, number][] = [
    [-400, 700],
    [400, 700],
    [400, 1_100],
    [-400, 1_100],
  ]
  const places = Array.from({ length: 40 }, (_, place): DraftSeat => ({ number: String(place + 1), x: 0, y: 900, z: 0 }))
  const row = [{ number: '1', x: 0, y: 1_300, z: 0 }]
  const plan = hallOf(
    { floorsAboveStage: 0, kind: 'standing', outline, rows: [{ label: '', seats: places }] },
    { floorsAboveStage: 0, outline: [], rows: [{ label: 'A', seats: row }] },
  )
  const people = (seat: number) => drawView(plan, seat, 'adult').filter(({ is }) => is === 'person')
  const fromBehind = people(40)
  expect(fromBehind.length).toBeGreaterThan(20)
  expect(new Set(fromBehind.map(({ path }) => path)).size).toBe(fromBehind.length)
  expect(people(0).length).toBeGreaterThan(5)
})
