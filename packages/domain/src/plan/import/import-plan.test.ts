import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PlanDraft, writePlan } from '../model/draft.ts'
import type { Plan, PlanArea } from '../model/plan.ts'
import { readPlan } from '../model/read-plan.ts'
import type { Box } from '../model/schema.ts'
import { severityOf } from '../report/finding.ts'
import { describeFinding } from '../report/sentence.ts'
import { readPlanBytes } from '../wire/read-plan-bytes.ts'
import { writePlanBytes } from '../wire/write-plan-bytes.ts'
import { bend, pretixFile, seatsOf } from '../testing/pretix.arbitrary.ts'
import { importPlan, importPlanText, importPretix } from './import-plan.ts'
import type { ImportedPlan, ImportResult } from './imported-plan.ts'

function value(result: ImportResult): ImportedPlan {
  if (!result.ok) throw new Error(describeFinding(result.error))
  return result.value
}
const seatsIn = ({ areas }: PlanDraft) => areas.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats))
const codes = ({ report }: ImportedPlan): string[] => report.findings.map(({ code }) => code)

/** The seats of an area that a box leaves out. */
const outsideOf =
  ({ x, y }: Plan, box: Box) =>
  ({ firstSeat, seatCount }: PlanArea): number[] =>
    Array.from({ length: seatCount }, (_, place) => firstSeat + place).filter(
      (seat) => x[seat]! < box.x || y[seat]! < box.y || x[seat]! > box.x + box.width || y[seat]! > box.y + box.height,
    )

/** Expects that an import has lost nothing: every seat is there with its own id and origin, and the plan survives serialization. */
function expectWhole(imported: ImportedPlan, sources: readonly string[]): void {
  const { draft, origins, report } = imported
  expect(origins.map(({ source }) => source).sort()).toEqual([...sources].sort())
  expect(seatsIn(draft)).toHaveLength(sources.length)
  expect(report.seats).toBe(sources.length)
  const plan = readPlan(writePlan(draft))
  expect(plan.seatCount).toBe(sources.length)
  expect(new Set(Array.from({ length: plan.seatCount }, (_, seat) => plan.idOf(seat))).size).toBe(sources.length)
  expect(readPlanBytes(writePlanBytes(writePlan(draft))).x).toEqual(plan.x)
  for (const { id, viewBox } of plan.views)
    expect(plan.areas.filter(({ view }) => view === id).flatMap(outsideOf(plan, viewBox))).toEqual([])
  for (const finding of report.findings) {
    expect(finding.severity).toBe(severityOf[finding.code])
    expect(describeFinding(finding)).toMatch(/^.+\.$/s)
    expect(describeFinding(finding)).not.toContain('undefined')
  }
}

describe('a pretix file', () => {
  it('keeps every seat of any file', () => {
    fc.assert(
      fc.property(pretixFile, (file) => {
        const imported = value(importPretix(file))
        expect(imported.format).toBe('pretix')
        expectWhole(imported, seatsOf(file))
      }),
      { numRuns: 80 },
    )
  })

  it('keeps every seat of a damaged file, or refuses it with a reason', () => {
    fc.assert(
      fc.property(pretixFile.chain(bend), (file) => {
        const result = importPretix(file)
        if (result.ok) expectWhole(result.value, seatsOf(file))
        else expect(['unknown-format', 'too-many-seats']).toContain(result.error.code)
      }),
      { numRuns: 200 },
    )
  })
})

/** A row of a pretix file. */
const rowOf = (label: unknown, numbers: readonly unknown[], y: number, fields: object = {}) => ({
  row_number: label,
  position: { x: 0, y },
  seats: numbers.map((number, at) => ({ seat_number: number, position: { x: at * 25, y: 0 }, category: 'Stalls', ...fields })),
})
const fileOf = (...rows: unknown[]) => ({
  name: 'House',
  categories: [{ name: 'Stalls', color: '#123456' }],
  zones: [{ name: 'Stalls', position: { x: 0, y: 0 }, rows }],
})

