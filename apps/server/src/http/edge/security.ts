import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { problem } from '@playhouse/domain/problem'
import { isCall } from './request-target.ts'
import { reportPath } from './policy-reports.ts'
import { sendProblem } from './problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The content security policy of a page with these inline styles. */
    pagePolicy: (path: string, styles: readonly string[]) => string
  }
}

/**
 * Styles that React Aria adds to a page while it runs: for what can be pressed, and on an iPhone below a dialog. Fixed, so that
 * the policy allows them by hash, and a page that is cached needs no nonce.
 */
export const libraryStyles = [
  `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`,
  `@layer {
  * {
    overscroll-behavior: contain;
  }
}`,
] as const

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const librarySources = libraryStyles.map(hashSource)

/**
 * The policy of every page: own files only, no inline script, no HTML from strings.
 * @param styles texts of the inline style elements
 * @param guests origins of third-party scripts, which do not work with Trusted Types
 */
export function contentSecurityPolicy(
  styles: readonly string[],
  paymentOrigin: string,
  trustedTypes = "'none'",
  guests: readonly string[] = [],
): string {
  const also = guests.map((place) => ` ${place}`).join('')
  const styleSources = [`'self'`, ...librarySources, ...styles.map(hashSource)]
  return [
    `default-src 'none'`,
    `script-src 'self'${also}`,
    `style-src ${styleSources.join(' ')}`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self'${also}`,
    ...(also ? [`frame-src${also}`] : []),
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self' ${paymentOrigin}`,
    `frame-ancestors 'none'`,
    ...(also ? [] : [`require-trusted-types-for 'script'`, `trusted-types ${trustedTypes}`]),
    `report-uri ${reportPath}`,
    `report-to policy`,
  ].join('; ')
}

/** Pages that sign in or hold seats: where the bot check is a service elsewhere, its script runs here and on no other page. */
const usesBotCheck = (path: string): boolean =>
  /^\/(login|register|reset-password|authentication|checkout\/(account|basket)|events\/[^/]+\/[^/]+\/(syos(\/[^/]+)?|price-selection))$/.test(
    path,
  )

/** Pages of tickets may start the service worker that opens them without a network: its address needs a policy by name. */
export const keepsTickets = (path: string): boolean =>
  /^\/(your-tickets|order\/(confirmed|verify)|account\/your-orders\/[\w-]+)$/.test(path)

/** Adds security headers to every response, and rejects changes that another site requests. */
export function secure(
  app: FastifyInstance,
  { origin, paymentOrigin, guests = [] }: { origin: string; paymentOrigin: string; guests?: readonly string[] | undefined },
): void {
  const tls = origin.startsWith('https:')
  const fixedHeaders = {
    ...headersOf({
      contentSecurityPolicy: false,
      strictTransportSecurity: tls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      crossOriginEmbedderPolicy: false,
    }),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
  }
  const ofAnswers = { ...fixedHeaders, 'content-security-policy': answerPolicy, 'cache-control': 'no-store' }
  app.decorate('pagePolicy', (path: string, styles: readonly string[]) =>
    contentSecurityPolicy(styles, paymentOrigin, keepsTickets(path) ? 'offline-tickets' : undefined, usesBotCheck(path) ? guests : []),
  )
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(
      isCall(request)
        ? ofAnswers
        : { ...fixedHeaders, 'content-security-policy': app.pagePolicy(pathOf(request), []), 'reporting-endpoints': endpoints },
    )
    void reply.header('x-request-id', request.id)
    if (changes(request) && request.routeOptions.config.access !== 'provider' && isForeign(request.headers, origin))
      sendProblem(request, reply, problem('forbidden-origin'))
    else done()
  })
}

/** Helmet's headers are equal for every response, so they are computed once. */
function headersOf(options: Readonly<HelmetOptions>): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const setHeader = (name: string, value: string): void => void (headers[name.toLowerCase()] = value)
  const listener = { setHeader, removeHeader: () => {} } as unknown as ServerResponse
  helmet(options)({} as IncomingMessage, listener, () => {})
  return headers
}

/** Newer browsers find by this header where `report-to` of the policy leads. */
const endpoints = `policy="${reportPath}"`

/** The policy of replies that are not pages: an API reply opened as a page shows text and runs nothing. */
const answerPolicy = "default-src 'none'; frame-ancestors 'none'"
const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!
const changes = (request: FastifyRequest): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(request.method)

/**
 * Whether a page of another site sent the request, by the fetch metadata headers of browsers. A client without these headers
 * is not a browser.
 */
export function isForeign(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return headers.origin !== undefined && headers.origin !== origin
}
