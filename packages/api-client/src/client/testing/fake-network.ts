import { packAvailability } from '@playhouse/domain/seat'
import { type SeatDelta, type SeatEvent, streamHeartbeat, writeSeatEvent } from '@playhouse/domain/seat-stream'

export const path = '/api/instances/tonight/availability'
export const packed = (...taken: number[]): string =>
  packAvailability(Uint8Array.from({ length: 8 }, (_, seat) => (taken.includes(seat) ? 1 : 0)))

/** A connection whose server side the test controls. */
type Line = { readonly url: string; say: (...events: SeatEvent[]) => void; beat: () => void; end: () => void; readonly signal: AbortSignal }

/** A network whose stream and snapshot replies the test sets. */
export function network() {
  const lines: Line[] = []
  const requests: string[] = []
  const responses = {
    stream: (): Response | Promise<Response> | undefined => undefined,
    snapshot: (_signal?: AbortSignal | null): Response | Promise<Response> => Promise.reject(new TypeError('offline')),
  }
  const fetcher: typeof fetch = async (input, init) => {
    const url = String(input)
    if (!url.startsWith(`${path}/stream`)) {
      requests.push(url)
      return responses.snapshot(init?.signal)
    }
    const signal = init!.signal!
    const own = await responses.stream()
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => {}))
    const write = (text: string): void => void writer.write(new TextEncoder().encode(text)).catch(() => {})
    lines.push({
      url,
      signal,
      say: (...events) => write(events.map(writeSeatEvent).join('')),
      beat: () => write(streamHeartbeat),
      end: () => void writer.close().catch(() => {}),
    })
    return own ?? new Response(body.readable, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  }
  const snapshot = (version: number, ...taken: number[]): void =>
    void (responses.snapshot = () => Response.json({ version, seats: packed(...taken), seatsLeft: 8 - taken.length }))
  return { lines, requests, answers: responses, fetcher, snapshot, line: () => lines.at(-1)! }
}

/** A seat store that records the snapshots and changes it is given. */
export function keeper(version: number) {
  const events: string[] = []
  const state = { version, isStale: false }
  return {
    events,
    state,
    version: () => state.version,
    load: (seats: string, next: number) => {
      events.push(`all ${seats}`)
      state.version = next
    },
    apply: (changes: readonly SeatDelta[], next: number) => {
      events.push(changes.map((change) => change.join('=')).join(' '))
      state.version = next
    },
    setStale: (isStale: boolean) => void (state.isStale = isStale),
  }
}