describe('what real pretix files contain', () => {
  it('adds the positions of zone, row and seat, also negative ones and texts', () => {
    const file = {
      zones: [
        {
          name: 'Z',
          position: { x: '-500', y: '1e2' },
          rows: [
            {
              row_number: 'A',
              position: { x: '10', y: 0 },
              seats: [
                { seat_number: 1, position: { x: 0, y: 0 } },
                { seat_number: '2', position: { x: '25,0', y: '0' } },
              ],
            },
          ],
        },
      ],
    }
    const [first, second] = seatsIn(value(importPlan(file)).draft)
    expect([first!.x, second!.x - first!.x, first!.y]).toEqual([Math.round((-490 * 55) / 25), 55, 220])
  })

  it('keeps unusual numbers unchanged, and names seats without one', () => {
    const imported = value(importPlan(fileOf(rowOf('A', ['18 bis', '1_DA', null, ''], 0), rowOf(null, [1, 2], 30))))
    expect(imported.draft.areas[0]!.rows.map(({ label, seats }) => [label, seats.map(({ number }) => number)])).toEqual(
      expect.arrayContaining([
        ['A', ['18 bis', '1_DA', '1', '2']],
        ['1', ['1', '2']],
      ]),
    )
    expect(codes(imported)).toEqual(expect.arrayContaining(['missing-numbers', 'missing-labels']))
    const labels = ['NaN', '1e3', 'Infinity', '9007199254740993', '-0', '007']
    const plan = readPlan(writePlan(value(importPlan(fileOf(rowOf('A', labels, 0)))).draft))
    expect(labels.map((_, seat) => plan.numberOf(seat))).toEqual(labels)
  })

  it('gives seats that share a guid different ids, and reports it', () => {
    const imported = value(importPlan(fileOf(rowOf('A', [1, 2, 3], 0, { seat_guid: 'same' }))))
    const plan = readPlan(writePlan(imported.draft))
    expect([0, 1, 2].map(plan.idOf)).toEqual(['same', 'same~2', 'same~3'])
    expect(imported.report.findings.find(({ code }) => code === 'renamed-id')).toMatchObject({ count: 2, at: ['same~2', 'same~3'] })
  })

  it('gives seats an id that a ticket can hold, however long the names of row and number are', () => {
    const imported = value(importPlan(fileOf(rowOf('R'.repeat(300), [1, 2], 0), rowOf('B', ['9'.repeat(300), '🎭'], 30))))
    const plan = readPlan(writePlan(imported.draft))
    expect(Array.from({ length: 4 }, (_, seat) => plan.idOf(seat))).toEqual(['stalls.1-1', 'stalls.1-2', 'stalls.2-1', 'stalls.B.🎭'])
    expect([plan.rows[0]!.label, plan.numberOf(2)]).toEqual(['R'.repeat(300), '9'.repeat(300)])
    expect(codes(imported)).not.toContain('long-id')
  })

  it('joins three pieces of one printed row, and keeps rows of two floors separate', () => {
    const piece = (label: string, from: number, x: number, y: number) => ({
      row_number: label,
      position: { x, y },
      seats: [0, 1, 2, 3].map((at) => ({ seat_number: from + at, position: { x: at * 25, y: 0 } })),
    })
    const imported = value(importPlan(fileOf(piece('A', 5, 150, 0), piece('A', 1, 0, 4), piece('A', 9, 300, 4))))
    expect(imported.draft.areas[0]!.rows.map(({ seats }) => seats.map(({ number }) => Number(number)))).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    ])
    expect(codes(imported)).toContain('rows-joined')
    const floors = value(importPlan(fileOf(piece('A', 1, 0, 0), piece('A', 1, 0, 900))))
    expect(floors.draft.areas[0]!.rows).toHaveLength(2)
    expect(codes(floors)).toEqual(expect.arrayContaining(['repeated-row', 'repeated-label']))
  })

  it('parks seats with unreadable places below the hall', () => {
    const file = fileOf(rowOf('A', [1, 2, 3], 0), {
      row_number: 'B',
      position: { x: 0, y: 30 },
      seats: [
        { seat_number: 1, position: { x: 'NaN', y: 0 } },
        { seat_number: 2, position: { x: 1e300, y: 0 } },
        { seat_number: 3, position: 7 },
      ],
    })
    const imported = value(importPlan(file))
    expect(imported.report.findings[0]).toMatchObject({ code: 'unreadable-position', severity: 'error', count: 2 })
    expectWhole(imported, seatsOf(file))
  })

  it('reports coincident seats, wrong counts, states stored as categories, unknown categories and seats outside', () => {
    const rows = [
      rowOf('A', [1, 2, 3, 4], 0),
      { ...rowOf('A', [11, 12], 0), seat_count: 5 },
      rowOf('B', [1, 2], 30, { category: 'NOT AVAILABLE' }),
    ]
    const imported = value(importPlan({ ...fileOf(...rows), size: { width: 60, height: 20 } }))
    expect(codes(imported)).toEqual(
      expect.arrayContaining(['coincident-seats', 'wrong-count', 'category-is-state', 'category-unknown', 'outside-size']),
    )
    expect(imported.report.findings.find(({ code }) => code === 'wrong-count')?.at).toEqual(['seat_count says 5, there are 2'])
    expect(imported.report.seats).toBe(8)
  })

  it('detects wheelchair spaces by their category and reports missing companion seats', () => {
    const imported = value(importPlan(fileOf(rowOf('A', [1, 2], 0, { category: 'Rollstuhlplatz' }))))
    expect(seatsIn(imported.draft)[0]).toMatchObject({ type: 'wheelchair', flags: ['endOfRow', 'stepFree'] })
    expect(codes(imported)).toContain('space-without-companion')
  })

  it('finds the stage by its text, spaced out or not, and guesses one by the letters of rows', () => {
    const stage = { shape: 'rectangle', position: { x: 0, y: 500 }, rectangle: { width: 100, height: 40 }, text: { text: 'S T A G E' } }
    const file = fileOf(rowOf('A', [1, 2, 3], 0), rowOf('B', [1, 2, 3], 30))
    const imported = value(importPlan({ ...file, zones: [{ ...file.zones[0], areas: [stage] }] }))
    expect(imported.draft.stage).toMatchObject({ label: 'STAGE', polygon: expect.arrayContaining([[220, 1188]]) })
    expect(imported.draft.areas[0]!.rows.map(({ label }) => label)).toEqual(['B', 'A'])
    const guessed = value(importPlan(file))
    expect(codes(guessed)).toContain('no-stage')
    expect(guessed.draft.areas[0]!.rows.map(({ label }) => label)).toEqual(['A', 'B'])
  })

  it('imports 35,000 seats at once and rejects 300,001', () => {
    const rows = Array.from({ length: 350 }, (_, row) =>
      rowOf(
        String(row + 1),
        Array.from({ length: 100 }, (_, seat) => seat + 1),
        row * 30,
      ),
    )
    const imported = value(importPlan(fileOf(...rows)))
    expect(imported.report).toMatchObject({ seats: 35_000, rows: 350 })
    const seats = Array.from({ length: 300_001 }, () => ({}))
    expect(importPlan({ zones: [{ rows: [{ seats }] }] })).toMatchObject({ ok: false, error: { code: 'too-many-seats' } })
  })

  it('refuses too many rows or areas, with or without seats', () => {
    const seats = [{ seat_number: '1', position: { x: 0, y: 0 } }]
    const rows = Array.from({ length: 50_001 }, () => ({ seats: [] }))
    expect(importPlan({ zones: [{ rows: [{ seats }, ...rows] }] })).toMatchObject({
      ok: false,
      error: { code: 'too-many-rows', params: { rows: 50_002, most: 50_000 } },
    })
    const zones = Array.from({ length: 65_536 }, () => ({ rows: [] }))
    expect(importPlan({ zones: [{ rows: [{ seats }] }, ...zones] })).toMatchObject({
      ok: false,
      error: { code: 'too-many-areas', params: { areas: 65_537, most: 65_536 } },
    })
  })

  it('stays fast with 5,000 seats at one point', () => {
    const file = fileOf(
      rowOf(
        'A',
        Array.from({ length: 5_000 }, (_, seat) => seat),
        0,
        { position: { x: 3, y: 3 } },
      ),
    )
    expect(value(importPlan(file)).report.findings[0]).toMatchObject({ code: 'coincident-seats', count: 4_999 })
    const loose = Array.from({ length: 5_000 }, () => ({ x: 1, y: 1 }))
    expect(value(importPlan(loose)).report.seats).toBe(5_000)
  })
})

