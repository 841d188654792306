/** Milliseconds for which a hidden tab goes on as if it were seen. */
const restAfter = 60_000

export type Attention = {
  /** The tab has been hidden for a minute. */
  readonly rest: () => void
  /** It is looked at again, after a rest. */
  readonly wake: () => void
  /** The device is back on a network. */
  readonly online: () => void
}

/** Tells when nobody looks any more, and when somebody does; never, where there is no page. Returns the way to stop. */
export function watchAttention({ rest, wake, online }: Attention): () => void {
  const page = globalThis.document
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
  addEventListener('online', online)
  return () => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', turn)
    removeEventListener('online', online)
  }
}
