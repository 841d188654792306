import { ok } from '../../result.ts'
import { checkPlan } from '../check/check-plan.ts'
import { draftOf } from '../model/draft-of.ts'
import { isPacked } from '../wire/envelope.ts'
import { readPlanBytes } from '../wire/read-plan-bytes.ts'
import { textOfFile } from './file-text.ts'
import { importPlanText, refuseTooLarge } from './import-plan.ts'
import { type ImportResult, refuse } from './imported-plan.ts'
import type { ImportOptions } from './build-plan.ts'

/** Reads any file: text in any form that `importPlan` knows, or a packed plan. */
export function importPlanBytes(bytes: Uint8Array, options: ImportOptions = {}): ImportResult {
  const refusal = refuseTooLarge(bytes.length)
  if (refusal) return refusal
  return isPacked(bytes) ? openPacked(bytes, options) : importPlanText(textOfFile(bytes), options)
}

function openPacked(bytes: Uint8Array, { hall, name, version, hasFile, languages }: ImportOptions): ImportResult {
  try {
    const plan = readPlanBytes(bytes)
    return ok({
      format: 'playhouse',
      draft: { ...draftOf(plan), ...(hall && { hall }), ...(name && { name }), ...(version && { version }) },
      report: checkPlan(plan, { ...(hasFile && { hasFile }), ...(languages && { languages }) }),
      categories: [],
      origins: Array.from({ length: plan.seatCount }, (_, seat) => ({ source: `seat ${seat}`, category: -1 })),
    })
  } catch (error) {
    return refuse('malformed-plan', { reason: error instanceof Error ? error.message : String(error) })
  }
}
