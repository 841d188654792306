import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import { endUnconfirmedSession } from '#modules/session'

/** A queue ticket as stored in its holder's browser. `generation` counts its transfers to other devices. */
export type QueueTicket = {
  readonly performance: string
  readonly round: number
  readonly number: number
  readonly generation: number
}

/** Maximum length of a visit in seconds, so that the others get their turn. */
export const maxVisitSeconds = 5_400

/**
 * Redeems a queue ticket for a session. A ticket admits one session at a time: the same one again, or another after it has ended.
 * No session is admitted after the maximum visit. The caller has checked that the ticket's turn has come.
 * @param isOnlyBack the turn has lapsed: only a holder who was admitted before may return
 * @returns the end of the visit in epoch milliseconds; undefined if the ticket is spent, moved or void
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
 * Transfers an admission to the new session id after a sign-in. Only one session is admitted however often its cookies were
 * copied: of two concurrent transfers the second fails. A session whose response was lost, so that its browser never used it, is
 * ended.
 * @returns whether the old session had the admission
 */
export async function transferQueueEntry(
  db: Kysely<Database>,
  { performance, round, number }: QueueTicket,
  from: string,
  to: string,
): Promise<boolean> {
  return transact(db, async (trx) => {
    const entry = trx.selectFrom('queue_entry').where('performance_id', '=', performance).where('round', '=', round)
    const entryRow = await entry.select('session_key').where('number', '=', number).forUpdate().executeTakeFirst()
    if (!entryRow || (entryRow.session_key !== from && !(await endUnconfirmedSession(trx, entryRow.session_key, from)))) return false
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
 * Moves a queue ticket to another device as its next generation; older generations become invalid. Works once for each
 * generation, before `until` (epoch milliseconds) and before the ticket is redeemed.
 * @returns the ticket of the new device; undefined if it can't be moved any more
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
