import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { type Money, money } from '@playhouse/domain/money'

/** The paid and the refundable amount of an order, and the value of each ticket; minor units. */
export type OrderWorth = {
  readonly remaining: Money
  /** Refunded through the payment provider or in cash. */
  readonly refundedByAttempt: Money
  /** Refunded to stored value, or returned as credit. */
  readonly returnedByLedger: Money
  /** The part of `returnedByLedger` that is new credit, or paid for an exchange. */
  readonly returnedAsCredit: Money
  /** By ticket id, without returned tickets. */
  readonly tickets: ReadonlyMap<string, Money>
}

/**
 * Computes the value of an order and its tickets. A ticket is worth its price less its share of the discount, rounded down, so
 * that the sum never exceeds what was paid. Other items are returned with the last ticket only.
 */
export async function readOrderWorth(db: Kysely<Database>, order: { readonly id: string; readonly paid: number }): Promise<OrderWorth> {
  const { rows } = await sql<{ sold: number; discount: number; byAttempt: number; byLedger: number; asCredit: number }>`
    select
      coalesce((select sum(amount) from order_line where order_id = ${order.id} and kind = 'ticket'), 0)::int as sold,
      coalesce((select -sum(amount) from order_line where order_id = ${order.id} and kind = 'discount'), 0)::int as discount,
      coalesce((select sum(amount) from refund where order_id = ${order.id}), 0)::int as "byAttempt",
      coalesce((select sum(amount) from ledger_entry where order_id = ${order.id} and account_id is not null
        and reason in ('refunded', 'returned')), 0)::int as "byLedger",
      coalesce((select sum(amount) from ledger_entry where order_id = ${order.id} and account_id is not null
        and reason = 'returned'), 0)::int as "asCredit"`.execute(db)
  const { sold, discount, byAttempt, byLedger, asCredit } = rows[0]!
  const remaining = Math.max(0, order.paid - byAttempt - byLedger)
  const tickets = await db
    .selectFrom('ticket')
    .select(['id', 'price'])
    .where('order_id', '=', order.id)
    .where('returned_at', 'is', null)
    .execute()
  const share = (price: number): Money => money(sold === 0 ? 0 : Math.min(remaining, Math.floor((price * (sold - discount)) / sold)))
  return {
    remaining: money(remaining),
    refundedByAttempt: money(byAttempt),
    returnedByLedger: money(byLedger),
    returnedAsCredit: money(asCredit),
    tickets: new Map(tickets.map(({ id, price }) => [id, share(price)])),
  }
}

/**
 * Adds up the value of some tickets of an order. A return of all its tickets is worth the order's remaining value.
 * @returns minor units; undefined where a ticket does not belong to the order
 */
export function ticketsWorth(
  { remaining, tickets }: OrderWorth,
  ticketIds: readonly string[],
  how: 'return' | 'exchange',
): Money | undefined {
  const ids = new Set(ticketIds)
  let sum = 0
  for (const id of ids) {
    const value = tickets.get(id)
    if (value === undefined) return undefined
    sum += value
  }
  return how === 'return' && ids.size === tickets.size ? remaining : money(Math.min(remaining, sum))
}
