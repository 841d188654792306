import fc from 'fast-check'
import type { DraftRow, DraftSeat, PlanDraft } from '../model/draft.ts'

const at = (number: number, x: number, y: number): DraftSeat => ({ number: String(number), x: Math.round(x), y: Math.round(y), z: 0 })

/** Seats round a top: on a circle, or along the two sides of a long one, clockwise. */
export function tableRow(label: string, x: number, y: number, seats: number, round: boolean): DraftRow {
  if (round) {
    const length = Math.max(60, Math.round((seats * 62) / Math.PI) - 60)
    const away = length / 2 + 35
    return {
      label,
      table: { round, x, y, length, depth: length, turn: 0 },
      seats: Array.from({ length: seats }, (_, place) => {
        const angle = (place / seats) * 2 * Math.PI
        return at(place + 1, x + Math.cos(angle) * away, y + Math.sin(angle) * away)
      }),
    }
  }
  const side = Math.ceil(seats / 2)
  const length = side * 62
  const along = (place: number, of: number): number => (place - (of - 1) / 2) * 62
  return {
    label,
    table: { round, x, y, length, depth: 80, turn: 0 },
    seats: Array.from({ length: seats }, (_, place) =>
      place < side ? at(place + 1, x + along(place, side), y - 75) : at(place + 1, x - along(place - side, side), y + 75),
    ),
  }
}

const square = (x: number, y: number, side: number): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
]

const area = (id: string, name: string, rows: DraftRow[], outline: [number, number][]): PlanDraft['areas'][number] => ({
  id,
  view: 'all',
  name,
  outline,
  floorsAboveStage: 0,
  stepFree: false,
  steps: 0,
  entrance: '',
  toiletMetres: 0,
  rows,
})

/** A floor of tables, boxes at its side, and a standing area. */
export const anyCabaret: fc.Arbitrary<PlanDraft> = fc
  .record({
    tables: fc.array(fc.record({ seats: fc.integer({ min: 2, max: 10 }), round: fc.boolean() }), { minLength: 1, maxLength: 6 }),
    boxes: fc.array(fc.integer({ min: 2, max: 6 }), { maxLength: 3 }),
    pit: fc.integer({ min: 2, max: 90 }),
  })
  .map(({ tables, boxes, pit }) => ({
    hall: 'cabaret',
    version: '1',
    name: 'Cabaret',
    stage: { polygon: square(0, -900, 600), z: 0, label: 'Stage' },
    views: [{ id: 'all', name: 'All', order: 0, viewBox: { x: -1_000, y: -1_000, width: 6_000, height: 6_000 } }],
    areas: [
      area(
        'floor',
        'Floor',
        tables.map(({ seats, round }, index) => tableRow(String(index + 1), index * 700, 300, seats, round)),
        [],
      ),
      ...boxes.map((seats, index) => ({
        ...area(
          `box-${index + 1}`,
          `Box ${index + 1}`,
          [{ label: 'A', seats: Array.from({ length: seats }, (_, place) => at(place + 1, -900 + place * 60, 700 + index * 200)) }],
          [
            [-950, 640 + index * 200],
            [-880 + seats * 60, 640 + index * 200],
            [-880 + seats * 60, 760 + index * 200],
            [-950, 760 + index * 200],
          ],
        ),
        kind: 'box' as const,
      })),
      {
        ...area(
          'pit',
          'Pit',
          [{ label: '', seats: Array.from({ length: pit }, (_, place) => at(place + 1, 2_000, 1_500)) }],
          square(1_700, 1_200, 600),
        ),
        kind: 'standing' as const,
      },
    ],
  }))
