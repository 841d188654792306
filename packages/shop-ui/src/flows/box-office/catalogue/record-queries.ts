import { queryOptions } from '@tanstack/react-query'
import type { RecordKind } from '@playhouse/domain/record-kind'
import { api, queryClient, siteQuery, unwrap } from '#server-state'
import { programmeKey, refreshProgramme } from '../planning/planning-queries.ts'

export const recordKindsQuery = queryOptions({
  queryKey: [...programmeKey, 'records'],
  queryFn: async () => (await unwrap(api.records.kinds())).kinds,
  staleTime: 0,
})

/** The productions, performances and price types that records name. */
export const recordNamesQuery = queryOptions({
  queryKey: [...programmeKey, 'record-names'],
  queryFn: () => unwrap(api.records.names()),
  staleTime: 0,
})

export const recordsQuery = (kind: RecordKind) =>
  queryOptions({
    queryKey: [...programmeKey, 'records', kind],
    queryFn: async () => (await unwrap(api.records.all({ params: { kind } }))).records,
    staleTime: 0,
  })

export const recordQuery = (kind: RecordKind, id: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'records', kind, id],
    queryFn: () => unwrap(api.records.one({ params: { kind, id } })),
    staleTime: 0,
    retry: false,
  })

export const stocksQuery = (product: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'stock', product],
    queryFn: () => unwrap(api.productStocks.read({ params: { product } })),
    staleTime: 0,
    retry: false,
  })

export const productPerformancesQuery = (product: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'product-performances', product],
    queryFn: () => unwrap(api.productPerformances.read({ params: { product } })),
    staleTime: 0,
    retry: false,
  })

/** Marks records as out of date after a change, and what every page knows of the theatre: its levels of membership and its funds. */
export async function refreshRecords(): Promise<void> {
  await Promise.all([refreshProgramme(), queryClient.invalidateQueries({ queryKey: siteQuery.queryKey })])
}
