import type { Transaction } from 'kysely'
import { newId } from './new-id.ts'
import type { Database } from './schema.ts'

/**
 * Leaves a message that a sweeper acts on after this transaction committed, and never if it did not.
 * @param topic what is to be done, such as `order.confirmed`.
 * @param key what it concerns; messages of one key are about one thing.
 */
export async function publish(trx: Transaction<Database>, topic: string, key: string, payload: unknown): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ id: newId(), topic, key, payload: JSON.stringify(payload) })
    .execute()
}
