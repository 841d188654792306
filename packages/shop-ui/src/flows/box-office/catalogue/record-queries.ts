import { queryOptions } from '@tanstack/react-query'
import type { contract, QueryOf } from '@playhouse/api-client/contract'
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

export const programmeCodesQuery = (programme: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'programme-codes', programme],
    queryFn: () => unwrap(api.programmeCodes.read({ params: { programme } })),
    staleTime: 0,
    retry: false,
  })

/** The batches of cards of a flexible subscription. */
export const subscriptionCardsQuery = (flex: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'subscription-cards', flex],
    queryFn: async () => (await unwrap(api.subscriptionCards.batches({ params: { flex } }))).batches,
    staleTime: 0,
    retry: false,
  })

/** Cards of the access scheme with a part of an ID, or the beginning of a last name. */
export const accessCardsQuery = (find: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'access-cards', find],
    queryFn: () => unwrap(api.accessCards.all({ query: find === '' ? {} : { find } })),
    staleTime: 0,
    retry: false,
  })

/** The seats that are locked for an agent. */
export const allocationsQuery = (agent: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'allocations', agent],
    queryFn: async () => (await unwrap(api.agents.allocations({ params: { agent } }))).allocations,
    staleTime: 0,
    retry: false,
  })

/** The draws of a lottery of day seats. */
export const daySeatDrawsQuery = (lottery: string) =>
  queryOptions({
    queryKey: [...programmeKey, 'day-seat-draws', lottery],
    queryFn: async () => (await unwrap(api.daySeats.draws({ params: { lottery } }))).draws,
    staleTime: 0,
    retry: false,
  })

/** What an agent sold by return files that were entered from one day until another. */
export const agentSalesQuery = (agent: string, days: QueryOf<typeof contract.agents.sales>) =>
  queryOptions({
    queryKey: [...programmeKey, 'agent-sales', agent, days.from, days.until],
    queryFn: () => unwrap(api.agents.sales({ params: { agent }, query: days })),
    staleTime: 0,
    retry: false,
  })

/** Marks records as out of date after a change, and what every page knows of the theatre: its levels of membership and its funds. */
export async function refreshRecords(): Promise<void> {
  await Promise.all([refreshProgramme(), queryClient.invalidateQueries({ queryKey: siteQuery.queryKey })])
}
