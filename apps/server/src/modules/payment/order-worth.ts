import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { isSubscriptionUsed } from '#modules/subscription'
import { isReturnedByItself } from '@playhouse/domain/item-kind'
import { add, type Money, money } from '@playhouse/domain/money'

/** The paid and the refundable amount of an order, and the value of each ticket and item; minor units. */
export type OrderWorth = {
  readonly remaining: Money
  /** Refunded through the payment provider or in cash. */
  readonly refundedByAttempt: Money
  /** Refunded to stored value, or returned as credit. */
  readonly returnedByLedger: Money
  /** The part of `returnedByLedger` that is new credit, or paid for an exchange. */
  readonly returnedAsCredit: Money
  /** Amount of gift vouchers and top-ups that were spent in part, of memberships that were upgraded, of gift memberships that were claimed and of subscriptions whose vouchers were used: they cannot be returned, and `remaining` is without them. */
  readonly kept: Money
  /** By ticket id, without returned tickets. */
  readonly tickets: ReadonlyMap<string, Money>
  /** By id, without returned items, spent gift vouchers and top-ups, upgraded memberships and claimed gift memberships. `isAlone`: it may be returned by itself; others are returned with the last ticket. `keptPostage`: the part of its amount that is not refunded, because its letter was sent. */
  readonly items: ReadonlyMap<string, { readonly value: Money; readonly isAlone: boolean; readonly keptPostage: Money }>
}

/**
 * Computes the value of an order, its tickets and its items. A ticket is worth its price less its share of the discount, rounded
 * down, so that the sum never exceeds what was paid; an item is worth its amount, without the postage of a letter that was sent. Delivery is returned with the rest of the order.
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
  const tickets = await db
    .selectFrom('ticket')
    .select(['id', 'price'])
    .where('order_id', '=', order.id)
    .where('returned_at', 'is', null)
    .execute()
  const all = await db
    .selectFrom('order_item')
    .select(['id', 'kind', 'amount', isSpent.as('isSpent'), sentPostage.as('keptPostage'), 'returned_at'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  const items = all.filter(({ returned_at }) => returned_at === null)
  const spent = items.filter((item) => item.isSpent)
  const kept = spent.reduce((sum, item) => sum + item.amount, 0)
  const keptPostage = all.filter((item) => !spent.includes(item)).reduce((sum, item) => sum + item.keptPostage, 0)
  const remaining = Math.max(0, order.paid - byAttempt - byLedger - kept - keptPostage)
  const share = (price: number): Money => money(sold === 0 ? 0 : Math.min(remaining, Math.floor((price * (sold - discount)) / sold)))
  return {
    remaining: money(remaining),
    refundedByAttempt: money(byAttempt),
    returnedByLedger: money(byLedger),
    returnedAsCredit: money(asCredit),
    kept: money(kept),
    tickets: new Map(tickets.map(({ id, price }) => [id, share(price)])),
    items: new Map(
      items
        .filter((item) => !item.isSpent)
        .map(({ id, kind, amount, keptPostage: postage }) => [
          id,
          {
            value: money(Math.min(remaining, amount - postage)),
            isAlone: isReturnedByItself(kind) || tickets.length === 0,
            keptPostage: money(postage),
          },
        ]),
    ),
  }
}

/** The postage of an item whose letter was sent, minor units. */
const sentPostage = sql<number>`(case when exists (
  select from gift_voucher v where v.order_item_id = order_item.id and v.posted_at is not null) then order_item.fee else 0 end)`

/** Whether an item sold a gift voucher that was spent in part, is being spent or was topped up, a top-up of which a part was spent, a membership whose unused part paid for an upgrade, a gift membership that was claimed, or a subscription of which a voucher was used. */
const isSpent = sql<boolean>`(exists (
  select from gift_voucher v join ledger_account a on a.id = v.account_id
  where v.order_item_id = order_item.id and (a.balance <> v.amount or a.reserved > 0 or exists (
    select from voucher_top_up t join order_item i on i.id = t.order_item_id where t.account_id = a.id and i.returned_at is null)))
  or (order_item.kind = 'membership' and exists (
    select from membership m where m.order_id = order_item.order_id and m.membership = order_item.product and m.replaced_by is not null))
  or exists (select from voucher_top_up t join ledger_account a on a.id = t.account_id
    where t.order_item_id = order_item.id and a.balance - a.reserved < t.amount)
  or exists (select from gift_membership g where g.order_item_id = order_item.id and g.claimed_at is not null)
  or (order_item.kind = 'flex-subscription' and ${isSubscriptionUsed}))`

/** Ids of the tickets and items of an order that are returned or exchanged. */
export type ChosenParts = { readonly tickets: readonly string[]; readonly items?: readonly string[] | undefined }

/** The items that are returned with the chosen ones: the last tickets take the items with them that need tickets. */
export function itemsToReturn({ tickets, items }: OrderWorth, { tickets: chosen, items: chosenItems = [] }: ChosenParts): string[] {
  const isLast = tickets.size > 0 && new Set(chosen).size === tickets.size
  const dependent = isLast ? [...items].filter(([, { isAlone }]) => !isAlone).map(([id]) => id) : []
  return [...new Set([...chosenItems, ...dependent])]
}

/**
 * Adds up the value of some tickets and items of an order. A return of all that remains is worth the order's remaining value.
 * @returns minor units; undefined where one does not belong to the order, or can't be returned by itself
 */
export function worthOf(worth: OrderWorth, chosen: ChosenParts, purpose: 'return' | 'exchange'): Money | undefined {
  const tickets = new Set(chosen.tickets)
  if ((chosen.items ?? []).some((id) => !worth.items.get(id)?.isAlone)) return undefined
  const items = purpose === 'return' ? itemsToReturn(worth, chosen) : []
  if ([...tickets].some((id) => !worth.tickets.has(id))) return undefined
  if (purpose === 'return' && tickets.size === worth.tickets.size && items.length === worth.items.size) return worth.remaining
  const values = [...[...tickets].map((id) => worth.tickets.get(id)!), ...items.map((id) => worth.items.get(id)!.value)]
  return money(Math.min(worth.remaining, add(...values)))
}
