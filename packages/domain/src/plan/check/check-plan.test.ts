import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DraftSeat, type PlanDraft, writePlan } from '../model/draft.ts'
import { readPlan } from '../model/read-plan.ts'
import { hasErrors } from '../report/finding.ts'
import { describeFinding } from '../report/sentence.ts'
import type { PlanPhoto } from '../model/schema.ts'
import { anyDraft } from '../testing/draft.arbitrary.ts'
import { checkPlan } from './check-plan.ts'

type Area = PlanDraft['areas'][number]
const row = (label: string, y: number, count = 5): Area['rows'][number] => ({
  label,
  seats: Array.from({ length: count }, (_, seat): DraftSeat => ({ number: String(seat + 1), x: seat * 55, y, z: y / 8 })),
})
const area = (change: Partial<Area> = {}): Area => ({
  id: 'stalls',
  view: 'all',
  name: 'Stalls',
  outline: [],
  floorsAboveStage: 0,
  stepFree: true,
  steps: 0,
  entrance: 'Door 1',
  toiletMetres: 12,
  rows: [row('A', 400), row('B', 490)],
  ...change,
})
const house = (change: Partial<PlanDraft> = {}): PlanDraft => ({
  hall: 'house',
  version: '1',
  name: 'House',
  stage: {
    polygon: [
      [0, 0],
      [300, 0],
      [300, 200],
    ],
    z: 0,
    label: 'Stage',
  },
  views: [{ id: 'all', name: 'All', order: 1, viewBox: { x: 0, y: 0, width: 500, height: 900 } }],
  areas: [area()],
  ...change,
})
/** Seats of the first row, changed. */
const seats = (change: (seats: DraftSeat[]) => DraftSeat[]): PlanDraft => {
  const first = row('A', 400)
  return house({ areas: [area({ rows: [{ ...first, seats: change(first.seats) }, row('B', 490)] })] })
}
/** The Bridge's plan with a photograph of the view from its stalls, changed. */
const pictured = (change: Partial<PlanPhoto> = {}): PlanDraft =>
  house({ photos: [{ of: { area: 'stalls' }, file: 'photo/a.webp', width: 800, height: 500, alt: { en: 'The whole stage' }, ...change }] })
const floor: [number, number][] = [
  [0, 300],
  [400, 300],
  [400, 700],
  [0, 700],
]
const pit = (places: number): Area['rows'][number] => ({
  label: '',
  seats: Array.from({ length: places }, (_, place): DraftSeat => ({ number: String(place + 1), x: 200, y: 500, z: 40 })),
})
/** Seats round a table of 90 cm, at a distance from its middle. */
const tableOf = (count: number, radius: number): Area['rows'][number] => ({
  label: '1',
  table: { round: true, x: 200, y: 500, length: 90, depth: 90, turn: 0 },
  seats: Array.from({ length: count }, (_, place): DraftSeat => {
    const angle = (place / count) * 2 * Math.PI
    return { number: String(place + 1), x: 200 + Math.cos(angle) * radius, y: 500 + Math.sin(angle) * radius, z: 40 }
  }),
})
const findingsOf = (draft: PlanDraft) => checkPlan(draft).findings.map(({ code, count, at }) => ({ code, count, at }))

