import { createWorkerPool } from '#modules/ticket'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import type { UploadedPlan } from '@playhouse/domain/uploaded-plan'

/** A file to read as a plan. */
export type PlanTask = { readonly bytes: Uint8Array; readonly hall: string; readonly name: string; readonly languages: readonly string[] }
export type ReadPlan = Result<UploadedPlan, Problem<'plan-refused'>>

/** Seconds after which a file is refused. The largest halls take about two. */
const maxSeconds = 20
const pool = createWorkerPool<PlanTask, ReadPlan>(new URL('plan-worker.ts', import.meta.url), { size: 1, maxSeconds })

/** Reads a file in a worker thread, so that a large hall does not delay visitors. */
export const readPlanFile = (task: PlanTask): Promise<ReadPlan> =>
  pool.run(task).catch(() => fail(problem('plan-refused', { reason: 'malformed-plan' })))
