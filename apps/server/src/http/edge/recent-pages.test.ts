import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { createRecentPages } from './recent-pages.ts'

const headers = { 'accept-language': 'en-GB', 'accept-encoding': 'gzip' }
type Asked = { readonly method?: string; readonly url?: string; readonly headers?: Record<string, string> }
const requestOf = (asked: Asked = {}) => ({ method: 'GET', url: '/', headers, ...asked }) as unknown as IncomingMessage

function openPages() {
  let clock = 0
  const pages = createRecentPages(() => clock)
  return {
    pass: (milliseconds: number) => (clock += milliseconds),
    store: (asked: Asked = {}, extra: Record<string, string> = {}) => {
      const fields = { 'content-type': 'text/html', etag: 'W/"a"', 'x-request-id': 'one', ...extra }
      pages.store({ raw: requestOf(asked) } as FastifyRequest, { getHeaders: () => fields } as unknown as FastifyReply, {
        etag: 'W/"a"',
        bytes: Buffer.from('page'),
      })
    },
    /** The reply, or undefined for a request that is passed on. */
    ask: (asked: Asked = {}) => {
      const sent: unknown[] = []
      const response = { writeHead: (...head: unknown[]) => sent.push(...head), end: (bytes?: Buffer) => sent.push(bytes?.toString()) }
      let isPassedOn = false
      pages.handle(requestOf(asked), response as unknown as ServerResponse, () => (isPassedOn = true))
      return isPassedOn ? undefined : sent
    },
  }
}
const etagHead = ['content-type', 'text/html', 'etag', 'W/"a"']

it('repeats a page for a tenth of a second, with the headers of the first reply but its request id', () => {
  const { store, ask, pass } = openPages()
  expect(ask()).toBeUndefined()
  store()
  expect(ask()).toEqual([200, [...etagHead, 'content-length', '4'], 'page'])
  expect(ask({ headers: { ...headers, 'if-none-match': 'W/"a"' } })).toEqual([304, etagHead, undefined])
  expect(ask({ headers: { ...headers, 'if-none-match': 'W/"b"' } })).toContain(200)
  pass(101)
  expect(ask()).toBeUndefined()
})

it('passes on a request that differs in anything that a page depends on', () => {
  const { store, ask } = openPages()
  store()
  const others: Asked[] = [
    { url: '/?a' },
    { method: 'HEAD' },
    { method: 'POST' },
    { headers: { ...headers, 'accept-language': 'de' } },
    { headers: { ...headers, 'accept-encoding': 'br' } },
    { headers: { ...headers, cookie: 'lang=de' } },
    { headers: { ...headers, cookie: 'sid=secret' } },
  ]
  for (const other of others) expect(ask(other), JSON.stringify(other)).toBeUndefined()
})

it.each(['sid=secret', '__Host-sid=secret', 'lang=de; sid=secret', 'bypass=a', 'place-tonight=a', 'pass-tonight=a', 'basket=a', 'other=a'])(
  'neither keeps nor repeats a page of a visitor with the cookie %s',
  (cookie) => {
    const { store, ask } = openPages()
    const asked = { headers: { ...headers, cookie } }
    store(asked)
    expect(ask(asked)).toBeUndefined()
  },
)

it('keeps no page that sets a cookie, and drops the oldest of many', () => {
  const { store, ask } = openPages()
  store({}, { 'set-cookie': 'a=b' })
  expect(ask()).toBeUndefined()
  store()
  for (let nth = 0; nth < 100; nth++) store({ url: `/${nth}` })
  expect(ask()).toBeUndefined()
  expect(ask({ url: '/99' })).toContain(200)
  expect(ask({ headers: { ...headers, cookie: 'lang=de' } })).toBeUndefined()
})
