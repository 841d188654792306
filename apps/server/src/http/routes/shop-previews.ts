import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { previewMomentOf } from '@playhouse/domain/shop-preview'
import { readPlannedProduction } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf } from '../visitor/planner.ts'
import type { ShopPreviews } from '../visitor/shop-previews.ts'

/** Handlers of previews of the shop. */
export function shopPreviewHandlers(context: AppContext, previews: ShopPreviews): Handlers<typeof contract.shopPreviews> {
  const { brand, catalogue } = context
  return {
    open: async ({ body: { event, ...choice }, request }) => {
      if (!(await readPlannedProduction(context, event))) return fail(problem('event-unavailable'))
      const theatre = { timeZone: brand.timeZone, memberships: brand.memberships.map(({ id }) => id), now: await catalogue.now() }
      const moment = previewMomentOf(choice, theatre)
      if (!moment.ok) return moment
      const { staff } = await plannerOf(context, request)
      const { path, until } = await previews.open({ at: moment.value, person: choice.person, event }, staff)
      return ok({ path, until: new Date(until).toISOString() })
    },
  }
}
