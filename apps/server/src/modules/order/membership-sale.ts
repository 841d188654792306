import { type Selectable, sql, type Transaction } from 'kysely'
import { auditBy, type Database, newId, type PaymentAttemptTable } from '#db'
import type { Actor } from '#modules/basket'

/**
 * Whoever bought a membership is a member from today on, by the house's calendar, for as many months as were sold. One who
 * became a member meanwhile, at the counter or in another browser, goes on from the day on which that ends.
 */
export async function startMemberships(
  trx: Transaction<Database>,
  { quote, customer_id }: Pick<Selectable<PaymentAttemptTable>, 'quote' | 'customer_id'>,
  order: string,
  actor: Actor,
): Promise<void> {
  for (const { detail } of quote.items ?? []) {
    if (!detail || !('membership' in detail)) continue
    const { membership, months, timeZone } = detail
    const id = newId()
    // Of two that are paid for in the same moment the second begins where the first ends. Whoever settles the payment has locked it.
    await trx.selectFrom('customer').select('id').where('id', '=', customer_id).forNoKeyUpdate().execute()
    // A month that lacks the day ends with its own last: from 29 February a year lasts until the 28th.
    await sql`
      insert into membership (id, customer_id, order_id, membership, starts_on, expires_on)
      select ${id}::uuid, ${customer_id}::uuid, ${order}::uuid, ${membership}, since.day,
        (since.day + make_interval(months => ${months}) - interval '1 day'
          * (extract(day from since.day + make_interval(months => ${months})) = extract(day from since.day))::int)::date
      from (select greatest((now() at time zone ${timeZone})::date,
        (select max(expires_on) + 1 from membership where customer_id = ${customer_id}::uuid and membership = ${membership})) as day) since`.execute(
      trx,
    )
    await auditBy(trx, actor, { subject: 'customer', subjectId: customer_id, verb: 'buy-membership', detail: { membership, order } })
  }
}

/** With its order a membership is given back. */
export async function endMemberships(trx: Transaction<Database>, order: string): Promise<void> {
  await trx.deleteFrom('membership').where('order_id', '=', order).execute()
}
