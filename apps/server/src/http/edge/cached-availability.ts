import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Availability } from '@playhouse/api-client/contract'
import type { AvailabilitySnapshot } from '#modules/seating'
import { takesGzip } from './compression.ts'
import type { QuickAnswer } from './fast-queue.ts'

/** Seats that somebody was told of just now and that are the same for everybody: at hand for whoever asks next. */
export interface SeatsAtHand {
  keep(performance: string, seats: AvailabilitySnapshot): void
  /** Answers before the framework wakes up, at the cost of the bytes. Same answer as the route's, which has all other cases. */
  readonly answer: QuickAnswer
}

/** Milliseconds for which seats are at hand: a moment, in which a crowd asks. */
const atHandFor = 250

type Form = { readonly head: readonly string[]; readonly bytes: Buffer }
type Kept = { readonly seats: AvailabilitySnapshot; readonly plain: Form; gzipped: Form | undefined; until: number }

const compress = promisify(gzip)
const [before, after] = ['/api/instances/', '/availability']
/** The performance whose seats an address is of. */
const performanceIn = (url: string): string | undefined =>
  url.startsWith(before) && url.endsWith(after) ? url.slice(before.length, -after.length) : undefined

export function createSeatsAtHand({ isSecure }: { readonly isSecure: boolean }): SeatsAtHand {
  const kept = new Map<string, Kept>()
  const safety = [
    ...['x-content-type-options', 'nosniff', 'content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
    ...(isSecure ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : []),
  ]
  const formOf = ({ etag }: AvailabilitySnapshot, bytes: Buffer, encoding: readonly string[]): Form => ({
    bytes,
    head: [
      ...['content-type', 'application/json; charset=utf-8', 'content-length', String(bytes.length), 'vary', 'accept-encoding'],
      ...['etag', etag, 'cache-control', 'no-cache', ...encoding, ...safety],
    ],
  })
  const write = (performance: string, seats: AvailabilitySnapshot): Kept => {
    const availability: Availability = { version: seats.version, seats: seats.packed, seatsLeft: seats.seatsLeft }
    const bytes = Buffer.from(JSON.stringify(availability))
    const written: Kept = { seats, plain: formOf(seats, bytes, []), gzipped: undefined, until: 0 }
    kept.set(performance, written)
    compress(bytes).then(
      (packed) => (written.gzipped = formOf(seats, packed, ['content-encoding', 'gzip'])),
      () => {},
    )
    return written
  }
  return {
    keep: (id, seats) => {
      const known = kept.get(id)
      const now = known?.seats === seats ? known : write(id, seats)
      now.until = performance.now() + atHandFor
    },
    answer: (request, response, leave) => {
      const id = request.method === 'GET' ? performanceIn(request.url!) : undefined
      const known = id === undefined ? undefined : kept.get(id)
      if (!known || performance.now() > known.until) return leave()
      const { headers } = request
      if (headers['if-none-match'] === known.seats.etag) {
        response.writeHead(304, ['etag', known.seats.etag, 'cache-control', 'no-cache', 'vary', 'accept-encoding', ...safety])
        response.end()
        return
      }
      const form = takesGzip(headers['accept-encoding']) ? known.gzipped : known.plain
      if (!form) return leave()
      response.writeHead(200, form.head as string[])
      response.end(form.bytes)
    },
  }
}
