import { type Kysely, type RawBuilder, sql } from 'kysely'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#db'

/** `points` attempts in `duration` seconds. */
export type Limit = { readonly points: number; readonly duration: number }

/** Counts attempts of one kind, by key. */
export type Limiter = {
  /** Counts an attempt. Returns the milliseconds until the next one is allowed, if there were too many. */
  readonly count: (key: string) => Promise<number | undefined>
  /** Resets the count. */
  readonly reset: (key: string) => Promise<unknown>
  /** Takes the last attempt back. */
  readonly uncount: (key: string) => Promise<unknown>
}

/** Epoch milliseconds by the database's clock, which all processes share: their own may differ by hours. */
export const sharedNow: RawBuilder<number> = sql`(extract(epoch from now()) * 1000)::bigint`

/** Counts in this process only. */
export function createLocalLimiter(kind: string, limit: Limit): Limiter {
  const memory = new RateLimiterMemory({ keyPrefix: kind, ...limit })
  const count = async (key: string): Promise<number | undefined> => {
    try {
      await memory.consume(key)
      return undefined
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      return error.msBeforeNext
    }
  }
  return { count, reset: (key) => memory.delete(key), uncount: (key) => memory.reward(key, 1) }
}

/** Counts in the database, by its clock, for all processes together. During a database outage each process counts alone. */
export function createSharedLimiter(db: Kysely<Database>, kind: string, limit: Limit): Limiter {
  const localLimiter = createLocalLimiter(kind, limit)
  const keyOf = (key: string): string => `${kind}:${key}`
  const count = async (key: string): Promise<number | undefined> => {
    const { rows } = await sql<{ points: number; wait: number }>`
      insert into rate_limit as known (key, points, expire) values (${keyOf(key)}, 1, ${sharedNow} + ${limit.duration * 1_000}::bigint)
      on conflict (key) do update set
        points = case when known.expire > ${sharedNow} then known.points else 0 end + 1,
        expire = case when known.expire > ${sharedNow} then known.expire else excluded.expire end
      returning points, expire - ${sharedNow} as wait`.execute(db)
    return rows[0]!.points > limit.points ? rows[0]!.wait : undefined
  }
  const deleteCount = (key: string): Promise<unknown> => sql`delete from rate_limit where key = ${keyOf(key)}`.execute(db)
  const uncount = (key: string): Promise<unknown> =>
    sql`update rate_limit set points = points - 1 where key = ${keyOf(key)} and expire > ${sharedNow}`.execute(db)
  return {
    count: (key) => count(key).catch(() => localLimiter.count(key)),
    reset: (key) => deleteCount(key).catch(() => localLimiter.reset(key)),
    uncount: (key) => uncount(key).catch(() => localLimiter.uncount(key)),
  }
}
