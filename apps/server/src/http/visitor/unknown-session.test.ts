import { afterEach, expect, it, vi } from 'vitest'
import { testDatabase } from '#db/testing'
import { createThrottle } from '#modules/throttle'
import { createUnknownSessions } from './unknown-session.ts'

afterEach(() => vi.restoreAllMocks())

it('stops reading unknown sessions of a network that sends many, and continues to read known ones and those of other networks', async () => {
  await using testDb = await testDatabase()
  // Twelve a minute.
  const sessions = createUnknownSessions(createThrottle(testDb.db, 0.01))
  await sessions.note('10.0.0.1', 'of an honest visitor', true)
  let reads = 0
  for (let nth = 0; nth < 500; nth++) {
    if (!sessions.mayRead('10.0.0.1', `invented ${nth}`)) continue
    reads += 1
    await sessions.note('10.0.0.1', `invented ${nth}`, false)
  }
  expect(reads).toBe(13)
  expect(sessions.mayRead('10.0.0.1', 'of an honest visitor')).toBe(true)
  expect(sessions.mayRead('10.0.0.2', 'invented 1')).toBe(true)
  expect(sessions.mayRead(undefined, 'invented 1')).toBe(true)
  const later = performance.now() + 61_000
  vi.spyOn(performance, 'now').mockImplementation(() => later)
  expect(sessions.mayRead('10.0.0.1', 'invented 1')).toBe(true)
})