describe('the report', () => {
  it('has no findings for a sound plan', () => {
    expect(checkPlan(house())).toEqual({ seats: 10, rows: 2, areas: 1, findings: [] })
  })

  it('reports a seat far from all others', () => {
    const distantHall = house({
      areas: [area({ rows: [row('A', 400), row('B', 490), { label: 'Z', seats: [{ number: '1', x: 90_000, y: 400, z: 50 }] }] })],
    })
    expect(findingsOf(distantHall)).toContainEqual({ code: 'lonely-seat', count: 1, at: ['stalls.Z.1'] })
    expect(findingsOf(house({ areas: [area({ rows: [row('A', 400, 1)] })] })).map(({ code }) => code)).not.toContain('lonely-seat')
  })

  it('reports no seat as lonely that has a neighbour, however far the others are', () => {
    const crowd = Array.from({ length: 20 }, (_, at) => row(String(at), 400 + at * 30))
    const pair = { label: 'Z', seats: [4_800, 4_850].map((x, at) => ({ number: String(at + 1), x, y: 4_900, z: 50 })) }
    expect(findingsOf(house({ areas: [area({ rows: [...crowd, pair] })] })).map(({ code }) => code)).not.toContain('lonely-seat')
  })

  it('has no findings for a sound standing floor, box and table', () => {
    const pitOf = area({ id: 'pit', name: 'Pit', kind: 'standing', outline: floor, rows: [pit(40)] })
    expect(findingsOf(house({ areas: [pitOf] }))).toEqual([])
    expect(findingsOf(house({ areas: [area({ kind: 'box', outline: floor, rows: [tableOf(4, 80)] })] }))).toEqual([])
  })

  it.each<[string, PlanDraft, object]>([
    ['nobody can sit', house({ areas: [area({ rows: [] })] }), { code: 'empty-plan' }],
    [
      'nobody knows how far a floor goes',
      house({ areas: [area({ kind: 'standing', rows: [pit(12)] })] }),
      { code: 'standing-without-outline', at: ['stalls'] },
    ],
    [
      'standing places have rows',
      house({ areas: [area({ kind: 'standing', outline: floor })] }),
      { code: 'standing-in-rows', at: ['stalls'] },
    ],
    ['a box has no walls', house({ areas: [area({ kind: 'box' })] }), { code: 'box-without-walls', at: ['stalls'] }],
    ['somebody sits on the table', house({ areas: [area({ rows: [tableOf(4, 20)] })] }), { code: 'seat-on-table', count: 4 }],
    ['somebody sits far from the table', house({ areas: [area({ rows: [tableOf(4, 180)] })] }), { code: 'seat-off-table', count: 4 }],
    ['an area is empty', house({ areas: [area(), area({ id: 'boxes', rows: [] })] }), { code: 'area-without-seats', at: ['boxes'] }],
    ['areas share an id', house({ areas: [area(), area({ rows: [row('C', 600)] })] }), { code: 'repeated-area', at: ['stalls'] }],
    ['a row is empty', house({ areas: [area({ rows: [row('A', 400), row('Z', 0, 0)] })] }), { code: 'row-without-seats', at: ['Z'] }],
    ['a view is missing', house({ areas: [area({ view: 'attic' })] }), { code: 'unknown-view', at: ['stalls: attic'] }],
    [
      'seats stand on one place',
      seats(([first, second, ...rest]) => [first!, { ...second!, x: first!.x }, ...rest]),
      { code: 'coincident-seats', count: 1, at: ['stalls.A.1 = stalls.A.2'] },
    ],
    [
      'seats stand on each other’s laps',
      seats(([first, second, ...rest]) => [first!, { ...second!, x: 20 }, ...rest]),
      { code: 'overlapping-seats', count: 1, at: ['stalls.A.1 / stalls.A.2'] },
    ],
    [
      'two seats read the same',
      seats(([first, second, ...rest]) => [first!, { ...second!, number: '1', id: 'x' }, ...rest]),
      { code: 'repeated-label', at: ['x'] },
    ],
    ['ids are used twice', seats((all) => all.map((seat) => ({ ...seat, id: 'same' }))), { code: 'renamed-id', count: 4 }],
    ['an id is too long', seats(([first, ...rest]) => [{ ...first!, id: 'x'.repeat(81) }, ...rest]), { code: 'long-id', count: 1 }],
    [
      'a number is left out',
      seats(([first, second, , ...rest]) => [first!, second!, ...rest]),
      { code: 'gap-in-numbers', at: ['stalls.A.2 … stalls.A.4'] },
    ],
    ['a number is missing', seats(([first, ...rest]) => [{ ...first!, number: '' }, ...rest]), { code: 'missing-numbers', count: 1 }],
    [
      'a place is no number',
      seats(([first, ...rest]) => [{ ...first!, x: Number.NaN }, ...rest]),
      { code: 'unreadable-position', count: 1 },
    ],
    ['a place is beyond the horizon', seats(([first, ...rest]) => [{ ...first!, y: 1e9 }, ...rest]), { code: 'unreadable-position' }],
    ['a type is unknown', seats(([first, ...rest]) => [{ ...first!, type: 'throne' as never }, ...rest]), { code: 'unknown-type' }],
    ['a seat is out of sight', house({ viewBox: { x: 0, y: 0, width: 500, height: 450 } }), { code: 'outside-view-box', count: 5 }],
    [
      'seats are outside their area',
      house({
        areas: [
          area({
            outline: [
              [-50, 350],
              [300, 350],
              [300, 450],
              [-50, 450],
            ],
          }),
        ],
      }),
      { code: 'outside-outline', count: 5 },
    ],
    [
      'seats stand on the stage',
      seats(([first, ...rest]) => [{ ...first!, x: 200, y: 100 }, ...rest]),
      { code: 'seat-on-stage', count: 1 },
    ],
    [
      'rows share a label',
      house({ areas: [area({ rows: [row('A', 400), row('A', 490)] })] }),
      { code: 'repeated-row', at: ['stalls.A.1~2'] },
    ],
    [
      'rows cross',
      house({
        areas: [
          area({
            rows: [
              row('A', 400),
              {
                label: 'X',
                seats: [
                  { number: '9', x: 80, y: 370, z: 1 },
                  { number: '10', x: 85, y: 430, z: 1 },
                ],
              },
            ],
          }),
        ],
      }),
      { code: 'rows-cross', at: ['stalls.A.2 × stalls.X.9'] },
    ],
    ['a photograph is of seats that are not there', pictured({ of: { area: 'gods' } }), { code: 'photo-of-nothing', at: ['photo/a.webp'] }],
    ['a photograph says nothing', pictured({ alt: { en: ' ' } }), { code: 'photo-without-words', count: 1 }],
    [
      'nobody can come along',
      seats(([first, ...rest]) => [{ ...first!, type: 'wheelchair' }, ...rest]),
      { code: 'space-without-companion' },
    ],
    [
      'areas have one name, and rows too',
      house({ areas: [area(), area({ id: 'other', rows: [row('A', 900)] }), area({ id: 'third', rows: [row('C', 1_200)] })] }),
      { code: 'areas-named-alike', count: 1 },
    ],
    ['a block is far away', house({ areas: [area(), area({ id: 'far', name: 'Far', rows: [row('A', 900_000)] })] }), { code: 'vast-plan' }],
    ['a row has no label', house({ areas: [area({ rows: [row(' ', 400)] })] }), { code: 'missing-labels', count: 1 }],
    ['nothing is known of the doors', house({ areas: [area({ entrance: '', toiletMetres: 0 })] }), { code: 'no-access-facts' }],
  ])('tells that %s', (_, draft, finding) => {
    expect(findingsOf(draft)).toContainEqual(expect.objectContaining(finding))
  })

  it('lists the seats without a price band', () => {
    const plan = readPlan(writePlan(house()))
    const { findings } = checkPlan(plan, { bands: [0, 1, 2, -1, 0, 1, 2, -1, 0] })
    expect(findings).toMatchObject([{ code: 'band-missing', count: 3, at: ['stalls.A.4', 'stalls.B.3', 'stalls.B.5'] }])
  })

  it('looks for photographs in the theatre’s folder, and for texts in its languages', () => {
    expect(checkPlan(pictured(), { hasFile: (file) => file === 'photo/a.webp', languages: ['en'] }).findings).toEqual([])
    expect(checkPlan(pictured(), { hasFile: () => false, languages: ['en', 'sv'] }).findings).toMatchObject([
      { code: 'photo-missing', severity: 'error', at: ['photo/a.webp'] },
      { code: 'photo-not-translated', severity: 'warning', params: { language: 'sv' } },
    ])
  })

  it('reports missing heights, and repeated ids in a written plan', () => {
    const flat = house({
      areas: [area({ rows: [{ label: 'A', seats: [1, 2].map((at) => ({ number: String(at), x: at * 55, y: 400, z: 0 })) }] })],
    })
    expect(findingsOf(flat).map(({ code }) => code)).toEqual(['no-heights'])
    const data = writePlan(house())
    const report = checkPlan(readPlan({ ...data, seats: { ...data.seats, ids: Array.from({ length: 10 }, () => 'same') } }))
    expect(report.findings).toMatchObject([{ code: 'repeated-id', severity: 'error', count: 9 }])
    expect(hasErrors(report)).toBe(true)
  })

  it('has a complete sentence for every finding', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const report = checkPlan(draft)
        expect(report.seats).toBe(draft.areas.flatMap(({ rows }) => rows.flatMap((row) => row.seats)).length)
        for (const finding of report.findings) expect(describeFinding(finding)).toMatch(/^[A-Z0-9].+\.$/s)
        const ranks = report.findings.map(({ severity }) => ['error', 'warning', 'note'].indexOf(severity))
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
      }),
      { numRuns: 60 },
    )
  })
})
