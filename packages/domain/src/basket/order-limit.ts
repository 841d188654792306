import { type Problem, problem } from '../problem.ts'

/** Maximum number of performances whose seats are held in one request. */
export const maxPerformancesPerHold = 30

/** The limits of the tickets of one basket, from the brand. */
export type OrderLimits = {
  readonly ticketsPerOrder: number
  /** Tickets of one performance in a series; absent where tickets of a series count as all others. */
  readonly ticketsPerPerformance?: number | undefined
}

/** A ticket of a basket: its performance, and the series in which it was held, if any. */
export type CountedTicket = { readonly performance: string; readonly series: string | null }

/** Tickets that count towards the limit of an order: all of them, or those outside a series where series have their own limit. */
const countOutsideSeries = ({ ticketsPerPerformance }: OrderLimits, tickets: readonly CountedTicket[]): number =>
  ticketsPerPerformance === undefined ? tickets.length : tickets.filter(({ series }) => series === null).length

/** The number of tickets that a basket may still take outside a series. */
export const ticketsLeftOf = (limits: OrderLimits, tickets: readonly CountedTicket[]): number =>
  Math.max(0, limits.ticketsPerOrder - countOutsideSeries(limits, tickets))

/** The number of tickets of a performance that a basket may still take in a series. */
export function seriesTicketsLeftOf(limits: OrderLimits, tickets: readonly CountedTicket[], performance: string): number {
  if (limits.ticketsPerPerformance === undefined) return ticketsLeftOf(limits, tickets)
  return Math.max(0, limits.ticketsPerPerformance - tickets.filter((ticket) => ticket.performance === performance).length)
}

/**
 * The problem of a basket with more tickets than are sold online in one order. A series is counted by performance, together with
 * the basket's other tickets of that performance.
 */
export function orderLimitProblem(
  limits: OrderLimits,
  tickets: readonly CountedTicket[],
): Problem<'max-tickets-per-order' | 'max-tickets-per-performance'> | undefined {
  const { ticketsPerOrder, ticketsPerPerformance } = limits
  const requested = countOutsideSeries(limits, tickets)
  if (requested > ticketsPerOrder) return problem('max-tickets-per-order', { maximum: ticketsPerOrder, requested })
  if (ticketsPerPerformance === undefined) return undefined
  for (const ofPerformance of Map.groupBy(tickets, ({ performance }) => performance).values())
    if (ofPerformance.length > ticketsPerPerformance && ofPerformance.some(({ series }) => series !== null))
      return problem('max-tickets-per-performance', { maximum: ticketsPerPerformance, requested: ofPerformance.length })
  return undefined
}

/** Seats in series that one network may hold at a time, in all performances together: those of the largest series. */
export const maxSeriesHeldByNetwork = ({ ticketsPerOrder, ticketsPerPerformance = ticketsPerOrder }: OrderLimits): number =>
  maxPerformancesPerHold * ticketsPerPerformance
