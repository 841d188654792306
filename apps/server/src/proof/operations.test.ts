import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { watchForwarding } from '../http/edge/forwarded-headers.ts'
import { startTestServer } from './test-server.ts'

async function open(http: NonNullable<Parameters<typeof startTestServer>[0]>['http'] & {}) {
  const front = await startTestServer({ http })
  onTestFinished(() => front.close())
  const errors = () => front.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ level }) => level === 50)
  return { ask: front.app.inject.bind(front.app), errors }
}
const warned = { ok: true, warnings: [{ code: 'forwarded-header-not-trusted' }] }

test('a forwarded header that is not trusted is logged once a minute and reported by /readyz, which stays ready', async () => {
  const { ask, errors } = await open({ trustProxy: false })
  expect((await ask('/readyz')).json()).toEqual({ ok: true })
  for (let times = 0; times < 5; times++) await ask({ url: '/api/site', headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(errors()).toMatchObject([{ header: 'x-forwarded-for', trustProxy: false, msg: expect.stringContaining('TRUST_PROXY') as string }])
  const ready = await ask('/readyz')
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toMatchObject({ ...warned, warnings: [{ header: 'x-forwarded-for', requests: 5 }] })
})

test.each([
  ['warns of a Forwarded header, with any trusted proxy', 1, '127.0.0.1', { forwarded: 'for=203.0.113.7' }, true],
  ['warns of a proxy that is not in the list', '10.0.0.0/8', '192.0.2.9', { 'x-forwarded-for': '203.0.113.7' }, true],
  ['does not warn of a proxy in the list', '10.0.0.0/8', '10.1.2.3', { 'x-forwarded-for': '203.0.113.7' }, false],
  ['does not warn of one proxy if one hop is trusted', 1, '192.0.2.9', { 'x-forwarded-for': '203.0.113.7' }, false],
  ['does not warn without a header', false, '192.0.2.9', {}, false],
])('%s', async (_name, trustProxy, remoteAddress, headers, isTold) => {
  const { ask } = await open({ trustProxy })
  await ask({ url: '/healthz', headers, remoteAddress })
  expect('warnings' in (await ask('/readyz')).json<object>()).toBe(isTold)
})

test('the error is logged again after a minute, and the warning ends an hour after the last request', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  const lines: string[] = []
  let now = 1_000_000
  app.addHook('onRequest', async ({ log }) => {
    log.error = (_facts: object, message?: string) => void lines.push(message ?? '')
  })
  const warnings = watchForwarding(app, false, () => now)
  app.get('/', async () => 'fine')
  const ask = () => app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.7' } })
  for (const [later, logged] of [
    [0, 1],
    [59_000, 1],
    [1_000, 2],
    [1_000, 2],
  ] as const) {
    now += later
    await ask()
    expect(lines).toHaveLength(logged)
  }
  now += 3_599_000
  expect(warnings()).toHaveLength(1)
  now += 1_000
  expect(warnings()).toEqual([])
})

test('without a token /metrics answers only direct requests from this machine to localhost', async () => {
  const { ask } = await open({ trustProxy: true })
  const url = '/metrics'
  const direct = await ask({ url, headers: { host: 'localhost:3000' } })
  expect(direct.statusCode).toBe(200)
  expect(direct.body).toContain('http_request_duration_seconds')
  for (const request of [
    { url, remoteAddress: '203.0.113.7' },
    { url, headers: { 'x-forwarded-for': '127.0.0.1' } },
    { url, headers: { forwarded: 'for=127.0.0.1' } },
    { url, headers: { via: '1.1 proxy' } },
    { url, headers: { host: 'tickets.example' } },
  ]) {
    const refusal = await ask(request)
    expect(refusal.statusCode).toBe(403)
    expect(refusal.body).not.toContain('http_request_duration_seconds')
  }
})

test('with a token /metrics answers only requests with the token, from any machine', async () => {
  const token = 'what the scraper knows'.replaceAll(' ', '-')
  const { ask } = await open({ metricsToken: token })
  const url = '/metrics'
  expect((await ask({ url })).statusCode).toBe(403)
  for (const authorization of ['Bearer', `Bearer ${token}x`, `Basic ${token}`])
    expect((await ask({ url, headers: { authorization } })).statusCode).toBe(403)
  expect((await ask({ url, headers: { authorization: `Bearer ${token}` }, remoteAddress: '203.0.113.7' })).statusCode).toBe(200)
})
