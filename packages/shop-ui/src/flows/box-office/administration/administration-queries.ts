import { queryOptions } from '@tanstack/react-query'
import { api, queryClient, unwrap } from '#server-state'

const key = ['counter', 'administration'] as const

export const staffAccountsQuery = queryOptions({
  queryKey: [...key, 'accounts'],
  queryFn: async () => (await unwrap(api.staffAccounts.list())).accounts,
  staleTime: 0,
})

export const apiTokensQuery = queryOptions({
  queryKey: [...key, 'tokens'],
  queryFn: async () => (await unwrap(api.staffAccounts.tokens())).tokens,
  staleTime: 0,
})

/** Reads accounts and tokens again after a change: a dismissal revokes tokens. */
export const refreshAdministration = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key })
