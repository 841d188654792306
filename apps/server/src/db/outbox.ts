import type { Transaction } from 'kysely'
import { newId } from './new-id.ts'
import type { OutboxPayloads, OutboxTopic } from './outbox-topics.ts'
import type { Database } from './schema.ts'

/**
 * Publishes a message to the outbox: it is processed after this transaction has committed, and never if it rolls back.
 * @param key what it concerns; messages of one key are about one thing.
 */
export async function publish<Topic extends OutboxTopic>(
  trx: Transaction<Database>,
  topic: Topic,
  key: string,
  payload: OutboxPayloads[Topic],
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ id: newId(), topic, key, payload: JSON.stringify(payload) })
    .execute()
}
