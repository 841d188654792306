import { expect, it } from 'vitest'
import { guessStage } from './stage.ts'

it('places no stage on seats if only the gap between two rows is in the middle', () => {
  const rows = ['A', 'B', 'C', 'D'].map((label, row) => ({
    label,
    seats: Array.from({ length: 12 }, (_, seat) => ({ x: seat * 55, y: row * 80 })),
  }))
  expect(Math.max(...guessStage([rows]).map(([, y]) => y))).toBeLessThan(0)
})

it('places the stage in the middle of seats all round', () => {
  const seats = Array.from({ length: 40 }, (_, at) => ({ x: 500 * Math.cos(at * 0.157), y: 500 * Math.sin(at * 0.157) }))
  const corners = guessStage([[{ label: 'A', seats }]])
  expect(Math.max(...corners.flat().map(Math.abs))).toBeLessThan(200)
})

it('is as wide as a small hall, and never deeper than wide', () => {
  const seats = Array.from({ length: 9 }, (_, seat) => ({ x: seat * 55, y: 0 }))
  const corners = guessStage([[{ label: 'A', seats }]])
  const span = (axis: 0 | 1): number => Math.max(...corners.map((at) => at[axis])) - Math.min(...corners.map((at) => at[axis]))
  expect(span(0)).toBe(440)
  expect(span(1)).toBe(220)
})
