import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Address } from '@playhouse/api-client/contract'
import { addressesQuery, api, detailsQuery, queryClient, sessionQuery } from '#server-state'

/** The saved addresses; none for guests. A failure returns none as well, so that it does not stop the checkout. */
const addressBookQuery = queryOptions({
  queryKey: [...addressesQuery.queryKey, 'known'],
  queryFn: async () => {
    if (queryClient.getQueryData(sessionQuery.queryKey)?.customer?.isGuest) return []
    const book = await api.me.addresses()
    return book.ok ? book.value.addresses : []
  },
})

/** The distinct addresses that a form can offer, those saved for this purpose first. */
export function useSavedAddresses(purpose: 'isBilling' | 'isDelivery', more: readonly (Address | null)[] = []): Address[] {
  const { data: details } = useSuspenseQuery(detailsQuery)
  const { data: addressBook } = useSuspenseQuery(addressBookQuery)
  const saved = addressBook
    .toSorted((a, b) => Number(b[purpose]) - Number(a[purpose]))
    .map(({ id: _id, isPrimary: _primary, isBilling: _billing, isDelivery: _delivery, ...address }) => address)
  const addresses = [...saved, details.address, ...more].filter((address) => address !== null)
  return addresses.filter((address, nth) => addresses.findIndex((other) => isSameAddress(other, address)) === nth)
}

export const isSameAddress = (one: Address, other: Address): boolean =>
  (Object.keys(one) as (keyof Address)[]).every((part) => one[part] === other[part])
