import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Address } from '@playhouse/api-client/contract'
import { isSameAddress, toPostalAddress } from '@playhouse/domain/postal-address'
import { addressesQuery, api, detailsQuery, queryClient, sessionQuery } from '#server-state'

/** The saved addresses; an empty list for guests, and after a failed request, so that it does not stop the checkout. */
const addressBookQuery = queryOptions({
  queryKey: [...addressesQuery.queryKey, 'known'],
  queryFn: async () => {
    if (queryClient.getQueryData(sessionQuery.queryKey)?.customer?.isGuest) return []
    const result = await api.me.addresses()
    return result.ok ? result.value.addresses : []
  },
})

/** The distinct addresses that a form can offer, those saved for this purpose first. */
export function useSavedAddresses(purpose: 'isBilling' | 'isDelivery', otherAddresses: readonly (Address | null)[] = []): Address[] {
  const { data: details } = useSuspenseQuery(detailsQuery)
  const { data: addressBook } = useSuspenseQuery(addressBookQuery)
  const savedAddresses = addressBook
    .toSorted((a, b) => Number(b[purpose]) - Number(a[purpose]))
    // Bodies that take an address reject unknown fields.
    .map(toPostalAddress)
  const addresses = [...savedAddresses, details.address, ...otherAddresses].filter((address) => address !== null)
  return addresses.filter((address, nth) => addresses.findIndex((other) => isSameAddress(other, address)) === nth)
}
