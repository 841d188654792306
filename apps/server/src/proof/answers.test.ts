import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from './front.ts'

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({ origin: 'https://tickets.example' })
})
afterAll(() => front.close())

const json = { 'content-type': 'application/json', origin: 'https://tickets.example' }
type Asked = { url: string; method?: 'POST' | 'HEAD' | 'OPTIONS'; headers?: Record<string, string>; payload?: string }
/** One of each kind of answer that there is. */
const asked: Record<string, Asked> = {
  'a call': { url: '/api/session' },
  'a call of a wrong shape': { method: 'POST', url: '/api/auth/login', headers: json, payload: '{"email":1}' },
  'a body that is too large': { method: 'POST', url: '/api/auth/login', headers: json, payload: `"${'a'.repeat(70_000)}"` },
  'a body of another kind': { method: 'POST', url: '/api/auth/login', headers: { ...json, 'content-type': 'text/xml' }, payload: '<a/>' },
  'a call of another site': {
    method: 'POST',
    url: '/api/auth/logout',
    headers: { ...json, origin: 'https://evil.example' },
    payload: '{}',
  },
  'a call that there is not': { url: '/api/nothing-of-that-name' },
  'a question before a call of another site': { method: 'OPTIONS', url: '/api/auth/login', headers: { origin: 'https://evil.example' } },
  'the head of a call': { method: 'HEAD', url: '/api/events' },
  seats: { url: '/api/instances/tonight/availability' },
  'a plan': { url: '/api/venues/small/maps/1' },
  'a file': { url: '/brand/logo.svg' },
  'a file that there is not': { url: '/brand/nothing.svg' },
  'the description of the calls': { url: '/openapi.json' },
  'the app': { url: '/manifest.webmanifest' },
  health: { url: '/healthz' },
  numbers: { url: '/metrics' },
  'a page': { url: '/basket' },
  'a page elsewhere': { url: '/basket/' },
  'an address that is none': { url: '/%E0%A4%A' },
}

it.each(Object.entries(asked))('%s comes under the policy, may not be guessed at, and is for this site alone', async (_name, request) => {
  const { headers } = await front.app.inject(request)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/)
  expect(headers['x-powered-by']).toBeUndefined()
  expect(headers['server']).toBeUndefined()
  for (const cookie of [headers['set-cookie'] ?? []].flat()) expect(cookie).toMatch(/^__Host-.*; HttpOnly; Secure; SameSite=(Lax|Strict)/)
})

it('the description of the calls is written once, and who has it is told that it is the same', async () => {
  const ask = (headers: Record<string, string>) => front.app.inject({ url: '/openapi.json', headers })
  const [plain, packed] = [await ask({}), await ask({ 'accept-encoding': 'br, gzip' })]
  expect(plain.json()).toMatchObject({ openapi: '3.1.0', paths: { '/api/site': { get: {} } } })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(await ask({ 'if-none-match': String(plain.headers.etag) })).toMatchObject({ statusCode: 304, body: '' })
})
