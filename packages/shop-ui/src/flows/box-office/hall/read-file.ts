import { type Plan, readPlan } from '@playhouse/domain/plan'
import type { HallPlanReport } from '@playhouse/domain/hall-plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { bandsOfNewPlan, readUploadedPlan, reportOfPlan } from '@playhouse/domain/uploaded-plan'

/** A file that is a plan. */
export type ReadFile = {
  readonly file: Blob
  /** Differs with the content of the file. */
  readonly key: string
  readonly plan: Plan
  readonly bandOf: Uint8Array
  readonly report: HallPlanReport
}

/** Reads a file as the server does, to draw it before it is sent. @param languages those of the shop */
export async function readFile(file: Blob, languages: readonly string[]): Promise<Result<ReadFile, Problem<'plan-refused'>>> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    const uploaded = readUploadedPlan(bytes, { hall: '', name: '', languages })
    if (!uploaded.ok) return uploaded
    const plan = readPlan(uploaded.value.data)
    const bandOf = bandsOfNewPlan(plan, uploaded.value)
    return ok({ file, key: uploaded.value.checksum, plan, bandOf: Uint8Array.from(bandOf), report: reportOfPlan(uploaded.value, bandOf) })
  } catch {
    return fail(problem('plan-refused', { reason: 'malformed-plan' }))
  }
}
