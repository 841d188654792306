import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

const shop = 'http://shop.localhost'
const stranger = 'http://elsewhere.example'
let server: TestServer
let origin: string
beforeAll(async () => {
  server = await startTestServer({ http: { callingOrigins: [shop] } })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const call = (path: string, from: string, init: RequestInit = {}) =>
  fetch(`${origin}/api${path}`, { ...init, headers: { origin: from, 'sec-fetch-site': 'same-site', ...init.headers } })
const allowedOf = (reply: Response) => reply.headers.get('access-control-allow-origin')

it('gives a page of a configured origin every reply, however it is written, and other pages none', async () => {
  // The second availability is written before the framework.
  for (const path of ['/events', '/instances/tonight/availability', '/instances/tonight/availability', '/nowhere']) {
    const reply = await call(path, shop)
    expect([allowedOf(reply), reply.headers.get('access-control-allow-credentials')], path).toEqual([shop, 'true'])
    expect(allowedOf(await call(path, stranger)), path).toBeNull()
  }
  const plan = (await (await call('/instances/tonight', shop)).json()) as { hall: string; planVersion: string }
  const reply = await call(`/venues/${plan.hall}/maps/${plan.planVersion}`, shop)
  expect([allowedOf(reply), reply.headers.get('cache-control')]).toEqual([shop, expect.stringContaining('public')])
  expect(reply.headers.get('vary')).toContain('origin')
})

it('accepts changes by pages of a configured origin alone', async () => {
  const press = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ quantity: 1, together: true }) }
  const held = await call('/instances/tonight/best-available', shop, press)
  expect([held.status, allowedOf(held)]).toEqual([200, shop])
  expect(held.headers.get('set-cookie')).toContain('SameSite=Lax')
  expect((await call('/instances/tonight/best-available', stranger, press)).status).toBe(403)
  const preflight = await call('/basket', shop, { method: 'OPTIONS', headers: { 'access-control-request-method': 'DELETE' } })
  expect([preflight.status, allowedOf(preflight)]).toEqual([204, shop])
})
