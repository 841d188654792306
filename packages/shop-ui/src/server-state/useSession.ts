import { useIsFetching, useSuspenseQuery } from '@tanstack/react-query'
import type { Basket, Session } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { basketQuery, sessionQuery, siteQuery } from './queries.ts'

/** The brand of this shop, loaded before the first screen. */
export const useBrand = (): Brand => useSuspenseQuery(siteQuery).data.brand

/** The visitor's session, loaded by the session guard before any screen. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** Whether the session is being fetched, so that the cached one may be outdated. */
export const useIsSessionFetching = (): boolean => useIsFetching({ queryKey: sessionQuery.queryKey }) > 0

/** Fields that the version before lacks: its processes may still reply while this one is deployed. */
const addedFields = { topUps: [], renewalOffers: [], heldMemberships: [], lapsedItems: [], addsTo: null } satisfies Partial<Basket>
const withAddedFields = (basket: Basket): Basket => ({ ...addedFields, ...basket })

/** The visitor's basket, loaded by the basket guard before any screen. */
export const useBasket = (): Basket => useSuspenseQuery({ ...basketQuery, select: withAddedFields }).data
