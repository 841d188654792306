import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { localeCookie } from '@playhouse/shop-ui/i18n/locale'
import type { FastHandler } from './fast-queue.ts'

/**
 * Repeats cached pages before the framework runs. A page that was just sent is sent again to requests that are equal in all
 * that a page depends on. In between, a request takes the normal way, which asks for the page's version.
 */
export interface RecentPages {
  /** Keeps a page that the framework sends: the same for all visitors of its locale. */
  store(request: FastifyRequest, reply: FastifyReply, page: { readonly etag: string; readonly bytes: Buffer }): void
  readonly handle: FastHandler
}

/** Milliseconds for which a page is repeated. */
const maxAgeMs = 100
/** Pages that are kept. The oldest is dropped first. */
const maxPages = 100

type RecentPage = { readonly head: readonly string[]; readonly etag: string; readonly bytes: Buffer; readonly until: number }

const languageOnly = new RegExp(`^${localeCookie.name}=[\\w-]{1,8}$`)
/** What a page without a session depends on; undefined for a request with any other cookie, or that asks for anything else. */
function keyOf({ method, url, headers }: IncomingMessage): string | undefined {
  const { cookie = '' } = headers
  if (method !== 'GET' || (cookie !== '' && !languageOnly.test(cookie))) return undefined
  return [url, cookie, headers['accept-language'], headers['accept-encoding']].join('\n')
}

/** Header fields of one reply alone, and those that this module writes. */
const ownFields = new Set(['x-request-id', 'content-length'])

/** @param now milliseconds of a monotonic clock */
export function createRecentPages(now: () => number = () => performance.now()): RecentPages {
  const pages = new Map<string, RecentPage>()
  return {
    store: ({ raw }, reply, { etag, bytes }) => {
      const key = keyOf(raw)
      const fields = Object.entries(reply.getHeaders())
      if (key === undefined || fields.some(([name]) => name === 'set-cookie')) return
      const head = fields.flatMap(([name, value]) => (ownFields.has(name) ? [] : [name, String(value)]))
      pages.delete(key)
      pages.set(key, { head, etag, bytes, until: now() + maxAgeMs })
      if (pages.size > maxPages) pages.delete(pages.keys().next().value!)
    },
    handle: (request, response, passOn) => {
      const key = keyOf(request)
      const page = key === undefined ? undefined : pages.get(key)
      if (!page || now() > page.until) return passOn()
      if (request.headers['if-none-match'] === page.etag) {
        response.writeHead(304, page.head as string[])
        response.end()
        return
      }
      response.writeHead(200, [...page.head, 'content-length', String(page.bytes.length)])
      response.end(page.bytes)
    },
  }
}
