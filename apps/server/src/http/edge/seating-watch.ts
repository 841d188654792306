import { type Catalogue, seatingVersionOf } from '#modules/catalogue'

/** Tracks the plans and prices of the performances whose seat streams are open. */
export interface SeatingWatch {
  /** The current version, or undefined where the performance is not on the site any more. */
  read(performance: string): Promise<string | undefined>
  /** Calls back with each version that differs from the last one. @returns a function that stops it */
  follow(performance: string, version: string | undefined, callback: (version: string) => void): () => void
  close(): void
}

type Follower = { version: string | undefined; readonly callback: (version: string) => void }

/** Milliseconds between two looks at the programme, which a periodic job keeps up to date. */
const defaultIntervalMs = 500

/** Creates one timer for all streams of a process; it runs only while there are any. */
export function createSeatingWatch(
  catalogue: Pick<Catalogue, 'performanceDetails' | 'priceTable'>,
  intervalMs = defaultIntervalMs,
): SeatingWatch {
  const followers = new Map<string, Set<Follower>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = async (performance: string): Promise<string | undefined> => {
    const details = await catalogue.performanceDetails(performance)
    return details && seatingVersionOf(details, await catalogue.priceTable(details.priceList))
  }
  const look = async (): Promise<void> => {
    for (const [performance, ofPerformance] of followers) {
      // During a database outage the next look tries again.
      const version = await read(performance).catch(() => undefined)
      if (version === undefined) continue
      for (const follower of ofPerformance) {
        if (follower.version === version) continue
        follower.version = version
        follower.callback(version)
      }
    }
    timer = undefined
    if (followers.size > 0) start()
  }
  const start = (): void => {
    timer ??= setTimeout(() => void look(), intervalMs).unref()
  }
  return {
    read,
    follow: (performance, version, callback) => {
      const follower: Follower = { version, callback }
      const ofPerformance = followers.get(performance) ?? new Set()
      followers.set(performance, ofPerformance.add(follower))
      start()
      return () => {
        ofPerformance.delete(follower)
        if (ofPerformance.size === 0 && followers.get(performance) === ofPerformance) followers.delete(performance)
      }
    },
    close: () => {
      followers.clear()
      clearTimeout(timer)
    },
  }
}
