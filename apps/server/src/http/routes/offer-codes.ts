import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { createOfferCodes, readOfferCodes, withdrawOfferCodes } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf } from '../visitor/planner.ts'

/** Handlers of the single-use codes of offers. */
export const offerCodeHandlers = (context: AppContext): Handlers<typeof contract.offerCodes> => ({
  all: async ({ params: { offer } }) => {
    const codes = await readOfferCodes(context, offer)
    return codes ? ok({ codes: codes.map((code) => ({ ...code, addedAt: code.addedAt.toISOString() })) }) : fail(problem('page-not-found'))
  },
  create: async ({ params, body, request }) => createOfferCodes(context, await plannerOf(context, request), params.offer, body),
  withdraw: async ({ params, body, request }) => withdrawOfferCodes(context, await plannerOf(context, request), params.offer, body),
})
