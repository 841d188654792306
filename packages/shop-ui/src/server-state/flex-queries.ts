import { queryOptions } from '@tanstack/react-query'
import { api, apiOf, unwrap } from './api.ts'
import { useBasketChange } from './mutations.ts'

// In a separate file, so that only pages with subscriptions load it.

/** The flexible subscriptions that are on sale or will be. */
export const flexListQuery = queryOptions({
  queryKey: ['flex subscriptions'],
  queryFn: ({ client }) => unwrap(apiOf(client).subscriptions.list()),
})

/** A flexible subscription. */
export const flexQuery = (flex: string) =>
  queryOptions({
    queryKey: ['flex subscription', flex],
    queryFn: ({ client }) => unwrap(apiOf(client).subscriptions.flex({ params: { flex } })),
  })

/** Uses the vouchers of the customer's subscriptions for the tickets of the basket, or leaves them out. */
export const useSetSubscriptions = () => useBasketChange(api.basket.setSubscriptions, (basket) => basket)
