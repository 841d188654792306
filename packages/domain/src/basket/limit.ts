import type { PriceType } from '../pricing/pricing.ts'

/** Tickets by price type id. */
export type TicketCount = ReadonlyMap<string, number>

/** How many tickets of each price type there are. */
export function countByPriceType(priceTypes: Iterable<string>): TicketCount {
  const count = new Map<string, number>()
  for (const type of priceTypes) count.set(type, (count.get(type) ?? 0) + 1)
  return count
}

/** The first price type that would be over its limit, what is held elsewhere and was bought before included. */
export const overLimit = (
  types: readonly PriceType[],
  requested: TicketCount,
  before: TicketCount,
): (PriceType & { readonly limit: number }) | undefined =>
  types.find(
    (type): type is PriceType & { limit: number } =>
      type.limit !== undefined && requested.has(type.id) && requested.get(type.id)! + (before.get(type.id) ?? 0) > type.limit,
  )

/** Companions come with somebody: there are never more of them than access tickets. */
export function companionsOverLimit(types: readonly PriceType[], requested: TicketCount): PriceType | undefined {
  const of = (kind: PriceType['kind']): number =>
    types.filter((type) => type.kind === kind).reduce((sum, { id }) => sum + (requested.get(id) ?? 0), 0)
  return of('companion') > of('access') ? types.find(({ kind, id }) => kind === 'companion' && requested.has(id)) : undefined
}

/** Of a house at most this share is held from one network at once, and never less than one order's worth of seats. */
const maxNetworkShare = 0.015

/** Seats of a performance that one network may hold at a time, so that nobody empties a house by filling baskets. */
export const maxHeldByNetwork = (seats: number, ticketsPerOrder: number): number =>
  Math.max(ticketsPerOrder, Math.floor(seats * maxNetworkShare))
