import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Address } from '@playhouse/api-client/contract'
import { addressesQuery, api, detailsQuery, queryClient, sessionQuery } from '#server-state'

/** Guests have no address book. Without it the primary address is enough, so that a failure does not stop the checkout. */
const bookQuery = queryOptions({
  queryKey: [...addressesQuery.queryKey, 'known'],
  queryFn: async () => {
    if (queryClient.getQueryData(sessionQuery.queryKey)?.customer?.isGuest) return []
    const book = await api.me.addresses()
    return book.ok ? book.value.addresses : []
  },
})

/** Addresses that the customer needn't type again, what they are used for first, each once. */
export function useKnownAddresses(use: 'isBilling' | 'isDelivery', more: readonly (Address | null)[] = []): Address[] {
  const { data: details } = useSuspenseQuery(detailsQuery)
  const { data: book } = useSuspenseQuery(bookQuery)
  const saved = book
    .toSorted((a, b) => Number(b[use]) - Number(a[use]))
    .map(({ id: _id, isPrimary: _primary, isBilling: _billing, isDelivery: _delivery, ...address }) => address)
  const known = [...saved, details.address, ...more].filter((address) => address !== null)
  return known.filter((address, nth) => known.findIndex((other) => isSameAddress(other, address)) === nth)
}

export const isSameAddress = (one: Address, other: Address): boolean =>
  (Object.keys(one) as (keyof Address)[]).every((part) => one[part] === other[part])
