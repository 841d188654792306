import { expect, it } from 'vitest'
import { importPlan } from './import-plan.ts'

const rowsOf = (json: unknown): string[] => {
  const result = importPlan(json)
  if (!result.ok) throw new Error(result.error.code)
  expect(result.value.format).toBe('sections')
  return result.value.draft.areas.flatMap(({ name, rows }) =>
    rows.map(({ label, seats }) => `${name}/${label}: ${seats.map(({ number }) => number).join(' ')}`),
  )
}
const place = (row: number, seat: number) => ({ x: seat * 25, y: row * 30 })

it('keeps sections and rows of dictionaries that name each other by ids', () => {
  const sections = { s1: { name: 'Stalls' }, s2: { label: 'Grand circle' } }
  const rows = { r1: { section: 's1', label: 'A' }, r2: { section: 's1', label: 'B' }, r3: { sectionId: 's2', name: 'A' } }
  const seats = Object.fromEntries(
    ['r1', 'r2', 'r3'].flatMap((row, nth) => [1, 2, 3].map((number) => [`x${nth}${number}`, { row, number, ...place(nth, number) }])),
  )
  expect(rowsOf({ sections, rows, seats })).toEqual(['Stalls/A: 1 2 3', 'Stalls/B: 1 2 3', 'Grand circle/A: 1 2 3'])
})

it('keeps them in lists, and with the section beside each seat', () => {
  const sections = [{ id: 7, name: 'Parkett' }]
  const rows = [{ id: 70, label: '1' }]
  const seats = [1, 2].map((label) => ({ id: label, sid: 7, rid: 70, label, position: place(0, label) }))
  expect(rowsOf({ sections, rows, seats })).toEqual(['Parkett/1: 1 2'])
})

it('takes a short reference without a row behind it as the label of the row, and no id', () => {
  const sections = { a: {} }
  const seat = (row: string, number: number) => ({ section: 'a', row, number, ...place(0, number) })
  expect(rowsOf({ sections, seats: [seat('C', 1), seat('C', 2)] })).toEqual(['Section a/C: 1 2'])
  expect(rowsOf({ sections, seats: [1, 2].map((number) => ({ sid: 'a', rid: '9', number, ...place(0, number) })) })).toEqual([
    'Section a/1: 1 2',
  ])
})
