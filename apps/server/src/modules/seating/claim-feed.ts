import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'

/**
 * One look at the database, of which everything in it is equally true. `from` and `upTo`, in microseconds of the
 * database's clock, enclose the instant of its snapshot: what it shows includes all that could be seen at `from` and
 * nothing that could not be seen at `upTo`, in whichever process it was taken.
 */
export type ReadWindow = { readonly snapshot: string; readonly from: number; readonly upTo: number }

/** Until when a seat is somebody's, in microseconds: `Infinity` for good, in the past or 0 when it is free. */
export type SeatClaimEnd = { readonly seat: number; readonly until: number }

/** What a process knows of a performance, as a place to go on reading from. */
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

/** Every claim of a performance. */
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
 * What became visible of the bookmarked performances since each one's bookmark, as the seats stand now.
 *
 * Transactions commit in another order than they began or wrote in, so neither a serial nor a time nor the age of a
 * transaction says what is new. Two snapshots do: new is what this one shows and the bookmark's did not. Whatever
 * committed in between is found by the first look after it, and nothing open holds back what is finished.
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

/** Seconds for which changes are kept. Whoever looks less often reads all claims anew: {@link maxBookmarkAgeMicros} is well below. */
const changeRetentionSeconds = 300
/** Microseconds after which a bookmark is out of date. The difference is what the longest transaction may take. */
export const maxBookmarkAgeMicros = 60_000_000

/** Rows of one clearing: well within the time that a statement may take. */
const deleteBatchSize = 50_000

/** Clears away changes that nobody goes on reading from. */
export async function sweepChanges(db: Kysely<Database>): Promise<void> {
  for (let cleared = deleteBatchSize; cleared === deleteBatchSize;) {
    const { numAffectedRows } = await sql`
      delete from seat_change where ctid = any(array(
        select ctid from seat_change where at < now() - make_interval(secs => ${changeRetentionSeconds}) limit ${deleteBatchSize}))`.execute(
      db,
    )
    cleared = Number(numAffectedRows ?? 0)
  }
}

const toReadWindow = ({ snapshot, from, up_to: upTo }: Row): ReadWindow => ({ snapshot, from, upTo })

/** A `paying` seat stays taken past its time, until the payment has ended. */
function toSeatClaimEnd({ seat, state, until }: Row): SeatClaimEnd[] {
  if (seat === null) return []
  return [{ seat, until: state === null ? 0 : state === 'held' ? (until ?? 0) : Infinity }]
}
