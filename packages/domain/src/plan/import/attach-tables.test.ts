import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writePlan } from '../model/draft.ts'
import { readPlan } from '../model/read-plan.ts'
import { anyCabaret } from '../testing/cabaret.arbitrary.ts'
import { writePlanBytes } from '../wire/write-plan-bytes.ts'
import { exportPretix } from './export-pretix.ts'
import { importPlan, importPretix } from './import-plan.ts'

describe('tables, boxes and standing areas', () => {
  it('survive an export to pretix: every place, round the same tops, within the same walls', () => {
    fc.assert(
      fc.property(anyCabaret, (draft) => {
        const imported = importPretix(JSON.parse(JSON.stringify(exportPretix(draft))), { pitch: 60 })
        if (!imported.ok) throw new Error(imported.error.code)
        const [before, after] = [readPlan(writePlan(draft)), readPlan(writePlan(imported.value.draft))]
        expect(after.seatCount).toBe(before.seatCount)
        const facts = ({ areas, rows }: typeof before) => ({
          areas: areas.map(({ name, kind, seatCount }) => ({ name, kind, seatCount })),
          tables: rows
            .flatMap(({ table, label, seatCount }) => (table ? [{ label, seatCount, round: table.round }] : []))
            .toSorted((a, b) => Number(a.label) - Number(b.label)),
        })
        expect(facts(after)).toEqual(facts(before))
        for (let seat = 0; seat < before.seatCount; seat++) {
          const id = before.idOf(seat)
          const now = after.indexOf(id)!
          expect(after.numberOf(now)).toBe(before.numberOf(seat))
        }
        expect(imported.value.report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('are detected in a drawing: chairs round a circle, a named box, places at one point', () => {
    const chair = (x: number, y: number, number: string) => ({
      seat_number: number,
      seat_guid: `t-${number}`,
      category: 'Floor',
      position: { x, y },
    })
    const line = Array.from({ length: 6 }, (_, place) => chair(place * 25, 300, String(place + 1)))
    const file = {
      name: 'Club',
      categories: [{ name: 'Floor', color: '#fff' }],
      size: { width: 800, height: 800 },
      zones: [
        {
          name: 'Floor',
          position: { x: 100, y: 100 },
          rows: [
            {
              row_number: '7',
              position: { x: 0, y: 0 },
              seats: [chair(0, -40, '1'), chair(40, 0, '2'), chair(0, 40, '3'), chair(-40, 0, '4')],
            },
            { row_number: 'A', position: { x: 0, y: 0 }, seats: line },
          ],
          areas: [
            { shape: 'circle', position: { x: 0, y: 0 }, circle: { radius: 22 }, text: { text: 'T7' } },
            { shape: 'rectangle', position: { x: 0, y: 340 }, rectangle: { width: 150, height: 40 }, text: { text: 'Bar' } },
          ],
        },
        {
          name: 'Box 3',
          position: { x: 500, y: 100 },
          rows: [{ row_number: 'A', position: { x: 0, y: 0 }, seats: line.slice(0, 4) }],
          areas: [],
        },
      ],
    }
    const imported = importPretix(file)
    if (!imported.ok) throw new Error(imported.error.code)
    const [floor, box] = imported.value.draft.areas
    expect(floor!.rows.filter(({ table }) => table).map(({ label, seats }) => [label, seats.length])).toEqual([['7', 4]])
    expect(floor!.rows.find(({ label }) => label === '7')!.seats.every(({ flags }) => !flags?.includes('endOfRow'))).toBe(true)
    expect(box!.kind).toBe('box')
    const codes = imported.value.report.findings.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['table-found', 'box-found', 'labels-left-out']))
  })

  it('keep their seats if a row of seats at one point would make a top larger than the plan', () => {
    const at = (x: number, y: number, place: number) => ({ seat_number: String(place + 1), category: 'Floor', position: { x, y } })
    const round = [at(0, -40, 0), at(40, 0, 1), at(0, 40, 2), at(-40, 0, 3)]
    const tight = Array.from({ length: 12 }, (_, place) => at(place * 1e-6, 300, place))
    const imported = importPretix({
      name: 'Club',
      categories: [{ name: 'Floor', color: '#fff' }],
      size: { width: 800, height: 800 },
      zones: [
        {
          name: 'Floor',
          position: { x: 0, y: 0 },
          rows: [
            { row_number: '7', position: { x: 0, y: 0 }, seats: round },
            { row_number: 'A', position: { x: 0, y: 0 }, seats: tight },
          ],
          areas: [{ shape: 'circle', position: { x: 0, y: 0 }, circle: { radius: 22 } }],
        },
      ],
    })
    if (!imported.ok) throw new Error(imported.error.code)
    expect(readPlan(writePlan(imported.value.draft)).seatCount).toBe(16)
    expect(() => writePlanBytes(writePlan(imported.value.draft))).not.toThrow()
  })

  it('are read from a list of seats: a capacity with its size, and tables by name', () => {
    const seat = (x: number, y: number, fields: object) => ({ x, y, zone: 'Floor', ...fields })
    const list = [
      ...[
        [0, -40],
        [40, 0],
        [0, 40],
        [-40, 0],
      ].map(([x, y], place) => seat(x!, y!, { table: '5', number: place + 1 })),
      ...Array.from({ length: 6 }, (_, place) => seat(200 + place * 25, 0, { row: 'A', number: place + 1 })),
      { x: 300, y: 300, zone: 'Pit', standing: 40, width: 200, height: 100 },
      { x: 600, y: 300, zone: 'Yard', standing: 'lots', width: 200, height: 100 },
    ]
    const imported = importPlan(list)
    if (!imported.ok) throw new Error(imported.error.code)
    const plan = readPlan(writePlan(imported.value.draft))
    const pit = plan.areas.find(({ kind }) => kind === 'standing')!
    expect([pit.name, pit.seatCount, pit.outline.length]).toEqual(['Pit', 40, 4])
    expect(plan.rows.filter(({ table }) => table).map(({ label, seatCount }) => [label, seatCount])).toEqual([['5', 4]])
    const codes = imported.value.report.findings.map(({ code }) => code)
    expect(codes).toContain('wrong-capacity')
    expect(codes).not.toContain('seat-off-table')
  })

  it('are read from a section without seats', () => {
    const imported = importPlan({
      sections: {
        1: { id: '1' },
        2: {
          id: '2',
          name: 'Pit',
          capacity: 25,
          points: [
            { x: 0, y: 100 },
            { x: 90, y: 100 },
            { x: 90, y: 190 },
          ],
        },
      },
      seats: Object.fromEntries([1, 2, 3].map((seat) => [seat, { id: String(seat), sid: '1', rid: 'a', x: seat * 20, y: 0 }])),
    })
    if (!imported.ok) throw new Error(imported.error.code)
    expect(imported.value.draft.areas.map(({ name, kind, rows }) => [name, kind, rows[0]!.seats.length])).toEqual([
      ['Section 1', undefined, 3],
      ['Pit', 'standing', 25],
    ])
  })
})
