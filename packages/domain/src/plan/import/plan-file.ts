import { ok } from '../../result.ts'
import { checkPlan } from '../check/check-plan.ts'
import { reportNameless } from '../check/numbers.ts'
import { draftOf } from '../model/draft-of.ts'
import { numberIn } from '../model/plan.ts'
import { readPlan } from '../model/read-plan.ts'
import { createFindings } from '../report/finding.ts'
import { planSchema } from '../model/schema.ts'
import { type ImportResult, refuse } from './imported-plan.ts'
import { isRecord } from './json.ts'
import type { ImportOptions } from './build-plan.ts'

/** Whether a file is meant to be a plan in our own JSON form. */
export const isPlanFile = (json: unknown): boolean => isRecord(json) && 'hall' in json && 'areas' in json && isRecord(json['seats'])

/** Opens a plan in our own form. Every field is required there, so the first invalid one refuses the file. */
export function openPlanFile(json: unknown, { hall, name, version, hasFile, languages }: ImportOptions): ImportResult {
  const parsedPlan = planSchema.safeParse(json)
  if (!parsedPlan.success) {
    const [issue] = parsedPlan.error.issues
    return refuse('malformed-plan', { reason: `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is wrong'}` })
  }
  try {
    const plan = readPlan(parsedPlan.data)
    const findings = createFindings()
    parsedPlan.data.rows.forEach((row, index) => {
      const { id, kind } = parsedPlan.data.areas[row.area]!
      const numbers = Array.from({ length: row.seats }, (_, place) => numberIn(row, place))
      reportNameless(
        { area: id, kind, label: row.label, numbers, idAt: (place) => plan.idOf(plan.rows[index]!.firstSeat + place) },
        findings,
      )
    })
    const draft = { ...draftOf(plan), ...(hall && { hall }), ...(name && { name }), ...(version && { version }) }
    return ok({
      format: 'playhouse',
      draft,
      report: checkPlan(plan, { findings, ...(hasFile && { hasFile }), ...(languages && { languages }) }),
      categories: [],
      origins: Array.from({ length: plan.seatCount }, (_, seat) => ({ source: `seat ${seat}`, category: -1 })),
    })
  } catch (error) {
    return refuse('malformed-plan', { reason: error instanceof Error ? error.message : '' })
  }
}
