import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '#loopback'
import { isForwarded } from './forwarded-headers.ts'

/**
 * Whether a request may read `/metrics`, which show sales: with a configured token, clients that send it as bearer token; without
 * one, processes of this machine that come directly and under its own name.
 */
export function mayReadMetrics({ headers, hostname, raw }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const [, bearerToken] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
    return bearerToken !== undefined && timingSafeEqual(digest(bearerToken), digest(token))
  }
  return isLoopback(raw.socket.remoteAddress ?? '') && isLoopback(hostname) && !isForwarded(headers)
}

/** Digests are compared, so that the duration reveals neither content nor length. */
const digest = (text: string) => createHash('sha256').update(text).digest()
