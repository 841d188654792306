import { readPlan } from '@playhouse/domain/plan'
import type { Finding } from '@playhouse/domain/plan/import'
import { hall } from '@playhouse/fixtures'
import { expect, test } from 'vitest'
import { seatsOfFinding } from './seats-of-finding.ts'

const plan = readPlan(hall('bridge-end-on'))
const [area] = plan.areas
const row = plan.rows[area!.firstRow + 1]!
const finding = (at: readonly string[], ...areas: string[]): Finding => ({
  severity: 'warning',
  code: 'repeated-label',
  count: 1,
  areas,
  at,
  params: {},
})
const origins = Array.from({ length: plan.seatCount }, (_, seat) => ({
  source: `zones[0].rows[${seat >> 3}].seats[${seat & 7}]`,
  category: 0,
}))

test('names seats by id', () => expect(seatsOfFinding(plan, finding([plan.idOf(7), plan.idOf(9)]), [])).toEqual([7, 9]))
test('names seats by their place in the file, and all of a row there', () => {
  expect(seatsOfFinding(plan, finding(['zones[0].rows[2].seats[1]']), origins)).toEqual([17])
  expect(seatsOfFinding(plan, finding(['zones[0].rows[1]']), origins)).toEqual([8, 9, 10, 11, 12, 13, 14, 15])
})
test('names seats within what is said of them', () => {
  expect(seatsOfFinding(plan, finding([`${plan.idOf(3)} = ${plan.idOf(2)}`]), [])).toEqual([3, 2])
  expect(seatsOfFinding(plan, finding(['NOT AVAILABLE (zones[0].rows[0].seats[5])']), origins)).toEqual([5])
})
test('names a row of its area by label, not that of another', () => {
  const seats = seatsOfFinding(plan, finding([row.label], area!.id), [])
  expect(seats[0]).toBe(row.firstSeat)
  expect(seats).toHaveLength(row.seatCount)
})
test('without places means the area; without an area, nothing in particular', () => {
  expect(seatsOfFinding(plan, finding([], area!.id), [])).toHaveLength(area!.seatCount)
  expect(seatsOfFinding(plan, finding([]), [])).toEqual([])
  expect(seatsOfFinding(plan, finding(['no such seat']), [])).toEqual([])
})
