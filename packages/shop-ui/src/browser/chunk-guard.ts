import { useEffect } from 'react'

const key = 'chunk-reload-at'
const pauseMs = 60_000

/** How many parts are being fetched ahead: nobody waits for them, so nobody needs a new page when they fail. */
let pendingPrefetches = 0

/**
 * Reloads the page when a part of the shop can't be fetched, which is what a deployment in mid-visit looks like; at most
 * once per 60 s, so that a part that is really gone shows the error page instead of a loop. Spec, section 2. Off the
 * network there is no page to reload to: the error page then keeps the shop, and what was typed, where they are.
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
 * Fetches what will be wanted next while nothing else happens, unless the visitor saves data. What can't be had now is
 * asked for again when it's needed.
 * @param fetch stays the same from render to render
 */
export function usePrefetch(fetch: () => Promise<unknown>): void {
  useEffect(() => {
    const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
    if (connection?.saveData) return
    return whenIdle(() => void prefetch(fetch))
  }, [fetch])
}

async function prefetch(fetch: () => Promise<unknown>): Promise<void> {
  if (!navigator.onLine) return
  pendingPrefetches++
  await fetch().catch(() => {})
  pendingPrefetches--
}

/** Safari has no idle callback. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1_500)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work)
  return () => cancelIdleCallback(idle)
}
