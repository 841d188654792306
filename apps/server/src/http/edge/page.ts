import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { voucherPathOf } from '@playhouse/domain/voucher-path'
import { problem } from '@playhouse/domain/problem'
import { brandCss } from '@playhouse/shop-ui/theme'
import type { Locale } from '@playhouse/domain/brand'
import { isCall } from './request-target.ts'
import { localeOf } from '../visitor/locale.ts'
import type { AppContext } from '../app-context.ts'
import { noScriptCss, noScriptNotice } from './no-script-notice.ts'
import { readMapPreload } from './map-preload.ts'
import type { HttpOptions } from '../index.ts'
import { fillTemplate, pageCss, type PageFrame, shellOf } from './page-html.ts'
import { findMovedPath, redirectTo } from './moved-pages.ts'
import { describePage } from './page-metadata.ts'
import { createPageFrames } from './page-frames.ts'
import { createPageCache, sendPage, type WrittenPage } from './page-cache.ts'
import type { LocalFetch } from './local-fetch.ts'
import { fetchAsAnonymous, readPageFiles, renderPage } from './page-renderer.ts'
import { streamPage } from './page-stream.ts'
import type { RecentPages } from './recent-pages.ts'
import { sendProblem } from './problems.ts'
import { isFile } from './security.ts'
import { checksumOfLabels } from '../routes/catalogue.ts'
import { readSite } from '../routes/site.ts'
import { currentPreview, type ShopPreview } from '#modules/shop-preview'
import { visitorOf } from '../visitor/visitor.ts'

/**
 * Serves the shop's one page at every path, with what a visitor and a search engine should see before any script has
 * run: language, title, description, Open Graph, schema.org data, and the brand's own style.
 */
export async function servePages(
  app: FastifyInstance,
  context: AppContext,
  recentPages: RecentPages,
  {
    shopFolder,
    loadRenderer,
    pageVersion,
    shellDelayMs,
    localFetch,
  }: Pick<HttpOptions, 'shopFolder' | 'loadRenderer' | 'pageVersion' | 'shellDelayMs'> & { readonly localFetch: LocalFetch },
): Promise<void> {
  const template = await readFile(join(shopFolder, 'index.html'), 'utf8').catch(() => undefined)
  const filesOf = template && loadRenderer ? await readPageFiles(shopFolder).catch(() => undefined) : undefined
  const css = brandCss(context.brand) + noScriptCss + pageCss(context.brand)

  const mapPreload = await readMapPreload(shopFolder, context.apiOrigin)
  const notices = new Map(context.brand.locales.map((locale) => [locale, noScriptNotice(context.brand, locale)]))

  const cache = createPageCache()
  const versionOf = filesOf && pageVersion ? createVersionOf(context, pageVersion) : undefined

  const frames = createPageFrames()

  type PageRequest = {
    readonly path: string
    readonly locale: Locale
    readonly isPersonal: boolean
    /** Of what the page shows to all visitors. */
    readonly version: string | undefined
  }
  const frameOf = ({ path, locale, version }: PageRequest): Promise<PageFrame> =>
    frames.find(locale, path, version, async () => {
      const description = await describePage(context, path)
      const { brand, origin, apiOrigin } = context
      const preload = description.plan && mapPreload?.(description.plan)
      return { brand, origin, apiOrigin, css, description, locale, path, noScript: notices.get(locale)!, preload }
    })
  async function write(request: FastifyRequest, reply: FastifyReply, page: PageRequest): Promise<WrittenPage> {
    const { path, locale, isPersonal } = page
    const frame = await frameOf(page)
    // The session is needed only for a maintenance bypass.
    const session = (request.cookies['bypass'] ?? request.cookies['__Host-bypass']) ? (await visitorOf(request, reply)).session : undefined
    const site = await readSite(context, request, session)
    const now = new Date(await context.catalogue.now()).toISOString()
    const fetch = isPersonal ? localFetch(request, reply) : fetchAsAnonymous(app)
    // The cached page of anonymous visitors has the time at which it is rendered.
    const rendering = { path, origin: context.origin, locale, site, now, fetch, mayReuse: isPersonal }
    const rendered =
      loadRenderer && filesOf && site.underMaintenance === (path === '/maintenance')
        ? await renderPage(loadRenderer, rendering, request)
        : undefined
    const content = { site, ...(rendered && { rendered: { page: rendered, files: filesOf!(rendered, locale) } }) }
    return {
      ...fillTemplate(template!, frame, content),
      status: frame.description.status,
      policy: app.pagePolicy(path, rendered ? [css, rendered.css] : [css]),
      isCacheable: frame.description.status === 200 && rendered !== undefined && rendered.isCacheable,
    }
  }

  /** A page of a preview: the browser renders it with what the API returns, and the same page is sent at every path. */
  async function writePreview(request: FastifyRequest, { path }: ShopPreview): Promise<WrittenPage> {
    const locale = localeOf(request, context.brand)
    const { brand, origin, apiOrigin = '' } = context
    const description = { ...(await describePage(context, '/')), data: [] }
    const noScript = notices.get(locale)!
    const frame = { brand, origin, apiOrigin: apiOrigin + path, css, description, locale, path: '/', noScript, preload: undefined }
    const page = fillTemplate(template!, frame, { site: await readSite(context, request, undefined) })
    return { ...page, status: 200, policy: app.pagePolicy(pathOf(request.url), [css]), isCacheable: false }
  }

  app.setNotFoundHandler(async (request, reply) => {
    const [path, query] = [pathOf(request.url), request.url.split('?')[1]]
    if (isCall(request) || !['GET', 'HEAD'].includes(request.method)) return sendProblem(request, reply, problem('page-not-found'))
    const preview = currentPreview()
    if (preview && template) return sendPage(request, reply, await writePreview(request, preview))
    if (path.length > 1 && path.endsWith('/')) return reply.redirect(withoutSlash(path) + (query ? `?${query}` : ''), 308)
    const brandVoucherPath = voucherPathOf(context.brand, path)
    if (brandVoucherPath && brandVoucherPath !== path) return reply.redirect(brandVoucherPath + (query ? `?${query}` : ''), 308)
    const movedTo = await findMovedPath(context, path)
    if (movedTo) return redirectTo(reply, movedTo + (query ? `?${query}` : ''))
    if (isFile(request)) void reply.headers(app.pageHeaders)
    if (!template) return reply.status(503).type('text/plain; charset=utf-8').send('The shop is not built yet: npm start builds it.')
    const locale = localeOf(request, context.brand)
    const isClosed = (await app.maintenanceGate.closedUntil(request, undefined)) !== undefined
    const isPersonal = hasSession(request)
    // Without its version a page is not cached. The page of a visitor with a session is not: only its head is.
    const version = isClosed ? undefined : await versionOf?.(isPersonal ? headMaxAgeMs : 0).catch(() => undefined)
    const pageRequest = { path, locale, isPersonal, version }
    const writePage = () => write(request, reply, pageRequest)
    const writing = version === undefined || isPersonal ? writePage() : cache.find(locale, path, version, writePage)
    const page = request.method === 'GET' ? await withinMs(writing, shellDelayMs) : await writing
    if (page) return sendPage(request, reply, page, recentPages)
    const frame = await frameOf(pageRequest)
    return streamPage(request, reply, {
      shell: shellOf(template, frame),
      content: writing,
      fallback: fillTemplate(template, frame),
      status: frame.description.status,
      policyOf: (nonce) => app.pagePolicy(path, [css], nonce),
    })
  })
}

