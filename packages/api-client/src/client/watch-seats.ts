import type { SeatDelta, SeatEvent } from '@playhouse/domain/seat-stream'
import { contract } from '#contract'
import { createClient } from './client.ts'
import { type ConnectionEnd, readSeatStream } from './seat-connection.ts'
import { watchVisibility } from './page-visibility.ts'

/** Who keeps the seats: what is told here is newer than what they know. */
export interface SeatStore {
  /** What they know; below 0 for nothing yet. */
  version(): number
  /** Every seat, as `packAvailability`. A version below the known one means that the server began to count anew. */
  load(packed: string, version: number): void
  apply(changes: readonly SeatDelta[], version: number): void
  /** Whether what they know may be out of date, by more than ten seconds. */
  setStale(isStale: boolean): void
}

export type WatchOptions = {
  /** Whose view of the seats: visitors see those kept for others as taken, the counter sees them as they are. */
  readonly as?: 'visitor' | 'counter'
  /** Where the API is; '' for the page's own origin. */
  readonly origin?: string
  readonly fetcher?: typeof fetch
  /** Between 0 and 1; so that a thousand browsers don't come back in the same instant. */
  readonly random?: () => number
}

/** Milliseconds. The last: how long nobody tries the stream again where something on the way swallowed it. */
const [pollIntervalMs, staleAfterMs, firstPauseMs, longestPauseMs, muteForMs] = [5_000, 10_000, 500, 30_000, 300_000]
const maxTimeoutMs = 2 ** 31 - 1
/** Milliseconds that a look at the whole may take: on a line that swallows everything it would hang for minutes. */
const snapshotTimeoutMs = 10_000
const snapshotTimeout = new Error('took too long')

/**
 * Keeps a keeper true to the server from now on: by the stream of changes, whose gaps are repaired by a look at the
 * whole; and, where the stream can't be had, by such a look every five seconds. Rests when the tab is hidden for a
 * minute and catches up when it is back.
 * @returns the way to stop
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
  /** Connections that brought nothing, one after the other. */
  let failures = 0
  /** Hangs up the line, breaks off a look, or ends a pause. */
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
    const answer = await fetchSnapshot({ params: { instance } })
    clearTimeout(limit)
    if (isOver || isResting) return
    if (!answer.ok) return scheduleStale()
    if (answer.value.version > store.version()) store.load(answer.value.seats, answer.value.version)
    markCurrent()
  }
  /** Something else is due now. */
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
    for (let left = milliseconds; left > 0; left -= pollIntervalMs) {
      await loadSnapshot()
      if (isOver || isResting || isInterrupted()) return
      await pause(Math.min(pollIntervalMs, left))
      if (isInterrupted()) return
    }
  }

  /** What to do until the line is tried again. */
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
    rest: () => {
      isResting = true
      stopTimer()
      interrupt.abort()
    },
    wake: () => {
      isResting = false
      failures = 0
      interrupt.abort()
    },
    // The line may not notice for a while.
    offline: () => interrupt.abort(),
    // No use in waiting out a pause; a line that works is left alone.
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
