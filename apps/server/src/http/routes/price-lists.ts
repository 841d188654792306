import type { contract, PlannedPriceList } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { changePrices, createPriceList, listPriceLists, previewPrices, readPlannedPriceList } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf, showChange } from '../visitor/planner.ts'

/** Handlers of the price lists that staff plan. The contract names the permission of each. */
export function priceListHandlers(context: AppContext): Handlers<typeof contract.priceLists> {
  const { db } = context
  const read = async (id: string): Promise<Result<PlannedPriceList, Problem<'page-not-found'>>> => {
    const list = await readPlannedPriceList(db, id)
    return list ? ok(list) : fail(problem('page-not-found'))
  }
  return {
    all: async () => ok({ priceLists: await listPriceLists(db) }),
    one: ({ params }) => read(params.priceList),
    create: async ({ body: { priceList, reason }, request }) => {
      const created = await createPriceList(context, await plannerOf(context, request), priceList, { reason })
      return created.ok ? read(priceList.id) : created
    },
    preview: async ({ params, body, request }) => previewPrices(context, await plannerOf(context, request), params.priceList, body),
    edit: async ({ params, body, request }) => {
      const edited = await showChange(
        context,
        request,
        await changePrices(context, await plannerOf(context, request), params.priceList, body),
      )
      if (!edited.ok) return edited
      const priceList = await read(params.priceList)
      return priceList.ok ? ok({ priceList: priceList.value, changeSet: edited.value.changeSet }) : priceList
    },
  }
}
