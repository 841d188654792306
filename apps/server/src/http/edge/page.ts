import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { voucherPathOf } from '@playhouse/domain/voucher-path'
import { problem } from '@playhouse/domain/problem'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { brandCss, fontPath } from '@playhouse/shop-ui/theme'
import { ticketWords } from '#modules/ticket'
import type { Site } from '@playhouse/api-client/contract'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { isCall } from './request-target.ts'
import { localeOf } from '../visitor/locale.ts'
import type { AppContext } from '../app-context.ts'
import { escapeHtml } from './escape-html.ts'
import { noScriptCss, noScriptNotice } from './no-script-notice.ts'
import { readMapPreload } from './map-preload.ts'
import type { HttpOptions } from '../index.ts'
import { describePage, type PageDescription } from './page-metadata.ts'
import { createPageCache, sendPage, type WrittenPage } from './page-cache.ts'
import { type PageFiles, readPageFiles, type RenderedPage, renderPage } from './page-renderer.ts'
import { sendProblem } from './problems.ts'
import { keepsTickets } from './security.ts'
import { checksumOfLabels } from '../routes/catalogue.ts'
import { readSite } from '../routes/site.ts'
import { visitorOf } from '../visitor/visitor.ts'

/**
 * Serves the shop's one page at every path, with what a visitor and a search engine should see before any script has
 * run: language, title, description, Open Graph, schema.org data, and the brand's own style.
 */
export async function servePages(
  app: FastifyInstance,
  context: AppContext,
  { shopFolder, loadRenderer, pageVersion }: Pick<HttpOptions, 'shopFolder' | 'loadRenderer' | 'pageVersion'>,
): Promise<void> {
  const template = await readFile(join(shopFolder, 'index.html'), 'utf8').catch(() => undefined)
  const filesOf = template && loadRenderer ? await readPageFiles(shopFolder).catch(() => undefined) : undefined
  const css = brandCss(context.brand) + noScriptCss + (context.brand.isTestShop ? testShopCss : '')

  const mapPreload = await readMapPreload(shopFolder)
  const notices = new Map(context.brand.locales.map((locale) => [locale, noScriptNotice(context.brand, locale)]))

  const cache = createPageCache()
  const versionOf = filesOf && pageVersion ? createVersionOf(context, pageVersion) : undefined

  type PageRequest = { readonly path: string; readonly locale: Locale; readonly isPersonal: boolean }
  async function write(request: FastifyRequest, reply: FastifyReply, { path, locale, isPersonal }: PageRequest): Promise<WrittenPage> {
    const description = await describePage(context, path)
    // The session is needed only for a maintenance bypass.
    const session = (request.cookies['bypass'] ?? request.cookies['__Host-bypass']) ? (await visitorOf(request, reply)).session : undefined
    const site = await readSite(context, request, session)
    const now = new Date(await context.catalogue.now()).toISOString()
    const rendered =
      loadRenderer && filesOf && site.underMaintenance === (path === '/maintenance')
        ? await renderPage(loadRenderer, { path, origin: context.origin, locale, site, now }, { request, reply, visitor: isPersonal })
        : undefined
    const noScript = notices.get(locale)!
    const page = {
      context,
      css,
      description,
      locale,
      site,
      path,
      noScript,
      preload: (description.plan && mapPreload?.(description.plan)) ?? [],
      ...(rendered && { rendered, now, files: filesOf!(rendered, locale) }),
    }
    return {
      status: description.status,
      html: fill(template!, page),
      policy: app.pagePolicy(path, rendered ? [css, rendered.css] : [css]),
      isCacheable: description.status === 200 && rendered !== undefined && rendered.isCacheable,
    }
  }

  app.setNotFoundHandler(async (request, reply) => {
    const [path = '/', query] = request.url.split('?')
    if (isCall(request) || !['GET', 'HEAD'].includes(request.method)) return sendProblem(request, reply, problem('page-not-found'))
    if (path.length > 1 && path.endsWith('/')) return reply.redirect(withoutSlash(path) + (query ? `?${query}` : ''), 308)
    const brandVoucherPath = voucherPathOf(context.brand, path)
    if (brandVoucherPath && brandVoucherPath !== path) return reply.redirect(brandVoucherPath + (query ? `?${query}` : ''), 308)
    if (!template) return reply.status(503).type('text/plain; charset=utf-8').send('The shop is not built yet: npm start builds it.')
    const locale = localeOf(request, context.brand)
    const isClosed = (await app.maintenanceGate.closedUntil(request, undefined)) !== undefined
    const isPersonal = hasSession(request)
    const writePage = () => write(request, reply, { path, locale, isPersonal })
    // Without its version a page is not cached.
    const version = isPersonal || isClosed ? undefined : await versionOf?.().catch(() => undefined)
    return sendPage(request, reply, version === undefined ? await writePage() : await cache.find(locale, path, version, writePage))
  })
}

/** Milliseconds for which a process uses its checksum of the availability labels. */
const labelsMaxAgeMs = 250

