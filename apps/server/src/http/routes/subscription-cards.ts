import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { cancelSubscriptionCards, issueSubscriptionCards, readSubscriptionCards } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf } from '../visitor/planner.ts'

/** Handlers of the cards of flexible subscriptions, for staff. */
export const subscriptionCardHandlers = (context: AppContext): Handlers<typeof contract.subscriptionCards> => ({
  batches: async ({ params: { flex } }) => {
    const batches = await readSubscriptionCards(context, flex)
    return batches
      ? ok({ batches: batches.map((each) => ({ ...each, issuedAt: each.issuedAt.toISOString() })) })
      : fail(problem('page-not-found'))
  },
  issue: async ({ params, body, request }) => issueSubscriptionCards(context, await plannerOf(context, request), params.flex, body),
  cancel: async ({ params, body, request }) => cancelSubscriptionCards(context, await plannerOf(context, request), params, body),
})
