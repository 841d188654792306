import { describe, expect, it } from 'vitest'
import { assertProperty } from '@playhouse/testing/property'
import { type PlanDraft, writePlan } from '../model/draft.ts'
import { readPlan } from '../model/read-plan.ts'
import { anyDraft } from '../testing/draft.arbitrary.ts'
import { pretixFile } from '../testing/pretix.arbitrary.ts'
import { exportPretix } from './export-pretix.ts'
import { importPlan, importPretix } from './import-plan.ts'
import type { ImportedPlan, ImportResult } from './imported-plan.ts'

function value(result: ImportResult): ImportedPlan {
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}
const rowOf = (row_number: string, numbers: readonly unknown[]) => ({
  row_number,
  seats: numbers.map((seat_number, at) => ({ seat_number, position: { x: at * 25, y: 0 } })),
})

describe('an exported plan', () => {
  it('is imported again with every seat, its number, its type and its section', () => {
    assertProperty(
      [anyDraft],
      (skip, draft) => {
        let count = 0
        const areas = draft.areas.map((area, index) => ({
          ...area,
          id: `area-${index}`,
          kind: 'seated' as const,
          rows: area.rows.map(({ table: _, ...row }) => ({
            ...row,
            seats: row.seats.map((seat) => ({ ...seat, id: `s${(count += 1)}` })),
          })),
        }))
        if (count === 0) return skip()
        const summaryOf = (draft: PlanDraft) =>
          draft.areas.flatMap(({ id: area, rows }) =>
            rows.flatMap(({ seats }) => seats.map(({ id, number, type }) => [id, area, number.trim(), type ?? 'standard'])),
          )
        const numbered = (seats: unknown[][], names: ReadonlySet<unknown>) =>
          seats.map(([id, area, number, type]) => [id, area, names.has(id) ? number : '', type]).sort()
        const sent = summaryOf({ ...draft, areas })
        const restored = summaryOf(value(importPlan(JSON.parse(JSON.stringify(exportPretix({ ...draft, areas }))))).draft)
        // A seat without a number was given one.
        const named = new Set(sent.filter(([, , number]) => number !== '').map(([id]) => id))
        expect(numbered(restored, named)).toEqual(numbered(sent, named))
      },
      { numRuns: 80 },
    )
  })
})

describe('the pretix format', () => {
  it('survives export and import', () => {
    assertProperty(
      [pretixFile],
      (skip, file) => {
        const first = value(importPretix(file))
        if (first.report.seats === 0) return skip()
        const categoryOf = first.origins.map(({ category }) => category)
        const out = exportPretix(first.draft, { categories: first.categories, categoryOf })
        const restored = value(importPretix(JSON.parse(JSON.stringify(out))))
        const named = ({ draft }: ImportedPlan) =>
          draft.areas.map(({ name, rows }) => [name, rows.flatMap((row) => row.seats.map(({ number }) => `${row.label} ${number}`)).sort()])
        expect(named(restored)).toEqual(named(first))
        expect(restored.categories).toEqual(first.categories)
      },
      { numRuns: 60 },
    )
  })

  it('assigns no id that another seat has, for a copied row of an exported file', () => {
    const guids = ['a', 'a~2', 'a', 'a~2', 'a~2~2', 'a']
    const seats = guids.map((seat_guid, at) => ({ seat_guid, position: { x: at * 25, y: 0 } }))
    const plan = readPlan(writePlan(value(importPlan({ zones: [{ name: 'Stalls', rows: [{ row_number: 'A', seats }] }] })).draft))
    expect(guids.map((_, seat) => plan.idOf(seat))).toEqual(['a', 'a~2', 'a~3', 'a~2~3', 'a~2~2', 'a~4'])
  })

  it('uses the id of a zone, but not the number of an editor', () => {
    const zones = ['royal-circle', '0f8fad5b-d9cb-469f-a165-70867728950e', 'Royal Circle', ''].map((zone_id) => ({
      name: 'Balcony',
      zone_id,
      rows: [rowOf('A', [1, 2])],
    }))
    const { draft } = value(importPlan({ zones }))
    expect(draft.areas.map(({ id }) => id)).toEqual(['royal-circle', 'balcony', 'balcony-2', 'balcony-3'])
  })

  it('reads files of the format’s first version: plain texts, lengths beside the place, a number of seats', () => {
    const stage = { position: { x: 0, y: 500 }, width: 100, height: 40, text: 'STAGE' }
    const row = { ...rowOf('A', [1, 2, 3]), number_of_seats: 4, seats_spacing: 25 }
    const imported = value(
      importPlan({ name: 'House', categories: [], zones: [{ position: { x: 0, y: 0 }, rows: [row], areas: [stage] }] }),
    )
    expect(imported.draft.stage).toMatchObject({ label: 'STAGE', polygon: expect.arrayContaining([[220, 1188]]) })
    expect(imported.report.findings.map(({ code }) => code)).toContain('wrong-count')
  })
})

it.each([
  ['10', ['10-1', '10-2', '10-16'], ['1', '2', '16']],
  ['A', ['A – 1', 'A – 2', 'A – 3'], ['1', '2', '3']],
  ['10', ['10-1', '2', '3'], ['10-1', '2', '3']],
  ['1', ['10', '11', '12'], ['10', '11', '12']],
  ['', ['-1', '-2', '-3'], ['-1', '-2', '-3']],
])('in row %j reads the numbers %j as %j: a row that every seat repeats is no part of its number', (row, typed, read) => {
  const { draft } = value(importPretix({ name: 'Hall', categories: [], zones: [{ name: 'Stalls', rows: [rowOf(row, typed)] }] }))
  expect(draft.areas[0]!.rows[0]!.seats.map(({ number }) => number)).toEqual(read)
})
