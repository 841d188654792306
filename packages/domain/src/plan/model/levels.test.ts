import { expect, test } from 'vitest'
import { type PlanDraft, writePlan } from './draft.ts'
import { areLevelsStacked } from './levels.ts'
import { readPlan } from './read-plan.ts'

/** Stalls, and a circle drawn at its real place, above them. */
const house = (distance: number, views = ['stalls', 'circle']): PlanDraft => ({
  hall: 'h',
  version: '1',
  name: 'H',
  stage: {
    polygon: [
      [0, -600],
      [800, -600],
      [800, -100],
    ],
    z: 0,
    label: 'Stage',
  },
  views: [...new Set(views)].map((id, order) => ({ id, name: id, order, viewBox: { x: 0, y: 0, width: 9, height: 9 } })),
  areas: views.map((view, level) => ({
    id: `a${level}`,
    view,
    name: view,
    outline: [],
    floorsAboveStage: level,
    stepFree: true,
    steps: 0,
    entrance: '',
    toiletMetres: 0,
    rows: ['A', 'B', 'C'].map((label, row) => ({
      label,
      seats: Array.from({ length: 12 }, (_, place) => ({
        number: String(place + 1),
        x: place * 55,
        y: row * 90 + level * distance,
        z: level * 300,
      })),
    })),
  })),
})
const stacked = (...of: Parameters<typeof house>): boolean => areLevelsStacked(readPlan(writePlan(house(...of))))

test('levels drawn at their real positions overlap', () => {
  expect(stacked(0)).toBe(true)
  expect(stacked(20)).toBe(true)
})
test('levels drawn apart do not overlap', () => {
  expect(stacked(900)).toBe(false)
  expect(stacked(45)).toBe(false)
})
test('areas of one level may overlap, because there is no choice of levels', () => {
  expect(stacked(0, ['hall', 'hall'])).toBe(false)
})
