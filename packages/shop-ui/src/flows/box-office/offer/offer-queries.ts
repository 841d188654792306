import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#server-state'
import { programmeKey } from '../planning/planning-queries.ts'

/** All offers, and the price types that they can name. */
export const offersQuery = queryOptions({
  queryKey: [...programmeKey, 'offers'],
  queryFn: () => unwrap(api.offers.all()),
  staleTime: 0,
})

/** The sales of an offer by the code that customers typed. */
export const offerSalesQuery = (offer: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'offer-sales', offer],
    queryFn: () => unwrap(api.offers.sales({ params: { offer } })),
    staleTime: 0,
  })

/** The path of the screen of an offer. */
export const pathOfOffer = (code: string): string => `/smart/offers/${encodeURIComponent(code)}`
