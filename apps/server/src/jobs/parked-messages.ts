import { type Kysely, sql } from 'kysely'
import { type Actor, audit, type Database, transact } from '#db'

/** A message that failed too often and waits for an operator. */
export type ParkedMessage = {
  readonly id: string
  readonly topic: string
  readonly key: string
  readonly tries: number
  readonly created_at: Date
  readonly parked_at: Date
  readonly last_error: string | null
}

/** Parked messages, the oldest first. */
export async function listParked(db: Kysely<Database>): Promise<ParkedMessage[]> {
  const { rows } = await sql<ParkedMessage>`
    select id, topic, key, tries, created_at, parked_at, last_error from outbox
    where parked_at is not null and done_at is null order by created_at, id`.execute(db)
  return rows
}

/** Makes a parked message due again, with all its tries. @returns false where no parked message has this id. */
export async function retryMessage(db: Kysely<Database>, id: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const retriedMessage = await trx
      .updateTable('outbox')
      .set({ parked_at: null, available_at: sql<Date>`now()`, tries: 0 })
      .where('id', '=', id)
      .where('parked_at', 'is not', null)
      .where('done_at', 'is', null)
      .returning(['topic', 'key'])
      .executeTakeFirst()
    if (!retriedMessage) return false
    await audit(trx, {
      actor: actor.name,
      subject: 'outbox',
      subjectId: id,
      verb: 'retry',
      from: 'parked',
      to: 'waiting',
      detail: retriedMessage,
    })
    return true
  })
}

/**
 * Closes a parked message without processing it. The message of a refund that is still owed stays: it is the one that pays it.
 * @returns `missing` where no parked message has this id, `owed` where its refund is not made.
 */
export async function discardMessage(db: Kysely<Database>, id: string, actor: Actor): Promise<'discarded' | 'missing' | 'owed'> {
  return transact(db, async (trx) => {
    const message = await trx
      .selectFrom('outbox')
      .select(['topic', 'key', 'payload', 'last_error'])
      .where('id', '=', id)
      .where('parked_at', 'is not', null)
      .where('done_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!message) return 'missing'
    const { topic, key, payload, last_error } = message
    if (topic === 'payment.refund') {
      const refund = String(payload['refund'] ?? payload['attempt'])
      // Anything but a refund that exists and is made may be money that a customer is owed.
      const { rows } = await sql`select 1 from refund where id::text = ${refund} and state <> 'due'`.execute(trx)
      if (rows.length === 0) return 'owed'
    }
    if (topic === 'payment.refund-unmatched') {
      const { rows } = await sql`
        select 1 from unmatched_payment
        where provider = ${String(payload['provider'])} and session_id = ${String(payload['session'])} and state = 'refund-due'`.execute(
        trx,
      )
      if (rows.length > 0) return 'owed'
    }
    await trx
      .updateTable('outbox')
      .set({ done_at: sql<Date>`now()`, last_error: `discarded by ${actor.name}: ${last_error ?? ''}`.slice(0, 500) })
      .where('id', '=', id)
      .execute()
    const detail = { topic, key, last_error }
    await audit(trx, { actor: actor.name, subject: 'outbox', subjectId: id, verb: 'discard', from: 'parked', to: 'discarded', detail })
    return 'discarded'
  })
}
