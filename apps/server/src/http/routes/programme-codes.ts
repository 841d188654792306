import type { contract, ProgrammeCodeCounts } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { changeProgrammeCodes, countProgrammeCodes } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf } from '../visitor/planner.ts'

/** Handlers of the access codes of programmes. */
export function programmeCodeHandlers(context: AppContext): Handlers<typeof contract.programmeCodes> {
  const read = async (programme: string): Promise<Result<ProgrammeCodeCounts, Problem<'page-not-found'>>> => {
    const counts = await countProgrammeCodes(context.db, programme)
    return counts ? ok(counts) : fail(problem('page-not-found'))
  }
  return {
    read: ({ params }) => read(params.programme),
    change: async ({ params: { programme }, body, request }) => {
      const before = await read(programme)
      if (!before.ok) return before
      const changed = await changeProgrammeCodes(context, await plannerOf(context, request), programme, body)
      if (!changed.ok) return changed
      const counts = await read(programme)
      return counts.ok ? ok({ ...counts.value, changed: changed.value.changed, changeSet: changed.value.changeSet }) : counts
    },
  }
}
