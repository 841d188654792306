import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { HeldTickets } from '@playhouse/api-client/contract'
import type { Result } from '@playhouse/domain/result'
import { type ApiProblem, api, ProblemError, unwrap } from './api.ts'
import { type StoredTickets, storeTickets, readStoredTickets, registerServiceWorker } from '#browser'
import { queryClient, siteQuery } from './queries.ts'
import { useSession } from './useSession.ts'

type Links = { readonly links: readonly { readonly ticket: string; readonly url: string }[] }

const linksQuery = (number: string) =>
  queryOptions({ queryKey: ['links', number], queryFn: () => unwrap(api.tickets.links({ params: { number } })) })

/** Fetches the customer's tickets and stores them on the device, unless a sign-in has cancelled the query. */
async function fetchHeld({ signal }: { readonly signal: AbortSignal }): Promise<StoredTickets> {
  const heldTickets: HeldTickets = await unwrap(api.tickets.held())
  signal.throwIfAborted()
  await storeTickets(heldTickets)
  return { ...heldTickets, keptAt: new Date().toISOString() }
}

export type HeldTicketsQuery = {
  readonly tickets: StoredTickets | undefined
  /** The problem for which stored tickets are shown instead of current ones. */
  readonly problem: ApiProblem | undefined
  readonly isFetching: boolean
  readonly refetch: () => void
}

/** The visitor's tickets: from the server, or from this device if the server is unreachable or the visitor is not signed in. */
export function useHeldTickets(): HeldTicketsQuery {
  const fresh = useQuery({ queryKey: ['held'], queryFn: fetchHeld, networkMode: 'always', retry: false })
  // The tickets stored on this device, read only after the server could not be reached.
  const storedQuery = useQuery({
    queryKey: ['kept'],
    queryFn: async () => (await readStoredTickets()) ?? null,
    networkMode: 'always',
    enabled: fresh.isError,
    staleTime: 0,
  })
  useEffect(() => void registerServiceWorker(), [])
  return {
    tickets: fresh.data ?? storedQuery.data ?? undefined,
    problem: fresh.error instanceof ProblemError ? fresh.error.problem : undefined,
    isFetching: fresh.isPending || (fresh.isError && storedQuery.isPending),
    refetch: () => void fresh.refetch(),
  }
}

/** Sharing and wallets for the tickets of a confirmed order: the props of `TicketTools`. Stores the tickets on the device as well. */
export function useTicketTools(number: string, hasTickets: boolean) {
  const { data } = useQuery({ ...linksQuery(number), enabled: hasTickets })
  const { customer } = useSession()
  const wallets = useQuery(siteQuery).data?.wallets ?? []
  useEffect(() => {
    if (!hasTickets) return
    // A failure needs no message: the page of the tickets reports it.
    void queryClient.prefetchQuery({ queryKey: ['held'], queryFn: fetchHeld })
    void registerServiceWorker()
  }, [hasTickets])
  const remember = (result: Result<Links, ApiProblem>): ApiProblem | undefined => {
    if (result.ok) queryClient.setQueryData(['links', number], result.value)
    return result.ok ? undefined : result.error
  }
  const params = { number }
  const share = useMutation({ mutationFn: (ticket: string) => api.tickets.share({ params, body: { tickets: [ticket] } }) })
  const unshare = useMutation({ mutationFn: (ticket: string) => api.tickets.unshare({ params, body: { tickets: [ticket] } }) })
  return {
    wallets,
    canShare: customer !== null && !customer.isGuest,
    linkOf: (ticket: string) => data?.links.find((link) => link.ticket === ticket)?.url,
    onShare: async (ticket: string) => remember(await share.mutateAsync(ticket)),
    onTakeBack: async (ticket: string) => remember(await unshare.mutateAsync(ticket)),
    onWallet: async (wallet: (typeof wallets)[number], ticket: string) => {
      const walletResult = await api.tickets.wallet({ params: { number, pass: ticket }, query: { wallet } })
      if (walletResult.ok) location.assign(walletResult.value.url)
      return walletResult.ok ? undefined : walletResult.error
    },
  }
}
