import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { PerformanceDetails } from '#modules/catalogue'
import { maxHeldByNetwork } from '@playhouse/domain/limit'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { BasketDeps, BasketRow } from '#modules/basket'

type RequestedTicket = { readonly performance_id: string; readonly price_type: string }

/** What a network has of a performance besides a basket. */
type NetworkCount = { readonly held: number; readonly bought: number }

/**
 * By basket what its network has of a performance besides it. Networks are locked in one order for everybody, so that of two
 * baskets at once the second counts the first.
 */
export async function countByNetwork(
  trx: Transaction<Database>,
  asking: readonly { readonly basket: string; readonly network: string | undefined; readonly performance: string }[],
): Promise<ReadonlyMap<string, NetworkCount>> {
  const known = asking.filter(({ network }) => network !== undefined)
  if (known.length === 0) return new Map()
  const networks = known.map(({ network }) => network!)
  const lock = sql`
    insert into network (id) select distinct id from unnest(${networks}::text[]) as id order by id
    on conflict (id) do update set seen_at = now()`
  const count = sql<NetworkCount & { basket: string }>`
    select asking.basket, found.held, found.bought
    from unnest(${known.map(({ basket }) => basket)}::uuid[], ${networks}::text[], ${known.map(({ performance }) => performance)}::text[])
      as asking (basket, network, performance)
    cross join lateral (
      select count(*) filter (where b.state <> 'completed')::int as held, count(*) filter (where b.state = 'completed')::int as bought
      from (
        select id, state, deadline from basket
        where network = asking.network and state in ('open', 'paying', 'completed') and id <> asking.basket offset 0) b
      join basket_ticket t on t.basket_id = b.id
      where t.performance_id = asking.performance and (b.state <> 'open' or b.deadline > now())) found`
  const [, { rows }] = await Promise.all([lock.execute(trx), count.execute(trx)])
  return new Map(rows.map((row) => [row.basket, row]))
}

/**
 * Whether a network would hold more of a house than one should, or more than the house sells to one: against robots that
 * empty a house by filling baskets, and people who buy under many names.
 */
export function checkNetworkLimit(
  {
    deps,
    bookable: { performanceDetails },
  }: { readonly deps: Pick<BasketDeps, 'brand'>; readonly bookable: { readonly performanceDetails: PerformanceDetails } },
  { remainingTickets, added }: { readonly remainingTickets: readonly RequestedTicket[]; readonly added: readonly unknown[] },
  crowd: NetworkCount | undefined,
): Problem<'network-limit'> | undefined {
  if (!crowd) return undefined
  const { ticketsPerOrder, ticketsPerNetwork } = deps.brand.limits
  const requested = remainingTickets.filter((ticket) => ticket.performance_id === performanceDetails.id).length + added.length
  const most = maxHeldByNetwork(performanceDetails.seats, ticketsPerOrder)
  if (crowd.held + requested > most) return problem('network-limit', { maximum: most })
  if (ticketsPerNetwork !== undefined && crowd.held + crowd.bought + requested > ticketsPerNetwork)
    return problem('network-limit', { maximum: ticketsPerNetwork })
  return undefined
}

/**
 * Whether the network that pays for a basket would have more of a performance than is sold to one: seats may have been held
 * from many networks and be paid for from one. The basket counts for that network from here on. What the counter sells or
 * reserved is exempt.
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
  for (const [performance, own] of Map.groupBy(tickets, (ticket) => ticket.performance_id)) {
    const crowd = (await countByNetwork(trx, [{ basket: basket.id, network, performance }])).get(basket.id)
    if (crowd && crowd.held + crowd.bought + own.length > maximum) return problem('network-limit', { maximum })
  }
  if (basket.network !== network) await trx.updateTable('basket').set({ network }).where('id', '=', basket.id).execute()
  return undefined
}
