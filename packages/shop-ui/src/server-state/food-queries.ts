import { queryOptions } from '@tanstack/react-query'
import { apiOf, unwrap } from './api.ts'

// In a separate file, so that only pages with food load it.

/** The performances of a production for which food and drink can be ordered. */
export const foodOfEventQuery = (event: string) =>
  queryOptions({
    queryKey: ['food of event', event],
    queryFn: ({ client }) => unwrap(apiOf(client).food.event({ params: { event } })),
  })

/** The menus of a performance. The places that are left change with each basket. */
export const foodQuery = (instance: string) =>
  queryOptions({
    queryKey: ['food', instance],
    queryFn: ({ client }) => unwrap(apiOf(client).food.instance({ params: { instance } })),
    staleTime: 0,
  })
