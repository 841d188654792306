import type { contract, PlannedLocks } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { applyReplan, paintSeatLocks, previewReplan, readLocks } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf, showChange } from '../visitor/planner.ts'

/** Handlers of other plans for performances. The contract names the permission of each. */
export const replanHandlers = (context: AppContext): Handlers<typeof contract.replans> => ({
  preview: ({ params, body }) => previewReplan(context, params.instance, body),
  apply: async ({ params, body, request }) =>
    showChange(context, request, await applyReplan(context, await plannerOf(context, request), params.instance, body)),
})

/** Handlers of the locks of performances. The contract names the permission of each. */
export function seatLockHandlers(context: AppContext): Handlers<typeof contract.seatLocks> {
  const read = async (instance: string): Promise<Result<PlannedLocks, Problem<'instance-unavailable'>>> => {
    const locks = await readLocks(context, instance)
    return locks ? ok(locks) : fail(problem('instance-unavailable'))
  }
  return {
    one: ({ params }) => read(params.instance),
    preview: async ({ params, body, request }) => {
      const painted = await paintSeatLocks(context, await plannerOf(context, request), params.instance, body, true)
      return painted.ok ? ok({ performances: painted.value.performances }) : painted
    },
    paint: async ({ params, body, request }) => {
      const painted = await paintSeatLocks(context, await plannerOf(context, request), params.instance, body)
      if (!painted.ok) return painted
      const locks = await read(params.instance)
      return locks.ok ? ok({ locks: locks.value, ...painted.value }) : locks
    },
  }
}
