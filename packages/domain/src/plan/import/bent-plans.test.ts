import { describe, expect, it } from 'vitest'
import { findBest } from '../best/index.ts'
import { type PlanDraft, writePlan } from '../model/draft.ts'
import { factsOf } from '../sightline/facts.ts'
import { readPlan } from '../model/read-plan.ts'
import { bentPlans } from '../testing/bent-plans.ts'
import { readPlanBytes } from '../wire/read-plan-bytes.ts'
import { writePlanBytes } from '../wire/write-plan-bytes.ts'
import { exportPretix } from './export-pretix.ts'
import { importPlanText } from './import-plan.ts'

const seatsIn = ({ areas }: PlanDraft) =>
  areas.flatMap(({ name, rows }, area) =>
    rows.flatMap(({ label, seats }, row) => seats.map((seat) => ({ ...seat, name, label, area, row }))),
  )

/** The same hall as four programs would write it. */
const formats: Readonly<Record<string, (draft: PlanDraft) => unknown>> = {
  ours: writePlan,
  pretix: exportPretix,
  'a list of seats': (draft) =>
    seatsIn(draft).map(({ name, label, number, x, y }) => ({ zone: name, row: label, number, x: String(x), y: String(y) })),
  sections: (draft) => ({
    sections: Object.fromEntries(draft.areas.map(({ name }, area) => [`s${area}`, { name }])),
    seats: seatsIn(draft).map(({ area, row, number, x, y }) => ({ sid: `s${area}`, rid: `${area}-${row}`, number, x, y })),
  }),
}

describe.each(Object.entries(bentPlans))('%s', (_, bentPlan) => {
  it.each(Object.entries(formats))('is taken whole from %s, and is a hall like others', (_format, write) => {
    const draft = bentPlan()
    const seats = seatsIn(draft)
    const result = importPlanText(JSON.stringify(write(draft)))
    if (!result.ok) throw new Error(result.error.code)
    const data = writePlan(result.value.draft)
    const plan = readPlan(data)
    expect(readPlanBytes(writePlanBytes(data)).x).toEqual(plan.x)
    expect(plan.seatCount).toBe(seats.length)
    expect(new Set(Array.from({ length: plan.seatCount }, (_seat, seat) => plan.idOf(seat))).size).toBe(seats.length)
    expect(Array.from({ length: plan.seatCount }, (_seat, seat) => plan.numberOf(seat)).toSorted()).toEqual(
      seats.map(({ number }) => number).toSorted(),
    )
    const { x, y, width, height } = plan.viewBox
    for (let seat = 0; seat < plan.seatCount; seat++) {
      expect(plan.x[seat]! >= x && plan.x[seat]! <= x + width && plan.y[seat]! >= y && plan.y[seat]! <= y + height).toBe(true)
      if (seat % 97 === 0) expect(factsOf(plan, seat).metresToStage).toBeGreaterThanOrEqual(0)
    }
    const all = { plan, bandOf: new Uint8Array(plan.seatCount), seats: new Uint8Array(plan.seatCount), orphans: 'warn' as const }
    expect(findBest(all, { size: 1, together: true })).toHaveLength(1)
  })
})
