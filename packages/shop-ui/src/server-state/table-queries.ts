import { queryOptions } from '@tanstack/react-query'
import { apiOf, unwrap } from './api.ts'

// In a separate file, so that only dialogs with tables load it.

/** The sittings of a performance. The tables that are free change with each basket. */
export const sittingsQuery = (instance: string) =>
  queryOptions({
    queryKey: ['sittings', instance],
    queryFn: ({ client }) => unwrap(apiOf(client).tables.sittings({ params: { instance } })),
    staleTime: 0,
  })