/** Returns a function that returns the version of what anonymous visitors see. */
function createVersionOf(context: AppContext, pageVersion: () => Promise<string>): () => Promise<string> {
  let labels: { readonly value: Promise<string>; readonly version: string; readonly staleAt: number } | undefined
  return async () => {
    const version = await pageVersion()
    if (labels?.version !== version || performance.now() > labels.staleAt) {
      const next = { value: checksumOfLabels(context), version, staleAt: performance.now() + labelsMaxAgeMs }
      labels = next
      next.value.catch(() => (labels = undefined))
    }
    return `${version} ${await labels.value}`
  }
}

/** Cookies of a session, of a maintenance bypass and of waiting rooms. Without them all visitors get the same page. */
const personalCookies = /^(?:__Host-)?(?:sid$|bypass$|place-|pass-)/
const hasSession = ({ cookies }: FastifyRequest): boolean => Object.keys(cookies).some((name) => personalCookies.test(name))

/** Style of the banner of a test shop. The banner is part of the HTML, so that it shows without scripts, on pages with and without the shop's frame. */
const testShopCss =
  '.test-shop{padding:.5rem 1rem;background:var(--danger);color:var(--paper);font:650 1rem/1.4 var(--font-body);text-align:center;text-wrap:balance}'

/** The same path with one slash where there were several, and none behind. `//` and `/\\` would begin another host's address. */
const withoutSlash = (path: string): string => `/${path.split(/[/\\]/).filter(Boolean).join('/')}`

type Page = {
  readonly context: AppContext
  readonly css: string
  readonly description: PageDescription
  readonly locale: Locale
  readonly site: Site
  readonly path: string
  readonly noScript: string
  readonly preload: readonly string[]
  /** Absent for a page that the browser renders. */
  readonly rendered?: RenderedPage
  readonly files?: PageFiles
  readonly now?: string
}

/** Fills the placeholders of the template. Replacement by function, so that `$` in a title has no effect. */
function fill(template: string, { context, css, description, locale, site, path, noScript, preload, rendered, files, now }: Page): string {
  const boot = { site, locale, ...(rendered && { queries: rendered.queries, renderedAt: now }) }
  const head = [
    `<title>${escapeHtml(description.title)}</title>`,
    meta('name', 'description', description.text),
    `<link rel="canonical" href="${escapeHtml(context.origin + path)}">`,
    meta('property', 'og:site_name', context.brand.name),
    meta('property', 'og:title', description.title),
    meta('property', 'og:description', description.text),
    meta('property', 'og:type', description.kind),
    meta('property', 'og:url', context.origin + path),
    meta('property', 'og:image', context.origin + description.image.path),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', String(description.image.width)),
    meta('property', 'og:image:height', String(description.image.height)),
    meta('property', 'og:image:alt', description.image.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(description.status === 404 ? [meta('name', 'robots', 'noindex')] : []),
    `<link rel="icon" href="/brand/logo.svg" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="/brand/icon/180.png">`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    ...(keepsTickets(path) ? [meta('name', 'service-worker', '/sw.js')] : []),
    ...fontsOf(context.brand).map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`),
    ...preload,
    `<style>${css}</style>`,
    ...(rendered ? [`<style>${rendered.css}</style>`] : []),
    ...(files?.early ? [`<script type="module" async crossorigin src="/${files.early}"></script>`] : []),
    ...(files?.scripts ?? [])
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
      .filter((link) => !preload.includes(link)),
    ...description.data.map((data) => `<script type="application/ld+json">${json(data)}</script>`),
  ].join('\n    ')
  const parts: Record<string, string> = {
    '<!--head-->': head,
    '<!--boot-->': `<script type="application/json" id="boot">${json(boot)}</script>`,
    '<!--test-shop-->': context.brand.isTestShop
      ? `<aside class="test-shop" lang="${languageTag(locale)}">${escapeHtml(ticketWords(context.brand, locale)('test.banner'))}</aside>`
      : '',
    '<!--no-script-->': noScript,
    '%lang%': languageTag(locale),
    // After the shop's own styles, in the order in which the browser would load them.
    '</head>': `${(files?.styles ?? []).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('')}</head>`,
    '<div id="shop"></div>': rendered ? `<div id="shop" data-rendered>${rendered.html}</div>` : '<div id="shop"></div>',
  }
  return template.replaceAll(
    /<!--head-->|<!--boot-->|<!--test-shop-->|<!--no-script-->|%lang%|<\/head>|<div id="shop"><\/div>/g,
    (placeholder) => parts[placeholder]!,
  )
}

/** The fonts of the first visible text. They are preloaded, so that no line moves when a font has loaded. */
const fontsOf = ({ fonts }: Brand): string[] => [...new Set([fonts.body, fonts.display].map((font) => fontPath(font, 'latin')))]

const meta = (kind: string, name: string, content: string): string => `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
/** JSON that cannot end the script element that contains it. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
