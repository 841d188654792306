import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'

/** What is done for one topic. It must be able to happen twice: a crash between deed and note repeats it. */
export type Errand = (payload: Record<string, unknown>, id: string) => Promise<void>
export type OutboxHouse = {
  readonly db: Kysely<Database>
  readonly errands: Readonly<Record<string, Errand>>
  readonly onFailure: (topic: string, error: unknown) => void
}

/** Seconds for which a message belongs to the process that took it. */
const lease = 60

/**
 * Does what is waiting in the outbox, oldest first. Taking a message moves it a minute ahead, so no transaction is open
 * while mail is sent, and another process takes over where this one died. Failures wait longer each time, an hour at most.
 * @returns how many were tried.
 */
export async function runOutbox({ db, errands, onFailure }: OutboxHouse, atMost = 50): Promise<number> {
  const taken = await sql<{ id: string; topic: string; payload: Record<string, unknown> }>`
    update outbox set available_at = now() + make_interval(secs => ${lease}), tries = tries + 1
    where id in (select id from outbox where done_at is null and available_at <= now() order by available_at limit ${atMost} for update skip locked)
    returning id, topic, payload`.execute(db)
  for (const { id, topic, payload } of taken.rows) {
    try {
      const errand = errands[topic]
      if (!errand) throw new Error(`nobody runs errands of topic ${topic}`)
      await errand(payload, id)
      await db
        .updateTable('outbox')
        .set({ done_at: sql<Date>`now()`, last_error: null })
        .where('id', '=', id)
        .execute()
    } catch (error) {
      onFailure(topic, error)
      await db
        .updateTable('outbox')
        .set({
          last_error: String(error).slice(0, 500),
          available_at: sql<Date>`now() + make_interval(secs => least(3600, power(2, tries) * 2))`,
        })
        .where('id', '=', id)
        .execute()
    }
  }
  return taken.rows.length
}
