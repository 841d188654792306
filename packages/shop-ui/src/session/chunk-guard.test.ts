// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { guardChunks } from './chunk-guard.ts'

beforeEach(() => sessionStorage.clear())

it('reloads when a part of the shop is gone, at most once per 60 s', () => {
  let clock = 1_000_000
  let reloads = 0
  const release = guardChunks(
    () => reloads++,
    () => clock,
  )
  const fail = () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }

  expect([fail(), reloads]).toEqual([true, 1])
  clock += 59_999
  expect([fail(), reloads], 'the second failure goes to the error page').toEqual([false, 1])
  clock += 1
  expect([fail(), reloads]).toEqual([true, 2])
  release()
})
