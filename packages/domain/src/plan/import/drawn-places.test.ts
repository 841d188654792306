import { describe, expect, it } from 'vitest'
import { importPlan } from './import-plan.ts'
import type { ImportedPlan, ImportResult } from './imported-plan.ts'

function value(result: ImportResult): ImportedPlan {
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}
const codes = ({ report }: ImportedPlan): string[] => report.findings.map(({ code }) => code)
const seatsIn = ({ draft }: ImportedPlan) => draft.areas.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats))
const rowOf = (label: string, x: number, y: number, count = 4) => ({
  row_number: label,
  position: { x, y },
  seats: Array.from({ length: count }, (_, at) => ({ seat_number: at + 1, position: { x: at * 25, y: 0 } })),
})
const stageAt = (x: number, y: number, size: number) => ({
  shape: 'rectangle',
  position: { x, y },
  rectangle: { width: size, height: size },
  text: { text: 'STAGE' },
})
const fileOf = (rows: readonly unknown[], areas: readonly unknown[] = []) => ({ zones: [{ name: 'Stalls', rows, areas }] })

describe('a hall drawn at any position and angle', () => {
  it.each([90, 180, 270, 37])('joins the pieces of a row when the hall is rotated by %s degrees', (degrees) => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    const turned = (x: number, y: number) => ({ x: x * cos - y * sin, y: x * sin + y * cos })
    // A bow, so that its ends lean to either side.
    const piece = (label: string, from: number, y: number) => ({
      row_number: label,
      position: { x: 0, y: 0 },
      seats: [0, 1, 2, 3].map((at) => ({ seat_number: from + at, position: turned((from + at) * 25, y + (from + at - 8) ** 2 / 4) })),
    })
    const rows = ['A', 'B'].flatMap((label, row) => [5, 1, 12].map((from) => piece(label, from, row * 30)))
    const { draft } = value(importPlan(fileOf(rows)))
    expect(draft.areas[0]!.rows.map(({ seats }) => seats.length)).toEqual([12, 12])
    const [first, second] = draft.areas[0]!.rows.map(({ seats }) => Number(seats[0]!.number))
    expect(first).toBe(second)
  })

  it('places a hall with coordinates from the equator like one with local coordinates', () => {
    const placeAt = (x: number, y: number) => {
      const rows = ['A', 'B'].map((label, row) => rowOf(label, x, y + row * 30))
      const imported = value(importPlan(fileOf(rows, [stageAt(x, y - 400, 100)])))
      const [onlySeat] = seatsIn(imported)
      const from = ([cx, cy]: readonly [number, number]) => [cx - onlySeat!.x, cy - onlySeat!.y]
      return [codes(imported), imported.draft.stage.polygon.map(from), seatsIn(imported).map((seat) => from([seat.x, seat.y]))]
    }
    expect(placeAt(5e9, -3e9)).toEqual(placeAt(0, 0))
  })

  it.each([
    [400, 100, false],
    [40_000, 100, true],
    [400, 40_000, true],
  ])('guesses the stage if one of %s pixels, %s pixels below, would make the seats tiny: %s', (size, y, isGuessed) => {
    const rows = ['A', 'B'].map((label, row) => rowOf(label, 0, row * 30))
    expect(codes(value(importPlan(fileOf(rows, [stageAt(0, y, size)])))).includes('no-stage')).toBe(isGuessed)
  })

  it('parks seats with unreadable places within the width of the hall', () => {
    const rows = Array.from({ length: 30 }, (_, row) => rowOf(String(row + 1), 0, row * 30, 30))
    for (const [at, seat] of rows.flatMap(({ seats }) => seats).entries())
      if (at % 3 === 0) Object.assign(seat, { position: { x: 'left', y: 0 } })
    const imported = value(importPlan(fileOf(rows)))
    expect(imported.report.findings[0]).toMatchObject({ code: 'unreadable-position', count: 300 })
    const across = seatsIn(imported).map(({ x }) => x)
    expect(Math.max(...across) - Math.min(...across)).toBeLessThanOrEqual(30 * 55)
    expect(codes(imported)).not.toContain('coincident-seats')
    const below = value(importPlan(fileOf(rows, [stageAt(0, 960, 200)])))
    expect(codes(below)).not.toContain('no-stage')
    expect(codes(below)).not.toContain('seat-on-stage')
  })
})
