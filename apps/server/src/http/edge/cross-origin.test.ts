import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createCrossOrigin } from './cross-origin.ts'
import { isForeign } from './security.ts'

const shop = 'https://shop.theatre.example'

async function listen(origins: readonly string[]) {
  const crossOrigin = createCrossOrigin(origins)
  const server = createServer((request, response) => {
    if (crossOrigin(request, response)) return
    // As the framework does, and the handlers that write before it.
    response.writeHead(200, ['content-type', 'application/json'])
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return async (path: string, init: { method?: string; headers?: Record<string, string> } = {}) => {
    const reply = await fetch(`http://localhost:${port}${path}`, init)
    return { status: reply.status, header: (name: string) => reply.headers.get(`access-control-${name}`), vary: reply.headers.get('vary') }
  }
}

test('lets pages of a configured origin read replies with cookies', async () => {
  const ask = await listen([shop])
  const reply = await ask('/api/events', { headers: { origin: shop } })
  expect([reply.status, reply.header('allow-origin'), reply.header('allow-credentials'), reply.vary]).toEqual([200, shop, 'true', 'origin'])
  const preflight = await ask('/api/basket', {
    method: 'OPTIONS',
    headers: { origin: shop, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
  })
  expect([preflight.status, preflight.header('allow-origin')]).toEqual([204, shop])
  expect(preflight.header('allow-methods')).toContain('PUT')
  expect(preflight.header('allow-headers')).toContain('content-type')
})

test('gives no other origin any header, and none where no origin is configured', async () => {
  const ask = await listen([shop])
  for (const origin of ['https://shop.theatre.example.evil.example', 'http://shop.theatre.example', 'null'])
    expect((await ask('/api/events', { headers: { origin } })).header('allow-origin'), origin).toBeNull()
  expect((await ask('/', { headers: { origin: shop } })).header('allow-origin')).toBeNull()
  const plain = await listen([])
  expect((await plain('/api/events', { headers: { origin: shop } })).header('allow-origin')).toBeNull()
})

test('accepts changes by pages of a configured origin, and by no other site', () => {
  const api = 'https://api.theatre.example'
  const from = (origin: string, site: string) => ({ origin, 'sec-fetch-site': site })
  expect(isForeign(from(shop, 'same-site'), api, new Set([shop]))).toBe(false)
  expect(isForeign(from('https://blog.theatre.example', 'same-site'), api, new Set([shop]))).toBe(true)
  expect(isForeign(from(shop, 'same-site'), api)).toBe(true)
  expect(isForeign(from(api, 'same-origin'), api, new Set([shop]))).toBe(false)
})
