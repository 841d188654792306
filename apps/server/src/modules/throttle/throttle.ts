import { CompiledQuery, type Kysely } from 'kysely'
import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#db'
import { type Problem, problem } from '@playhouse/domain/problem'

/** How often somebody may try something: `points` tries in `duration` seconds. */
const limits = {
  'login-account': { points: 12, duration: 900 },
  'login-address': { points: 60, duration: 900 },
  lookup: { points: 30, duration: 300 },
  register: { points: 20, duration: 3600 },
  hold: { points: 60, duration: 60 },
} as const satisfies Record<string, Pick<IRateLimiterOptions, 'points' | 'duration'>>

export type Throttle = (kind: keyof typeof limits, who: string) => Promise<Problem<'too-many-requests'> | undefined>

/** Buckets in the database, so that ten processes count as one; where it fails, each process counts alone. */
export function createThrottle(db: Kysely<Database>, scale = 1): Throttle {
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
    },
  }
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([kind, { points, duration }]) => {
      const options = { keyPrefix: kind, points: points * scale, duration }
      return [
        kind,
        new RateLimiterPostgres({
          ...options,
          storeClient,
          storeType: 'client',
          tableName: 'rate_limit',
          tableCreated: true,
          insuranceLimiter: new RateLimiterMemory(options),
        }),
      ]
    }),
  )
  return async (kind, who) => {
    try {
      await limiters[kind]!.consume(who.slice(0, 200))
      return undefined
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      return problem('too-many-requests', { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) })
    }
  }
}
