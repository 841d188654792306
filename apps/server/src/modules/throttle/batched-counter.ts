import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { type Limit, sharedNow } from './limiter.ts'

/** Counts attempts in a rush, without waiting for the database. */
export interface BatchedCounter {
  /** Counts an attempt, or several at once. Returns the milliseconds until the next one is allowed, if there were too many. */
  count(key: string, attempts?: number): number | undefined
}

/** Milliseconds between two writes of the counts to the database. */
const flushIntervalMs = 100
/** Milliseconds between two evictions of expired counts, which a rush leaves in large numbers. */
const evictIntervalMs = 5_000

/**
 * `shared`: attempts that the database has; `ownCount`: those that only this process has. `until` is in milliseconds of this process's
 * clock, so processes exchange the remaining time instead.
 */
type Count = { shared: number; ownCount: number; until: number }

/**
 * Counts immediately in this process, and writes to the database ten times a second: a rush costs one statement for all of its
 * attempts. During a database outage each process counts alone.
 */
export function createBatchedCounter(db: Kysely<Database>, name: string, { points, duration }: Limit): BatchedCounter {
  const counts = new Map<string, Count>()
  const unflushedKeys = new Set<string>()
  let flushTimer: ReturnType<typeof setTimeout> | undefined

  const flush = async (): Promise<void> => {
    const flushedCounts = [...unflushedKeys].flatMap((key) => {
      const count = counts.get(key)
      return count ? [{ key, count, own: count.ownCount }] : []
    })
    unflushedKeys.clear()
    const now = performance.now()
    // One order for all processes, so that they can't deadlock.
    flushedCounts.sort((a, b) => (a.key < b.key ? -1 : 1))
    const { rows } = await sql<{ key: string; points: number; wait: number }>`
      insert into rate_limit as known (key, points, expire)
      select ${`${name}:`} || who, points, ${sharedNow} + wait from unnest(
        ${flushedCounts.map(({ key }) => key)}::text[], ${flushedCounts.map(({ own }) => own)}::int[], ${flushedCounts.map(({ count }) => Math.ceil(Math.max(0, count.until - now)))}::bigint[])
        as told (who, points, wait)
      on conflict (key) do update set
        points = excluded.points + case when known.expire > ${sharedNow} then known.points else 0 end,
        expire = case when known.expire > ${sharedNow} then known.expire else excluded.expire end
      returning substr(key, ${name.length + 2}::int) as key, points, expire - ${sharedNow} as wait`.execute(db)
    const countsByKey = new Map(rows.map((row) => [row.key, row]))
    for (const { key, count, own } of flushedCounts) {
      const row = countsByKey.get(key)
      if (!row || counts.get(key) !== count) continue
      count.ownCount -= own
      count.shared = row.points
      count.until = now + row.wait
    }
    evictExpired(now)
  }
  let evictedAt = 0
  const evictExpired = (now: number): void => {
    if (now - evictedAt < evictIntervalMs) return
    evictedAt = now
    for (const [key, { until }] of counts) if (until <= now) counts.delete(key)
  }
  const flushSoon = (): void => {
    flushTimer ??= setTimeout(() => {
      flush()
        .catch(() => {})
        .finally(() => {
          flushTimer = undefined
          if (unflushedKeys.size > 0) flushSoon()
        })
    }, flushIntervalMs).unref()
  }

  return {
    count: (key, attempts = 1) => {
      const now = performance.now()
      const before = counts.get(key)
      const count = before && before.until > now ? before : { shared: 0, ownCount: 0, until: now + duration * 1_000 }
      if (count !== before) counts.set(key, count)
      count.ownCount += attempts
      unflushedKeys.add(key)
      flushSoon()
      return count.shared + count.ownCount > points ? count.until - now : undefined
    },
  }
}
