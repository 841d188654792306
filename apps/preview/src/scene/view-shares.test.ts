import { readPlan } from '@playhouse/domain/plan'
import { hall } from '@playhouse/fixtures'
import { expect, test, vi } from 'vitest'
import { classOf, seatsToCompute, computeViewShares, viewClasses } from './view-shares.ts'

test('computes every seat of a hall, and the middle of every row in a stadium', () => {
  const [house, arena] = [readPlan(hall('bridge-thrust')), readPlan(hall('arena-20k'))]
  expect(seatsToCompute(house)).toHaveLength(house.seatCount)
  expect(seatsToCompute(arena)).toHaveLength(arena.rows.length)
  expect(new Set(seatsToCompute(arena).map((seat) => arena.rowOf[seat])).size).toBe(arena.rows.length)
})

test('views come bit by bit, each between nothing and all, until all are known', async () => {
  const plan = readPlan(hall('studio-60'))
  const reports: (readonly number[])[] = []
  const stop = computeViewShares(plan, seatsToCompute(plan), (shares) => reports.push(shares))
  await vi.waitFor(() => expect(reports.at(-1)).toHaveLength(plan.seatCount), 10_000)
  for (const share of reports.at(-1)!) {
    expect(share).toBeGreaterThanOrEqual(0)
    expect(share).toBeLessThanOrEqual(1)
  }
  stop()
})

test('every share has a class', () => {
  expect([1, 0.95, 0.9, 0.85, 0.7, 0.5, 0.49, 0].map(classOf)).toEqual([0, 0, 1, 1, 2, 3, 4, 4])
  expect(viewClasses.map(({ from }) => classOf(from))).toEqual([0, 1, 2, 3, 4])
})
