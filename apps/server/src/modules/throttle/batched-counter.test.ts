import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { testDatabase } from '#db/testing'
import { createBatchedCounter } from './batched-counter.ts'

it('counts immediately, rejects too many attempts, and soon includes the counts of other processes', async () => {
  await using own = await testDatabase()
  const [here, there] = [
    createBatchedCounter(own.db, 'try', { points: 4, duration: 60 }),
    createBatchedCounter(own.db, 'try', { points: 4, duration: 60 }),
  ]
  expect([1, 2, 3].map(() => here.count('a'))).toEqual([undefined, undefined, undefined])
  expect(there.count('a')).toBeUndefined()
  const pointsOf = async () =>
    (await sql<{ points: number }>`select points from rate_limit where key = 'try:a'`.execute(own.db)).rows[0]?.points
  await vi.waitFor(async () => expect(await pointsOf()).toBe(4), 10_000)
  expect(here.count('b')).toBeUndefined()
  await vi.waitFor(() => expect(there.count('a')).toBeGreaterThan(50_000), 10_000)
})

it('counts alone during a database outage', async () => {
  const own = await testDatabase()
  const tally = createBatchedCounter(own.db, 'try', { points: 2, duration: 60 })
  await own.drop()
  expect([tally.count('a'), tally.count('a')]).toEqual([undefined, undefined])
  expect(tally.count('a')).toBeGreaterThan(0)
})
