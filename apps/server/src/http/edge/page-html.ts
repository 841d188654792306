import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { fontPath } from '@playhouse/shop-ui/theme'
import { ticketWords } from '#modules/ticket'
import type { Site } from '@playhouse/api-client/contract'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { escapeHtml } from './escape-html.ts'
import type { MapPreload } from './map-preload.ts'
import type { PageDescription } from './page-metadata.ts'
import type { PageFiles, RenderedPage } from './page-renderer.ts'
import { keepsTickets } from './security.ts'
import { pageWords } from './no-script-notice.ts'

/** What is known of a page before its content. */
export type PageFrame = {
  readonly brand: Brand
  readonly origin: string
  /** Origin of the API where it is not that of the page. */
  readonly apiOrigin?: string | undefined
  /** The brand's own style. */
  readonly css: string
  readonly description: PageDescription
  readonly locale: Locale
  readonly path: string
  /** The notice for browsers without script. */
  readonly noScript: string
  /** Elements that preload the map, on its page. */
  readonly preload: MapPreload | undefined
}

/** What a page shows. */
export type PageContent = {
  readonly site: Site
  /** Absent for a page that the browser renders. */
  readonly rendered?: { readonly page: RenderedPage; readonly files: PageFiles }
}

/** A page as HTML, in parts of which most are the same string for every visitor: see {@link htmlOf} and `bytesOf`. */
export type PageHtml = {
  /** Up to the data of the visit. */
  readonly opening: string
  /** Where in the opening the elements begin that depend on the content. */
  readonly contentHeadAt: number
  /** The data of the visit, and the end of the script element that holds it. */
  readonly data: string
  /** From the end of the head to the root element. */
  readonly middle: string
  /** The start tag of the root element. */
  readonly rootTag: string
  /** Content of the root element. */
  readonly root: string
  /** From the end tag of the root element. */
  readonly end: string
  /** The script of a rendered page that holds presses back, before all others: they are missed until it has arrived. */
  readonly early: string
}

/** The whole page. */
export const htmlOf = ({ opening, data, middle, rootTag, root, end }: PageHtml): string => opening + data + middle + rootTag + root + end

const headEnd = '</head>'
const emptyRoot = '<div id="shop"></div>'

/** Fills the placeholders of the template. */
export function fillTemplate(template: string, frame: PageFrame, content?: PageContent): PageHtml {
  return {
    ...fixedPartsOf(template, frame, content),
    data: content ? dataOf(content, frame.locale) : '',
    root: content?.rendered?.page.html ?? '',
  }
}

/** The parts that do not depend on the visitor. */
type FixedParts = Omit<PageHtml, 'data' | 'root'>

const fixedParts = new WeakMap<PageFrame, { readonly from: readonly unknown[]; readonly parts: FixedParts }>()
function fixedPartsOf(template: string, frame: PageFrame, content: PageContent | undefined): FixedParts {
  const { page, files } = content?.rendered ?? {}
  const from = [template, content?.site.brand, page?.title, page?.css, page?.isNotFound, files]
  const known = fixedParts.get(frame)
  if (known?.from.every((value, at) => value === from[at])) return known.parts
  const parts = writeFixedParts(template, frame, content)
  fixedParts.set(frame, { from, parts })
  return parts
}

/** Placeholders are replaced by a function, so that `$` in a title has no effect. */
function writeFixedParts(template: string, frame: PageFrame, content: PageContent | undefined): FixedParts {
  const { brand, locale } = frame
  // On the seat map's page another script preloads these, once the one that draws the hall has arrived: see preload-map.ts in the shop.
  const inOrder = (head: string): string =>
    frame.preload
      ? head
          .replaceAll('<link rel="modulepreload"', '<link data-rel="modulepreload"')
          .replaceAll('<script type="module" crossorigin src', '<script type="module" crossorigin fetchpriority="low" src')
      : head
  const contentHead = inOrder(content ? headOfContent(content, frame) : '')
  const earlyFile = content?.rendered?.files.early
  const early = earlyFile ? `<script type="module" async crossorigin src="/${earlyFile}"></script>` : ''
  // The seat map shows nothing without script: there the notice comes first.
  const [noticeBefore, noticeAfter] = frame.description.plan ? [frame.noScript, ''] : ['', frame.noScript]
  const placeholders: Record<string, string> = {
    '<!--head-->': early + titleOf(content?.rendered?.page.title ?? frame.description.title) + writeHead(frame),
    '<!--test-shop-->':
      (brand.isTestShop
        ? `<aside class="test-shop" lang="${languageTag(locale)}">${escapeHtml(ticketWords(brand, locale)('test.banner'))}</aside>`
        : '') + noticeBefore,
    '<!--no-script-->': noticeAfter,
    '%lang%': languageTag(locale),
    // After the shop's own scripts and styles, in the order in which the browser would load them.
    [headEnd]: inOrder((frame.preload?.scripts ?? []).join('')) + contentHead + headEnd,
  }
  const html = inOrder(template).replaceAll(
    /<!--head-->|<!--test-shop-->|<!--no-script-->|%lang%|<\/head>/g,
    (placeholder) => placeholders[placeholder]!,
  )
  const openingEnd = html.indexOf(headEnd)
  const [middle = '', end] = html.slice(openingEnd).split(emptyRoot)
  return {
    opening: html.slice(0, openingEnd),
    contentHeadAt: openingEnd - contentHead.length,
    middle,
    rootTag: end === undefined ? '' : `<div id="shop"${renderedMark(content?.rendered?.page)}>`,
    end: end === undefined ? '' : `</div>${end}`,
    early,
  }
}

