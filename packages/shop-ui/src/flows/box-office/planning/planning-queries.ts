import { queryOptions } from '@tanstack/react-query'
import type { contract, PlannedProduction, QueryOf } from '@playhouse/api-client/contract'
import { api, queryClient, unwrap } from '#server-state'

/** All data of the programme: it is out of date after each change. */
export const programmeKey = ['counter', 'programme'] as const

export const productionsQuery = queryOptions({
  queryKey: [...programmeKey, 'productions'],
  queryFn: async () => (await unwrap(api.planning.productions())).productions,
  staleTime: 0,
})

export const plannedProductionQuery = (event: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'production', event],
    queryFn: () => unwrap(api.planning.production({ params: { event } })),
    staleTime: 0,
    retry: false,
  })

/** Halls with their plans, price lists and the theatre's time zone. */
export const planningOptionsQuery = queryOptions({
  queryKey: [...programmeKey, 'options'],
  queryFn: () => unwrap(api.planning.options()),
})

export const priceListsQuery = queryOptions({
  queryKey: [...programmeKey, 'price-lists'],
  queryFn: async () => (await unwrap(api.priceLists.all())).priceLists,
  staleTime: 0,
})

export const plannedPriceListQuery = (priceList: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'price-list', priceList],
    queryFn: () => unwrap(api.priceLists.one({ params: { priceList } })),
    staleTime: 0,
    retry: false,
  })

export const hallsQuery = queryOptions({
  queryKey: [...programmeKey, 'halls'],
  queryFn: async () => (await unwrap(api.halls.all())).halls,
  staleTime: 0,
})

export const plannedHallQuery = (hall: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'hall', hall],
    queryFn: () => unwrap(api.halls.one({ params: { hall } })),
    staleTime: 0,
    retry: false,
  })

/** A version of a hall's plan. It never changes. */
export const planQuery = (venue: string, version: string) =>
  queryOptions({
    queryKey: ['counter', 'plan', venue, version],
    queryFn: () => unwrap(api.catalogue.plan({ params: { venue, version } })),
    staleTime: Infinity,
  })

/** The band of each seat of a price list. */
export const priceBandsQuery = (priceList: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'bands', priceList],
    queryFn: () => unwrap(api.priceLists.bands({ params: { priceList } })),
    staleTime: 0,
    retry: false,
  })

export const saleWindowsQuery = (event: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'sale-windows', event],
    queryFn: () => unwrap(api.saleWindows.one({ params: { event } })),
    staleTime: 0,
    retry: false,
  })

/** The locks of a performance. */
export const seatLocksQuery = (instance: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'locks', instance],
    queryFn: () => unwrap(api.seatLocks.one({ params: { instance } })),
    staleTime: 0,
    retry: false,
  })

export const performanceTypesQuery = queryOptions({
  queryKey: [...programmeKey, 'types'],
  queryFn: async () => (await unwrap(api.planning.performanceTypes())).types,
})

/** Change sets: of all things, or of one. */
export const changesQuery = (filter: QueryOf<typeof contract.planning.changes>) =>
  queryOptions({
    queryKey: [...programmeKey, 'changes', ...Object.values(filter)],
    queryFn: () => unwrap(api.planning.changes({ query: filter })),
    staleTime: 0,
  })

/** Marks all data of the programme as out of date, after a change. */
export const refreshProgramme = (): Promise<void> => queryClient.invalidateQueries({ queryKey: programmeKey })

/** Stores a production that the server returned. */
export async function storeProduction(planned: PlannedProduction): Promise<void> {
  await refreshProgramme()
  queryClient.setQueryData(plannedProductionQuery(planned.production.id).queryKey, planned)
}
