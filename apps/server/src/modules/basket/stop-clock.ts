import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'

/** Ends the deadline of a basket without seats. */
export async function stopClock(trx: Transaction<Database>, basketId: string): Promise<void> {
  await trx
    .updateTable('basket')
    .set({ deadline: sql`null`, extensions: 0 })
    .where('id', '=', basketId)
    .execute()
}
