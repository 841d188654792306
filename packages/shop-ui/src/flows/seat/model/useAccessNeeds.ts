import { queryOptions, useQuery } from '@tanstack/react-query'
import { needsOfAccess } from '@playhouse/domain/access'
import type { SeatNeed } from '@playhouse/domain/plan/best'
import { isForSomeSeats } from '@playhouse/domain/price-type'
import { api, unwrap } from '#server-state'
import type { SeatingModel } from './seating-model.ts'

/** Below the key `me`, with the key of the account's page: a change there and a sign-out change it here. */
const accessQuery = queryOptions({ queryKey: ['me', 'access'], queryFn: () => unwrap(api.me.access()) })

/** The seats that suit the visitor's access ID; none without one, and before it has arrived. Only a holder causes a request. */
export function useAccessNeeds({ priceTypes }: Pick<SeatingModel, 'priceTypes'>): readonly SeatNeed[] {
  const { data } = useQuery({ ...accessQuery, enabled: priceTypes.some(({ kind }) => isForSomeSeats(kind)) })
  return needsOfAccess(data?.types.map(({ type }) => type) ?? [])
}
