import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from './front.ts'

let front: TestServer
let port: number
beforeAll(async () => {
  front = await startTestServer({ origin: 'https://tickets.example' })
  await front.app.listen({ port: 0, host: '127.0.0.1' })
  port = (front.app.server.address() as AddressInfo).port
})
afterAll(() => front.close())

/** What comes back for bytes as they are: clients of ours would send none of these. */
const send = (first: string, ...headers: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => (answer += text))
    socket.on('close', () => resolve(answer))
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
])('keeps what is personal out of caches, however its address is written: %s', async (url) => {
  const answer = await send(`GET ${url} HTTP/1.1`, host)
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer).toMatch(/^cache-control: no-store\r$/im)
  expect(answer).toMatch(/^content-security-policy: default-src 'none'; frame-ancestors 'none'\r$/im)
})

it.each(['/api/shared/', '/%61pi/shared/', '/api/%73hared/', 'http://tickets.example/api/shared/'])(
  'writes no token that an older page puts into the address into the log, however that is written: %s',
  async (path) => {
    const token = crypto.randomUUID().replaceAll('-', '')
    expect(await send(`GET ${path}${token} HTTP/1.1`, host)).toMatch(/^HTTP\/1.1 (404|503) /)
    expect(front.log.join('\n')).not.toContain(token)
  },
)

const post = 'POST /api/auth/logout HTTP/1.1'
const json = 'content-type: application/json'
it.each([
  ['two lengths', 400, [post, host, json, 'content-length: 2', 'content-length: 3']],
  ['a length and pieces', 400, [post, host, json, 'content-length: 2', 'transfer-encoding: chunked']],
  ['pieces of another kind', 400, [post, host, json, 'transfer-encoding: xchunked']],
  ['a header folded by hand', 400, ['GET /api/session HTTP/1.1', host, 'x-a: b\rx-c: d']],
  ['a head without an end', 431, ['GET /api/session HTTP/1.1', host, `x-a: ${'a'.repeat(20_000)}`]],
] as const)('refuses a request with %s as it refuses others', async (_name, status, [first, ...headers]) => {
  const answer = await send(first, ...headers)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer.match(/^HTTP\//gm), 'one answer').toHaveLength(1)
  expect(answer).toMatch(/^content-type: application\/problem\+json\r$/im)
  expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im)
  expect(answer).toMatch(/^strict-transport-security: /im)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status, code: 'invalid-input' })
})

it.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['gzip;q=0', false],
  ['br;q=1, gzip; q=0.000, identity', false],
  ['x-gzip', false],
  ['', false],
])('packs seats only for who takes them so: %s', async (accepted, isPacked) => {
  for (const look of ['the route’s answer', 'the one at hand'])
    expect(
      /^content-encoding: gzip\r$/im.test(
        await send('GET /api/instances/tonight/availability HTTP/1.1', host, `accept-encoding: ${accepted}`),
      ),
      look,
    ).toBe(isPacked)
})

it('says of a part that a file does not have that it has none', async () => {
  expect(await send('GET /brand/logo.svg HTTP/1.1', host, 'range: bytes=999999-')).toMatch(/^HTTP\/1.1 416 /)
})
