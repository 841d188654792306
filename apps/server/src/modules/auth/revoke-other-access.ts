import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'

/**
 * Ends every session of a customer and revokes pending e-mail changes: a person who had access before may have requested one, and
 * its link must not give them the account back.
 */
export async function revokeOtherAccess(trx: Transaction<Database>, customer: string): Promise<void> {
  await trx
    .updateTable('email_change')
    .set({ used_at: sql<Date>`now()` })
    .where('customer_id', '=', customer)
    .where('used_at', 'is', null)
    .execute()
  await trx.deleteFrom('session').where('customer_id', '=', customer).execute()
}
