import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { PerformanceDetails } from '#modules/catalogue'
import { countedWithoutLock, overWideNetwork, wideNetworkLimit, wideNetworkPrefix, wideNetworkProblem } from '@playhouse/domain/limit'
import type { Problem } from '@playhouse/domain/problem'
import type { Actor, BasketDeps, BasketRow, TicketRow } from '#modules/basket'

type WideNetworkRequest = {
  readonly deps: Pick<BasketDeps, 'brand'>
  readonly actor: Actor
  readonly bookable: { readonly performanceDetails: PerformanceDetails }
}
type Count = { held: number; bought: number }
/** The counts of a batch's wide networks, by performance and prefix. */
export type WideNetworks = ReadonlyMap<string, Count>

/** The wide network of a request, with its limits; undefined if the address does not identify a network. */
export function wideNetworkOf({ deps, actor, bookable: { performanceDetails } }: WideNetworkRequest) {
  const prefix = actor.network === undefined ? undefined : wideNetworkPrefix(actor.network)
  if (prefix === undefined) return undefined
  const { ticketsPerOrder, ticketsPerNetwork } = deps.brand.limits
  return {
    prefix,
    limit: wideNetworkLimit(
      { seats: performanceDetails.seats, ticketsPerOrder, ticketsPerNetwork },
      { prefix, isVerified: actor.isVerified ?? false },
    ),
    withoutLock: countedWithoutLock(performanceDetails.seats, ticketsPerOrder, ticketsPerNetwork),
  }
}

const keyOf = (performance: string, prefix: string): string => `${performance} ${prefix}`

/** Counts the wide networks of a batch. Networks near their limit are locked until the transaction ends. */
export async function countWideNetworks(
  trx: Transaction<Database>,
  requests: readonly (WideNetworkRequest & { readonly selection: { readonly seats: readonly unknown[] } })[],
): Promise<WideNetworks> {
  const countedNetworks = requests.flatMap((request) => {
    const wide = wideNetworkOf(request)
    return wide ? [{ ...wide, performance: request.bookable.performanceDetails.id, seats: request.selection.seats.length }] : []
  })
  if (countedNetworks.length === 0) return new Map()
  const withBought = requests.some(({ deps }) => deps.brand.limits.ticketsPerNetwork !== undefined)
  const { rows } = await sql<Count & { prefix: string; performance: string }>`
    select * from count_wide_networks(
      ${countedNetworks.map(({ prefix }) => prefix)}::text[], ${countedNetworks.map(({ performance }) => performance)}::text[],
      ${countedNetworks.map(({ seats }) => seats)}::int[], ${countedNetworks.map(({ withoutLock }) => withoutLock)}::int[], ${withBought}::boolean)`.execute(
    trx,
  )
  return new Map(rows.map(({ prefix, performance, held, bought }) => [keyOf(performance, prefix), { held, bought }]))
}

type WideNetworkHold = WideNetworkRequest & {
  readonly row: BasketRow | undefined
  readonly basket: Pick<BasketRow, 'customer_id' | 'staff_id'>
  readonly tickets: readonly TicketRow[]
}

/**
 * The problem of a request that would exceed the limit of its wide network; otherwise its seats count for the rest of the batch.
 * Staff and accounts with an order are exempt: their holds are counted, but not rejected.
 */
export async function checkWideNetworkLimit(
  trx: Transaction<Database>,
  request: WideNetworkHold,
  { remainingTickets, newSeats }: { readonly remainingTickets: readonly TicketRow[]; readonly newSeats: readonly unknown[] },
  networks: WideNetworks,
): Promise<Problem<'network-limit' | 'bot-check-required'> | undefined> {
  const wide = wideNetworkOf(request)
  const performance = request.bookable.performanceDetails.id
  const count = wide && networks.get(keyOf(performance, wide.prefix))
  if (!count) return undefined
  const ofPerformance = (tickets: readonly TicketRow[]): number => tickets.filter((ticket) => ticket.performance_id === performance).length
  const ownTickets = request.row?.network?.startsWith(wide.prefix) ? ofPerformance(request.tickets) : 0
  const heldCount = count.held - ownTickets + ofPerformance(remainingTickets) + newSeats.length
  const maximum = overWideNetwork(wide.limit, { held: heldCount, bought: count.bought })
  if (maximum !== undefined && !(await isExempt(trx, request.basket))) return wideNetworkProblem(request.actor.isVerified ?? false, maximum)
  count.held = heldCount
  return undefined
}

async function isExempt(trx: Transaction<Database>, { customer_id, staff_id }: WideNetworkHold['basket']): Promise<boolean> {
  if (staff_id !== null) return true
  if (customer_id === null) return false
  const { rows } = await sql`
    select from customer c where c.id = ${customer_id} and not c.is_guest
      and exists (select from customer_order o where o.customer_id = c.id)`.execute(trx)
  return rows.length > 0
}
