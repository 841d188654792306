import { sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, newId } from '#db'
import { today } from '#modules/ledger'
import type { FlexDetail } from '@playhouse/domain/flex-offer'

type Sale = { readonly item: string; readonly order: string; readonly customer: string }

/** How many of a flexible subscription a customer holds whose last day has not passed. */
export async function countHeld(trx: Transaction<Database>, customer: string, flex: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from ticket_subscription
    where customer_id = ${customer} and flex_id = ${flex} and ended_at is null and expires_on >= ${today}`.execute(trx)
  return rows[0]!.held
}

/** Gives a customer the flexible subscriptions that an order has sold. @param sold.amount for all of them, in minor units */
export async function sellSubscriptions(
  trx: Transaction<Database>,
  { item, order, customer }: Sale,
  { detail, quantity, amount }: { readonly detail: FlexDetail; readonly quantity: number; readonly amount: number },
  actor: Actor,
): Promise<void> {
  const ids = Array.from({ length: quantity }, newId)
  const { flex, name, vouchers, validMonths, validUntil } = detail
  await trx
    .insertInto('ticket_subscription')
    .values(
      ids.map((id) => ({
        ...{ id, customer_id: customer, name, pricing_structure: '', price: Math.round(amount / quantity), vouchers },
        ...{ flex_id: flex, order_item_id: item },
        issued_on: sql<string>`${today}`,
        expires_on:
          validUntil === null ? sql<string>`(${today} + make_interval(months => ${validMonths}))::date` : sql<string>`${validUntil}::date`,
      })),
    )
    .execute()
  for (const id of ids)
    await auditBy(trx, actor, { subject: 'subscription', subjectId: id, verb: 'sell', detail: { order, customer, flex, vouchers } })
}

/** Locks the subscriptions that an order has sold, before it is read whether they are used. */
export async function lockSoldSubscriptions(trx: Transaction<Database>, order: string): Promise<void> {
  await sql`
    select 1 from ticket_subscription s join order_item i on i.id = s.order_item_id
    where i.order_id = ${order} order by s.id for update of s`.execute(trx)
}

/** Ends the subscriptions of an item that is returned. The caller has checked that none of their vouchers is used. */
export async function endSubscriptions(trx: Transaction<Database>, item: string, actor: Actor): Promise<void> {
  const ended = await trx
    .updateTable('ticket_subscription')
    .set({ ended_at: sql<Date>`now()` })
    .where('order_item_id', '=', item)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of ended) await auditBy(trx, actor, { subject: 'subscription', subjectId: id, verb: 'return' })
}

/**
 * Whether a voucher of a subscription that an item sold is spent, or reserved by an open payment. For a `select` of `order_item`.
 */
export const isSubscriptionUsed = sql<boolean>`exists (
  select from ticket_subscription s where s.order_item_id = order_item.id and (s.ended_at is not null
    or exists (select from ticket t where t.subscription_id = s.id and t.returned_at is null)
    or exists (select from payment_attempt a cross join lateral jsonb_array_elements(a.quote -> 'tickets') q
      where a.customer_id = s.customer_id and a.state in ('created', 'redirected') and q ->> 'subscription' = s.id::text)))`

/** Days for which a voucher can be used again of a ticket that the theatre returned after the last day of its subscription. */
const daysOfReturnedVoucher = 30

/** Lets the vouchers of tickets that the theatre returns be used again: a subscription that ends sooner is extended. */
export async function extendForReturn(trx: Transaction<Database>, tickets: readonly string[], actor: Actor): Promise<void> {
  if (tickets.length === 0) return
  const { rows } = await sql<{ id: string; expiresOn: string }>`
    update ticket_subscription s set expires_on = ${today} + ${daysOfReturnedVoucher}::int
    where s.id in (select subscription_id from ticket where id = any(${[...tickets]}::uuid[]) and subscription_id is not null)
      and s.ended_at is null and s.expires_on < ${today} + ${daysOfReturnedVoucher}::int
    returning s.id, s.expires_on::text as "expiresOn"`.execute(trx)
  for (const { id, expiresOn } of rows)
    await auditBy(trx, actor, { subject: 'subscription', subjectId: id, verb: 'extend', detail: { expiresOn } })
}
