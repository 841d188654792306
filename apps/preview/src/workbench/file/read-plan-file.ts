import { type PlanData, writePlan } from '@playhouse/domain/plan'
import { type Finding, importPlanBytes, type PlanReport, type SeatOrigin, refuseTooLarge } from '@playhouse/domain/plan/import'

/** A hall from a file, and the findings. */
export type OpenedFile = {
  readonly data: PlanData
  readonly report: PlanReport
  /** The place of each seat in the file, in plan order. */
  readonly origins: readonly SeatOrigin[]
}
/** Either a hall, or the finding that prevents one; the stage is unchanged then. */
export type FileResult = { readonly file: string; readonly hall: OpenedFile } | { readonly file: string; readonly finding: Finding }

/** Opens a plan in any known format: pretix, seat lists, our JSON, our packed bytes. Never throws, and sends nothing to a host. */
export async function readPlanFile(file: File): Promise<FileResult> {
  const refuse = (code: Finding['code'], params: Finding['params'] = {}): FileResult => ({
    file: file.name,
    finding: { severity: 'error', code, count: 1, areas: [], at: [], params },
  })
  try {
    const result = refuseTooLarge(file.size) ?? importPlanBytes(new Uint8Array(await file.arrayBuffer()))
    if (!result.ok) return { file: file.name, finding: result.error }
    const { draft, report, origins } = result.value
    return report.seats === 0 ? refuse('empty-plan') : { file: file.name, hall: { data: writePlan(draft), report, origins } }
  } catch (error) {
    return refuse('malformed-plan', { reason: error instanceof Error ? error.message : String(error) })
  }
}
