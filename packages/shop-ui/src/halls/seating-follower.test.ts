import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSeatingFollower } from './seating-follower.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A follower of a server, whose replies have these versions one after the other; undefined for no reply. */
function followerOf(...replies: (string | undefined)[]) {
  let shown = 'v1'
  const load = vi.fn(async () => {
    const reply = replies.shift()
    if (reply === undefined) throw new TypeError('Failed to fetch')
    shown = reply
  })
  return { ...createSeatingFollower({ shown: () => shown, load }, () => 0.5), load, shown: () => shown }
}

it('loads nothing while the map shows the version of the server', async () => {
  const { follow, load } = followerOf()
  follow('v1')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).not.toHaveBeenCalled()
})

it('loads another version after a part of a second, once', async () => {
  const { follow, load, shown } = followerOf('v2')
  follow('v2')
  follow('v2')
  await vi.advanceTimersByTimeAsync(399)
  expect(load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(1)
  expect(shown()).toBe('v2')
})

it('loads again after a reply of a process that does not know the change yet, and after no reply', async () => {
  const { follow, load, shown } = followerOf('v1', undefined, 'v2')
  follow('v2')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(3)
  expect(shown()).toBe('v2')
})

it('loads nothing after it was stopped', async () => {
  const { follow, stop, load } = followerOf('v2')
  follow('v2')
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).not.toHaveBeenCalled()
})
