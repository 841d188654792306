import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createCachedAvailability } from './cached-availability.ts'

const seats = { version: 7, packedSeats: '1:0-3', seatsLeft: 36, etag: '"abc"' }

/** The clock that the test advances, so that a busy machine does not matter. */
let clockMs = 0
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => clockMs))
afterEach(() => vi.restoreAllMocks())

async function startServer() {
  const cache = createCachedAvailability({ isSecure: false })
  const server = createServer((request, response) => cache.handle(request, response, () => response.writeHead(404).end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = (headers: Record<string, string> = {}, path = 'tonight/availability', method = 'GET') =>
    fetch(`http://127.0.0.1:${port}/api/instances/${path}`, { method, headers })
  return { cache, ask }
}

it('answers from the cache: compressed for clients that accept gzip, and with 304 to a client with the current version', async () => {
  const { cache, ask } = await startServer()
  expect((await ask()).status).toBe(404)
  cache.store('tonight', seats)
  const uncompressed = await ask({ 'accept-encoding': 'identity' })
  expect(await uncompressed.json()).toEqual({ version: 7, seats: '1:0-3', seatsLeft: 36 })
  expect(Object.fromEntries(uncompressed.headers)).toMatchObject({
    etag: '"abc"',
    vary: 'accept-encoding, origin',
    'x-content-type-options': 'nosniff',
  })
  await expect
    .poll(async () => {
      cache.store('tonight', seats)
      const packed = await ask({ 'accept-encoding': 'gzip' })
      return [packed.headers.get('content-encoding'), await packed.text()]
    })
    .toEqual(['gzip', '{"version":7,"seats":"1:0-3","seatsLeft":36}'])
  expect((await ask({ 'if-none-match': '"abc"' })).status).toBe(304)
})

it('passes on requests that it has no entry for, and those with an expired entry', async () => {
  const { cache, ask } = await startServer()
  cache.store('tonight', seats)
  expect((await ask({}, 'tomorrow/availability')).status).toBe(404)
  expect((await ask({}, 'tonight/availability?x=1')).status).toBe(404)
  expect((await ask({}, 'tonight/availability', 'POST')).status).toBe(404)
  // Uncompressed, because compression takes a moment on a busy machine.
  const headers = { 'accept-encoding': 'identity' }
  expect((await ask(headers)).status).toBe(200)
  clockMs += 251
  expect((await ask(headers)).status).toBe(404)
})
