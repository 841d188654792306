import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Plugin, ViteDevServer } from 'vite'
import type { Site } from '@playhouse/api-client/contract'
import { chooseLocale, languageTag, savedLocale } from '@playhouse/shop-ui/i18n/locale'
import { previewPathOf, splitPreviewPath } from '@playhouse/domain/shop-preview'
import { brandCss } from '@playhouse/shop-ui/theme'
import type * as EntryServer from './src/entry-server.tsx'

type Locale = ReturnType<typeof chooseLocale>
type Response = { readonly site: Site; readonly now: string }

/**
 * Fills and renders the page in development, as the server does in production, with the brand and the data of the running server.
 * So hydration errors are in the console of the browser. If rendering fails, the browser renders the page.
 * @param server origin of the API
 */
export function pageInDevelopment(server: string): Plugin {
  const requests = new AsyncLocalStorage<IncomingMessage>()
  return {
    name: 'playhouse:page-in-development',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => requests.run(request, next))
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server: vite, originalUrl = '/' }) {
        const { cookie = '', 'accept-language': languages = '' } = requests.getStore()?.headers ?? {}
        // In a preview of the shop, the browser renders the page.
        const preview = splitPreviewPath(originalUrl)
        const previewPath = preview ? previewPathOf(preview.token) : ''
        const response = await fetchSite(server + previewPath, { cookie })
        const { brand } = response.site
        const locale = chooseLocale(brand, savedLocale(cookie), languages.split(/,|;[^,]*/).filter(Boolean))
        const page = preview
          ? undefined
          : vite && (await renderPage(vite, server, originalUrl, { cookie, 'accept-language': languages }, locale, response))
        const boot = {
          site: response.site,
          locale,
          ...(page && { queries: JSON.parse(page.queries) as unknown, renderedAt: page.renderedAt }),
        }
        const parts: Record<string, string> = {
          '<!--head-->': `<title>${brand.name.replaceAll('<', '')}</title><style>${brandCss(brand)}</style><style>${page?.css ?? ''}</style>`,
          '</head>': `${preview ? `<meta name="api-origin" content="${previewPath}">` : ''}<script type="application/json" id="boot">${JSON.stringify(boot).replaceAll('<', String.raw`\u003c`)}</script></head>`,
          '%lang%': languageTag(locale),
          '<div id="shop"></div>': page ? `<div id="shop" data-rendered>${page.html}</div>` : '<div id="shop"></div>',
        }
        return html.replaceAll(/<!--head-->|<\/head>|%lang%|<div id="shop"><\/div>/g, (mark) => parts[mark]!)
      },
    },
  }
}

/** Renders a page with the current sources. Returns undefined for a page that the browser renders, or after an error, which is logged. */
async function renderPage(
  vite: ViteDevServer,
  server: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  locale: Locale,
  { site, now }: Response,
) {
  const { pathname } = new URL(url, server)
  if (site.underMaintenance !== (pathname === '/maintenance')) return undefined
  try {
    const { createRenderer } = (await vite.ssrLoadModule('/src/entry-server.tsx')) as typeof EntryServer
    const renderer = await createRenderer(site.brand)
    return await renderer.render({
      url: server + pathname,
      locale,
      site,
      fetch: (path) => fetch(new URL(String(path), server), { headers }),
      now,
      signal: AbortSignal.timeout(10_000),
    })
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    vite.config.logger.error(`rendering ${pathname} failed: ${error instanceof Error ? error.stack : String(error)}`)
    return undefined
  }
}

async function fetchSite(server: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const reply = await fetch(`${server}/api/site`, { headers }).catch(() => undefined)
  if (!reply?.ok)
    throw new Error(`The shop needs its server: start it first (npm start), or set its PORT. No response from ${server}/api/site.`)
  return { site: (await reply.json()) as Site, now: new Date(reply.headers.get('date') ?? Date.now()).toISOString() }
}
