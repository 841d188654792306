import { http, HttpResponse, type RequestHandler } from 'msw'
import { type SeatDelta, type SeatEvent, writeSeatEvent } from '@playhouse/domain/seat-stream'
import { contract } from '#contract'
import type { MockShop } from './mock-shop.ts'

/** Milliseconds between two checks for changed seats. */
const pollIntervalMs = 100

type StreamOptions = {
  /** The problem reply for a request that may not read the stream; else undefined. */
  readonly problemFor: (request: Request, instance: string) => HttpResponse<string> | undefined
  /** The availability that the visitor of a request may see. */
  readonly availability: (request: Request, instance: string) => ReturnType<MockShop['availability']>
  readonly seatingVersion: (instance: string) => string
  readonly path?: string
}

/** msw handler of a seat stream, which stays open until the client closes it. */
export function streamSeats(
  origin: string,
  { problemFor, availability, seatingVersion, path = contract.catalogue.availabilityStream.path }: StreamOptions,
): RequestHandler {
  return http.get<{ instance: string }>(`${origin}/api${path}`, ({ request, params: { instance } }) => {
    const streamProblem = problemFor(request, instance)
    if (streamProblem) return streamProblem
    const after = Number(request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? NaN)
    let currentSeats = availability(request, instance)
    let currentSeating = seatingVersion(instance)
    let timer: ReturnType<typeof setInterval> | undefined
    const encode = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (event: SeatEvent): void => controller.enqueue(encode.encode(writeSeatEvent(event)))
        const { version, packedSeats } = currentSeats
        send({ kind: 'seating', seatingVersion: currentSeating })
        send(after === version ? { kind: 'changes', after, version, changes: [] } : { kind: 'all', version, packed: packedSeats })
        timer = setInterval(() => {
          const seating = seatingVersion(instance)
          if (seating !== currentSeating) send({ kind: 'seating', seatingVersion: (currentSeating = seating) })
          const now = availability(request, instance)
          if (now.version === currentSeats.version) return
          // Another plan: the map loads it, and asks for its seats.
          if (now.values.length !== currentSeats.values.length) return void (currentSeats = now)
          const changes = Array.from(now.values, (value, seat): SeatDelta => [seat, value]).filter(
            ([seat, value]) => currentSeats.values[seat] !== value,
          )
          send({ kind: 'changes', after: currentSeats.version, version: now.version, changes })
          currentSeats = now
        }, pollIntervalMs)
        request.signal.addEventListener('abort', () => clearInterval(timer))
      },
      cancel: () => clearInterval(timer),
    })
    return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
  })
}
