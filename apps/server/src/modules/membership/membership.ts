import { type RawBuilder, sql, type Transaction } from 'kysely'
import { audit, type Database, newId } from '#db'

/** Memberships that somebody holds today, by the calendar of the house. For a `select`. */
export const membershipsOf = (customer: string | null, timeZone: string): RawBuilder<string[]> =>
  sql`array(select membership from membership where customer_id = ${customer}::uuid
    and (now() at time zone ${timeZone})::date between starts_on and expires_on order by membership)`

/** Days as ISO text, both included. */
export type Membership = { readonly membership: string; readonly startsOn: string; readonly expiresOn: string }

/** Makes somebody a member. */
export async function giveMembership(
  trx: Transaction<Database>,
  customer: string,
  { membership, startsOn, expiresOn }: Membership,
  actor: string,
): Promise<void> {
  const id = newId()
  await trx
    .insertInto('membership')
    .values({ id, customer_id: customer, membership, starts_on: startsOn, renews_on: null, expires_on: expiresOn })
    .execute()
  await audit(trx, {
    actor,
    subject: 'customer',
    subjectId: customer,
    verb: 'give-membership',
    detail: { membership, startsOn, expiresOn },
  })
}
