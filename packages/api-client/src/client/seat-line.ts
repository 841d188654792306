import { createSeatEventReader, type SeatEvent } from '@playhouse/domain/seat-stream'

/** How one connection came to its end. */
export type LineEnd =
  /** It was open and was closed, as a server does that stops. */
  | { readonly kind: 'over' }
  /** The server will not have it now; `seconds` it asks to wait. */
  | { readonly kind: 'refused'; readonly seconds: number }
  /** It is open and nothing comes through: something on the way keeps it to itself. */
  | { readonly kind: 'mute' }
  /** No connection, or no sign of life on it any more. */
  | { readonly kind: 'lost' }

export type Line = {
  readonly url: string
  readonly fetcher: typeof fetch
  /** Hangs up. */
  readonly signal: AbortSignal
  readonly hear: (event: SeatEvent) => void
}

/** Milliseconds in which the first event must come. */
const firstWithin = 5_000
/** Milliseconds without a sign of life; the server gives one every fifteen seconds. */
const silentFor = 20_000

/**
 * Listens to the seats of a performance over one connection, until it ends one way or another. Read by `fetch`, which,
 * unlike EventSource, knows why a server refuses, and sees the comments that say it is still there.
 */
export async function listen({ url, fetcher, signal, hear }: Line): Promise<LineEnd> {
  const silence = new AbortController()
  let watchdog = setTimeout(() => silence.abort(), firstWithin)
  let hasHeard = false
  let isOpen = false
  try {
    const answer = await fetcher(url, {
      headers: { accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (answer.status >= 400 && answer.status < 500) return { kind: 'refused', seconds: Number(answer.headers.get('retry-after')) || 60 }
    if (!answer.ok || !answer.body) return { kind: 'lost' }
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return { kind: 'refused', seconds: 300 }
    isOpen = true
    const read = createSeatEventReader()
    const body = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let piece = await body.read(); !piece.done; piece = await body.read()) {
      for (const event of read(piece.value)) {
        hasHeard = true
        hear(event)
        if (signal.aborted) return { kind: 'over' }
      }
      if (!hasHeard) continue
      clearTimeout(watchdog)
      watchdog = setTimeout(() => silence.abort(), silentFor)
    }
    return hasHeard ? { kind: 'over' } : { kind: 'mute' }
  } catch {
    return isOpen && !hasHeard && silence.signal.aborted ? { kind: 'mute' } : { kind: 'lost' }
  } finally {
    clearTimeout(watchdog)
    silence.abort()
  }
}
