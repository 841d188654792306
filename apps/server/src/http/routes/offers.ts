import type { FastifyRequest } from 'fastify'
import type { contract, PlannedOffer } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import {
  changeOffer,
  createOffer,
  endOffer,
  listOffers,
  listPriceTypes,
  readOfferSales,
  readPlannedOffer,
  testOffer,
} from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf, showChange } from '../visitor/planner.ts'

/** Handlers of the offers that staff plan. The contract names the permission of each. */
export function offerHandlers(context: AppContext): Handlers<typeof contract.offers> {
  const { db, brand } = context
  const read = async (id: string): Promise<Result<PlannedOffer, Problem<'page-not-found'>>> => {
    const offer = await readPlannedOffer(context, id)
    return offer ? ok(offer) : fail(problem('page-not-found'))
  }
  const changed = async (request: FastifyRequest, id: string, outcome: Result<{ readonly changeSet: string | null }, Problem>) => {
    const applied = await showChange(context, request, outcome)
    if (!applied.ok) return applied
    const offer = await read(id)
    return offer.ok ? ok({ offer: offer.value, changeSet: applied.value.changeSet }) : offer
  }
  return {
    all: async () => ok({ offers: await listOffers(context), priceTypes: await listPriceTypes(db), timeZone: brand.timeZone }),
    one: ({ params }) => read(params.offer),
    sales: async ({ params }) => {
      const codes = await readOfferSales(context, params.offer)
      return codes ? ok({ codes }) : fail(problem('page-not-found'))
    },
    test: ({ params, body }) => testOffer(context, params.offer, body),
    create: async ({ body: { code, offer, reason }, request }) =>
      changed(request, code, await createOffer(context, await plannerOf(context, request), code, offer, { reason })),
    edit: async ({ params, body, request }) =>
      changed(request, params.offer, await changeOffer(context, await plannerOf(context, request), params.offer, body)),
    end: async ({ params, body, request }) =>
      changed(request, params.offer, await endOffer(context, await plannerOf(context, request), params.offer, body)),
  }
}
