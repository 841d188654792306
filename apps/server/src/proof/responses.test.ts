import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from './test-server.ts'

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({ origin: 'https://tickets.example' })
})
afterAll(() => front.close())

const json = { 'content-type': 'application/json', origin: 'https://tickets.example' }
type TestRequest = { url: string; method?: 'POST' | 'HEAD' | 'OPTIONS'; headers?: Record<string, string>; payload?: string }
/** A request for each kind of response. */
const requests: Record<string, TestRequest> = {
  'a call': { url: '/api/session' },
  'a call with an invalid body': { method: 'POST', url: '/api/auth/login', headers: json, payload: '{"email":1}' },
  'a body that is too large': { method: 'POST', url: '/api/auth/login', headers: json, payload: `"${'a'.repeat(70_000)}"` },
  'a body of another content type': {
    method: 'POST',
    url: '/api/auth/login',
    headers: { ...json, 'content-type': 'text/xml' },
    payload: '<a/>',
  },
  'a cross-site call': {
    method: 'POST',
    url: '/api/auth/logout',
    headers: { ...json, origin: 'https://evil.example' },
    payload: '{}',
  },
  'an unknown call': { url: '/api/nothing-of-that-name' },
  'a preflight request': { method: 'OPTIONS', url: '/api/auth/login', headers: { origin: 'https://evil.example' } },
  'a HEAD request': { method: 'HEAD', url: '/api/events' },
  seats: { url: '/api/instances/tonight/availability' },
  'a plan': { url: '/api/venues/small/maps/1' },
  'a file': { url: '/brand/logo.svg' },
  'a missing file': { url: '/brand/nothing.svg' },
  'the OpenAPI document': { url: '/openapi.json' },
  'the web app manifest': { url: '/manifest.webmanifest' },
  health: { url: '/healthz' },
  metrics: { url: '/metrics' },
  'a page': { url: '/basket' },
  'a redirected page': { url: '/basket/' },
  'a malformed URL': { url: '/%E0%A4%A' },
}

it.each(Object.entries(requests))(
  '%s is sent with the content security policy, nosniff and HSTS, without CORS, and with strict cookies',
  async (_name, request) => {
    const { headers } = await front.app.inject(request)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/)
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['server']).toBeUndefined()
    for (const cookie of [headers['set-cookie'] ?? []].flat()) expect(cookie).toMatch(/^__Host-.*; HttpOnly; Secure; SameSite=(Lax|Strict)/)
  },
)

it('the OpenAPI document is served precomputed, compressed, and with 304 if it has not changed', async () => {
  const ask = (headers: Record<string, string>) => front.app.inject({ url: '/openapi.json', headers })
  const [uncompressed, compressed] = [await ask({}), await ask({ 'accept-encoding': 'br, gzip' })]
  expect(uncompressed.json()).toMatchObject({ openapi: '3.1.0', paths: { '/api/site': { get: {} } } })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: uncompressed.headers.etag })
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(uncompressed.body)
  expect(await ask({ 'if-none-match': String(uncompressed.headers.etag) })).toMatchObject({ statusCode: 304, body: '' })
})
