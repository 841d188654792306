import { type Problem, problem } from '../problem.ts'
import type { PriceType } from '../pricing/pricing.ts'

/** Tickets by price type id. */
export type TicketCount = ReadonlyMap<string, number>

/** Number of tickets by price type. */
export function countByPriceType(priceTypes: Iterable<string>): TicketCount {
  const count = new Map<string, number>()
  for (const type of priceTypes) count.set(type, (count.get(type) ?? 0) + 1)
  return count
}

/** The first price type that would be over its limit, what is held elsewhere and was bought before included. */
export const overLimit = (
  types: readonly PriceType[],
  requestedCounts: TicketCount,
  before: TicketCount,
): (PriceType & { readonly limit: number }) | undefined =>
  types.find(
    (type): type is PriceType & { limit: number } =>
      type.limit !== undefined && requestedCounts.has(type.id) && requestedCounts.get(type.id)! + (before.get(type.id) ?? 0) > type.limit,
  )

/** A companion ticket needs an access ticket: there are never more companions than access tickets. */
export function companionsOverLimit(types: readonly PriceType[], requestedCounts: TicketCount): PriceType | undefined {
  const of = (kind: PriceType['kind']): number =>
    types.filter((type) => type.kind === kind).reduce((sum, { id }) => sum + (requestedCounts.get(id) ?? 0), 0)
  return of('companion') > of('access') ? types.find(({ kind, id }) => kind === 'companion' && requestedCounts.has(id)) : undefined
}

/** Whether tickets of an accompanied price type are without any other ticket of the performance. */
const areUnaccompanied = (types: readonly PriceType[], requestedCounts: TicketCount): boolean =>
  requestedCounts.size > 0 && [...requestedCounts.keys()].every((id) => types.find((type) => type.id === id)?.accompanied)

/** The share of the seats that one network may hold at once, but at least the seats of one order. */
const maxNetworkShare = 0.015

/** Seats of a performance that one network may hold at a time, so that filled baskets cannot empty a hall. */
export const maxHeldByNetwork = (seats: number, ticketsPerOrder: number): number =>
  Math.max(ticketsPerOrder, Math.floor(seats * maxNetworkShare))

/**
 * Common prefix of the ids of all networks of one IPv4 /24 or IPv6 /48. Ids are IPv4 addresses and IPv6 /64s
 * (`2001:db8:5:1::/64`). Returns undefined for an id that is neither.
 */
export function wideNetworkPrefix(network: string): string | undefined {
  const prefix = network.replace(/[^.:]+(::\/64)?$/, '')
  return /^(?:\d+\.){3}$|^(?:[\da-f]+:){3}$/.test(prefix) ? prefix : undefined
}

/** Limit of a wide network without the bot check, as a multiple of one network's limit. */
const unverifiedTimes = 4
/** An IPv6 /48 never has more than this many times what one network may: its 65,536 networks cost nothing. */
const verifiedTimes = 16

/** Limit of a wide network, as a multiple of one network's limit. */
export const wideNetworkTimes = (isVerified: boolean): number => (isVerified ? verifiedTimes : unverifiedTimes)

export type WideNetworkLimit = {
  /** Seats held at once; undefined: without limit. */
  readonly held: number | undefined
  /** Seats held and bought; undefined: without limit. */
  readonly heldAndBought: number | undefined
}

/**
 * Maximum number of seats of a performance for an IPv4 /24 or IPv6 /48 when one of its visitors requests more. A visitor who
 * has not passed the bot check must pass it above this limit. For a verified visitor a /24 has no limit: a mobile network
 * may have all of its customers behind it, and each of its 254 addresses has its own limit.
 */
export function wideNetworkLimit(
  { seats, ticketsPerOrder, ticketsPerNetwork }: { seats: number; ticketsPerOrder: number; ticketsPerNetwork?: number | undefined },
  { prefix, isVerified }: { readonly prefix: string; readonly isVerified: boolean },
): WideNetworkLimit {
  if (isVerified && prefix.includes('.')) return { held: undefined, heldAndBought: undefined }
  const times = wideNetworkTimes(isVerified)
  return {
    held: times * maxHeldByNetwork(seats, ticketsPerOrder),
    heldAndBought: ticketsPerNetwork === undefined ? undefined : times * ticketsPerNetwork,
  }
}

/** The first of the limits that a wide network would exceed. */
export const overWideNetwork = (limit: WideNetworkLimit, has: { readonly held: number; readonly bought: number }): number | undefined =>
  limit.held !== undefined && has.held > limit.held
    ? limit.held
    : limit.heldAndBought !== undefined && has.held + has.bought > limit.heldAndBought
      ? limit.heldAndBought
      : undefined

/** The problem of a visitor with whose seats a wide network would have more than `maximum`. */
export const wideNetworkProblem = (isVerified: boolean, maximum: number): Problem<'network-limit' | 'bot-check-required'> =>
  isVerified ? problem('network-limit', { maximum }) : problem('bot-check-required')

/**
 * Up to here a wide network is counted without a lock. Six transactions of a process that take seats at once stay below the
 * limit of unverified visitors together.
 */
export const countedWithoutLock = (seats: number, ticketsPerOrder: number, ticketsPerNetwork = Number.POSITIVE_INFINITY): number =>
  Math.floor((unverifiedTimes * Math.min(maxHeldByNetwork(seats, ticketsPerOrder), ticketsPerNetwork)) / 8)

/** Tickets of one performance against its limits. */
export type TicketLimits = {
  readonly types: readonly PriceType[]
  /** Title of the production, for the problem. */
  readonly performance: string
  /** Tickets of the performance that one customer may have; undefined without a limit. */
  readonly perCustomer?: number | undefined
}

/** Whether the tickets that a customer bought or holds elsewhere matter for {@link ticketLimitProblem}. */
export const hasTicketLimit = ({ types, perCustomer }: TicketLimits, requestedCounts: TicketCount): boolean =>
  perCustomer !== undefined || types.some(({ id, limit }) => limit !== undefined && requestedCounts.has(id))

/**
 * The first limit that a basket breaks at a performance: companions without an access ticket, accompanied price types alone, the limit
 * of a price type, the limit of the performance. These limits do not apply at the counter.
 * @param before tickets that the customer bought, or holds in other baskets
 */
export function ticketLimitProblem(
  { types, performance, perCustomer }: TicketLimits,
  requestedCounts: TicketCount,
  before: TicketCount,
): Problem<'ticket-limit' | 'performance-limit' | 'companion-alone' | 'ticket-validation-error'> | undefined {
  const companion = companionsOverLimit(types, requestedCounts)
  if (companion) return problem('companion-alone', { priceType: companion.name })
  if (areUnaccompanied(types, requestedCounts)) return problem('ticket-validation-error')
  const type = overLimit(types, requestedCounts, before)
  if (type)
    return problem('ticket-limit', {
      maximum: type.limit,
      priceType: type.name,
      performance,
      previouslyPurchased: before.get(type.id) ?? 0,
      requested: requestedCounts.get(type.id)!,
    })
  const [sumBefore, sumRequested] = [sumOf(before), sumOf(requestedCounts)]
  if (perCustomer === undefined || sumRequested + sumBefore <= perCustomer) return undefined
  return problem('performance-limit', { maximum: perCustomer, performance, previouslyPurchased: sumBefore, requested: sumRequested })
}

const sumOf = (count: TicketCount): number => count.values().reduce((sum, tickets) => sum + tickets, 0)
