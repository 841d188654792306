import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from './test-server.ts'

let front: TestServer
let port: number
beforeAll(async () => {
  front = await startTestServer({ origin: 'https://tickets.example' })
  await front.app.listen({ port: 0, host: '127.0.0.1' })
  port = (front.app.server.address() as AddressInfo).port
})
afterAll(() => front.close())

/** Sends raw lines over a socket, since HTTP clients would reject them. Returns the raw response. */
const send = (first: string, ...headers: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let response = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => (response += text))
    socket.on('close', () => resolve(response))
    socket.on('error', reject)
    socket.write([first, ...headers, 'connection: close', '', ''].join('\r\n'))
  })
const host = 'host: tickets.example'

it.each([
  '/api/session',
  '/%61pi/session',
  '/api/%73ession',
  'http://tickets.example/api/session',
  'HTTPS://elsewhere.example/api/session',
])('keeps personal data out of caches, with any spelling of the URL: %s', async (url) => {
  const response = await send(`GET ${url} HTTP/1.1`, host)
  expect(response).toMatch(/^HTTP\/1.1 200 /)
  expect(response).toMatch(/^cache-control: no-store\r$/im)
  expect(response).toMatch(/^content-security-policy: default-src 'none'; frame-ancestors 'none'\r$/im)
})

it.each(['/api/shared/', '/%61pi/shared/', '/api/%73hared/', 'http://tickets.example/api/shared/'])(
  'logs no token that an older page puts into the URL, with any spelling of the path: %s',
  async (path) => {
    const token = crypto.randomUUID().replaceAll('-', '')
    expect(await send(`GET ${path}${token} HTTP/1.1`, host)).toMatch(/^HTTP\/1.1 (404|503) /)
    expect(front.log.join('\n')).not.toContain(token)
  },
)

const post = 'POST /api/auth/logout HTTP/1.1'
const json = 'content-type: application/json'
it.each([
  ['two content lengths', 400, [post, host, json, 'content-length: 2', 'content-length: 3']],
  ['a content length and chunks', 400, [post, host, json, 'content-length: 2', 'transfer-encoding: chunked']],
  ['an unknown transfer encoding', 400, [post, host, json, 'transfer-encoding: xchunked']],
  ['a bare carriage return in a header', 400, ['GET /api/session HTTP/1.1', host, 'x-a: b\rx-c: d']],
  ['a header that is too large', 431, ['GET /api/session HTTP/1.1', host, `x-a: ${'a'.repeat(20_000)}`]],
] as const)('refuses a request with %s with problem details and security headers', async (_name, status, [first, ...headers]) => {
  const response = await send(first, ...headers)
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(response.match(/^HTTP\//gm), 'one answer').toHaveLength(1)
  expect(response).toMatch(/^content-type: application\/problem\+json\r$/im)
  expect(response).toMatch(/^x-content-type-options: nosniff\r$/im)
  expect(response).toMatch(/^strict-transport-security: /im)
  expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({ status, code: 'invalid-input' })
})

it.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['gzip;q=0', false],
  ['br;q=1, gzip; q=0.000, identity', false],
  ['x-gzip', false],
  ['', false],
])('compresses seats only for a client that accepts gzip: %s', async (accepted, isPacked) => {
  for (const look of ['by the route', 'precomputed'])
    expect(
      /^content-encoding: gzip\r$/im.test(
        await send('GET /api/instances/tonight/availability HTTP/1.1', host, `accept-encoding: ${accepted}`),
      ),
      look,
    ).toBe(isPacked)
})

it('answers 416 to a range outside a file', async () => {
  expect(await send('GET /brand/logo.svg HTTP/1.1', host, 'range: bytes=999999-')).toMatch(/^HTTP\/1.1 416 /)
})
