import { type RawBuilder, sql, type Transaction } from 'kysely'
import { audit, type Database } from '#db'
import type { AccessType } from '@playhouse/domain/access'

/** The access types of a customer's access ID; null without one, and while its card is withdrawn. For a `select`. */
export const accessOf = (customer: string | null): RawBuilder<AccessType[] | null> =>
  sql`(select types from access_grant g where customer_id = ${customer}::uuid and not exists (
    select from access_card c where c.access_id = g.access_id and c.withdrawn_at is not null))`

export type AccessGrant = { readonly accessId: string; readonly types: readonly AccessType[] }

/** Sets the access ID of an account. The caller has verified that it is the customer's. */
export async function grantAccess(trx: Transaction<Database>, customer: string, grant: AccessGrant, actor: string): Promise<void> {
  const row = { access_id: grant.accessId, types: JSON.stringify(grant.types) }
  await trx
    .insertInto('access_grant')
    .values({ customer_id: customer, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .execute()
  await audit(trx, { actor, subject: 'customer', subjectId: customer, verb: 'grant-access' })
}
