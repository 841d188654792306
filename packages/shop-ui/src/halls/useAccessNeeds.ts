import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { needsOfAccess } from '@playhouse/domain/access'
import type { SeatNeed } from '@playhouse/domain/plan/best'
import { isForSomeSeats } from '@playhouse/domain/price-type'
import type { PriceType } from '@playhouse/domain/pricing'
import { api, unwrap } from '#server-state'

/** Below the key `me`, with the key of the account's page: a change there and a sign-out change it here. */
const accessQuery = queryOptions({ queryKey: ['me', 'access'], queryFn: () => unwrap(api.me.access()) })

/**
 * The seats that suit the visitor's access ID; none without one, and before it has arrived. Only a holder causes a request.
 * @param priceTypes those of a performance, as the visitor sees them: only a holder sees the ones for some seats
 */
export function useAccessNeeds(priceTypes: readonly Pick<PriceType, 'kind'>[]): readonly SeatNeed[] {
  const { data } = useQuery({ ...accessQuery, enabled: priceTypes.some(({ kind }) => isForSomeSeats(kind)) })
  return useMemo(() => needsOfAccess(data?.types.map(({ type }) => type) ?? []), [data])
}
