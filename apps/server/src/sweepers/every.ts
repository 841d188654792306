import { setTimeout as wait } from 'node:timers/promises'

export type Round = { readonly stop: () => Promise<void> }

/** Does something again and again, `seconds` after the last time ended; a failure is told and tried again. */
export function every(
  seconds: number,
  name: string,
  work: () => Promise<unknown>,
  onFailure: (name: string, error: unknown) => void,
): Round {
  const ending = new AbortController()
  const running = (async () => {
    while (!ending.signal.aborted) {
      await work().catch((error: unknown) => onFailure(name, error))
      await wait(seconds * 1000, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  return {
    stop: () => {
      ending.abort()
      return running
    },
  }
}
