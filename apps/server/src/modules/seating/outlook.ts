import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { packOutlook, seatOutlook } from '@playhouse/domain/seat'

/** What anybody may know of a performance's seats at one moment. */
export type SeatsOutlook = {
  readonly version: number
  /** See `packOutlook`. */
  readonly packed: string
  readonly seatsLeft: number
  /** Equal for equal seats, in every process. */
  readonly etag: string
}

export interface Outlook {
  of(performance: string, seats: number): Promise<SeatsOutlook>
  /** Seats claimed per performance; a performance without any is absent. */
  claimed(): Promise<ReadonlyMap<string, number>>
}

/** Milliseconds for which one reading of the database answers for everyone who asks. */
const freshFor = 1_000

/** Reads at most once a second and performance, however many visitors look at the map. Never decides who gets a seat. */
export function createOutlook(db: Kysely<Database>): Outlook {
  const kept = new Map<string, { value: Promise<SeatsOutlook>; staleAt: number }>()
  let counts: { value: Promise<ReadonlyMap<string, number>>; staleAt: number } | undefined
  return {
    of: (performanceId, seats) => {
      const now = performance.now()
      let entry = kept.get(performanceId)
      if (!entry || now > entry.staleAt) {
        entry = { value: readOutlook(db, performanceId, seats), staleAt: now + freshFor }
        kept.set(performanceId, entry)
        entry.value.catch(() => kept.delete(performanceId))
      }
      return entry.value
    },
    claimed: () => {
      const now = performance.now()
      if (!counts || now > counts.staleAt) {
        counts = { value: countClaims(db), staleAt: now + 2 * freshFor }
        counts.value.catch(() => (counts = undefined))
      }
      return counts.value
    },
  }
}

async function readOutlook(db: Kysely<Database>, performanceId: string, seats: number): Promise<SeatsOutlook> {
  const { rows } = await sql<{ now: Date; taken: number[] | null }>`
    select now() as now, array_agg(seat) as taken from seat_claim
    where performance_id = ${performanceId} and (state <> 'held' or until > now())`.execute(db)
  const taken = rows[0]!.taken ?? []
  const values = new Uint8Array(seats)
  for (const seat of taken) values[seat] = seatOutlook.taken
  const packed = packOutlook(values)
  return {
    version: rows[0]!.now.getTime(),
    packed,
    seatsLeft: seats - taken.length,
    etag: `"${createHash('sha256').update(packed).digest('base64url').slice(0, 22)}"`,
  }
}

async function countClaims(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ performance_id: string; claimed: number }>`
    select performance_id, count(*)::int as claimed from seat_claim where state <> 'held' or until > now() group by performance_id`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.performance_id, row.claimed]))
}
