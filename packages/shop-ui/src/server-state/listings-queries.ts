import { queryOptions } from '@tanstack/react-query'
import { apiOf, unwrap } from './api.ts'

// In a separate file, so that only the listing loads it.

/** All performances that are not over, and their productions. */
export const listingsQuery = queryOptions({
  queryKey: ['listings'],
  queryFn: ({ client }) => unwrap(apiOf(client).listings.performances()),
  staleTime: 60_000,
})
