const key = 'chunk-reload-at'
const pauseMs = 60_000

/**
 * Reloads the page when a part of the shop can't be fetched, which is what a deployment in mid-visit looks like; at most
 * once per 60 s, so that a part that is really gone shows the error page instead of a loop. Spec, section 2.
 * @param reload for tests
 */
export function guardChunks(reload: () => void = () => location.reload(), now: () => number = Date.now): () => void {
  const onFailure = (event: Event): void => {
    if (now() - Number(sessionStorage.getItem(key) ?? 0) < pauseMs) return
    sessionStorage.setItem(key, String(now()))
    event.preventDefault()
    reload()
  }
  addEventListener('vite:preloadError', onFailure)
  return () => removeEventListener('vite:preloadError', onFailure)
}
