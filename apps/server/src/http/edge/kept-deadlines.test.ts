import { expect, it, vi } from 'vitest'
import { hasKeptSeatsEnded, onKeptSeatsEnd } from './kept-deadlines.ts'

const start = Date.parse('2031-03-01T12:00:00Z')
const holders = (afterMs: number) => ({
  for: [{ kind: 'holders' as const, customers: ['a4b5c6d7-0000-4000-8000-000000000011'], until: new Date(start + afterMs).toISOString() }],
  seats: [[0, 2] as [number, number]],
})
/** A clock with separate timers: other tests of this worker process may still have some. */
class Clock {
  #now = start
  readonly #timers = new Map<() => void, number>()

  get timerCount(): number {
    return this.#timers.size
  }

  readonly now = async (): Promise<number> => this.#now

  readonly startTimer = (work: () => void, milliseconds: number): (() => void) => {
    this.#timers.set(work, this.#now + milliseconds)
    return () => void this.#timers.delete(work)
  }

  /** Moves on, and runs the timers that are due by then, each at its time. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds
    for (;;) {
      await new Promise((resolve) => void setImmediate(resolve))
      const [next] = [...this.#timers].toSorted(([, one], [, other]) => one - other)
      if (!next || next[1] > end) break
      const [work, due] = next
      this.#timers.delete(work)
      this.#now = due
      work()
    }
    this.#now = end
  }
}

it('calls back at each deadline of kept seats, also weeks later', async () => {
  const weeks = 40 * 86_400_000
  const ends: number[] = []
  const clock = new Clock()
  const kept = [holders(60_000), holders(60_000), holders(weeks), holders(-1_000)]
  onKeptSeatsEnd(clock, kept, (now) => void ends.push(now - start), clock.startTimer)
  await clock.advance(59_999)
  expect(ends).toEqual([])
  await clock.advance(1)
  expect(ends).toEqual([60_000])
  await clock.advance(weeks)
  expect(ends).toEqual([60_000, weeks])
  expect(clock.timerCount).toBe(0)
})

it('does not call back before the deadline by the clock of the database, nor after it is stopped', async () => {
  const clock = new Clock()
  let lateBy = 500
  const ended = vi.fn()
  const stop = onKeptSeatsEnd({ now: async () => (await clock.now()) - lateBy }, [holders(60_000)], ended, clock.startTimer)
  await clock.advance(1_000)
  lateBy = 2_000
  await clock.advance(60_000)
  expect(ended).not.toHaveBeenCalled()
  stop()
  await clock.advance(60_000)
  expect(ended).not.toHaveBeenCalled()
  expect(clock.timerCount).toBe(0)
})

it('starts no timer for seats that are kept without a deadline', async () => {
  const clock = new Clock()
  onKeptSeatsEnd(clock, [{ for: [{ kind: 'staff' }], seats: [[0, 1]] }], () => {}, clock.startTimer)
  await clock.advance(0)
  expect(clock.timerCount).toBe(0)
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
