import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { PerformanceDetails } from '#modules/catalogue'
import { maxHeldByNetwork } from '@playhouse/domain/limit'
import { maxSeriesHeldByNetwork } from '@playhouse/domain/order-limit'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { BasketDeps, BasketRow } from '#modules/basket'

type RequestedTicket = { readonly performance_id: string; readonly price_type: string }

/** The tickets of a network for a performance, except those of one basket. */
type NetworkCount = { readonly held: number; readonly bought: number }
/** The key of a count by basket and performance. */
export const networkKeyOf = (basket: string, performance: string): string => `${basket} ${performance}`

/**
 * Counts the tickets of each basket's network for a performance, except the basket's own. Locks networks in order of their ids,
 * so that of two concurrent baskets the second counts the first.
 * @returns the counts by {@link networkKeyOf}
 */
export async function countByNetwork(
  trx: Transaction<Database>,
  requests: readonly { readonly basket: string; readonly network: string | undefined; readonly performance: string }[],
): Promise<ReadonlyMap<string, NetworkCount>> {
  const withNetwork = requests.filter(({ network }) => network !== undefined)
  if (withNetwork.length === 0) return new Map()
  const networks = withNetwork.map(({ network }) => network!)
  const lock = sql`
    insert into network (id) select distinct id from unnest(${networks}::text[]) as id order by id
    on conflict (id) do update set seen_at = now()`
  const count = sql<NetworkCount & { key: string }>`
    select asking.basket || ' ' || asking.performance as key, found.held, found.bought
    from unnest(${withNetwork.map(({ basket }) => basket)}::uuid[], ${networks}::text[], ${withNetwork.map(({ performance }) => performance)}::text[])
      as asking (basket, network, performance)
    cross join lateral (
      select count(*) filter (where b.state <> 'completed')::int as held, count(*) filter (where b.state = 'completed')::int as bought
      from (
        select id, state, deadline from basket
        where network = asking.network and state in ('open', 'paying', 'completed') and id <> asking.basket offset 0) b
      join basket_ticket t on t.basket_id = b.id
      where t.performance_id = asking.performance and (b.state <> 'open' or b.deadline > now())) found`
  const [, { rows }] = await Promise.all([lock.execute(trx), count.execute(trx)])
  return new Map(rows.map((row) => [row.key, row]))
}

/**
 * The problem of a network that would hold or buy more seats of a performance than the limits allow. Prevents bots from blocking
 * a performance with many baskets, and buyers from using many names.
 */
export function checkNetworkLimit(
  {
    deps,
    bookable: { performanceDetails },
  }: { readonly deps: Pick<BasketDeps, 'brand'>; readonly bookable: { readonly performanceDetails: PerformanceDetails } },
  { remainingTickets, newSeats }: { readonly remainingTickets: readonly RequestedTicket[]; readonly newSeats: readonly unknown[] },
  count: NetworkCount | undefined,
): Problem<'network-limit'> | undefined {
  if (!count) return undefined
  const { ticketsPerOrder, ticketsPerNetwork } = deps.brand.limits
  const requestedCount = remainingTickets.filter((ticket) => ticket.performance_id === performanceDetails.id).length + newSeats.length
  const maximum = maxHeldByNetwork(performanceDetails.seats, ticketsPerOrder)
  if (count.held + requestedCount > maximum) return problem('network-limit', { maximum })
  if (ticketsPerNetwork !== undefined && count.held + count.bought + requestedCount > ticketsPerNetwork)
    return problem('network-limit', { maximum: ticketsPerNetwork })
  return undefined
}

/**
 * Counts the seats that each basket's network holds in series, of all performances, except the basket's own. Call it after
 * {@link countByNetwork}, which locks the networks.
 * @returns the counts by basket
 */
export async function countSeriesByNetwork(
  trx: Transaction<Database>,
  requests: readonly { readonly basket: string; readonly network: string | undefined; readonly series: string | null }[],
): Promise<ReadonlyMap<string, number>> {
  const counted = requests.filter(({ network, series }) => network !== undefined && series !== null)
  if (counted.length === 0) return new Map()
  const { rows } = await sql<{ basket: string; held: number }>`
    select asking.basket, found.held
    from unnest(${counted.map(({ basket }) => basket)}::uuid[], ${counted.map(({ network }) => network!)}::text[]) as asking (basket, network)
    cross join lateral (
      select count(*)::int as held
      from (
        select id, state, deadline from basket
        where network = asking.network and state in ('open', 'paying') and id <> asking.basket offset 0) b
      join basket_ticket t on t.basket_id = b.id
      where t.series is not null and (b.state = 'paying' or b.deadline > now())) found`.execute(trx)
  return new Map(rows.map(({ basket, held }) => [basket, held]))
}

/** The problem of a network that would hold more seats in series than the largest series has. */
export function checkSeriesNetworkLimit(
  { limits }: Pick<BasketDeps['brand'], 'limits'>,
  requestedCount: number,
  heldCount: number | undefined,
): Problem<'series-network-limit'> | undefined {
  const maximum = maxSeriesHeldByNetwork(limits)
  return heldCount !== undefined && heldCount + requestedCount > maximum ? problem('series-network-limit', { maximum }) : undefined
}

/**
 * The problem of a network that would pay for more seats of a performance than are sold to one network: seats may be held from
 * many networks and paid for from one. The basket counts for the payer's network from then on. Counter sales and reserved orders
 * are exempt.
 */
export async function checkPayerNetworkLimit(
  trx: Transaction<Database>,
  deps: Pick<BasketDeps, 'brand'>,
  basket: Pick<BasketRow, 'id' | 'staff_id' | 'reservation_id' | 'network'>,
  tickets: readonly RequestedTicket[],
  network: string | undefined,
): Promise<Problem<'network-limit'> | undefined> {
  const maximum = deps.brand.limits.ticketsPerNetwork
  const isExempt = basket.staff_id !== null || basket.reservation_id !== null
  if (maximum === undefined || network === undefined || isExempt) return undefined
  for (const [performance, ticketsOfPerformance] of Map.groupBy(tickets, (ticket) => ticket.performance_id)) {
    const count = (await countByNetwork(trx, [{ basket: basket.id, network, performance }])).get(networkKeyOf(basket.id, performance))
    if (count && count.held + count.bought + ticketsOfPerformance.length > maximum) return problem('network-limit', { maximum })
  }
  if (basket.network !== network) await trx.updateTable('basket').set({ network }).where('id', '=', basket.id).execute()
  return undefined
}
