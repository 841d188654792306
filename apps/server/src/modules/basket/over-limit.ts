import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { Showing, Tariff } from '#modules/catalogue'
import { companionsAlone, countTypes, mostHeldByNetwork, overLimit, type TicketCount } from '@playhouse/domain/limit'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { Actor, BasketRow } from './basket-row.ts'
import type { BasketHouse } from './edit-basket.ts'

type Wanted = { readonly performance_id: string; readonly price_type: string }
type Case = { readonly basket: BasketRow; readonly showing: Showing; readonly tariff: Tariff }
export type OverLimit = Problem<'ticket-limit' | 'performance-limit' | 'network-limit' | 'companion-alone'>

/**
 * The first limit of a performance that a basket with these tickets would break: of a price type, of a customer, of a
 * network. Whoever the limit is for is locked, so that of two baskets at once the second counts the first.
 */
export async function overAnyLimit(
  trx: Transaction<Database>,
  { brand }: Pick<BasketHouse, 'brand'>,
  at: Case & { readonly actor: Actor },
  tickets: readonly Wanted[],
): Promise<OverLimit | undefined> {
  const over = await overTypeLimit(trx, at, tickets)
  if (over || !at.actor.network) return over
  const requested = tickets.filter((ticket) => ticket.performance_id === at.showing.id).length
  return overNetworkLimit(trx, brand.limits, at, at.actor.network, requested)
}

/** As {@link overAnyLimit}, without the network's: for seats that are held already. */
export async function overTypeLimit(
  trx: Transaction<Database>,
  { basket, showing, tariff }: Case,
  tickets: readonly Wanted[],
): Promise<OverLimit | undefined> {
  const types = tariff.list.priceTypes
  const requested = countTypes(tickets.filter((ticket) => ticket.performance_id === showing.id).map((ticket) => ticket.price_type))
  const alone = companionsAlone(types, requested)
  if (alone) return problem('companion-alone', { priceType: alone.name })
  const isLimited = showing.perCustomer !== undefined || types.some(({ id, limit }) => limit !== undefined && requested.has(id))
  const before = basket.customer_id && isLimited ? await hasAlready(trx, basket.customer_id, basket.id, showing.id) : new Map()
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

const sumOf = (count: TicketCount): number => count.values().reduce((sum, tickets) => sum + tickets, 0)

/** What a customer has of a performance besides this basket: bought, and held in other baskets of theirs. */
async function hasAlready(trx: Transaction<Database>, customer: string, basket: string, performance: string): Promise<TicketCount> {
  await sql`select 1 from customer where id = ${customer} for no key update`.execute(trx)
  const { rows } = await sql<{ price_type: string }>`
    select t.price_type from ticket t join customer_order o on o.id = t.order_id
    where o.customer_id = ${customer} and t.performance_id = ${performance} and t.returned_at is null
    union all
    select t.price_type from basket_ticket t join basket b on b.id = t.basket_id
    where b.customer_id = ${customer} and t.performance_id = ${performance} and b.id <> ${basket}
      and (b.state = 'paying' or (b.state = 'open' and b.deadline > now()))`.execute(trx)
  return countTypes(rows.map((row) => row.price_type))
}

/**
 * Whether a network would hold more of a house than one should, or more than the house sells to one: against robots that
 * empty a house by filling baskets, and people who buy under many names.
 */
async function overNetworkLimit(
  trx: Transaction<Database>,
  { ticketsPerOrder, ticketsPerNetwork }: BasketHouse['brand']['limits'],
  { basket, showing }: Case,
  network: string,
  requested: number,
): Promise<Problem<'network-limit'> | undefined> {
  await sql`insert into network (id) values (${network}) on conflict (id) do update set seen_at = now()`.execute(trx)
  const { rows } = await sql<{ held: number; bought: number }>`
    select count(*) filter (where b.state <> 'completed')::int as held, count(*) filter (where b.state = 'completed')::int as bought
    from basket b join basket_ticket t on t.basket_id = b.id
    where b.network = ${network} and t.performance_id = ${showing.id} and b.id <> ${basket.id}
      and (b.state in ('paying', 'completed') or (b.state = 'open' and b.deadline > now()))`.execute(trx)
  const { held, bought } = rows[0]!
  const most = mostHeldByNetwork(showing.seats, ticketsPerOrder)
  if (held + requested > most) return problem('network-limit', { maximum: most })
  if (ticketsPerNetwork !== undefined && held + bought + requested > ticketsPerNetwork)
    return problem('network-limit', { maximum: ticketsPerNetwork })
  return undefined
}
