import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '@playhouse/domain/brand'
import { acceptsGzip } from './compression.ts'
import { bytesOf } from './page-bytes.ts'
import type { PageHtml } from './page-html.ts'
import type { RecentPages } from './recent-pages.ts'

/** A page, ready to be sent. */
export type WrittenPage = PageHtml & {
  readonly status: number
  /** Its content security policy. */
  readonly policy: string
  /** Whether all visitors without a session get the same page at this path. */
  readonly isCacheable: boolean
}

/** A cached page with its encoded and compressed forms. */
export type CachedPage = WrittenPage & {
  readonly etag: string
  readonly bytes: Buffer
  readonly gzipped: Promise<Buffer>
  readonly brotli: Promise<Buffer>
}

export interface PageCache {
  /**
   * Returns a page of a version, rendered at most {@link maxAgeMs} ago, or a page that must not be cached. Requests at the same time
   * share one rendering.
   * @param version of what the page shows
   */
  find(locale: Locale, path: string, version: string, write: () => Promise<WrittenPage>): Promise<WrittenPage | CachedPage>
}

/** Pages that a process keeps. A page is about 100 kB with its compressed forms. */
const maxPages = 300
/** Milliseconds after which a page is rendered again: its time of rendering is the clock of the browser's first screen. */
const maxAgeMs = 30_000

type Entry = { readonly version: string; readonly staleAt: number; readonly page: CachedPage }

/** Caches rendered pages by locale, path and version. The least recently used page is dropped first. */
export function createPageCache(now: () => number = () => performance.now()): PageCache {
  const entries = new Map<string, Entry>()
  const pending = new Map<string, Promise<WrittenPage | CachedPage>>()
  const store = (key: string, entry: Entry): void => {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size > maxPages) entries.delete(entries.keys().next().value!)
  }
  return {
    async find(locale, path, version, write) {
      const key = `${locale} ${path}`
      const cachedEntry = entries.get(key)
      if (cachedEntry?.version === version && now() < cachedEntry.staleAt) {
        store(key, cachedEntry)
        return cachedEntry.page
      }
      const create = async (): Promise<WrittenPage | CachedPage> => {
        const staleAt = now() + maxAgeMs
        const writtenPage = await write()
        if (!writtenPage.isCacheable) return writtenPage
        const page = encode(writtenPage)
        store(key, { version, staleAt, page })
        return page
      }
      const pendingKey = `${version} ${key}`
      const page = pending.get(pendingKey) ?? create().finally(() => pending.delete(pendingKey))
      pending.set(pendingKey, page)
      return page
    },
  }
}

const [toGzip, toBrotli] = [promisify(gzip), promisify(brotliCompress)]

function encode(page: WrittenPage): CachedPage {
  const bytes = bytesOf(page)
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`
  const brotli = toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return { ...page, etag, bytes, gzipped: toGzip(bytes), brotli }
}

/**
 * Headers of a cached page. A shared cache may keep it only by the rule of docs/guides/cdn.md; a browser asks each time whether it
 * is current.
 */
const cacheHeaders = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Language, Accept-Encoding' } as const

/**
 * Sends a page: a cached one in the encoding that the browser accepts, or as 304 if the browser has it.
 * @param recentPages keeps cached pages for equal requests
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: WrittenPage | CachedPage,
  recentPages?: RecentPages,
): Promise<FastifyReply> {
  const { status, policy } = page
  void reply.status(status).header('content-security-policy', policy).type('text/html; charset=utf-8')
  if (!('etag' in page)) return reply.header('cache-control', 'no-store').send(bytesOf(page))
  const { etag, bytes, gzipped, brotli } = page
  void reply.headers({ ...cacheHeaders, etag })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const acceptEncoding = request.headers['accept-encoding']
  const send = (encoding: string, body: Buffer): FastifyReply => {
    void reply.header('content-encoding', encoding)
    recentPages?.store(request, reply, { etag, bytes: body })
    return reply.send(body)
  }
  if (acceptsBrotli(acceptEncoding)) return send('br', await brotli)
  if (acceptsGzip(acceptEncoding)) return send('gzip', await gzipped)
  // So that the framework compresses nothing again.
  return send('identity', bytes)
}

const acceptsBrotli = (acceptEncoding: unknown): boolean =>
  typeof acceptEncoding === 'string' && /(?:^|,\s*)br\s*(?:,|$)/i.test(acceptEncoding)
