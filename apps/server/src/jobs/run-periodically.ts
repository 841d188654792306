import { setTimeout as wait } from 'node:timers/promises'

export type PeriodicJob = { readonly stop: () => Promise<void> }

/** Runs `work` in a loop, with a pause of `seconds` after each run. A failed run is reported, and the next one follows as usual. */
export function runPeriodically(
  seconds: number,
  name: string,
  work: () => Promise<unknown>,
  onFailure: (name: string, error: unknown) => void,
): PeriodicJob {
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