const pathOf = (url: string): string => url.split('?')[0]!

/** Waits for a page at most this long. @returns undefined if it takes longer @throws what the page throws in this time */
async function withinMs<Page>(page: Promise<Page>, milliseconds = Infinity): Promise<Page | undefined> {
  if (milliseconds === Infinity) return page
  const timeout = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => timeout.resolve(undefined), milliseconds)
  return Promise.race([page, timeout.promise]).finally(() => clearTimeout(timer))
}

/** Milliseconds for which a process uses its checksum of the availability labels. */
const labelsMaxAgeMs = 250

/** Milliseconds after a change for which the head of a page, for a visitor with a session, may still be the former one. */
const headMaxAgeMs = 250

/** Returns a function that returns the version of what anonymous visitors see, at most `maxAgeMs` old. */
function createVersionOf(context: AppContext, pageVersion: () => Promise<string>): (maxAgeMs: number) => Promise<string> {
  let labels: { readonly value: Promise<string>; readonly version: string; readonly staleAt: number } | undefined
  let known: { readonly version: string; readonly readAt: number } | undefined
  return async (maxAgeMs) => {
    const readAt = performance.now()
    if (known && readAt - known.readAt < maxAgeMs) return known.version
    const version = await pageVersion()
    if (labels?.version !== version || performance.now() > labels.staleAt) {
      const next = { value: checksumOfLabels(context), version, staleAt: performance.now() + labelsMaxAgeMs }
      labels = next
      next.value.catch(() => (labels = undefined))
    }
    known = { version: `${version} ${await labels.value}`, readAt }
    return known.version
  }
}

/** Cookies of a session, of a maintenance bypass and of waiting rooms. Without them all visitors get the same page. */
const personalCookies = /^(?:__Host-)?(?:sid$|bypass$|place-|pass-)/
const hasSession = ({ cookies }: FastifyRequest): boolean => Object.keys(cookies).some((name) => personalCookies.test(name))

/** The same path with one slash where there were several, and none behind. `//` and `/\\` would begin another host's address. */
const withoutSlash = (path: string): string => `/${path.split(/[/\\]/).filter(Boolean).join('/')}`
