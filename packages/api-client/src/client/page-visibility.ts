/** Milliseconds for which a hidden tab goes on as if it were seen. */
const restAfterMs = 60_000
/** Milliseconds between two looks at the clock while the tab is seen; and how late one is when the device has slept. */
const [beatIntervalMs, sleptAfterMs] = [5_000, 15_000]

export type VisibilityListener = {
  /** The tab has been hidden for a minute. */
  readonly rest: () => void
  /** It is looked at again, after a rest or a sleep of the device, in which lines die and no timer runs. */
  readonly wake: () => void
  /** The device went off the network, or is back on one. */
  readonly offline: () => void
  readonly online: () => void
}

type ListenerTarget = {
  addEventListener(type: string, listener: () => void): void
  removeEventListener(type: string, listener: () => void): void
}
/** What there is of a browser; a program that uses the client has none. */
const browser = globalThis as unknown as ListenerTarget & { readonly document?: ListenerTarget & { readonly visibilityState: string } }

/** Tells when nobody looks any more, and when somebody does; never, where there is no page. Returns the way to stop. */
export function watchVisibility({ rest, wake, offline, online }: VisibilityListener): () => void {
  const page = browser.document
  if (!page) return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let isResting = false
  let [hiddenAt, beatAt] = [Infinity, Date.now()]
  const handleVisibility = (): void => {
    clearTimeout(timer)
    beatAt = Date.now()
    if (page.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      timer = setTimeout(() => {
        isResting = true
        rest()
      }, restAfterMs)
    } else if (isResting || Date.now() - hiddenAt > restAfterMs) {
      isResting = false
      wake()
    }
  }
  const heartbeat = setInterval(() => {
    const lateMs = Date.now() - beatAt
    beatAt = Date.now()
    if (lateMs > sleptAfterMs && page.visibilityState !== 'hidden') wake()
  }, beatIntervalMs)
  page.addEventListener('visibilitychange', handleVisibility)
  browser.addEventListener('offline', offline)
  browser.addEventListener('online', online)
  return () => {
    clearTimeout(timer)
    clearInterval(heartbeat)
    page.removeEventListener('visibilitychange', handleVisibility)
    browser.removeEventListener('offline', offline)
    browser.removeEventListener('online', online)
  }
}
