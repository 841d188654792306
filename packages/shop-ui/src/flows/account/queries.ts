import { queryOptions } from '@tanstack/react-query'
import type { Result } from '@playhouse/domain/result'
import { type ApiProblem, api, unwrap } from '#server-state'

/** A query below the key `me`, so that signing in and out removes its data. */
const accountQuery = <Value>(name: string, call: () => Promise<Result<Value, ApiProblem>>) =>
  queryOptions({ queryKey: ['me', name], queryFn: () => unwrap(call()) })

export const addressesQuery = accountQuery('addresses', api.me.addresses)
export const preferencesQuery = accountQuery('contact-preferences', api.me.contactPreferences)
export const accessQuery = accountQuery('access', api.me.access)
export const cardsQuery = accountQuery('cards', api.me.cards)
export const directDebitsQuery = accountQuery('direct-debits', api.me.directDebits)
export const membershipsQuery = accountQuery('memberships', api.me.memberships)
/** What of an order the customer may return. */
export const returnOfferQuery = (number: string) => accountQuery(`returns of ${number}`, () => api.me.returnOffer({ params: { number } }))
export const groupNamesQuery = (number: string) => accountQuery(`names of ${number}`, () => api.me.names({ params: { number } }))
export const creditQuery = accountQuery('credit', api.me.credit)
export const subscriptionsQuery = accountQuery('subscriptions', api.me.subscriptions)
export const givingQuery = accountQuery('giving', api.me.giving)
export const monthlyGiftsQuery = accountQuery('monthly-gifts', api.me.monthlyGifts)
export const householdQuery = accountQuery('household', api.me.household)
export const giftAidQuery = accountQuery('gift-aid', api.me.giftAid)
export const surveyQuery = accountQuery('survey', api.me.survey)
