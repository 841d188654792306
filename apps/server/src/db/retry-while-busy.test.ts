import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '#db'
import { testDatabase } from '#db/testing'
import { retryWhileBusy } from './retry-while-busy.ts'

it('repeats a step that waited too long for the lock of another process, until that one has committed', async () => {
  await using database = await testDatabase()
  const db = openDatabase(database.address, { size: 1 })
  const other = openDatabase(database.address, { size: 1 })
  try {
    const locked = Promise.withResolvers<void>()
    const refused = Promise.withResolvers<void>()
    const holder = other.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(trx)
      locked.resolve()
      await refused.promise
    })
    await locked.promise
    let attempts = 0
    const step = async () => {
      attempts += 1
      try {
        const { rows } = await sql<{ one: number }>`select 1 as one from pg_advisory_lock(1)`.execute(db)
        return rows[0]!.one
      } finally {
        refused.resolve()
      }
    }
    expect(await retryWhileBusy(step, { pauseMs: 10 })).toBe(1)
    expect(attempts).toBeGreaterThan(1)
    await holder
  } finally {
    await Promise.all([db.destroy(), other.destroy()])
  }
})

it('repeats a step while connections are not opened in time', async () => {
  const errors = [
    new Error('timeout exceeded when trying to connect'),
    new Error('Connection terminated due to connection timeout'),
    Object.assign(new Error('too many clients'), { code: '53300' }),
  ]
  const step = async () => {
    const error = errors.shift()
    if (error) throw error
    return 'done'
  }
  expect(await retryWhileBusy(step, { pauseMs: 1 })).toBe('done')
})

it('throws any other error at once, and the last one when the time is over', async () => {
  let attempts = 0
  const failing = (error: Error) => async () => {
    attempts += 1
    throw error
  }
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  await expect(retryWhileBusy(failing(refused))).rejects.toBe(refused)
  expect(attempts).toBe(1)
  const busy = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  await expect(retryWhileBusy(failing(busy), { forMs: 0, pauseMs: 1 })).rejects.toBe(busy)
})
