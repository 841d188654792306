import { type RawBuilder, sql, type Transaction } from 'kysely'
import { audit, type Database } from '#db'
import type { AccessType } from '@playhouse/domain/access'

/** What the access ID on an account says; null without one. For a `select`. */
export const accessOf = (customer: string | null): RawBuilder<AccessType[] | null> =>
  sql`(select types from access_grant where customer_id = ${customer}::uuid)`

export type AccessGrant = { readonly accessId: string; readonly types: readonly AccessType[] }

/** Puts an access ID on an account, in the place of the one before. Whether it is theirs was asked before. */
export async function grantAccess(trx: Transaction<Database>, customer: string, grant: AccessGrant, actor: string): Promise<void> {
  const row = { access_id: grant.accessId, types: JSON.stringify(grant.types) }
  await trx
    .insertInto('access_grant')
    .values({ customer_id: customer, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .execute()
  await audit(trx, { actor, subject: 'customer', subjectId: customer, verb: 'grant-access' })
}
