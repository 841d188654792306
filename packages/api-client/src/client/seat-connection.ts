import { createSeatEventReader, type SeatEvent } from '@playhouse/domain/seat-stream'

/** How one connection came to its end. */
export type ConnectionEnd =
  /** It was open and was closed, as a server does that stops. */
  | { readonly kind: 'over' }
  /** The server will not have it now; `seconds` it asks to wait. */
  | { readonly kind: 'refused'; readonly seconds: number }
  /** It is open and nothing comes through: something on the way keeps it to itself. */
  | { readonly kind: 'mute' }
  /** No connection, or no sign of life on it any more. */
  | { readonly kind: 'lost' }

export type SeatConnection = {
  readonly url: string
  readonly fetcher: typeof fetch
  /** Hangs up. */
  readonly signal: AbortSignal
  readonly onEvent: (event: SeatEvent) => void
}

/** Milliseconds in which the first event must come. */
const firstEventTimeoutMs = 5_000
/** Milliseconds without a sign of life; the server gives one every fifteen seconds. */
const silenceTimeoutMs = 20_000

/**
 * Listens to the seats of a performance over one connection, until it ends one way or another. Read by `fetch`, which,
 * unlike EventSource, knows why a server refuses, and sees the comments that say it is still there.
 */
export async function readSeatStream({ url, fetcher, signal, onEvent: hear }: SeatConnection): Promise<ConnectionEnd> {
  const silenceTimeout = new AbortController()
  let watchdog = setTimeout(() => silenceTimeout.abort(), firstEventTimeoutMs)
  let hasReceived = false
  let isOpen = false
  try {
    const response = await fetcher(url, {
      headers: { accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silenceTimeout.signal]),
    })
    if (response.status >= 400 && response.status < 500)
      return { kind: 'refused', seconds: Number(response.headers.get('retry-after')) || 60 }
    if (!response.ok || !response.body) return { kind: 'lost' }
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return { kind: 'refused', seconds: 300 }
    isOpen = true
    const read = createSeatEventReader()
    const body = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let chunk = await body.read(); !chunk.done; chunk = await body.read()) {
      for (const event of read(chunk.value)) {
        hasReceived = true
        hear(event)
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
