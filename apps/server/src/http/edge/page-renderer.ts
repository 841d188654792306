import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Site } from '@playhouse/api-client/contract'
import type { Brand, Locale } from '@playhouse/domain/brand'

/** What the shop's second build renders: see `apps/shop/src/entry-server.tsx`. */
export type RenderedPage = {
  /** Title of the document, in the visitor's language. */
  readonly title: string
  /** Content of the root element, without inline styles or scripts. */
  readonly html: string
  /** Its inline styles as a style sheet. */
  readonly css: string
  /** The instant that its texts are computed with. */
  readonly renderedAt: string
  /** JSON of its queries' data, which the browser takes over. */
  readonly queries: string
  /** End of the source path of the route's module. */
  readonly source: string | undefined
  /** Journeys whose texts the page loads. */
  readonly messages: readonly string[]
  /** Whether the path is the only one of this page, so that it may be the key of a cache. */
  readonly isCacheable: boolean
  /** Whether it is the page of an unknown path, because the brand has none here. */
  readonly isNotFound: boolean
}

export type PageRenderer = {
  render(request: {
    readonly url: string
    readonly locale: Locale
    readonly site: Site
    readonly fetch: typeof fetch
    readonly now: string
    readonly signal: AbortSignal
    /** Whether a recent rendering with the same result may be returned, with its time. */
    readonly mayReuse: boolean
  }): Promise<RenderedPage | undefined>
}

/** Returns the renderer of a brand, the same each time; the first call loads it. */
export type LoadRenderer = () => Promise<PageRenderer>

/** Milliseconds for a page, from request to HTML; the first page of a process also loads the renderer. */
const renderTimeoutMs = 5_000

/** Loads the renderer of a built shop once, on the first call. @throws if the shop is not built */
export function createRendererLoader(shopFolder: string, brand: Brand): LoadRenderer {
  let renderer: Promise<PageRenderer> | undefined
  const load = async (): Promise<PageRenderer> => {
    const entry = (await import(join(shopFolder, 'server/entry-server.js'))) as {
      readonly createRenderer: (brand: Brand) => Promise<PageRenderer>
    }
    return entry.createRenderer(brand)
  }
  return () => {
    renderer ??= load()
    renderer.catch(() => (renderer = undefined))
    return renderer
  }
}

type Rendering = { readonly path: string; readonly origin: string } & Omit<Parameters<PageRenderer['render']>[0], 'url' | 'signal'>

/**
 * Renders a page with the data of the API. Returns undefined for a page that the browser renders: by its path, or because rendering
 * failed or exceeded its time, which is logged.
 * @param rendering with the `fetch` that calls the API, as the visitor or as an anonymous one
 */
export async function renderPage(
  load: LoadRenderer,
  { path, origin, ...rest }: Rendering,
  { log }: Pick<FastifyRequest, 'log'>,
): Promise<RenderedPage | undefined> {
  const limit = new AbortController()
  const render = async (): Promise<RenderedPage | undefined> => {
    const renderer = await load()
    return renderer.render({ ...rest, url: origin + path, signal: limit.signal })
  }
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`page rendering exceeded ${renderTimeoutMs} ms`)
    timeout.reject(error)
    limit.abort(error)
  }, renderTimeoutMs)
  try {
    return await Promise.race([render(), timeout.promise])
  } catch (error) {
    log.error({ err: error, path }, 'page rendering failed')
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** A `fetch` that calls the API of this process without a connection, and without any cookie. */
export const fetchAsAnonymous =
  (app: FastifyInstance): typeof fetch =>
  async (url) => {
    const response = await app.inject({ method: 'GET', url: String(url), headers: {} })
    return new Response(new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: { 'content-type': String(response.headers['content-type']), 'x-request-id': String(response.headers['x-request-id'] ?? '') },
    })
  }

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }

/** Files of the build that a rendered page refers to. */
export type PageFiles = {
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  /** The script that stores presses that are made before hydration; undefined in a build without it. */
  readonly early: string | undefined
}

/** Reads the build's manifest. Returns a function that names the styles and scripts of a route and of its texts. */
export async function readPageFiles(
  shopFolder: string,
): Promise<(page: Pick<RenderedPage, 'source' | 'messages'>, locale: Locale) => PageFiles> {
  const manifest = JSON.parse(await readFile(join(shopFolder, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>
  const withImports = (keys: readonly string[]): Chunk[] => {
    const allKeys = new Set(keys)
    for (const key of allKeys) for (const imported of manifest[key]?.imports ?? []) allKeys.add(imported)
    return [...allKeys].flatMap((key) => manifest[key] ?? [])
  }
  const index = withImports(['index.html'])
  const early = Object.keys(manifest).find((key) => key.endsWith('src/early/keep-press.ts'))
  const filesOf = ({ source, messages }: Pick<RenderedPage, 'source' | 'messages'>, locale: Locale): PageFiles => {
    const names = messages.map((journey) => `_words-${locale}-${journey}-`)
    const keys = Object.keys(manifest).filter(
      (key) => (source !== undefined && key.endsWith(source)) || names.some((name) => key.startsWith(name)),
    )
    const chunks = withImports(keys).filter((chunk) => !index.includes(chunk))
    return {
      styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].filter((file) => !index.some(({ css }) => css?.includes(file))),
      scripts: chunks.map(({ file }) => file).filter((file) => file.endsWith('.js')),
      early: early && manifest[early]!.file,
    }
  }
  /** By locale and route. */
  const knownFiles = new Map<string, PageFiles>()
  return (page, locale) => {
    const key = [locale, page.source, ...page.messages].join(' ')
    const files = knownFiles.get(key) ?? filesOf(page, locale)
    knownFiles.set(key, files)
    return files
  }
}
