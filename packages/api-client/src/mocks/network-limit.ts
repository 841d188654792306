import { maxHeldByNetwork, overWideNetwork, wideNetworkLimit, wideNetworkPrefix, wideNetworkProblem } from '@playhouse/domain/limit'
import { maxSeriesHeldByNetwork } from '@playhouse/domain/order-limit'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { MockShop, MockTicket, MockVisit } from './mock-shop.ts'

/** The network of a request by `x-forwarded-for`: an IPv4 address, or the /64 of an IPv6 address with all eight groups. */
export function networkOf(request: Request): string | undefined {
  const address = request.headers.get('x-forwarded-for') ?? undefined
  return address?.includes(':') ? `${address.split(':').slice(0, 4).join(':')}::/64` : address
}

/**
 * The problem of a visit whose network or wide network would hold more seats of a performance than the limits allow. Bought seats
 * do not count in a mock shop.
 * @param tickets the tickets of the visit with the added ones
 * @param options.isVerified whether the visitor has passed the bot check
 */
export function networkLimitProblem(
  shop: MockShop,
  visit: MockVisit,
  performance: string,
  tickets: readonly MockTicket[],
  { isVerified }: { readonly isVerified: boolean },
): Problem<'network-limit' | 'bot-check-required'> | undefined {
  const { network } = visit
  if (network === undefined || visit.isAtCounter) return undefined
  const ofPerformance = (tickets: readonly MockTicket[]): number => tickets.filter((ticket) => ticket.performance === performance).length
  const others = otherHolders(shop, visit)
  const heldBy = (isCounted: (id: string) => boolean): number =>
    others.reduce(
      (sum, other) => sum + (other.network !== undefined && isCounted(other.network) ? ofPerformance(other.tickets) : 0),
      ofPerformance(tickets),
    )
  const { ticketsPerOrder } = shop.brand.limits
  const size = { seats: shop.pricedPerformanceOf(performance)!.plan.seatCount, ticketsPerOrder }
  const maximum = maxHeldByNetwork(size.seats, ticketsPerOrder)
  if (heldBy((id) => id === network) > maximum) return problem('network-limit', { maximum })
  const prefix = wideNetworkPrefix(network)
  if (prefix === undefined || hasOrder(shop, visit)) return undefined
  const limit = wideNetworkLimit(size, { prefix, isVerified })
  const exceededLimit = overWideNetwork(limit, { held: heldBy((id) => id.startsWith(prefix)), bought: 0 })
  return exceededLimit === undefined ? undefined : wideNetworkProblem(isVerified, exceededLimit)
}

/** Other visits that hold their seats now. */
function otherHolders(shop: MockShop, visit: MockVisit): MockVisit[] {
  const isHolding = ({ state, deadline }: MockVisit): boolean => state === 'paying' || (state === 'open' && (deadline ?? 0) > shop.now())
  return [...shop.visits.values()].filter((other) => other !== visit && isHolding(other))
}

/** The problem of a visit whose network would hold more seats in series than the largest series has. */
export function seriesNetworkProblem(shop: MockShop, visit: MockVisit): Problem<'series-network-limit'> | undefined {
  if (visit.network === undefined) return undefined
  const ofNetwork = [visit, ...otherHolders(shop, visit).filter(({ network }) => network === visit.network)]
  const held = ofNetwork.flatMap(({ tickets }) => tickets).filter(({ series }) => series !== undefined).length
  const maximum = maxSeriesHeldByNetwork(shop.brand.limits)
  return held > maximum ? problem('series-network-limit', { maximum }) : undefined
}

/** Accounts with an order are exempt from the limit of wide networks. */
const hasOrder = ({ payments }: MockShop, { customer }: MockVisit): boolean =>
  customer !== null && !customer.isGuest && payments.values().some((payment) => payment.customer === customer.id && payment.order !== null)
