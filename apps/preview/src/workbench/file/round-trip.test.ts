import { type Plan, readPlan, typeOf, usualGap, writePlan } from '@playhouse/domain/plan'
import { importPlanBytes } from '@playhouse/domain/plan/import'
import { hall, halls } from '@playhouse/fixtures'
import { describe, expect, test, vi } from 'vitest'
import { drawSvg, writePlanFile } from '#export'
import { readPlanFile } from './read-plan-file.ts'

vi.mock('#brand', () => ({ brands: [] }))

/** The facts of each seat, independent of the order of rows and seats. */
const seatsOf = (plan: Plan): ReadonlyMap<string, readonly unknown[]> =>
  new Map(
    Array.from({ length: plan.seatCount }, (_, seat) => {
      const row = plan.rows[plan.rowOf[seat]!]!
      const { id, name } = plan.areas[row.area]!
      return [plan.idOf(seat), [id, name, row.label, Boolean(row.table), plan.numberOf(seat), typeOf(plan, seat)]]
    }),
  )

/** Centimetres: files are written to a hundredth of a pixel, plans to a centimetre. */
const slack = 3

describe.each(halls.map((id) => [id] as const))('%s, taken away and opened again', (id) => {
  const data = hall(id)
  const plan = readPlan(data)

  test.each(['json', 'plan'] as const)('is the same plan from %s', async (format) => {
    const result = await readPlanFile(writePlanFile(format, data, plan, undefined as never))
    if ('finding' in result) throw new Error(result.finding.code)
    expect(result.hall.report.seats).toBe(plan.seatCount)
    // JSON has no −0, which a rotated corner may have.
    expect(JSON.parse(JSON.stringify(result.hall.data))).toEqual(JSON.parse(JSON.stringify(data)))
  })

  test('has the same seats on the same places from pretix', async () => {
    const file = writePlanFile('pretix', data, plan, undefined as never)
    const result = importPlanBytes(new Uint8Array(await file.arrayBuffer()), { pitch: usualGap(plan) })
    if (!result.ok) throw new Error(result.error.code)
    const restoredPlan = readPlan(writePlan(result.value.draft))
    expect(seatsOf(restoredPlan)).toEqual(seatsOf(plan))
    const first = restoredPlan.indexOf(plan.idOf(0))!
    const off = Array.from({ length: plan.seatCount }, (_, seat) => {
      const index = restoredPlan.indexOf(plan.idOf(seat))!
      return Math.hypot(
        restoredPlan.x[index]! - restoredPlan.x[first]! - plan.x[seat]! + plan.x[0]!,
        restoredPlan.y[index]! - restoredPlan.y[first]! - plan.y[seat]! + plan.y[0]!,
      )
    })
    expect(off.reduce((most, distance) => Math.max(most, distance), 0)).toBeLessThan(slack)
  })

  // A drawing of the largest hall takes seconds, and has nothing that the others lack.
  test.skipIf(plan.seatCount > 25_000)('has the same seats from a drawing, with the same stage', () => {
    const ink = { house: '#000', stage: '#111', line: '#222', ink: '#fff', seatOf: () => '#333' }
    const result = importPlanBytes(new TextEncoder().encode(drawSvg(plan, usualGap(plan), ink)), { pitch: usualGap(plan) })
    if (!result.ok) throw new Error(result.error.code)
    const restoredPlan = readPlan(writePlan(result.value.draft))
    const namesOf = (of: Plan): string[] =>
      Array.from({ length: of.seatCount }, (_, seat) => {
        const row = of.rows[of.rowOf[seat]!]!
        return [of.areas[row.area]!.name, row.label, of.numberOf(seat)].join(' / ')
      }).sort()
    expect(namesOf(restoredPlan)).toEqual(namesOf(plan))
    expect(result.value.report.findings.map(({ code }) => code)).not.toContain('no-stage')
  })
})
