import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writePlan } from '../model/draft.ts'
import { readPlan } from '../model/read-plan.ts'
import { bentPlans } from '../testing/bent-plans.ts'
import { anyDraft } from '../testing/draft.arbitrary.ts'
import { importPlanText } from './import-plan.ts'

test('numbers rows and seats without a name in our own format, keeps its ids and reports it', () => {
  const rows = ['', '2', ''].map((label, row) => ({
    label,
    seats: ['', '1', ''].map((number, seat) => ({ number, x: seat * 55, y: row * 90, z: 0 })),
  }))
  const [empty] = bentPlans['one seat']!().areas
  const data = writePlan({ ...bentPlans['one seat']!(), areas: [{ ...empty!, rows }] })
  const plan = readPlan(data)
  expect(plan.rows.map(({ label }) => label)).toEqual(['1', '2', '3'])
  expect([0, 1, 2].map(plan.numberOf)).toEqual(['2', '1', '3'])
  expect(plan.idOf(4)).toBe('a.2.1')
  const imported = importPlanText(JSON.stringify(data))
  if (!imported.ok) throw new Error(imported.error.code)
  const rewritten = readPlan(writePlan(imported.value.draft))
  for (let seat = 0; seat < plan.seatCount; seat++) {
    expect(rewritten.idOf(seat)).toBe(plan.idOf(seat))
    expect(rewritten.numberOf(seat)).toBe(plan.numberOf(seat))
  }
  expect(imported.value.report.findings).toMatchObject([
    { code: 'missing-labels', count: 2 },
    { code: 'missing-numbers', count: 6 },
    { code: 'no-access-facts' },
    { code: 'no-heights' },
  ])
})

test('restores every draft from our own format', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const data = writePlan(draft)
      const result = importPlanText(JSON.stringify(data))
      if (!result.ok) throw new Error(result.error.code)
      const imported = result.value
      expect(imported.format).toBe('playhouse')
      const [before, after] = [readPlan(data), readPlan(writePlan(imported.draft))]
      expect([after.x, after.y, after.z, after.type, after.flags, after.rows]).toEqual([
        before.x,
        before.y,
        before.z,
        before.type,
        before.flags,
        before.rows,
      ])
      for (let seat = 0; seat < before.seatCount; seat++)
        expect([after.idOf(seat), after.numberOf(seat), after.noteOf(seat)]).toEqual([
          before.idOf(seat),
          before.numberOf(seat),
          before.noteOf(seat),
        ])
    }),
    { numRuns: 60 },
  )
})
