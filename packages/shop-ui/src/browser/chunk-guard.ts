import { useEffect } from 'react'

const key = 'chunk-reload-at'
const pauseMs = 60_000

/** Prefetches under way. No screen waits for them, so their failure reloads nothing. */
let pendingPrefetches = 0

/**
 * Reloads the page when a chunk can't be loaded, which happens after a deployment during a visit. At most once per 60 s, so that a
 * chunk that is missing permanently shows the error page instead of a loop (specification, section 2). While the device is offline
 * it does not reload: the error page keeps the shop and what the visitor typed.
 * @param reload for tests
 */
export function reloadOnChunkError(reload: () => void = () => location.reload(), now: () => number = Date.now): () => void {
  const onFailure = (event: Event): void => {
    if (pendingPrefetches > 0 || !navigator.onLine) return
    if (now() - Number(sessionStorage.getItem(key) ?? 0) < pauseMs) return
    sessionStorage.setItem(key, String(now()))
    event.preventDefault()
    reload()
  }
  addEventListener('vite:preloadError', onFailure)
  return () => removeEventListener('vite:preloadError', onFailure)
}

/**
 * Prefetches code for the next screens while the browser is idle, unless the visitor saves data or has a slow connection. A failed prefetch is ignored; the
 * code is requested again when it is needed.
 * @param fetch must be the same function on each render
 * @param options.isEssential prefetches it for every visitor
 */
export function usePrefetch(fetch: () => Promise<unknown>, { isEssential = false }: { readonly isEssential?: boolean } = {}): void {
  useEffect(() => {
    if (isLineScarce() && !isEssential) return
    return whenIdle(() => void prefetch(fetch))
  }, [fetch, isEssential])
}

/**
 * Prefetches the data of a link's page when the pointer or the focus reaches the link, under the conditions of {@link usePrefetch}.
 * @returns properties of the link
 */
export function prefetchOnApproach(fetch: () => Promise<unknown>): Readonly<Record<'onPointerEnter' | 'onFocus', () => void>> {
  const start = (): void => {
    if (!isLineScarce()) void prefetch(fetch)
  }
  return { onPointerEnter: start, onFocus: start }
}

type Connection = { readonly saveData?: boolean; readonly effectiveType?: string }

/** Whether the visitor saves data, or the connection is slower than 4G: what is fetched ahead would delay what is needed. Unknown outside of Chromium. */
function isLineScarce(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection }
  return connection?.saveData === true || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
}

async function prefetch(fetch: () => Promise<unknown>): Promise<void> {
  if (!navigator.onLine) return
  pendingPrefetches++
  await fetch().catch(() => {})
  pendingPrefetches--
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1_500)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work)
  return () => cancelIdleCallback(idle)
}
