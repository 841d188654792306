import { createSeatEventReader, type SeatEvent } from '@playhouse/domain/seat-stream'

/** The reason why a connection ended. */
export type ConnectionEnd =
  /** The server closed an open connection, for example at shutdown. */
  | { readonly kind: 'over' }
  /** The server rejected it; retry after `seconds`. */
  | { readonly kind: 'refused'; readonly seconds: number }
  /** Open, but no event arrived: a proxy buffers the stream. */
  | { readonly kind: 'mute' }
  /** No connection, or no heartbeat any more. */
  | { readonly kind: 'lost' }

/** Options of one connection to a seat stream. */
export type SeatConnection = {
  readonly url: string
  readonly fetcher: typeof fetch
  /** Closes the connection. */
  readonly signal: AbortSignal
  readonly onEvent: (event: SeatEvent) => void
}

/** Milliseconds within which the first event must arrive. */
const firstEventTimeoutMs = 5_000
/** Milliseconds without a heartbeat; the server sends one every fifteen seconds. */
const silenceTimeoutMs = 20_000

/**
 * Reads the seat stream of a performance over one connection until it ends. Uses `fetch` instead of EventSource, which reports
 * neither the status of a rejected connection nor the comments that serve as heartbeats.
 * @returns how the connection ended; never throws
 */
export async function readSeatStream({ url, fetcher, signal, onEvent }: SeatConnection): Promise<ConnectionEnd> {
  const silenceTimeout = new AbortController()
  let watchdog = setTimeout(() => silenceTimeout.abort(), firstEventTimeoutMs)
  let hasReceived = false
  let isOpen = false
  try {
    const response = await fetcher(url, {
      headers: { accept: 'text/event-stream' },
      credentials: url.startsWith('/') ? 'same-origin' : 'include',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silenceTimeout.signal]),
    })
    if (response.status >= 400 && response.status < 500)
      return { kind: 'refused', seconds: Number(response.headers.get('retry-after')) || 60 }
    if (!response.ok || !response.body) return { kind: 'lost' }
    // Another content type is a page of a proxy, which does not pass soon.
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return { kind: 'refused', seconds: 300 }
    isOpen = true
    const read = createSeatEventReader()
    const body = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let chunk = await body.read(); !chunk.done; chunk = await body.read()) {
      for (const event of read(chunk.value)) {
        hasReceived = true
        onEvent(event)
        if (signal.aborted) return { kind: 'over' }
      }
      if (!hasReceived) continue
      clearTimeout(watchdog)
      watchdog = setTimeout(() => silenceTimeout.abort(), silenceTimeoutMs)
    }
    return hasReceived ? { kind: 'over' } : { kind: 'mute' }
  } catch {
    return isOpen && !hasReceived && silenceTimeout.signal.aborted ? { kind: 'mute' } : { kind: 'lost' }
  } finally {
    clearTimeout(watchdog)
    silenceTimeout.abort()
  }
}
