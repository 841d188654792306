/** Milliseconds for which a hidden tab continues as a visible one. */
const restAfterMs = 60_000
/** Milliseconds between two heartbeats of a visible tab, and the delay from which a heartbeat means that the device slept. */
const [beatIntervalMs, sleptAfterMs] = [5_000, 15_000]

/** Callbacks of {@link watchVisibility}. */
export type VisibilityListener = {
  /** The tab has been hidden for a minute. */
  readonly onHidden: () => void
  /** The tab is visible again after a minute, or the device woke: connections are lost and no timers ran. */
  readonly onVisible: () => void
  /** The device lost its network, or has one again. */
  readonly offline: () => void
  readonly online: () => void
}

type ListenerTarget = {
  addEventListener(type: string, listener: () => void): void
  removeEventListener(type: string, listener: () => void): void
}
/** The browser's globals; absent in Node. */
const browser = globalThis as unknown as ListenerTarget & { readonly document?: ListenerTarget & { readonly visibilityState: string } }

/**
 * Notifies the listener when the tab is hidden for a minute, visible again, offline or online. Does nothing without a document.
 * @returns a function that stops watching
 */
export function watchVisibility({ onHidden, onVisible, offline, online }: VisibilityListener): () => void {
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
        onHidden()
      }, restAfterMs)
    } else if (isResting || Date.now() - hiddenAt > restAfterMs) {
      isResting = false
      onVisible()
    }
  }
  const heartbeat = setInterval(() => {
    const lateMs = Date.now() - beatAt
    beatAt = Date.now()
    if (lateMs > sleptAfterMs && page.visibilityState !== 'hidden') onVisible()
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
