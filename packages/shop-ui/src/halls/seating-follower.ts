/** Milliseconds. `spreadMs`: the maps that are open at a change do not all load in the same moment. */
const [spreadMs, retryMs] = [800, 2_000]

/** Loads plan and prices again when an open map has others than the server. */
export interface SeatingFollower {
  /** Takes the version that the server has now: `seatingVersion` of the seat stream. */
  readonly follow: (seatingVersion: string) => void
  /** Loads nothing until the next version. */
  readonly stop: () => void
}

type Seating = {
  /** The version that the screen shows. */
  readonly shown: () => string | undefined
  /** Loads what the screen shows; it may still be the former version, because another process may not know the change yet. */
  readonly load: () => Promise<void>
}

/** @param random returns 0 to 1 */
export function createSeatingFollower({ shown, load }: Seating, random: () => number = Math.random): SeatingFollower {
  let wanted: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const isBehind = (): boolean => wanted !== undefined && shown() !== wanted
  const schedule = (milliseconds: number): void => {
    timer ??= setTimeout(async () => {
      // The stream reports a server that does not respond. The next attempt follows in any case.
      await load().catch(() => {})
      timer = undefined
      if (isBehind()) schedule(retryMs)
    }, milliseconds)
  }
  return {
    follow: (seatingVersion) => {
      wanted = seatingVersion
      if (isBehind()) schedule(random() * spreadMs)
    },
    stop: () => {
      wanted = undefined
      clearTimeout(timer)
      timer = undefined
    },
  }
}
