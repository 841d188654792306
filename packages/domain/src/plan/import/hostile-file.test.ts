import { describe, expect, it } from 'vitest'
import { timeLimit } from '@playhouse/testing/time-limit'
import { writePlan } from '../model/draft.ts'
import { readPlan } from '../model/read-plan.ts'
import { seatsOf } from '../testing/pretix.arbitrary.ts'
import { importPlan, importPlanText } from './import-plan.ts'
import type { ImportedPlan, ImportResult } from './imported-plan.ts'

function value(result: ImportResult): ImportedPlan {
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

/** Maximum processor time for reading a file, in milliseconds. Other processes hardly affect it, unlike wall-clock time. */
const maxCpuMs = timeLimit(20_000)

describe('a file made to block its reader', { timeout: timeLimit(180_000) }, () => {
  const seats = (count: number) => Array.from({ length: count }, (_, at) => ({ seat_number: at + 1, position: { x: at * 25, y: 0 } }))
  const rows = (count: number, length: number) =>
    Array.from({ length: count }, (_, row) => ({ row_number: String(row), position: { x: 0, y: row * 30 }, seats: seats(length) }))
  const wall = (corners: number, text = '') => ({
    shape: 'polygon',
    position: { x: 50, y: 50 },
    text: { text },
    polygon: { points: Array.from({ length: corners }, (_, at) => ({ x: 300 * Math.cos(at), y: 300 * Math.sin(at) })) },
  })

  it.each<[string, () => object]>([
    ['30,000 shapes among a thousand rows', () => ({ rows: rows(1_000, 4), areas: Array.from({ length: 30_000 }, () => wall(4)) })],
    ['walls of 100,000 corners', () => ({ rows: rows(200, 50), areas: [wall(100_000), wall(100_000, 'STAGE')] })],
    ['one row of 130,000 seats about a shape', () => ({ rows: rows(1, 130_000), areas: [wall(6)] })],
    [
      'a crowd on one spot and 300 floors',
      () => ({
        rows: [{ seats: Array.from({ length: 20_000 }, () => ({ position: { x: 1, y: 1 } })) }],
        areas: Array.from({ length: 300 }, () => wall(400)),
      }),
    ],
  ])('%s', (_, zone) => {
    const file = { zones: [{ name: 'Z', ...zone() }] }
    const before = process.threadCpuUsage()
    const imported = value(importPlan(file))
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(maxCpuMs)
    expect(imported.report.seats).toBe(seatsOf(file).length)
    for (const { outline } of imported.draft.areas) expect(outline.length).toBeLessThanOrEqual(2_000)
    expect(imported.draft.stage.polygon.length).toBeLessThanOrEqual(2_000)
  })

  it('loose seats at the end of all numbers', () => {
    const list = [1e308, -1e308, 2 ** 53, 0, 25, 50].flatMap((x) => [
      { x, y: 0 },
      { x, y: -x },
    ])
    expect(value(importPlan(list)).report.seats).toBe(12)
  })

  it('is refused for too many corners in our own format, and for deeply nested brackets', () => {
    const plan = writePlan(value(importPlan({ zones: [{ rows: rows(1, 2) }] })).draft)
    const corners = Array.from({ length: 2_001 }, (_, at): [number, number] => [at, at % 7])
    expect(importPlan({ ...plan, stage: { ...plan.stage, polygon: corners } })).toMatchObject({
      ok: false,
      error: { code: 'malformed-plan' },
    })
    expect(importPlanText('['.repeat(2_000_000)).ok).toBe(false)
    expect(importPlanText(`${'['.repeat(100_000)}${']'.repeat(100_000)}`).ok).toBe(false)
    expect(importPlanText('{"zones":'.repeat(100_000)).ok).toBe(false)
  })

  it('changes no global state, whatever its property names', () => {
    const text = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"zones":[{"name":"__proto__","__proto__":{"polluted":1},
      "rows":[{"row_number":"__proto__","seats":[{"seat_guid":"__proto__","seat_number":"constructor","category":"__proto__","position":{"x":1,"y":1}},
      {"seat_guid":"toString","seat_number":"__proto__","category":"toString","position":{"x":60,"y":1}}]}]}]}`
    const imported = value(importPlanText(text))
    const plan = readPlan(writePlan(imported.draft))
    expect([plan.idOf(0), plan.numberOf(0), plan.rows[0]!.label]).toEqual(['__proto__', 'constructor', '__proto__'])
    expect(plan.indexOf('toString')).toBe(1)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})
