import { type Kysely, sql, type UpdateObject, type UpdateResult } from 'kysely'
import type { Database } from '#db'

/** What is done for one topic. It must be able to happen twice: a crash between deed and note repeats it. */
export type Errand = (payload: Record<string, unknown>, id: string) => Promise<void>
/** Mail waits for mail servers; money on its way back, and whatever else there is, doesn't wait behind it. */
export type Lane = 'mail' | 'rest'
export type OutboxHouse = {
  readonly db: Kysely<Database>
  readonly errands: Readonly<Record<string, Errand>>
  readonly onFailure: (topic: string, error: unknown) => void
  /** Whether a failure says that trying again is of no use: it is told once, and the message is put aside with it. */
  readonly isHopeless?: (error: unknown) => boolean
}
type Taken = { readonly id: string; readonly topic: string; readonly payload: Record<string, unknown>; readonly tries: number }

/**
 * Does what is waiting in one lane of the outbox, oldest first. Taking a message puts it off by `lease` seconds, so no
 * transaction is open while mail is sent, and another process takes over where this one died. The lease is renewed before
 * an errand and for as long as it runs: a slow mail server, or many messages before it, make nobody do it a second time.
 * Failures wait longer each time, an hour at most.
 * @returns how many were tried.
 */
export async function runOutbox(
  { db, errands, onFailure, isHopeless = () => false }: OutboxHouse,
  lane: Lane,
  { atMost = 50, lease = 60 }: { readonly atMost?: number; readonly lease?: number } = {},
): Promise<number> {
  const taken = await sql<Taken>`
    update outbox set available_at = now() + make_interval(secs => ${lease}), tries = tries + 1
    where id in (select id from outbox where done_at is null and available_at <= now() and (topic like 'mail.%') = ${lane === 'mail'}
      order by available_at limit ${atMost} for update skip locked)
    returning id, topic, payload, tries`.execute(db)
  let tried = 0
  for (const message of taken.rows) {
    if (!(await renew(db, message, lease))) continue
    tried += 1
    const renewing = setInterval(() => void renew(db, message, lease).catch(() => {}), (lease * 1000) / 3)
    try {
      const errand = errands[message.topic]
      if (!errand) throw new Error(`nobody runs errands of topic ${message.topic}`)
      await errand(message.payload, message.id)
      await note(db, message, { done_at: sql<Date>`now()`, last_error: null })
    } catch (error) {
      onFailure(message.topic, error)
      const again = sql<Date>`now() + make_interval(secs => least(3600, power(2, tries) * 2))`
      const last_error = String(error).slice(0, 500)
      await note(db, message, isHopeless(error) ? { last_error, done_at: sql<Date>`now()` } : { last_error, available_at: again })
    } finally {
      clearInterval(renewing)
    }
  }
  return tried
}

/** Whether the message is still ours to do: nobody else has taken it since. */
async function renew(db: Kysely<Database>, message: Taken, lease: number): Promise<boolean> {
  const { numUpdatedRows } = await note(db, message, { available_at: sql<Date>`now() + make_interval(secs => ${lease})` })
  return numUpdatedRows > 0n
}

/** Writes how it stands, unless somebody else has taken it meanwhile. */
const note = (db: Kysely<Database>, { id, tries }: Taken, change: UpdateObject<Database, 'outbox'>): Promise<UpdateResult> =>
  db.updateTable('outbox').set(change).where('id', '=', id).where('tries', '=', tries).where('done_at', 'is', null).executeTakeFirst()
