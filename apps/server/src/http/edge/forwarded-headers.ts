import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A problem that the load balancer's operator must know although the server is ready. */
export type ReadinessWarning = {
  readonly code: 'forwarded-header-not-trusted'
  readonly header: string
  readonly requests: number
  readonly lastAt: string
}

/** Headers in which proxies state the original client and host. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'] as const

/** Whether a proxy forwarded the request, according to its headers. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean => forwardingHeaders.some((name) => name in headers)

/** Milliseconds between two errors in the log, and for which a warning stays after the last request. */
const [logPauseMs, warningMs] = [60_000, 3_600_000]

/**
 * Detects requests whose forwarded header is not trusted. Without trust all visitors behind a proxy count as one network and
 * share its limits. Logs an error at most once a minute. A visitor may have sent the header, so a single request proves
 * nothing.
 * @param trust the value of `TRUST_PROXY`
 * @returns the warnings for `/readyz`
 */
export function watchForwarding(
  app: FastifyInstance,
  trust: boolean | number | string,
  now: () => number = Date.now,
): () => ReadinessWarning[] {
  let requests = 0
  let header = ''
  let lastAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', (request, _reply, done) => {
    const untrustedHeaderName = untrustedHeader(request, trust)
    if (untrustedHeaderName !== undefined) {
      requests += 1
      header = untrustedHeaderName
      lastAt = now()
      if (lastAt - loggedAt >= logPauseMs) {
        loggedAt = lastAt
        request.log.error(
          { header, requests, trustProxy: trust, remoteAddress: request.socket.remoteAddress },
          'forwarded header not trusted: set TRUST_PROXY to the number or the addresses of the proxies, or all visitors share one limit',
        )
      }
    }
    done()
  })
  return () =>
    now() - lastAt < warningMs ? [{ code: 'forwarded-header-not-trusted', header, requests, lastAt: new Date(lastAt).toISOString() }] : []
}

/** The server does not read `Forwarded`, so a proxy that sends only this header is never trusted. */
function untrustedHeader({ headers, ips }: FastifyRequest, trust: boolean | number | string): string | undefined {
  if ('x-forwarded-for' in headers) {
    if (trust === false || trust === 0) return 'x-forwarded-for'
    // With a list of trusted addresses, fewer than two `ips` mean that the direct sender is not one of them.
    return typeof trust === 'string' && (ips?.length ?? 1) < 2 ? 'x-forwarded-for' : undefined
  }
  return 'forwarded' in headers ? 'forwarded' : undefined
}
