import { type Selectable, sql, type Transaction } from 'kysely'
import { auditBy, type Database, newId, type PaymentAttemptTable } from '#db'
import type { Actor } from '#modules/basket'

/**
 * Starts the memberships of a paid order, for the sold number of months. They start today in the brand's time zone, or on the
 * day after a membership of the same kind ends.
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
    // Serialises two concurrent purchases, so that the second starts where the first ends. A payment being settled holds this lock already.
    await trx.selectFrom('customer').select('id').where('id', '=', customer_id).forNoKeyUpdate().execute()
    // If the end month lacks the day, the membership ends on its last day: a year from 29 February ends on the 28th.
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

/** Deletes the memberships of a returned order. */
export async function endMemberships(trx: Transaction<Database>, order: string): Promise<void> {
  await trx.deleteFrom('membership').where('order_id', '=', order).execute()
}
