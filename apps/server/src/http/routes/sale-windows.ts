import type { contract, PlannedSaleWindows } from '@playhouse/api-client/contract'
import { changedFields } from '@playhouse/domain/change'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { changeSaleWindows, readPeriods, readSaleWindows } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf, showChange } from '../visitor/planner.ts'

/** Handlers of the windows in which productions are sold. The contract names the permission of each. */
export function saleWindowsHandlers(context: AppContext): Handlers<typeof contract.saleWindows> {
  const { db, brand } = context
  const depsNow = () => ({ ...context, timeZone: brand.timeZone, memberships: brand.memberships.map(({ id }) => id) })
  const read = async (event: string): Promise<Result<PlannedSaleWindows, Problem<'event-unavailable'>>> => {
    const windows = await readSaleWindows(db, event)
    return windows ? ok(windows) : fail(problem('event-unavailable'))
  }
  return {
    one: ({ params }) => read(params.event),
    preview: async ({ params: { event }, body, request }) => {
      const applied = await changeSaleWindows(depsNow(), await plannerOf(context, request), event, body, true)
      if (!applied.ok) return applied
      const fields = applied.value.rows.flatMap(({ before, after }) => changedFields(before, after))
      return ok({ fields, performances: await readPeriods(db, event, body.windows) })
    },
    edit: async ({ params: { event }, body, request }) => {
      const applied = await showChange(context, request, await changeSaleWindows(depsNow(), await plannerOf(context, request), event, body))
      if (!applied.ok) return applied
      const saleWindows = await read(event)
      return saleWindows.ok ? ok({ saleWindows: saleWindows.value, changeSet: applied.value.changeSet }) : saleWindows
    },
  }
}
