import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { Showing, Tariff } from '#modules/catalogue'
import { companionsOverLimit, countByPriceType, maxHeldByNetwork, overLimit, type TicketCount } from '@playhouse/domain/limit'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { BasketRow } from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'

type Wanted = { readonly performance_id: string; readonly price_type: string }
type Case = { readonly basket: Pick<BasketRow, 'id' | 'customer_id' | 'staff_id'>; readonly showing: Showing; readonly tariff: Tariff }
export type OverLimit = Problem<'ticket-limit' | 'performance-limit' | 'companion-alone'>

/**
 * The first limit that a basket with these tickets would break: of a price type, of a customer. The customer is locked, so
 * that of two baskets at once the second counts the first: for as long as the transaction lasts that this is asked in.
 */
export async function overTypeLimit(
  db: Kysely<Database>,
  { basket, showing, tariff }: Case,
  tickets: readonly Wanted[],
): Promise<OverLimit | undefined> {
  // The limits are those of the web: the counter sees whom it sells to.
  if (basket.staff_id !== null) return undefined
  const types = tariff.list.priceTypes
  const requested = countByPriceType(tickets.filter((ticket) => ticket.performance_id === showing.id).map((ticket) => ticket.price_type))
  const alone = companionsOverLimit(types, requested)
  if (alone) return problem('companion-alone', { priceType: alone.name })
  const isLimited = showing.perCustomer !== undefined || types.some(({ id, limit }) => limit !== undefined && requested.has(id))
  const before = basket.customer_id && isLimited ? await hasAlready(db, basket.customer_id, basket.id, showing.id) : new Map()
  const type = overLimit(types, requested, before)
  const performance = showing.production.title
  if (type)
    return problem('ticket-limit', {
      maximum: type.limit,
      priceType: type.name,
      performance,
      previouslyPurchased: before.get(type.id) ?? 0,
      requested: requested.get(type.id)!,
    })
  const maximum = showing.perCustomer
  if (maximum !== undefined && sumOf(requested) + sumOf(before) > maximum)
    return problem('performance-limit', { maximum, performance, previouslyPurchased: sumOf(before), requested: sumOf(requested) })
  return undefined
}

/** Whether a basket with these tickets would break a limit at any of their performances. */
export async function isOverLimit(
  trx: Transaction<Database>,
  { catalogue }: Pick<BasketDeps, 'catalogue'>,
  basket: Case['basket'],
  tickets: readonly Wanted[],
): Promise<boolean> {
  for (const performance of new Set(tickets.map(({ performance_id }) => performance_id))) {
    const showing = await catalogue.showing(performance)
    if (!showing) return true
    const tariff = await catalogue.tariff(showing.priceList)
    if (await overTypeLimit(trx, { basket, showing, tariff }, tickets)) return true
  }
  return false
}

const sumOf = (count: TicketCount): number => count.values().reduce((sum, tickets) => sum + tickets, 0)

/**
 * What a customer has of a performance besides this basket: bought, and held in other baskets of theirs. Guests count as one
 * who give the same address.
 */
async function hasAlready(db: Kysely<Database>, customer: string, basket: string, performance: string): Promise<TicketCount> {
  await sql`select 1 from customer where id = ${customer} for no key update`.execute(db)
  const { rows } = await sql<{ price_type: string }>`
    with person as (
      select ${customer}::uuid as id
      union select other.id from customer me join customer other on other.email = me.email and other.is_guest
      where me.id = ${customer} and me.is_guest)
    select t.price_type from ticket t join customer_order o on o.id = t.order_id
    where o.customer_id in (select id from person) and t.performance_id = ${performance} and t.returned_at is null
    union all
    select t.price_type from basket_ticket t join basket b on b.id = t.basket_id
    where b.customer_id in (select id from person) and t.performance_id = ${performance} and b.id <> ${basket}
      and (b.state = 'paying' or (b.state = 'open' and b.deadline > now()))`.execute(db)
  return countByPriceType(rows.map((row) => row.price_type))
}

/** What a network has of a performance besides a basket. */
type Crowd = { readonly held: number; readonly bought: number }

/**
 * By basket what its network has of a performance besides it. Networks are locked in one order for everybody, so that of two
 * baskets at once the second counts the first.
 */
export async function countCrowds(
  trx: Transaction<Database>,
  asking: readonly { readonly basket: string; readonly network: string | undefined; readonly performance: string }[],
): Promise<ReadonlyMap<string, Crowd>> {
  const known = asking.filter(({ network }) => network !== undefined)
  if (known.length === 0) return new Map()
  const networks = known.map(({ network }) => network!)
  const lock = sql`
    insert into network (id) select distinct id from unnest(${networks}::text[]) as id order by id
    on conflict (id) do update set seen_at = now()`
  const count = sql<Crowd & { basket: string }>`
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
export function overNetworkLimit(
  { deps, at: { showing } }: { readonly deps: Pick<BasketDeps, 'brand'>; readonly at: { readonly showing: Showing } },
  { staying, fresh }: { readonly staying: readonly Wanted[]; readonly fresh: readonly unknown[] },
  crowd: Crowd | undefined,
): Problem<'network-limit'> | undefined {
  if (!crowd) return undefined
  const { ticketsPerOrder, ticketsPerNetwork } = deps.brand.limits
  const requested = staying.filter((ticket) => ticket.performance_id === showing.id).length + fresh.length
  const most = maxHeldByNetwork(showing.seats, ticketsPerOrder)
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
export async function overPayersNetwork(
  trx: Transaction<Database>,
  deps: Pick<BasketDeps, 'brand'>,
  basket: Pick<BasketRow, 'id' | 'staff_id' | 'reservation_id' | 'network'>,
  tickets: readonly Wanted[],
  network: string | undefined,
): Promise<Problem<'network-limit'> | undefined> {
  const maximum = deps.brand.limits.ticketsPerNetwork
  const isExempt = basket.staff_id !== null || basket.reservation_id !== null
  if (maximum === undefined || network === undefined || isExempt) return undefined
  for (const [performance, own] of Map.groupBy(tickets, (ticket) => ticket.performance_id)) {
    const crowd = (await countCrowds(trx, [{ basket: basket.id, network, performance }])).get(basket.id)
    if (crowd && crowd.held + crowd.bought + own.length > maximum) return problem('network-limit', { maximum })
  }
  if (basket.network !== network) await trx.updateTable('basket').set({ network }).where('id', '=', basket.id).execute()
  return undefined
}
