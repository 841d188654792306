import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Availability } from '@playhouse/api-client/contract'
import type { AvailabilitySnapshot } from '#modules/seating'
import { acceptsGzip } from './compression.ts'
import type { FastHandler } from './fast-queue.ts'

/** Caches encoded seat availabilities that are the same for all visitors. */
export interface CachedAvailability {
  store(performance: string, seats: AvailabilitySnapshot): void
  /** Replies before the framework runs, with the reply of the route, which handles all other cases. */
  readonly handle: FastHandler
}

/** Milliseconds for which a reply is cached. */
const maxAgeMs = 250

type EncodedReply = { readonly head: readonly string[]; readonly bytes: Buffer }
type CachedReply = {
  readonly seats: AvailabilitySnapshot
  readonly uncompressed: EncodedReply
  gzipped: EncodedReply | undefined
  until: number
}

const compress = promisify(gzip)
const [pathPrefix, pathSuffix] = ['/api/instances/', '/availability']
/** The performance id of an availability URL. */
const performanceOfPath = (url: string): string | undefined =>
  url.startsWith(pathPrefix) && url.endsWith(pathSuffix) ? url.slice(pathPrefix.length, -pathSuffix.length) : undefined

export function createCachedAvailability({ isSecure }: { readonly isSecure: boolean }): CachedAvailability {
  const replies = new Map<string, CachedReply>()
  const securityHeaders = [
    ...['x-content-type-options', 'nosniff', 'content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
    ...(isSecure ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : []),
  ]
  const encode = ({ etag }: AvailabilitySnapshot, bytes: Buffer, encoding: readonly string[]): EncodedReply => ({
    bytes,
    head: [
      ...['content-type', 'application/json; charset=utf-8', 'content-length', String(bytes.length), 'vary', 'accept-encoding, origin'],
      ...['etag', etag, 'cache-control', 'no-cache', ...encoding, ...securityHeaders],
    ],
  })
  const write = (performance: string, seats: AvailabilitySnapshot): CachedReply => {
    const availability: Availability = { version: seats.version, seats: seats.packedSeats, seatsLeft: seats.seatsLeft }
    const bytes = Buffer.from(JSON.stringify(availability))
    const cachedReply: CachedReply = { seats, uncompressed: encode(seats, bytes, []), gzipped: undefined, until: 0 }
    replies.set(performance, cachedReply)
    compress(bytes).then(
      (packedSeats) => (cachedReply.gzipped = encode(seats, packedSeats, ['content-encoding', 'gzip'])),
      () => {},
    )
    return cachedReply
  }
  return {
    store: (id, seats) => {
      const cachedReply = replies.get(id)
      const current = cachedReply?.seats === seats ? cachedReply : write(id, seats)
      current.until = performance.now() + maxAgeMs
    },
    handle: (request, response, passOn) => {
      const id = request.method === 'GET' ? performanceOfPath(request.url!) : undefined
      const cachedReply = id === undefined ? undefined : replies.get(id)
      if (!cachedReply || performance.now() > cachedReply.until) return passOn()
      const { headers } = request
      if (headers['if-none-match'] === cachedReply.seats.etag) {
        response.writeHead(304, [
          'etag',
          cachedReply.seats.etag,
          'cache-control',
          'no-cache',
          'vary',
          'accept-encoding, origin',
          ...securityHeaders,
        ])
        response.end()
        return
      }
      const encodedReply = acceptsGzip(headers['accept-encoding']) ? cachedReply.gzipped : cachedReply.uncompressed
      if (!encodedReply) return passOn()
      response.writeHead(200, encodedReply.head as string[])
      response.end(encodedReply.bytes)
    },
  }
}
