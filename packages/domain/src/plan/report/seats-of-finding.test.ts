import { expect, test } from 'vitest'
import { importPlan } from '../import/import-plan.ts'
import { readPlan } from '../model/read-plan.ts'
import { writePlan } from '../model/draft.ts'
import type { Finding, FindingCode } from './finding.ts'
import { placesOfSeats } from './places-of-seats.ts'
import { createSeatFinder } from './seats-of-finding.ts'

const rowOf = (row_number: string, y: number) => ({
  row_number,
  position: { x: 0, y },
  seats: Array.from({ length: 8 }, (_, at) => ({
    seat_guid: `${row_number}-${at + 1}`,
    seat_number: at === 7 ? '8 bis' : String(at + 1),
    position: { x: at * 25, y: 0 },
  })),
})
const imported = importPlan({
  zones: ['Stalls', 'Circle'].map((name, zone) => ({ name, rows: ['A', 'B', 'C'].map((row, at) => rowOf(row, zone * 300 + at * 30)) })),
})
if (!imported.ok) throw new Error(imported.error.code)
const { draft, origins } = imported.value
const plan = readPlan(writePlan(draft))
const find = createSeatFinder(plan, origins)
const finding = (at: readonly string[], area = '', code: FindingCode = 'repeated-label'): Finding => ({
  severity: 'warning',
  code,
  count: 1,
  areas: area ? [area] : [],
  at,
  params: {},
})
const eight = (first: number): number[] => [0, 1, 2, 3, 4, 5, 6, 7].map((place) => first + place)

test('names seats by id', () => expect(find(finding(['A-8', 'B-2']))).toEqual([7, 9]))
test('names seats by their place in the file', () => expect(find(finding(['zones[0].rows[2].seats[1]']))).toEqual([17]))
test.each([
  ['A-4 = A-3', [3, 2]],
  ['A-4 / A-3', [3, 2]],
  ['A-4 … A-6', [3, 5]],
  ['NOT AVAILABLE (zones[0].rows[0].seats[5])', [5]],
])('names seats within the scope of the finding: %s', (at, seats) => expect(find(finding([at], 'stalls'))).toEqual(seats))
test('names rows by one of their seats', () => {
  expect(find(finding(['A-3 × C-1'], 'stalls', 'rows-cross'))).toEqual([...eight(0), ...eight(16)])
  expect(find(finding(['zones[0].rows[1].seats[0]'], 'stalls', 'rows-joined'))).toEqual(eight(8))
})
test('returns the seats of an area if there is no place, and none without either', () => {
  expect(find(finding(['Circle'], '', 'box-found'))).toHaveLength(24)
  expect(find(finding(['circle'], '', 'no-access-facts'))).toHaveLength(24)
  expect(find(finding([], 'circle'))).toHaveLength(24)
  expect(find(finding([]))).toEqual([])
  expect(find(finding(['no such seat']))).toEqual([])
})
test('returns no seat for a text on the drawing that looks like one', () =>
  expect(find(finding(['A-1'], '', 'labels-left-out'))).toEqual([]))

test('describes seats by area, row and number, and adjacent ones as a range', () => {
  const placesOf = (seats: readonly number[]) => placesOfSeats(plan, seats).map(({ area, row, numbers }) => [area, row?.label, numbers])
  expect(placesOf([25, 9, 1, 2, 3, 6, 7])).toEqual([
    ['Stalls', 'A', '2–4, 7, 8 bis'],
    ['Stalls', 'B', '2'],
    ['Circle', 'A', '2'],
  ])
  expect(placesOf(eight(8))).toEqual([['Stalls', 'B', undefined]])
  expect(placesOf([...eight(0), ...eight(8), ...eight(16), 24])).toEqual([
    ['Stalls', undefined, undefined],
    ['Circle', 'A', '1'],
  ])
})

test('returns every seat of a finding, however many', () => {
  const twice = { seat_guid: 'same', seat_number: '1', position: { x: 0, y: 0 }, category: `Sold ${'x'.repeat(200)}` }
  const seats = Array.from({ length: 120 }, (_, at) => ({ ...twice, position: { x: (at >> 1) * 25, y: 0 } }))
  const crowd = importPlan({ categories: [], zones: [{ name: 'Z', rows: [{ row_number: 'A', seats }] }] })
  if (!crowd.ok) throw new Error(crowd.error.code)
  const hall = readPlan(writePlan(crowd.value.draft))
  const foundSeats = createSeatFinder(hall, crowd.value.origins)
  const counts = crowd.value.report.findings.map((finding) => [finding.code, finding.count, foundSeats(finding).length])
  for (const code of ['renamed-id', 'repeated-label']) expect(counts).toContainEqual([code, 119, 119])
  expect(counts).toContainEqual(['coincident-seats', 60, 120])
  for (const code of ['category-is-state', 'category-unknown']) expect(counts).toContainEqual([code, 120, 120])
})
