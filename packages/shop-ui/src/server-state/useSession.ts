import { useIsFetching, useSuspenseQuery } from '@tanstack/react-query'
import type { Basket, Session } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { basketQuery, sessionQuery, siteQuery } from './queries.ts'

/** The white label this shop wears. Known before the first screen. */
export const useBrand = (): Brand => useSuspenseQuery(siteQuery).data.brand

/** Who is here and what they hold. The session guard has fetched it before any screen shows. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** Whether the server is being asked who this is, so that what we know may be over. */
export const useIsSessionFetching = (): boolean => useIsFetching({ queryKey: sessionQuery.queryKey }) > 0

/** The visitor's basket. The basket guard has fetched it before any screen shows. */
export const useBasket = (): Basket => useSuspenseQuery(basketQuery).data
