import { sql, type Transaction } from 'kysely'
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

/** Publishes a message that is processed some seconds after this transaction. */
export async function publishLater<Topic extends OutboxTopic>(
  trx: Transaction<Database>,
  topic: Topic,
  key: string,
  payload: OutboxPayloads[Topic],
  seconds: number,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id: newId(),
      topic,
      key,
      payload: JSON.stringify(payload),
      available_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
}

/** Publishes many messages of one topic in one statement. They become available in their order, a microsecond apart. */
export async function publishMany<Topic extends OutboxTopic>(
  trx: Transaction<Database>,
  topic: Topic,
  messages: readonly { readonly key: string; readonly payload: OutboxPayloads[Topic] }[],
): Promise<void> {
  if (messages.length === 0) return
  const ids = messages.map(() => newId())
  const keys = messages.map(({ key }) => key)
  const payloads = messages.map(({ payload }) => JSON.stringify(payload))
  await sql`
    insert into outbox (id, topic, key, payload, available_at)
    select id, ${topic}, key, payload, now() + nth * interval '1 microsecond'
    from unnest(${ids}::uuid[], ${keys}::text[], ${payloads}::jsonb[]) with ordinality as message (id, key, payload, nth)`.execute(trx)
}
