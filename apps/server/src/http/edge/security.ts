import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { subscriptionCardPath } from '@playhouse/domain/flex-path'
import { problem } from '@playhouse/domain/problem'
import { isCall } from './request-target.ts'
import { reportPath } from './policy-reports.ts'
import { sendProblem } from './problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The content security policy of a page with these inline styles, and with those that carry the nonce. */
    pagePolicy: (path: string, styles: readonly string[], nonce?: string) => string
    /** Headers of every page but its policy. A reply has them already, unless its path is one of files: see {@link isFile}. */
    pageHeaders: Readonly<Record<string, string>>
  }
}

/**
 * Styles that React Aria adds to a page at run time: for elements that can be pressed, and for the page below a dialog on an
 * iPhone. Their texts never change, so the policy allows them by hash, and a cached page needs no nonce.
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

const knownSources = new Map<string, string>()
/** Styles whose sources are kept: those of the pages that are sent most, again and again. */
const maxKnownSources = 500

/** A source of the policy that allows exactly this inline style. */
export function hashSource(text: string): string {
  const known = knownSources.get(text)
  if (known !== undefined) return known
  const source = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  if (knownSources.size >= maxKnownSources) knownSources.clear()
  knownSources.set(text, source)
  return source
}
const librarySources = libraryStyles.map(hashSource)

/**
 * The policy of every page: own files only, no inline script, no HTML from strings.
 * @param styleSources hashes or nonces of the inline style elements
 * @param scriptOrigins origins of third-party scripts, which do not work with Trusted Types
 * @param apiOrigin origin of the API where it is not that of the page
 */
export function contentSecurityPolicy(
  styleSources: readonly string[],
  paymentOrigin: string,
  trustedTypes = "'none'",
  scriptOrigins: readonly string[] = [],
  apiOrigin?: string,
): string {
  const extraSources = scriptOrigins.map((origin) => ` ${origin}`).join('')
  return [
    `default-src 'none'`,
    `script-src 'self'${extraSources}`,
    `style-src ${[`'self'`, ...librarySources, ...styleSources].join(' ')}`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self'${apiOrigin === undefined ? '' : ` ${apiOrigin}`}${extraSources}`,
    ...(extraSources ? [`frame-src${extraSources}`] : []),
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self' ${paymentOrigin}`,
    `frame-ancestors 'none'`,
    ...(extraSources ? [] : [`require-trusted-types-for 'script'`, `trusted-types ${trustedTypes}`]),
    `report-uri ${reportPath}`,
    `report-to policy`,
  ].join('; ')
}

/** Pages that sign in, hold seats, goods or food, or send a form. If the bot check is an external service, its script runs on these pages only. */
export const usesBotCheck = (path: string): boolean =>
  /^\/(login|register|reset-password|authentication|checkout\/(account|basket|add-ons)|order\/add-ons|aux\/[^/]+(\/[^/]+)?|food-and-drink\/[^/]+(\/[^/]+)?|events\/[^/]+\/[^/]+(\/(syos(\/[^/]+)?|price-selection|form))?)$/.test(
    path,
  )

/** Pages of tickets, which may start the service worker that opens them offline. Its URL needs a named Trusted Types policy. */
export const keepsTickets = (path: string): boolean =>
  /^\/(your-tickets|order\/(confirmed|verify)|account\/your-orders\/[\w-]+)$/.test(path)

/** Features of the browser that no page uses. */
const deniedFeatures = 'microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'
/** The only page that may use the camera, which scans a card. */
const usesCamera = (path: string): boolean => path === subscriptionCardPath

type SecurityOptions = {
  readonly origin: string
  readonly paymentOrigin: string
  readonly scriptOrigins?: readonly string[] | undefined
  /** Origin of the API where it is not that of the pages. */
  readonly apiOrigin?: string | undefined
  /** Further origins whose pages may send changes. */
  readonly callingOrigins?: readonly string[] | undefined
}

/** Adds security headers to every response, and rejects changes that another site requests. */
export function secure(
  app: FastifyInstance,
  { origin, paymentOrigin, scriptOrigins = [], apiOrigin, callingOrigins = [] }: SecurityOptions,
): void {
  const callers = new Set(callingOrigins)
  const isHttps = origin.startsWith('https:')
  const fixedHeaders = {
    ...headersOf({
      contentSecurityPolicy: false,
      strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      crossOriginEmbedderPolicy: false,
    }),
    'permissions-policy': `camera=(), ${deniedFeatures}`,
  }
  const pageHeaders = { ...fixedHeaders, 'reporting-endpoints': reportingEndpoints }
  app.decorate('pageHeaders', pageHeaders)
  // A page loads dozens of files: on a slow line, headers that act only on documents take as long as a script.
  const fileHeaders = Object.fromEntries(Object.entries(fixedHeaders).filter(([name]) => !documentHeaders.has(name)))
  fileHeaders['content-security-policy'] = apiPolicy
  const apiHeaders = { ...fixedHeaders, 'content-security-policy': apiPolicy, 'cache-control': 'no-store' }
  app.decorate('pagePolicy', (path: string, styles: readonly string[], nonce?: string) =>
    contentSecurityPolicy(
      [...styles.map(hashSource), ...(nonce ? [`'nonce-${nonce}'`] : [])],
      paymentOrigin,
      keepsTickets(path) ? 'offline-tickets' : undefined,
      usesBotCheck(path) ? scriptOrigins : [],
      apiOrigin,
    ),
  )
  app.addHook('onRequest', (request, reply, done) => {
    if (isCall(request)) void reply.headers(apiHeaders)
    else if (isFile(request)) void reply.headers(fileHeaders)
    else void reply.headers({ ...pageHeaders, 'content-security-policy': app.pagePolicy(pathOf(request), []) })
    if (usesCamera(pathOf(request))) void reply.header('permissions-policy', `camera=(self), ${deniedFeatures}`)
    void reply.header('x-request-id', request.id)
    if (changesState(request) && request.routeOptions.config.access !== 'provider' && isForeign(request.headers, origin, callers))
      sendProblem(request, reply, problem('forbidden-origin'))
    else done()
  })
}

/** Whether the path is one of scripts, styles or fonts. They run in a page, under its policy; opened alone they are text. */
export const isFile = ({ url }: Pick<FastifyRequest, 'url'>): boolean => /^\/(assets|fonts)\//.test(url)

/** Headers without an effect on a file that a page loads. The policy of files forbids frames. */
const documentHeaders: ReadonlySet<string> = new Set([
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
])

/** Helmet's headers are equal for every response, so they are computed once. */
function headersOf(options: Readonly<HelmetOptions>): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const setHeader = (name: string, value: string): void => void (headers[name.toLowerCase()] = value)
  const listener = { setHeader, removeHeader: () => {} } as unknown as ServerResponse
  helmet(options)({} as IncomingMessage, listener, () => {})
  return headers
}

const noOrigins: ReadonlySet<string> = new Set()

/** The endpoint that the policy names in `report-to`, for newer browsers. */
const reportingEndpoints = `policy="${reportPath}"`

/** The policy of replies that are not pages: an API reply or a file opened as a page shows text and runs nothing. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"
const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!
const changesState = (request: FastifyRequest): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(request.method)

/**
 * Whether a page of another site sent the request, by the fetch metadata headers of browsers. A client without these headers
 * is not a browser.
 * @param others further origins whose pages may send changes
 */
export function isForeign(headers: IncomingHttpHeaders, origin: string, others: ReadonlySet<string> = noOrigins): boolean {
  if (headers.origin !== undefined && others.has(headers.origin)) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return headers.origin !== undefined && headers.origin !== origin
}
