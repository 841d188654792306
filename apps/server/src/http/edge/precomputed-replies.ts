import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Availability } from '@playhouse/api-client/contract'
import { ok, type Result } from '@playhouse/domain/result'
import type { Hall } from '#modules/catalogue'
import type { AvailabilitySnapshot } from '#modules/seating'
import { acceptsGzip } from './compression.ts'

/** A shared reply, compressed once, when the first client accepts gzip. */
type Body = { readonly type: string; readonly bytes: string | Uint8Array; gzipped?: Promise<Buffer> }

const compress = promisify(gzip)
const identity = (payload: unknown): string => payload as string

async function send(request: FastifyRequest, reply: FastifyReply, body: Body): Promise<Result<never, never>> {
  void reply.header('vary', 'accept-encoding, origin').type(body.type).serializer(identity)
  if (acceptsGzip(request.headers['accept-encoding'])) {
    body.gzipped ??= compress(body.bytes)
    await reply.header('content-encoding', 'gzip').send(await body.gzipped)
  } else await reply.send(body.bytes)
  return ok(undefined as never)
}

/** Sends seat plans, which never change. */
export function createPlanSender() {
  const bodies = new Map<string, Body>()
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { hall, ...newBody }: Body & { readonly hall: Hall },
  ): Promise<Result<never, never>> => {
    const key = `${newBody.type} ${hall.plan.hall} ${hall.plan.version}`
    const body = bodies.get(key) ?? newBody
    bodies.set(key, body)
    return send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), body)
  }
}

/**
 * Sends the seats of a performance, or 304 when the ETag matches. Seats that only some visitors may see are kept out of shared
 * caches, even while this server is unavailable.
 */
export function createSeatsSender() {
  const bodies = new WeakMap<AvailabilitySnapshot, Body>()
  const write = ({ version, packedSeats, seatsLeft }: AvailabilitySnapshot): Body => {
    const availability: Availability = { version, seats: packedSeats, seatsLeft }
    return { type: 'application/json; charset=utf-8', bytes: JSON.stringify(availability) }
  }
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    seats: AvailabilitySnapshot,
    isForAll: boolean,
  ): Promise<Result<never, never>> => {
    void reply.header('etag', seats.etag).header('cache-control', isForAll ? 'no-cache' : 'private, no-cache')
    if (request.headers['if-none-match'] === seats.etag) {
      await reply.status(304).send()
      return ok(undefined as never)
    }
    const body = bodies.get(seats) ?? write(seats)
    bodies.set(seats, body)
    return send(request, reply, body)
  }
}

/** Sends one JSON text that is constant for the lifetime of the process, or 304 when the ETag matches. */
export function createTextSender(describe: () => unknown) {
  let cachedBody: { readonly body: Body; readonly etag: string } | undefined
  const write = () => {
    const bytes = JSON.stringify(describe())
    return { body: { type: 'application/json; charset=utf-8', bytes }, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` }
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { body, etag } = (cachedBody ??= write())
    void reply.header('etag', etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === etag) await reply.status(304).send()
    else await send(request, reply, body)
  }
}
