import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'

/**
 * One consistent read of the database. `from` and `upTo`, in microseconds of the database's clock, enclose the instant of its
 * snapshot: it includes everything that was visible at `from`, and nothing that was not visible at `upTo`, in every process.
 */
export type ReadWindow = { readonly snapshot: string; readonly from: number; readonly upTo: number }

/**
 * The end of a claim on a seat in microseconds: `Infinity` if it does not end by itself; 0 or a past time if the seat is free.
 */
export type SeatClaimEnd = { readonly seat: number; readonly until: number }

/** The last snapshot that a process has of a performance. */
export type Bookmark = { readonly performance: string; readonly snapshot: string }

type Row = {
  snapshot: string
  from: number
  up_to: number
  performance: string | null
  seat: number | null
  state: string | null
  until: number | null
}

const clock = sql`pg_current_snapshot()::text as snapshot, (extract(epoch from now()) * 1000000)::bigint as "from",
  (extract(epoch from clock_timestamp()) * 1000000)::bigint as up_to`

/** Reads every claim of a performance. */
export async function readClaims(
  db: Kysely<Database>,
  performance: string,
): Promise<ReadWindow & { readonly claims: readonly SeatClaimEnd[] }> {
  const { rows } = await sql<Row>`
    select look.*, c.seat, c.state, (extract(epoch from c.until) * 1000000)::bigint as until
    from (select ${clock}) look left join seat_claim c on c.performance_id = ${performance}`.execute(db)
  return { ...toReadWindow(rows[0]!), claims: rows.flatMap(toSeatClaimEnd) }
}

/**
 * Reads the changes of performances since their bookmarks, with the current claims of the changed seats.
 *
 * Transactions commit in another order than they began or wrote, so neither a serial nor a time nor a transaction id identifies
 * what is new. Snapshots do: a change is new if this snapshot shows it and the bookmark's did not. The first read after a commit
 * finds it, and open transactions do not delay those that have committed.
 */
export async function readChanges(
  db: Kysely<Database>,
  bookmarks: readonly Bookmark[],
): Promise<ReadWindow & { readonly changes: ReadonlyMap<string, readonly SeatClaimEnd[]> }> {
  const { rows } = await sql<Row>`
    select look.*, changed.performance, changed.seat, c.state, (extract(epoch from c.until) * 1000000)::bigint as until
    from (select ${clock}) look
    left join (
      select distinct mark.performance, seat
      from unnest(${bookmarks.map((mark) => mark.performance)}::text[], ${bookmarks.map((mark) => mark.snapshot)}::text[]) as mark (performance, since)
      cross join lateral (
        select seats from seat_change note
        where note.performance_id = mark.performance and note.xid >= pg_snapshot_xmin(mark.since::pg_snapshot)
          and not pg_visible_in_snapshot(note.xid, mark.since::pg_snapshot) offset 0) note
      cross join lateral unnest(note.seats) as seat) changed on true
    left join lateral (
      select state, until from seat_claim where performance_id = changed.performance and seat = changed.seat limit 1) c on true`.execute(db)
  const changes = new Map<string, SeatClaimEnd[]>()
  for (const row of rows) {
    if (row.performance === null) continue
    const claims = changes.get(row.performance) ?? []
    claims.push(...toSeatClaimEnd(row))
    changes.set(row.performance, claims)
  }
  return { ...toReadWindow(rows[0]!), changes }
}

/**
 * Retention of changes, in seconds. A process that reads less often reads all claims: {@link maxBookmarkAgeMicros} is well below.
 */
const changeRetentionSeconds = 300
/**
 * Age in microseconds after which a bookmark is outdated. The difference to the retention is the longest possible transaction.
 */
export const maxBookmarkAgeMicros = 60_000_000

/** Rows per delete statement, so that each stays well below the statement timeout. */
const deleteBatchSize = 50_000

/** Deletes changes that no process needs any more. */
export async function sweepChanges(db: Kysely<Database>): Promise<void> {
  for (let deletedCount = deleteBatchSize; deletedCount === deleteBatchSize;) {
    const { numAffectedRows } = await sql`
      delete from seat_change where ctid = any(array(
        select ctid from seat_change where at < now() - make_interval(secs => ${changeRetentionSeconds}) limit ${deleteBatchSize}))`.execute(
      db,
    )
    deletedCount = Number(numAffectedRows ?? 0)
  }
}

const toReadWindow = ({ snapshot, from, up_to: upTo }: Row): ReadWindow => ({ snapshot, from, upTo })

/** A `paying` seat stays taken after its time, until the payment has ended. */
function toSeatClaimEnd({ seat, state, until }: Row): SeatClaimEnd[] {
  if (seat === null) return []
  return [{ seat, until: state === null ? 0 : state === 'held' ? (until ?? 0) : Infinity }]
}
