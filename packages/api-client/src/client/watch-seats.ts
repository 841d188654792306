import type { SeatDelta, SeatEvent } from '@playhouse/domain/seat-stream'
import { contract } from '#contract'
import { createClient } from './client.ts'
import { type ConnectionEnd, readSeatStream } from './seat-connection.ts'
import { watchVisibility } from './page-visibility.ts'

/** Receives the seats of a performance. Every call has a newer version than the last one. */
export interface SeatStore {
  /** Version of the stored seats; below 0 before the first load. */
  version(): number
  /** Replaces all seats, encoded by `packAvailability`. A lower version than the stored one means that the server restarted its versions. */
  load(packedSeats: string, version: number): void
  apply(changes: readonly SeatDelta[], version: number): void
  /** Receives the version of plan and prices, with each connection and each change. Plan and prices with another version are outdated. */
  setSeatingVersion?(seatingVersion: string): void
  /** Whether the stored seats may be outdated by more than ten seconds. */
  setStale(isStale: boolean): void
}

/** Options of {@link watchSeats}. */
export type WatchOptions = {
  /** The audience: visitors see seats kept for others as taken, the counter sees their real state. */
  readonly as?: 'visitor' | 'counter'
  /** Origin of the API; '' for the origin of the page. */
  readonly origin?: string
  readonly fetcher?: typeof fetch
  /** Returns 0 to 1: jitter, so that browsers do not reconnect at the same time. */
  readonly random?: () => number
}

/** Milliseconds. `muteForMs`: the time without a stream after a proxy buffered it. */
const [pollIntervalMs, staleAfterMs, firstPauseMs, longestPauseMs, muteForMs] = [5_000, 10_000, 500, 30_000, 300_000]
const maxTimeoutMs = 2 ** 31 - 1
/** Milliseconds: timeout of a snapshot request, which would hang for minutes on a connection without replies. */
const snapshotTimeoutMs = 10_000
const snapshotTimeout = new Error('took too long')

/**
 * Keeps a store in step with the server: by the stream of changes, with a snapshot to fill a gap; and where the stream is not
 * available, by a snapshot every five seconds. Pauses while the tab is hidden for more than a minute.
 * @param instance id of the performance
 * @returns a function that stops watching
 */
export function watchSeats(instance: string, store: SeatStore, options: WatchOptions = {}): () => void {
  const { as = 'visitor', origin = '', fetcher = (...input: Parameters<typeof fetch>) => fetch(...input), random = Math.random } = options
  const client = createClient(origin, (input, init) => fetcher(input, { ...init, signal: interrupt.signal }))
  const [stream, fetchSnapshot] =
    as === 'counter'
      ? ([contract.counter.seatsStream, client.counter.seats] as const)
      : ([contract.catalogue.availabilityStream, client.catalogue.availability] as const)
  const url = `${origin}/api${stream.path.replace(':instance', encodeURIComponent(instance))}`
  let [isOver, isResting, hasGap] = [false, false, false]
  /** Consecutive connections without an event. */
  let failures = 0
  /** Aborts the connection, the snapshot request or the pause. */
  let interrupt = new AbortController()
  let staleTimer: ReturnType<typeof setTimeout> | undefined

  const stopTimer = (): void => {
    clearTimeout(staleTimer)
    staleTimer = undefined
  }
  const markCurrent = (): void => {
    stopTimer()
    store.setStale(false)
  }
  const scheduleStale = (): void => void (staleTimer ??= setTimeout(() => store.setStale(true), staleAfterMs))

  const handleEvent = (event: SeatEvent): void => {
    if (event.kind === 'behind') return store.setStale(true)
    if (event.kind === 'seating') return store.setSeatingVersion?.(event.seatingVersion)
    if (event.kind === 'changes' && event.after > store.version()) {
      hasGap = true
      return interrupt.abort()
    }
    failures = 0
    if (event.kind === 'all') store.load(event.packed, event.version)
    else if (event.version > store.version()) store.apply(event.changes, event.version)
    markCurrent()
  }

  const loadSnapshot = async (): Promise<void> => {
    const own = (interrupt = new AbortController())
    const limit = setTimeout(() => own.abort(snapshotTimeout), snapshotTimeoutMs)
    const snapshot = await fetchSnapshot({ params: { instance } })
    clearTimeout(limit)
    if (isOver || isResting) return
    if (!snapshot.ok) return scheduleStale()
    if (snapshot.value.version > store.version()) store.load(snapshot.value.seats, snapshot.value.version)
    markCurrent()
  }
  /** Whether the current step was aborted for a reason other than the timeout of a snapshot. */
  const isInterrupted = (): boolean => interrupt.signal.aborted && interrupt.signal.reason !== snapshotTimeout
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      interrupt = new AbortController()
      const timer = setTimeout(resolve, milliseconds)
      interrupt.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  const poll = async (milliseconds: number): Promise<void> => {
    for (let remainingMs = milliseconds; remainingMs > 0; remainingMs -= pollIntervalMs) {
      await loadSnapshot()
      if (isOver || isResting || isInterrupted()) return
      await pause(Math.min(pollIntervalMs, remainingMs))
      if (isInterrupted()) return
    }
  }

  /** Waits or polls until the stream is retried. */
  const waitAfter = async (end: ConnectionEnd): Promise<void> => {
    if (hasGap && failures === 0) return loadSnapshot()
    if (end.kind === 'refused') return poll(end.seconds * 1_000)
    if (end.kind === 'mute') return poll(muteForMs)
    if (end.kind === 'over' && failures === 0) return pause(random() * 2 * firstPauseMs)
    return poll(Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + random() / 2))
  }
  const follow = async (): Promise<void> => {
    while (!isOver) {
      if (isResting) {
        await pause(maxTimeoutMs)
        continue
      }
      scheduleStale()
      interrupt = new AbortController()
      hasGap = false
      const after = store.version() < 0 ? '' : `?after=${store.version()}`
      const end = await readSeatStream({ url: url + after, fetcher, signal: interrupt.signal, onEvent: handleEvent })
      if (isOver || isResting) continue
      scheduleStale()
      await waitAfter(end)
      failures += 1
    }
  }

  const stopWatchingVisibility = watchVisibility({
    onHidden: () => {
      isResting = true
      stopTimer()
      interrupt.abort()
    },
    onVisible: () => {
      isResting = false
      failures = 0
      interrupt.abort()
    },
    // The connection may not report the loss for a while.
    offline: () => interrupt.abort(),
    // Ends a pause at once; a working connection is kept.
    online: () => {
      failures = 0
      if (staleTimer) interrupt.abort()
    },
  })
  void follow()
  return () => {
    isOver = true
    stopTimer()
    stopWatchingVisibility()
    interrupt.abort()
  }
}
