/** Milliseconds for which a hidden tab goes on as if it were seen. */
const restAfter = 60_000

export type Attention = {
  /** The tab has been hidden for a minute. */
  readonly rest: () => void
  /** It is looked at again, after a rest. */
  readonly wake: () => void
  /** The device went off the network, or is back on one. */
  readonly offline: () => void
  readonly online: () => void
}

type Told = { addEventListener(type: string, listener: () => void): void; removeEventListener(type: string, listener: () => void): void }
/** What there is of a browser; a program that uses the client has none. */
const browser = globalThis as unknown as Told & { readonly document?: Told & { readonly visibilityState: string } }

/** Tells when nobody looks any more, and when somebody does; never, where there is no page. Returns the way to stop. */
export function watchAttention({ rest, wake, offline, online }: Attention): () => void {
  const page = browser.document
  if (!page) return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let isResting = false
  const turn = (): void => {
    clearTimeout(timer)
    if (page.visibilityState === 'hidden')
      timer = setTimeout(() => {
        isResting = true
        rest()
      }, restAfter)
    else if (isResting) {
      isResting = false
      wake()
    }
  }
  page.addEventListener('visibilitychange', turn)
  browser.addEventListener('offline', offline)
  browser.addEventListener('online', online)
  return () => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', turn)
    browser.removeEventListener('offline', offline)
    browser.removeEventListener('online', online)
  }
}
