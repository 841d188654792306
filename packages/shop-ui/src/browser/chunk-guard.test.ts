// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prefetchOnApproach, reloadOnChunkError, usePrefetch } from './chunk-guard.ts'

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Dispatches the event of the build's module loader. Returns whether a listener prevented its default. */
function fail(): boolean {
  const event = new Event('vite:preloadError', { cancelable: true })
  dispatchEvent(event)
  return event.defaultPrevented
}

it('reloads when a chunk cannot be loaded, at most once per 60 s', () => {
  let clock = 1_000_000
  let reloads = 0
  const release = reloadOnChunkError(
    () => reloads++,
    () => clock,
  )
  expect([fail(), reloads]).toEqual([true, 1])
  clock += 59_999
  expect([fail(), reloads], 'the second failure goes to the error page').toEqual([false, 1])
  clock += 1
  expect([fail(), reloads]).toEqual([true, 2])
  release()
})

it('does not reload while the device is offline', () => {
  let reloads = 0
  const release = reloadOnChunkError(() => reloads++)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect([fail(), reloads]).toEqual([false, 0])
  online.mockReturnValue(true)
  expect([fail(), reloads]).toEqual([true, 1])
  release()
})

it('prefetches when idle, and does not reload when a prefetch fails', async () => {
  let reloads = 0
  const release = reloadOnChunkError(() => reloads++)
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  const { promise, reject } = Promise.withResolvers<void>()
  const fetch = vi.fn(() => promise)
  renderHook(() => usePrefetch(fetch))
  expect(fetch, 'not before the page is idle').not.toHaveBeenCalled()
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  expect([fail(), reloads], 'the part asked for ahead is gone').toEqual([false, 0])
  reject(new Error('gone'))
  await waitFor(() => expect([fail(), reloads], 'a part asked for now is gone').toEqual([true, 1]))
  release()
})

it('prefetches nothing for a visitor who saves data, has a slow connection or has left the page', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  vi.stubGlobal('cancelIdleCallback', (nth: number) => delete idle[nth - 1])
  const fetch = vi.fn(async () => {})
  renderHook(() => usePrefetch(fetch)).unmount()
  for (const connection of [{ saveData: true }, { saveData: false, effectiveType: '3g' }]) {
    vi.stubGlobal('navigator', { onLine: true, connection })
    renderHook(() => usePrefetch(fetch))
  }
  idle.forEach((work) => work())
  expect(fetch).not.toHaveBeenCalled()
})

it('prefetches what every screen needs for a visitor who saves data too', () => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  vi.stubGlobal('cancelIdleCallback', () => {})
  vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } })
  const fetch = vi.fn(async () => {})
  renderHook(() => usePrefetch(fetch, { isEssential: true }))
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('prefetches the page of a link that the pointer or the focus reaches, but not with data saving or offline', () => {
  const fetch = vi.fn(async () => {})
  const { onPointerEnter, onFocus } = prefetchOnApproach(fetch)
  expect(fetch).not.toHaveBeenCalled()
  onPointerEnter()
  onFocus()
  expect(fetch).toHaveBeenCalledTimes(2)
  for (const state of [
    { connection: { saveData: true }, onLine: true },
    { connection: { effectiveType: '2g' }, onLine: true },
    { onLine: false },
  ]) {
    vi.stubGlobal('navigator', state)
    onPointerEnter()
    onFocus()
  }
  expect(fetch).toHaveBeenCalledTimes(2)
})
