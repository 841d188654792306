import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import { endUnconfirmedSession } from '#modules/session'

/** A place in line, as its holder's browser keeps it. `generation` counts the devices it has moved to. */
export type QueueTicket = {
  readonly performance: string
  readonly round: number
  readonly number: number
  readonly generation: number
}

/** Seconds that somebody may stay inside in all, however busy: then others have their turn. */
export const maxVisitSeconds = 5_400

/**
 * Spends a place on a session. One place lets one session in at a time: the same one again, or another once that has
 * ended (signed out, idle, lost with its browser), and none after the longest visit. The caller has seen that its turn
 * has come.
 * @param isOnlyBack their turn is over: they may come back who were inside, and nobody else
 * @returns until when they may stay at most, in epoch milliseconds; undefined where the place is spent, moved or void
 */
export async function redeemQueueTicket(
  db: Kysely<Database>,
  { performance, round, number, generation }: QueueTicket,
  session: string,
  { idleSeconds, isOnlyBack }: { readonly idleSeconds: number; readonly isOnlyBack: boolean },
): Promise<number | undefined> {
  const { rows } = await sql<{ until: Date }>`
    insert into queue_entry (performance_id, round, number, session_key, until)
    select performance_id, round, ${number}::bigint, ${session}, now() + make_interval(secs => ${maxVisitSeconds}) from queue
    where performance_id = ${performance} and round = ${round} and not is_over and ${number}::bigint < joined
      and ${generation} = coalesce((select generation from queue_move m
        where m.performance_id = ${performance} and m.round = ${round} and m.number = ${number}), 0)
      and (${!isOnlyBack}::boolean or exists (select from queue_entry e
        where e.performance_id = ${performance} and e.round = ${round} and e.number = ${number}))
    on conflict (performance_id, round, number) do update set session_key = excluded.session_key
      where queue_entry.until > now() and (queue_entry.session_key = excluded.session_key or not exists (
        select from session s where s.id_hash = queue_entry.session_key and s.seen_at > now() - make_interval(secs => ${idleSeconds})))
    returning until`.execute(db)
  return rows[0]?.until.getTime()
}

/**
 * Who signs in goes on with another session id: a place that was spent on the old one is the new one's. One place lets one
 * in, however often its cookies were copied: of two who go on from one session at once the second gets nothing, and one that
 * was never heard of, its answer lost on the way, is over.
 * @returns whether the place was the old session's to hand on
 */
export async function transferQueueEntry(
  db: Kysely<Database>,
  { performance, round, number }: QueueTicket,
  from: string,
  to: string,
): Promise<boolean> {
  return transact(db, async (trx) => {
    const entry = trx.selectFrom('queue_entry').where('performance_id', '=', performance).where('round', '=', round)
    const held = await entry.select('session_key').where('number', '=', number).forUpdate().executeTakeFirst()
    if (!held || (held.session_key !== from && !(await endUnconfirmedSession(trx, held.session_key, from)))) return false
    await trx
      .updateTable('queue_entry')
      .set({ session_key: to })
      .where('performance_id', '=', performance)
      .where('round', '=', round)
      .where('number', '=', number)
      .execute()
    return true
  })
}

/**
 * Brings a place to another device: its next generation, whose token alone counts from here on. Works once for each
 * generation, before `until` (epoch milliseconds) and before the place is spent.
 * @returns the place as the new device holds it; undefined where it can't be had any more
 */
export async function moveQueueTicket(db: Kysely<Database>, place: QueueTicket, until: number): Promise<QueueTicket | undefined> {
  const { performance, round, number, generation } = place
  const { rows } = await sql`
    insert into queue_move (performance_id, round, number, generation)
    select performance_id, round, ${number}::bigint, ${generation + 1} from queue
    where performance_id = ${performance} and round = ${round} and not is_over and ${number}::bigint < joined
      and now() < ${new Date(until)}::timestamptz
      and not exists (select from queue_entry e where e.performance_id = ${performance} and e.round = ${round} and e.number = ${number})
      and (${generation} = 0 or exists (select from queue_move m
        where m.performance_id = ${performance} and m.round = ${round} and m.number = ${number}))
    on conflict (performance_id, round, number) do update set generation = excluded.generation, moved_at = now()
      where queue_move.generation = excluded.generation - 1
    returning generation`.execute(db)
  return rows.length > 0 ? { ...place, generation: generation + 1 } : undefined
}
