import { queryOptions } from '@tanstack/react-query'
import type { Result } from '@playhouse/domain/result'
import { type AnsweredProblem, api, unwrap } from '#server-state'

/** Below `me`, so that signing in and out forgets it. */
const mine = <Value>(name: string, ask: () => Promise<Result<Value, AnsweredProblem>>) =>
  queryOptions({ queryKey: ['me', name], queryFn: () => unwrap(ask()) })

export const addressesQuery = mine('addresses', api.me.addresses)
export const preferencesQuery = mine('contact-preferences', api.me.contactPreferences)
export const accessQuery = mine('access', api.me.access)
export const cardsQuery = mine('cards', api.me.cards)
export const membershipsQuery = mine('memberships', api.me.memberships)
export const creditQuery = mine('credit', api.me.credit)
export const subscriptionsQuery = mine('subscriptions', api.me.subscriptions)
export const givingQuery = mine('giving', api.me.giving)
export const householdQuery = mine('household', api.me.household)
export const giftAidQuery = mine('gift-aid', api.me.giftAid)
export const surveyQuery = mine('survey', api.me.survey)
