import type { FastifyRequest } from 'fastify'
import type { contract, PlannedPriceList } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import {
  changePrices,
  createPriceList,
  listPriceLists,
  paintSeats,
  previewBands,
  previewPrices,
  readBands,
  readPlannedPriceList,
  schedulePrices,
  withdrawPrices,
} from '#modules/planning'
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
  /** The price list after a change, which visitors see from now on. */
  const shown = async (request: FastifyRequest, id: string, applied: Result<{ readonly changeSet: string | null }, Problem>) => {
    const edited = await showChange(context, request, applied)
    if (!edited.ok) return edited
    const priceList = await read(id)
    return priceList.ok ? ok({ priceList: priceList.value, changeSet: edited.value.changeSet }) : priceList
  }
  return {
    all: async () => ok({ priceLists: await listPriceLists(db) }),
    one: ({ params }) => read(params.priceList),
    create: async ({ body: { priceList, reason }, request }) => {
      const created = await createPriceList(context, await plannerOf(context, request), priceList, { reason })
      return created.ok ? read(priceList.id) : created
    },
    preview: async ({ params, body, request }) => previewPrices(context, await plannerOf(context, request), params.priceList, body),
    edit: async ({ params, body, request }) =>
      shown(request, params.priceList, await changePrices(context, await plannerOf(context, request), params.priceList, body)),
    schedule: async ({ params, body, request }) =>
      shown(request, params.priceList, await schedulePrices(context, await plannerOf(context, request), params.priceList, body)),
    withdrawSchedule: async ({ params: { priceList, schedule }, request }) =>
      shown(request, priceList, await withdrawPrices(context, await plannerOf(context, request), priceList, schedule)),
    bands: async ({ params }) => {
      const bands = await readBands(context, params.priceList)
      return bands ? ok(bands) : fail(problem('page-not-found'))
    },
    previewBands: async ({ params, body, request }) => previewBands(context, await plannerOf(context, request), params.priceList, body),
    paintBands: async ({ params, body, request }) =>
      shown(request, params.priceList, await paintSeats(context, await plannerOf(context, request), params.priceList, body)),
  }
}
