import { fail, type Result } from '../../result.ts'
import type { PlanDraft } from '../model/draft.ts'
import { createFindings, type Finding, type FindingCode, type PlanReport } from '../report/finding.ts'
import type { Category } from './parsed-hall.ts'
import type { SeatOrigin } from './build-plan.ts'

export type PlanFormat = 'playhouse' | 'pretix' | 'sections' | 'seat-list' | 'svg'
export type ImportedPlan = {
  readonly format: PlanFormat
  readonly draft: PlanDraft
  readonly report: PlanReport
  /** The file's own kinds of seats, mostly prices, for the author of the price list. */
  readonly categories: readonly Category[]
  /** One for each seat, in plan order. */
  readonly origins: readonly SeatOrigin[]
}
/** A plan, or the finding that prevents one. */
export type ImportResult = Result<ImportedPlan, Finding>

/** Reason that a file cannot be imported. */
export function refuse(code: FindingCode, params: Finding['params'] = {}): Result<never, Finding> {
  const findings = createFindings()
  findings.add(code, { params })
  return fail(findings.all()[0]!)
}
