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
import {
  basketQuery,
  eventsQuery,
  ProblemError,
  type RenderedQuery,
  sessionQuery,
  setApi,
  siteQuery,
  unwrap,
} from '@playhouse/shop-ui/server-state'
import { cacheContext } from './guards.ts'
import { screensId } from './hydration.ts'
import { isPageNotFound } from './page/ErrorPage.tsx'
import { routes } from './routes.tsx'
import { extractInlineStyles } from './server/inline-styles.ts'
import { titleOfPage } from './server/page-title.ts'
import { trackReads } from './server/read-tracker.ts'
import { type Params, renderedPages, type RenderedRoute } from './server/rendered-pages.ts'
import { createRenderingCache, type Rendering } from './server/rendering-cache.ts'
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
  /** Whether a recent rendering with the same result may be returned, with its time. */
  readonly mayReuse?: boolean
  /** Aborts the rendering. */
  readonly signal: AbortSignal
}

export type RenderedPage = {
  /** Title of the document, in the visitor's language, as `PageHeading` sets it in the browser. */
  readonly title: string
  /** Content of the root element, without inline styles or scripts. */
  readonly html: string
  /** Its inline styles as a style sheet. */
  readonly css: string
  /** The instant that its texts are computed with. */
  readonly renderedAt: string
  /** JSON of its queries' data, which the browser takes over: see `RenderedQuery`. */
  readonly queries: string
  /** End of the source path of the route's module, and the journeys whose texts it loads. */
  readonly source: string | undefined
  readonly messages: readonly Journey[]
  /** Whether the path is the only one of this page, so that it may be the key of a cache. */
  readonly isCacheable: boolean
  /** Whether a guard finds no page here: the browser takes over its page of an unknown path. */
  readonly isNotFound: boolean
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
  const pageOf = createPageFinder(handler.dataRoutes)
  const renderings = createRenderingCache()
  const renderTree = async (
    { url, locale, signal }: RenderRequest,
    cache: QueryClient,
    isComplete: boolean,
  ): Promise<{ readonly html: string; readonly isNotFound: boolean } | undefined> => {
    const context = await query(handler, new Request(url, { signal }), cache)
    const isNotFound = isPageNotFound(context?.errors?.[screensId])
    if (!context || ((context.errors || !isComplete) && !isNotFound)) return undefined
    if (isNotFound) await cache.prefetchQuery(eventsQuery)
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
    return { html, isNotFound }
  }
  return {
    async render(request) {
      const { url, locale, site, fetch, now, mayReuse = false } = request
      const { pathname } = new URL(url)
      const found = pageOf(pathname)
      if (!found) return undefined
      const { page, params, isCacheable } = found
      setServerTime(now)
      const cache = new QueryClient({
        defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false, structuralSharing: false } },
      })
      const api = createClient('', fetch)
      setApi(cache, api)
      cache.setQueryData(siteQuery.queryKey, site)
      let isComplete = true
      try {
        await Promise.all([
          // During maintenance the API of the visitor is closed.
          ...(site.underMaintenance ? [] : [fetchSession(cache, api), cache.fetchQuery(basketQuery)]),
          page.fetch?.(cache, params),
        ])
      } catch (error) {
        // The browser shows the problem, unless a guard finds no page here.
        if (!(error instanceof ProblemError)) throw error
        isComplete = false
      }
      const personalData = personalDataOf(cache)
      const [personalQueries, publicQueries] = [
        toJson(Object.entries(personalData).map(([name, data]) => [[name], data])),
        publicQueriesOf(cache),
      ]
      const complete = (rendering: Rendering, queries: string, isNotFound = false): RenderedPage => ({
        ...rendering,
        isNotFound,
        queries: `[${[personalQueries, queries].filter(Boolean).join(',')}]`,
        source: page.source,
        messages: ['first', ...(page.messages ?? [])],
        isCacheable,
      })
      const input = {
        key: `${locale} ${pathname}`,
        publicData: JSON.stringify({ ...site, brand: undefined }) + publicQueries,
        personalData,
      }
      const recent = mayReuse && isComplete ? renderings.find(input) : undefined
      if (recent) return complete(recent, publicQueries)
      const tracked = trackReads(personalData)
      for (const name of Object.keys(personalData)) cache.setQueryData([name], tracked.data[name])
      if (isComplete && page.isRendered?.(cache, params) === false) return undefined
      const tree = await renderTree(request, cache, isComplete)
      if (!tree) return undefined
      const { html, isNotFound } = tree
      const heading = titleOfPage(html)
      const title = heading === undefined ? brand.name : messages.get(locale)!.translator('part')('documentTitle', { page: heading })
      const rendering = { title, ...extractInlineStyles(html), renderedAt: now }
      const queriesAfter = publicQueriesOf(cache)
      // Data that a component fetched is not compared with that of the next request.
      if (isCacheable && !isNotFound && queriesAfter === publicQueries) renderings.store(input, tracked.reads(), rendering)
      return complete(rendering, queriesAfter, isNotFound)
    },
  }
}

/** A page that the server renders, with the parameters of its path. */
type FoundPage = { readonly page: RenderedRoute; readonly params: Params; readonly isCacheable: boolean }

/** Paths whose routes are remembered: finding a route ranks all of them. */
const maxKnownPaths = 500

function createPageFinder(dataRoutes: Parameters<typeof matchRoutes>[0]): (pathname: string) => FoundPage | undefined {
  const knownPages = new Map<string, FoundPage | undefined>()
  const find = (pathname: string): FoundPage | undefined => {
    const match = matchRoutes(dataRoutes, pathname)?.at(-1)
    const page = renderedPages.find(({ path }) => path === match?.route.path)
    if (!match || !page) return undefined
    const isCacheable = !['*', '/maintenance'].includes(page.path) && generatePath(page.path, match.params) === pathname
    return { page, params: match.params, isCacheable }
  }
  return (pathname) => {
    if (knownPages.has(pathname)) return knownPages.get(pathname)
    if (knownPages.size >= maxKnownPaths) knownPages.clear()
    const page = find(pathname)
    knownPages.set(pathname, page)
    return page
  }
}

/** Names of the queries with data of the visitor. */
const personalNames: readonly unknown[] = [sessionQuery.queryKey[0], basketQuery.queryKey[0]]
const queriesOf = (cache: QueryClient): RenderedQuery[] =>
  cache
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }): RenderedQuery[] =>
      state.status === 'success' && queryKey[0] !== siteQuery.queryKey[0] ? [[queryKey, state.data]] : [],
    )

/** The session and the basket, by the names of their queries; neither during maintenance. */
const personalDataOf = (cache: QueryClient): Record<string, unknown> =>
  Object.fromEntries(queriesOf(cache).flatMap(([[name], data]) => (personalNames.includes(name) ? [[name, data]] : [])))

/** All other data, as JSON in the order of the keys: the order in which replies arrive has no effect on a page. */
const publicQueriesOf = (cache: QueryClient): string => toJson(queriesOf(cache).filter(([[name]]) => !personalNames.includes(name)))

const toJson = (queries: readonly RenderedQuery[]): string =>
  queries
    .map((query) => JSON.stringify(query))
    .toSorted()
    .join(',')

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