describe('other files', () => {
  it('reads a flat list of places, builds rows from loose seats and ignores texts', () => {
    const list = [
      ...[1, 2, 3].map((number) => ({ cx: String(number * 15), cy: '10', ZoneName: 'Circle', id: `seat-${number}-A-7` })),
      ...[1, 2, 3, 4].map((number) => ({ cx: String(number * 15), cy: '40', ZoneName: 'Circle', id: `icon-${number}` })),
      { cx: '5', cy: '5', ZoneName: 'CIRCLE', id: 'Text' },
    ]
    const imported = value(importPlan(list))
    expect(imported.format).toBe('seat-list')
    expect(imported.draft.areas).toMatchObject([{ name: 'Circle', floorsAboveStage: 1 }])
    expect(imported.draft.areas[0]!.rows.map(({ label, seats }) => [label, seats.length]).sort()).toEqual([
      ['1', 4],
      ['A', 3],
    ])
    expect(codes(imported)).toEqual(expect.arrayContaining(['seat-without-row', 'rows-found', 'labels-left-out']))
  })

  it.each([
    ['not-json', '{"zones":nothing}'],
    ['cut-off', '{"zones":['],
    ['cut-off', '{"zones":[{"name":"Sta'],
    ['cut-off', '{"zones":[],'],
    ['empty-file', ''],
    ['empty-file', ' \n'],
    ['empty-plan', '{"name":"Hall","categories":[],"zones":[]}'],
    ['unknown-format', 'null'],
    ['unknown-format', '[]'],
    ['unknown-format', '{"type":"FeatureCollection","features":[]}'],
    ['unknown-format', '"zones"'],
    ['malformed-plan', '{"hall":"x","areas":[],"seats":{}}'],
  ])('refuses as %s: %s', (code, text) => {
    const result = importPlanText(text)
    expect(result).toMatchObject({ ok: false, error: { code, severity: 'error' } })
    if (!result.ok) expect(describeFinding(result.error)).toMatch(/^The file|^This|^The plan/)
  })

  it('cuts names short that would fill a screen, and reports it', () => {
    const zone = 'Stalls '.repeat(60)
    const { draft, report } = value(importPlan({ name: '🎭'.repeat(200), zones: [{ name: zone, rows: [{ seats: [{}, {}] }] }] }))
    expect(draft.name).toBe(`${'🎭'.repeat(120)}…`)
    expect(draft.areas[0]!.name).toMatch(/^Stalls Stalls .{90,110}…$/)
    const finding = report.findings.find(({ code }) => code === 'long-name')
    expect(finding).toMatchObject({ severity: 'warning', count: 2 })
    expect(describeFinding(finding!)).toBe('2 names have more than 120 letters and were cut short.')
  })

  it('reads or refuses any JSON, and never throws', () => {
    const read = (json: unknown) => {
      expect(importPlan(json).ok).toBeTypeOf('boolean')
    }
    fc.assert(fc.property(fc.jsonValue(), read))
    const withKeys = fc.dictionary(fc.constantFrom('zones', 'seats', 'sections', 'rows', 'hall', 'areas', 'x', 'y', 'sid'), fc.jsonValue())
    fc.assert(fc.property(withKeys, read))
  })
})

const folder = join(import.meta.dirname, '../../../../../../shared/data')
const real = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []

/** Seat plans of real theatres, if they are in a folder beside the repository; they may not be published. */
describe.skipIf(real.length === 0)('real files', () => {
  it.each(real)('%s', (name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const imported = value(importPlanText(text))
    expectWhole(
      imported,
      imported.origins.map(({ source }) => source),
    )
    const seats = /(\d+)(?=\.json)/.exec(name)
    if (seats && imported.format === 'sections') expect(imported.report.seats).toBe(Number(seats[1]))
    if (imported.format === 'pretix') expectWhole(imported, seatsOf(JSON.parse(text)))
    expect(imported.report.findings.filter(({ severity, code }) => severity === 'error' && code !== 'coincident-seats')).toEqual([])
  })
})
