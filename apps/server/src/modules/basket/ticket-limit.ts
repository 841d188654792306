import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { PerformanceDetails, PriceTable } from '#modules/catalogue'
import { heldLimitOf } from '@playhouse/domain/eligibility'
import { countByPriceType, hasTicketLimit, type TicketCount, ticketLimitProblem } from '@playhouse/domain/limit'
import type { CountedTicket } from '@playhouse/domain/order-limit'
import type { Problem } from '@playhouse/domain/problem'
import type { BasketRow, TicketRow } from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'

type RequestedTicket = { readonly performance_id: string; readonly price_type: string }
type TicketLimitCase = {
  readonly basket: Pick<BasketRow, 'id' | 'customer_id' | 'staff_id'>
  readonly performanceDetails: PerformanceDetails
  readonly priceTable: PriceTable
  /** Maximum number of tickets of the performance per customer; undefined without one. */
  readonly perCustomer: number | undefined
}
export type TicketLimitProblem = Problem<'ticket-limit' | 'performance-limit' | 'companion-alone' | 'ticket-validation-error'>

/**
 * The first limit that a basket with these tickets would exceed, of a price type or of a performance. Locks the customer until
 * the transaction ends, so that of two concurrent baskets the second counts the first.
 */
export async function checkTicketLimits(
  db: Kysely<Database>,
  { basket, performanceDetails, priceTable, perCustomer }: TicketLimitCase,
  tickets: readonly RequestedTicket[],
): Promise<TicketLimitProblem | undefined> {
  // The limits are for the web: counter staff decide for themselves.
  if (basket.staff_id !== null) return undefined
  const requestedCounts = countByPriceType(
    tickets.filter((ticket) => ticket.performance_id === performanceDetails.id).map((ticket) => ticket.price_type),
  )
  const { production } = performanceDetails
  const limits = { types: priceTable.list.priceTypes, performance: production.title, perCustomer }
  const isLimited = hasTicketLimit(limits, requestedCounts)
  const before =
    basket.customer_id !== null && isLimited ? await countOtherTickets(db, basket.customer_id, basket.id, performanceDetails.id) : new Map()
  return ticketLimitProblem(limits, requestedCounts, before)
}

/** A ticket as the limits of an order count it. */
export const toCountedTicket = ({ performance_id, series }: Pick<TicketRow, 'performance_id' | 'series'>): CountedTicket => ({
  performance: performance_id,
  series,
})

/** Whether a basket with these tickets would exceed a limit at any of their performances. */
export async function exceedsTicketLimits(
  trx: Transaction<Database>,
  { catalogue }: Pick<BasketDeps, 'catalogue'>,
  basket: TicketLimitCase['basket'],
  tickets: readonly RequestedTicket[],
): Promise<boolean> {
  for (const performance of new Set(tickets.map(({ performance_id }) => performance_id))) {
    const performanceDetails = await catalogue.performanceDetails(performance)
    if (!performanceDetails) return true
    const priceTable = await catalogue.priceTable(performanceDetails.priceList)
    const perCustomer = heldLimitOf(performanceDetails, await catalogue.now())
    if (await checkTicketLimits(trx, { basket, performanceDetails, priceTable, perCustomer }, tickets)) return true
  }
  return false
}

/** Counts a customer's other tickets for a performance. Locks the customer, because the count decides a change. */
export async function countOtherTickets(db: Kysely<Database>, customer: string, basket: string, performance: string): Promise<TicketCount> {
  await sql`select 1 from customer where id = ${customer} for no key update`.execute(db)
  return (await countByPerformance(db, { customer, basket }, [performance])).get(performance) ?? new Map()
}

/**
 * Counts a customer's other tickets for some performances, in one query: bought, and held in other baskets. Guests with the same
 * address count as one person. Performances without such tickets are left out.
 */
export async function countByPerformance(
  db: Kysely<Database>,
  { customer, basket }: { readonly customer: string; readonly basket: string },
  performances: readonly string[],
): Promise<ReadonlyMap<string, TicketCount>> {
  const { rows } = await sql<{ performance: string; price_type: string }>`
    with person as (
      select ${customer}::uuid as id
      union select other.id from customer me join customer other on other.email = me.email and other.is_guest
      where me.id = ${customer} and me.is_guest)
    select t.performance_id as performance, t.price_type from ticket t join customer_order o on o.id = t.order_id
    where o.customer_id in (select id from person) and t.performance_id = any(${[...performances]}) and t.returned_at is null
    union all
    select t.performance_id, t.price_type from basket_ticket t join basket b on b.id = t.basket_id
    where b.customer_id in (select id from person) and t.performance_id = any(${[...performances]}) and b.id <> ${basket}
      and (b.state = 'paying' or (b.state = 'open' and b.deadline > now()))`.execute(db)
  const groups = Map.groupBy(rows, ({ performance }) => performance)
  return new Map([...groups].map(([performance, tickets]) => [performance, countByPriceType(tickets.map((row) => row.price_type))]))
}
