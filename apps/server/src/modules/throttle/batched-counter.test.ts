import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { testDatabase } from '#db/testing'
import { createBatchedCounter } from './batched-counter.ts'

it('counts immediately, rejects too many attempts, and soon includes the counts of other processes', async () => {
  await using testDb = await testDatabase()
  const [firstCounter, secondCounter] = [
    createBatchedCounter(testDb.db, 'try', { points: 4, duration: 60 }),
    createBatchedCounter(testDb.db, 'try', { points: 4, duration: 60 }),
  ]
  expect([1, 2, 3].map(() => firstCounter.count('a'))).toEqual([undefined, undefined, undefined])
  expect(secondCounter.count('a')).toBeUndefined()
  const pointsOf = async () =>
    (await sql<{ points: number }>`select points from rate_limit where key = 'try:a'`.execute(testDb.db)).rows[0]?.points
  await vi.waitFor(async () => expect(await pointsOf()).toBe(4), 10_000)
  expect(firstCounter.count('b')).toBeUndefined()
  await vi.waitFor(() => expect(secondCounter.count('a')).toBeGreaterThan(50_000), 10_000)
})

it('counts alone during a database outage', async () => {
  const testDb = await testDatabase()
  const tally = createBatchedCounter(testDb.db, 'try', { points: 2, duration: 60 })
  await testDb.drop()
  expect([tally.count('a'), tally.count('a')]).toEqual([undefined, undefined])
  expect(tally.count('a')).toBeGreaterThan(0)
})
