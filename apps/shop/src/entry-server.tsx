import { QueryClient } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import {
  createStaticHandler,
  createStaticRouter,
  generatePath,
  matchRoutes,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { type ApiClient, createClient } from '@playhouse/api-client/client'
import type { Site } from '@playhouse/api-client/contract'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { initServerMessages, type Journey, MessagesOf } from '@playhouse/shop-ui/i18n'
import { setServerTime } from '@playhouse/shop-ui/browser'
import { basketQuery, ProblemError, type RenderedQuery, sessionQuery, setApi, siteQuery, unwrap } from '@playhouse/shop-ui/server-state'
import { cacheContext } from './guards.ts'
import { routes } from './routes.tsx'
import { extractInlineStyles } from './server/inline-styles.ts'
import { renderedPages } from './server/rendered-pages.ts'
import { Shop } from './Shop.tsx'

export type RenderRequest = {
  /** Origin and path of the page. */
  readonly url: string
  readonly locale: Locale
  readonly site: Site
  /** Calls the API as the visitor of the page. */
  readonly fetch: typeof fetch
  /** Now by the database's clock, ISO instant. */
  readonly now: string
  /** Aborts the rendering. */
  readonly signal: AbortSignal
}

export type RenderedPage = {
  /** Content of the root element, without inline styles or scripts. */
  readonly html: string
  /** Its inline styles as a style sheet. */
  readonly css: string
  /** Data of its queries, which the browser takes over. */
  readonly queries: readonly RenderedQuery[]
  /** End of the source path of the route's module, and the journeys whose texts it loads. */
  readonly source: string | undefined
  readonly messages: readonly Journey[]
  /** Whether the path is the only one of this page, so that it may be the key of a cache. */
  readonly isCacheable: boolean
}

export type PageRenderer = {
  /**
   * Renders a page completely.
   * @returns undefined if the server doesn't render this path, or not now: the browser renders it
   * @throws if a component throws
   */
  render(request: RenderRequest): Promise<RenderedPage | undefined>
}

/** Creates the renderer of a brand's pages. A process has one. */
export async function createRenderer(brand: Brand): Promise<PageRenderer> {
  const journeys = new Set<Journey>(['first', ...renderedPages.flatMap((page) => page.messages ?? [])])
  const messages = await initServerMessages(brand, [...journeys])
  const handler = createStaticHandler(routes)
  return {
    async render({ url, locale, site, fetch, now, signal }) {
      const match = matchRoutes(handler.dataRoutes, new URL(url).pathname)?.at(-1)
      const page = renderedPages.find(({ path }) => path === match?.route.path)
      if (!match || !page) return undefined
      const isCacheable = !['*', '/maintenance'].includes(page.path) && generatePath(page.path, match.params) === new URL(url).pathname
      setServerTime(now)
      const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } } })
      const api = createClient('', fetch)
      setApi(cache, api)
      cache.setQueryData(siteQuery.queryKey, site)
      try {
        await Promise.all([
          // During maintenance the API of the visitor is closed.
          ...(site.underMaintenance ? [] : [fetchSession(cache, api), cache.fetchQuery(basketQuery)]),
          page.fetch?.(cache, match.params),
        ])
      } catch (error) {
        // The browser shows the problem.
        if (error instanceof ProblemError) return undefined
        throw error
      }
      if (page.isRendered?.(cache, match.params) === false) return undefined
      const context = await query(handler, new Request(url, { signal }), cache)
      if (!context || context.errors) return undefined
      const html = await renderToText(
        <StrictMode>
          <MessagesOf i18n={messages.get(locale)!}>
            <Shop brand={brand} cache={cache}>
              <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
            </Shop>
          </MessagesOf>
        </StrictMode>,
        signal,
      )
      const queries = cache
        .getQueryCache()
        .getAll()
        .flatMap(({ queryKey, state }): RenderedQuery[] =>
          state.status === 'success' && queryKey[0] !== siteQuery.queryKey[0] ? [[queryKey, state.data]] : [],
        )
      return { ...extractInlineStyles(html), queries, source: page.source, messages: ['first', ...(page.messages ?? [])], isCacheable }
    },
  }
}

/** Without the effects of the query in a browser. */
async function fetchSession(cache: QueryClient, api: ApiClient): Promise<void> {
  cache.setQueryData(sessionQuery.queryKey, await unwrap(api.site.session()))
}

/** Runs the guards and loads the screens of a URL; undefined if a guard redirects. */
async function query(
  handler: ReturnType<typeof createStaticHandler>,
  request: Request,
  cache: QueryClient,
): Promise<StaticHandlerContext | undefined> {
  let result: StaticHandlerContext | undefined
  const requestContext = new RouterContextProvider(new Map([[cacheContext, cache]]))
  await handler.query(request, {
    requestContext,
    generateMiddlewareResponse: async (run) => {
      const context = await run(request)
      if (context instanceof Response) return context
      result = context
      return new Response()
    },
  })
  return result
}

/** Renders to completion, so that React adds no inline script. @throws what a component throws */
async function renderToText(element: ReactNode, signal: AbortSignal): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(element, {
    signal,
    // Larger suspended parts would be sent after the rest, with a script that moves them.
    progressiveChunkSize: Infinity,
    onError: (error) => void errors.push(error),
  })
  const text = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  return text
}
