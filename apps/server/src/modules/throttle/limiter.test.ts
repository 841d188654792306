import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '#db/testing'
import { createSharedLimiter } from './limiter.ts'
import { createBatchedCounter } from './batched-counter.ts'

const hour = 3_600_000
const limit = { points: 2, duration: 60 }

/** Two processes; the second one's clock is wrong by some hours. */
async function open(hours: number) {
  const testDb = await testDatabase()
  onTestFinished(testDb.drop)
  const right = Date.now
  const wrongly = async <Answer>(ask: () => Answer): Promise<Awaited<Answer>> => {
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => right() + hours * hour)
    try {
      return await ask()
    } finally {
      clock.mockRestore()
    }
  }
  return { ...testDb, wrongly }
}

it.each([3, -3])('counts together with a process whose clock is %i hours off, with the same waiting time', async (hours) => {
  const { db, wrongly } = await open(hours)
  const [right, wrong] = [createSharedLimiter(db, 'try', limit), createSharedLimiter(db, 'try', limit)]
  expect(await wrongly(() => wrong.count('a'))).toBeUndefined()
  expect(await right.count('a')).toBeUndefined()
  const waits = [await wrongly(() => wrong.count('a')), await right.count('a')]
  for (const wait of waits) expect(wait).toSatisfy((time: number) => time > 0 && time <= 60_000)
  await right.reset('a')
  expect(await right.count('a')).toBeUndefined()
  expect(await right.count('a')).toBeUndefined()
  await right.uncount('a')
  expect(await right.count('a')).toBeUndefined()
  expect(await wrongly(() => wrong.count('a'))).toBeLessThanOrEqual(60_000)
  await sql`update rate_limit set expire = expire - 60000`.execute(db)
  expect(await wrongly(() => wrong.count('a'))).toBeUndefined()
})

it('counts a rush together with a process whose clock is hours ahead', async () => {
  const { db, wrongly } = await open(3)
  const tally = createBatchedCounter(db, 'try', limit)
  expect(await wrongly(() => [tally.count('a'), tally.count('a')])).toEqual([undefined, undefined])
  const readRow = async () =>
    (
      await sql<{ points: number; wait: number }>`select points, expire - extract(epoch from now()) * 1000 as wait from rate_limit`.execute(
        db,
      )
    ).rows[0]
  await vi.waitFor(async () => expect(await readRow()).toMatchObject({ points: 2 }), 10_000)
  expect(Number((await readRow())?.wait)).toBeLessThanOrEqual(60_000)
})

it('counts alone during a database outage', async () => {
  const testDb = await testDatabase()
  const limiter = createSharedLimiter(testDb.db, 'try', { points: 1, duration: 60 })
  await testDb.drop()
  expect(await limiter.count('a')).toBeUndefined()
  expect(await limiter.count('a')).toBeGreaterThan(0)
  await limiter.reset('a')
  expect(await limiter.count('a')).toBeUndefined()
})
