import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hasKeptSeatsEnded, onKeptSeatsEnd } from './kept-deadlines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const start = Date.parse('2031-03-01T12:00:00Z')
const holders = (afterMs: number) => ({
  for: [{ kind: 'holders' as const, customers: ['a4b5c6d7-0000-4000-8000-000000000011'], until: new Date(start + afterMs).toISOString() }],
  seats: [[0, 2] as [number, number]],
})
/** The clock of the database, which is an hour from the clock of the process. */
function databaseClock() {
  vi.setSystemTime(start - 3_600_000)
  return { now: async () => Date.now() + 3_600_000 }
}

it('calls back at each deadline of kept seats, also weeks later', async () => {
  const weeks = 40 * 86_400_000
  const ends: number[] = []
  onKeptSeatsEnd(databaseClock(), [holders(60_000), holders(60_000), holders(weeks), holders(-1_000)], (now) => void ends.push(now - start))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(ends).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(ends).toEqual([60_000])
  await vi.advanceTimersByTimeAsync(weeks)
  expect(ends).toEqual([60_000, weeks])
  expect(vi.getTimerCount()).toBe(0)
})

it('does not call back before the deadline by the clock of the database, nor after it is stopped', async () => {
  const clock = databaseClock()
  let lateBy = 500
  const ended = vi.fn()
  const stop = onKeptSeatsEnd({ now: async () => (await clock.now()) - lateBy }, [holders(60_000)], ended)
  await vi.advanceTimersByTimeAsync(1_000)
  lateBy = 2_000
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).not.toHaveBeenCalled()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

it('starts no timer for seats that are kept without a deadline', async () => {
  onKeptSeatsEnd(databaseClock(), [{ for: [{ kind: 'staff' }], seats: [[0, 1]] }], () => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
})

it('finds the deadlines between the version of a map and now, and those so shortly before it that its mask may be older', () => {
  const hour = 3_600_000
  const hasEnded = (deadlineMs: number): boolean => hasKeptSeatsEnded([holders(deadlineMs)], start * 1_000, start + hour)
  expect(hasEnded(1)).toBe(true)
  expect(hasEnded(hour)).toBe(true)
  expect(hasEnded(-1_000)).toBe(true)
  expect(hasEnded(hour + 1)).toBe(false)
  expect(hasEnded(-hour)).toBe(false)
  expect(hasKeptSeatsEnded([{ for: [{ kind: 'staff' }], seats: [[0, 1]] }], start * 1_000, start + hour)).toBe(false)
})
