import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, QueueTable } from '#db'
import type { WaitingRoom } from '@playhouse/domain/queue'

type QueueRow = Selectable<QueueTable>
type WaitingRoomRow = QueueRow & {
  readonly now: Date
  readonly performances: readonly string[]
  readonly calls: StoredWaitingRoom['calls']
}
/** A waiting room as its row says. Places of an earlier `round` mean nothing any more. */
export type StoredWaitingRoom = WaitingRoom & {
  readonly performance: string
  /** All performances that it stands before: its own, or every one of the production. */
  readonly performances: readonly string[]
  readonly round: number
  readonly drawKey: string | undefined
}

/** One look at all waiting rooms that are not over. `now` is the database's clock in epoch milliseconds. */
export type WaitingRoomsSnapshot = {
  readonly now: number
  readonly rooms: readonly StoredWaitingRoom[]
  readonly moves: readonly TicketMove[]
}
/** A place that went to another device, and which of its tokens counts. */
export type TicketMove = { readonly performance: string; readonly round: number; readonly number: number; readonly generation: number }

/** Made by the database in the instant of the draw: 122 bits that nobody has seen before. */
const newDrawKey = sql<string>`replace(gen_random_uuid()::text, '-', '')`
const elapsedSeconds = sql`extract(epoch from now() - greatest(counted_at, opens_at))`

/** Seconds that are made up for at most: after a standstill of all servers nobody is let in in a crowd. */
const maxGapSeconds = 5
/** Shortest time between two counts, in milliseconds. */
const countIntervalMs = 900
/** So many times within the patience it is noted how far the line has moved: nobody has longer by more than a part of it. */
const callNotesPerPatience = 60

/**
 * Moves the line on by the database's clock, whichever process comes first: makes the draws that are due, and calls as
 * many as the rate allows for the time since the last count. The first is called at the opening; and one person's turn is
 * kept while nobody waits, no more. Now and then it is noted who has been called by then.
 */
export async function advanceQueues(db: Kysely<Database>): Promise<void> {
  await sql`
    with counted as (update queue set
      drawn = coalesce(drawn, joined), draw_key = coalesce(draw_key, ${newDrawKey}), counted_at = greatest(counted_at, now()),
      turns = case when is_paused then turns when turns = 0 then 1
        else greatest(turns, least(joined + 1, turns + rate / 60.0 * least(greatest(${elapsedSeconds}, 0), ${maxGapSeconds}))) end
    where not is_over and opens_at <= now()
      and (drawn is null or (turns = 0 and not is_paused) or (turns < joined + 1 and counted_at < now() - make_interval(secs => ${countIntervalMs / 1_000})))
      returning performance_id, round, patience, least(floor(turns)::bigint, joined) as called)
    insert into queue_call (performance_id, round, called)
    select performance_id, round, called from counted c where called > 0 and not exists (
      select from queue_call l where l.performance_id = c.performance_id and l.round = c.round
        and (l.called >= c.called or l.at > now() - make_interval(secs => c.patience / ${callNotesPerPatience}::float8)))
    on conflict do nothing`.execute(db)
}

/** Every waiting room as it is now, and the places that moved to other devices since `movedSince`. */
export async function readWaitingRooms(db: Kysely<Database>, movedSince: number): Promise<WaitingRoomsSnapshot> {
  const [queues, moves] = await Promise.all([
    sql<WaitingRoomRow>`
      select q.*, now() as now,
        case when q.is_of_production then array(
          select p.id from performance p join performance own on own.production_id = p.production_id where own.id = q.performance_id)
        else array[q.performance_id] end as performances,
        coalesce((
          select json_agg(json_build_object('called', c.called, 'at', floor(extract(epoch from c.at) * 1000)) order by c.called) from queue_call c
          where c.performance_id = q.performance_id and c.round = q.round
            and c.called >= (
              select coalesce(max(l.called), 0) from queue_call l
              where l.performance_id = q.performance_id and l.round = q.round and l.at <= now() - make_interval(secs => q.patience))), '[]') as calls
      from queue q where not q.is_over`
      .execute(db)
      .then(({ rows }) => rows),
    db
      .selectFrom('queue_move')
      .select(['performance_id as performance', 'round', 'number', 'generation'])
      .where('moved_at', '>=', new Date(movedSince))
      .execute(),
  ])
  return { now: queues[0]?.now.getTime() ?? Date.now(), rooms: queues.map(toWaitingRoom), moves }
}

/**
 * Gives a block of numbers, as many as are asked for. The row's lock puts blocks in order, and those after the opening
 * behind those before it: whichever comes first once it is due, this or a count, makes the draw.
 * @returns the first number, and the room with them given; undefined where nobody can take a place now
 */
export async function assignNumbers(
  db: Kysely<Database>,
  performance: string,
  count: number,
): Promise<{ first: number; room: StoredWaitingRoom } | undefined> {
  const { rows } = await sql<QueueRow>`
    update queue set
      joined = joined + ${count},
      drawn = coalesce(drawn, case when opens_at <= now() then joined end),
      draw_key = case when drawn is null and opens_at <= now() then ${newDrawKey} else draw_key end,
      counted_at = case when turns >= joined + 1 then greatest(counted_at, now()) else counted_at end
    where performance_id = ${performance} and not is_over and gathers_at <= now() returning *`.execute(db)
  const [row] = rows
  return row && { first: row.joined - count, room: toWaitingRoom(row) }
}

/** What a row alone doesn't say is left as it is known: see `openWaitingRooms`. */
const withoutJoins = { performances: [], calls: [] } as const

/** A waiting room as whoever runs it sees it, one that is over too. */
export type WaitingRoomReport = StoredWaitingRoom & { readonly isOver: boolean; readonly isOfProduction: boolean; readonly entered: number }

/** The waiting room of a performance and how many went in. */
export async function readWaitingRoom(db: Kysely<Database>, performance: string): Promise<WaitingRoomReport | undefined> {
  const row = await db.selectFrom('queue').selectAll().where('performance_id', '=', performance).executeTakeFirst()
  if (!row) return undefined
  const { entered } = await db
    .selectFrom('queue_entry')
    .select(({ fn }) => fn.countAll<number>().as('entered'))
    .where('performance_id', '=', performance)
    .where('round', '=', row.round)
    .executeTakeFirstOrThrow()
  return { ...toWaitingRoom(row), isOver: row.is_over, isOfProduction: row.is_of_production, entered }
}

const toWaitingRoom = (row: QueueRow & Partial<Pick<WaitingRoomRow, 'performances' | 'calls'>>): StoredWaitingRoom => ({
  ...withoutJoins,
  ...(row.performances && { performances: row.performances }),
  ...(row.calls && { calls: row.calls }),
  performance: row.performance_id,
  round: row.round,
  gathersAt: row.gathers_at.getTime(),
  opensAt: row.opens_at.getTime(),
  rate: row.rate,
  isPaused: row.is_paused,
  joined: row.joined,
  drawn: row.drawn ?? undefined,
  drawKey: row.draw_key ?? undefined,
  turns: row.turns,
  patience: row.patience,
})
