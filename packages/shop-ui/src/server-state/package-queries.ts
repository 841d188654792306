import { queryOptions } from '@tanstack/react-query'
import { apiOf, unwrap } from './api.ts'

// In a separate file, so that only pages with packages load it.

/** The packages and fixed series that are on sale or will be. */
export const packagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: ({ client }) => unwrap(apiOf(client).packages.list()),
})

/** A package or a fixed series with the performances that can be chosen. */
export const packageQuery = (id: string) =>
  queryOptions({
    queryKey: ['package', id],
    queryFn: ({ client }) => unwrap(apiOf(client).packages.package({ params: { package: id } })),
  })

/** The seats that are free in all of several performances of one plan, and the availability in each of them. */
export const commonAvailabilityQuery = (instances: readonly string[]) =>
  queryOptions({
    queryKey: ['availability', 'common', ...instances],
    queryFn: ({ client }) => unwrap(apiOf(client).catalogue.commonAvailability({ query: { instances: instances.join() } })),
    staleTime: 0,
  })

/** Series whose seats are kept for the customer. Below `me`: removed at each sign-in and sign-out. */
export const seriesRenewalsQuery = queryOptions({
  queryKey: ['me', 'series renewals'],
  queryFn: ({ client }) => unwrap(apiOf(client).me.seriesRenewals()),
})
