import type { Prices } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { type Plan, type PlanDraft, readPlan, writePlan } from '@playhouse/domain/plan'
import { type SeatingModel, buildSeatingModel } from './seating-model.ts'

const draft: PlanDraft = {
  hall: 'sample',
  version: '1',
  name: 'A hall of twelve',
  stage: {
    polygon: [
      [-300, -400],
      [300, -400],
      [300, -100],
      [-300, -100],
    ],
    z: 90,
    label: 'Stage',
  },
  views: [{ id: 'stalls', name: 'Stalls', order: 1, viewBox: { x: -400, y: -500, width: 800, height: 900 } }],
  areas: [
    {
      id: 'stalls',
      view: 'stalls',
      name: 'Stalls',
      outline: [],
      floorsAboveStage: 0,
      stepFree: true,
      steps: 0,
      entrance: 'A',
      toiletMetres: 20,
      rows: ['A', 'B', 'C'].map((label, row) => ({
        label,
        seats: [1, 2, 3, 4].map((number) => ({
          number: String(number),
          x: number * 60 - 150,
          y: row * 100,
          z: 0,
          ...(row === 2 && number === 1 ? { type: 'wheelchair' as const } : {}),
          ...(row === 2 && number === 4 ? { type: 'restricted-view' as const, note: 'Pillar to the left' } : {}),
          flags: [...(number === 1 || number === 4 ? (['endOfRow'] as const) : []), ...(row === 2 ? (['stepFree'] as const) : [])],
        })),
      })),
    },
  ],
  notes: [],
} as PlanDraft

const pounds = (amount: number): { price: ReturnType<typeof money>; fee: ReturnType<typeof money> } => ({
  price: money(amount * 100),
  fee: money(200),
})

/** Three rows of four seats: row A is band A, rows B and C are band B, and C4 isn't sold. */
export const samplePlan: Plan = readPlan(writePlan(draft))
export const samplePrices: Prices = {
  priceTypes: [
    { id: 'full', name: 'Full price', kind: 'full' },
    { id: 'under-26', name: 'Under 26', kind: 'under-26', limit: 2 },
  ],
  prices: { a: { full: pounds(60) }, b: { full: pounds(45), 'under-26': pounds(15) } },
  seatingVersion: '1',
  seatBands: [
    [2, 4],
    [3, 7],
    [4, 1],
  ],
}
export const sampleModel: SeatingModel = buildSeatingModel(samplePlan, samplePrices)