/** Tells the shop's script what the root element holds. */
const renderedMark = (page: RenderedPage | undefined): string => (page ? ` data-rendered${page.isNotFound ? '="not-found"' : ''}` : '')

/** The start of a page that is sent before its content: the complete frame, and a notice that the content follows. */
export function shellOf(template: string, frame: PageFrame): string {
  const { opening, middle } = fillTemplate(template, frame)
  const notice = escapeHtml(pageWords(frame.brand, frame.locale)('arriving'))
  const name = `<p><img src="/brand/logo.svg" alt=""><strong>${escapeHtml(frame.brand.name)}</strong></p>`
  return `${opening}${middle}<div class="page-shell">${name}<p role="status">${notice}</p></div>`
}

/**
 * The rest of a page whose {@link shellOf} was sent. It hides the notice.
 * @param nonce that the policy of the page allows for styles
 */
export function restOf({ opening, contentHeadAt, data, rootTag, root, end, early }: PageHtml, nonce: string): string {
  const contentHead = opening.slice(contentHeadAt).replaceAll('<style>', `<style nonce="${nonce}">`) + data
  return `<style nonce="${nonce}">.page-shell{display:none}</style>${early}${contentHead}${rootTag}${root}${end}`
}

/** Style of the banner of a test shop, and of the notice of {@link shellOf}; a part of the page's own style. */
export const pageCss = ({ isTestShop }: Brand): string =>
  // The banner is part of the HTML, so that it shows without scripts, on pages with and without the shop's frame.
  (isTestShop
    ? '.test-shop{padding:.5rem 1rem;background:var(--danger);color:var(--paper);font:650 1rem/1.4 var(--font-body);text-align:center;text-wrap:balance}'
    : '') +
  '.page-shell{padding:1rem 1.25rem;color:var(--ink);font:1rem/1.5 var(--font-body)}.page-shell p{display:flex;gap:.75rem;align-items:center;' +
  'margin:0 0 1.5rem}.page-shell img{block-size:2.5rem}.page-shell strong{font:600 1.25rem/1.2 var(--font-display)}'

/** The page's own title, or until it is rendered that of its metadata. */
const titleOf = (title: string): string => `<title>${escapeHtml(title)}</title>\n    `

/** The elements of the head that need no content. */
function writeHead({ brand, origin, apiOrigin, css, description, locale, path, preload }: PageFrame): string {
  return [
    meta('name', 'description', description.text),
    `<link rel="canonical" href="${escapeHtml(origin + path)}">`,
    ...(description.calendar === undefined
      ? []
      : [`<link rel="alternate" type="text/calendar" href="${escapeHtml(`${description.calendar}?lang=${locale}`)}">`]),
    meta('property', 'og:site_name', brand.name),
    meta('property', 'og:title', description.title),
    meta('property', 'og:description', description.text),
    meta('property', 'og:type', description.kind),
    meta('property', 'og:url', origin + path),
    meta('property', 'og:image', origin + description.image.path),
    meta('property', 'og:image:type', description.image.path.endsWith('.jpg') ? 'image/jpeg' : 'image/png'),
    meta('property', 'og:image:width', String(description.image.width)),
    meta('property', 'og:image:height', String(description.image.height)),
    meta('property', 'og:image:alt', description.image.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(description.status === 404 ? [meta('name', 'robots', 'noindex')] : []),
    `<link rel="icon" href="/brand/logo.svg" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="/brand/icon/180.png">`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    ...(apiOrigin === undefined ? [] : [meta('name', 'api-origin', apiOrigin)]),
    ...(keepsTickets(path) ? [meta('name', 'service-worker', '/sw.js')] : []),
    ...fontsOf(brand).map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`),
    ...(preload?.data ?? []),
    `<style>${css}</style>`,
    ...description.data.map((data) => `<script type="application/ld+json">${json(data)}</script>`),
  ].join('\n    ')
}

/** The elements of the head that depend on the content but not on the visitor: scripts and styles of the route, and the data's start. */
function headOfContent({ site, rendered }: PageContent, { preload }: PageFrame): string {
  const bootStart = `<script type="application/json" id="boot">{"site":{"brand":${json(site.brand)}`
  if (!rendered) return bootStart
  const { page, files } = rendered
  return [
    ...files.scripts
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
      .filter((link) => !preload?.scripts.includes(link)),
    `<style>${page.css}</style>`,
    ...files.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    bootStart,
  ].join('\n    ')
}

/** The data of the visit, after the brand. */
function dataOf({ site, rendered }: PageContent, locale: Locale): string {
  const { brand: _, ...rest } = site
  const parts = [`,${json(rest).slice(1)}`, `"locale":${json(locale)}`]
  if (rendered) parts.push(`"queries":${escapeJson(rendered.page.queries)}`, `"renderedAt":${json(rendered.page.renderedAt)}`)
  return `${parts.join(',')}}</script>`
}

/** The fonts of the first visible text. They are preloaded, so that no line moves when a font has loaded. */
const fontsOf = ({ fonts }: Brand): string[] => [...new Set([fonts.body, fonts.display].map((font) => fontPath(font, 'latin')))]

const meta = (kind: string, name: string, content: string): string => `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
/** JSON that cannot end the script element that contains it. */
const json = (value: unknown): string => escapeJson(JSON.stringify(value))
const escapeJson = (text: string): string => text.replaceAll('<', String.raw`\u003c`)
