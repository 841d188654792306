import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../proof/test-server.ts'

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({ tries: 1 })
})
afterAll(() => front.close())

const send = (type: string, body: unknown, network = '198.51.100.1') =>
  front.app.inject({
    method: 'POST',
    url: '/api/policy-reports',
    headers: { 'content-type': type, 'x-forwarded-for': network, 'sec-fetch-site': 'same-origin' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
const metrics = async (): Promise<string> => (await front.app.inject({ method: 'GET', url: '/metrics' })).body

it('is named by the policy of each page', async () => {
  const { headers } = await front.app.inject({ method: 'GET', url: '/events' })
  expect(headers['content-security-policy']).toMatch(/; report-uri \/api\/policy-reports; report-to policy$/)
  expect(headers['reporting-endpoints']).toBe('policy="/api/policy-reports"')
})

it('counts and logs what browsers report, without addresses or samples', async () => {
  const page = 'http://localhost/account/your-orders/ABCD2345?x=1#token=secret'
  const older = {
    'effective-directive': 'img-src',
    'violated-directive': 'img-src',
    'blocked-uri': 'https://evil.example/a.png?ada',
    'document-uri': page,
  }
  expect(
    (await send('application/csp-report', { 'csp-report': { ...older, referrer: page, 'script-sample': 'ada@example.org' } })).statusCode,
  ).toBe(204)
  const body = { effectiveDirective: 'script-src-elem', blockedURL: 'inline', documentURL: page, sample: 'ada@example.org' }
  const inventedReport = { effectiveDirective: 'made-up "label"', blockedURL: 'x'.repeat(200), documentURL: 'nowhere' }
  const reports = [
    { type: 'csp-violation', body },
    { type: 'deprecation', body: { id: 'x' } },
    { type: 'csp-violation', body: inventedReport },
  ]
  expect((await send('application/reports+json', reports)).statusCode).toBe(204)

  const logged = front.log.filter((line) => line.includes('content security policy breached')).map((line) => JSON.parse(line) as object)
  expect(logged).toMatchObject([
    { directive: 'img-src', blocked: 'https://evil.example', page: '/account' },
    { directive: 'script-src-elem', blocked: 'inline', page: '/account' },
    { directive: 'other', blocked: 'other', page: 'other' },
  ])
  expect(front.log.join('')).not.toMatch(/ABCD2345|secret|ada@|a\.png/)
  const counted = (await metrics()).split('\n').filter((line) => line.startsWith('playhouse_policy_breaches_total{'))
  expect(counted.toSorted()).toEqual([
    'playhouse_policy_breaches_total{directive="img-src"} 1',
    'playhouse_policy_breaches_total{directive="other"} 1',
    'playhouse_policy_breaches_total{directive="script-src-elem"} 1',
  ])
})

it('refuses large bodies, other bodies and a network that sends too many', async () => {
  expect((await send('application/csp-report', JSON.stringify({ 'csp-report': 'x'.repeat(20_000) }))).statusCode).toBe(413)
  expect((await send('application/csp-report', { other: true })).statusCode).toBe(422)
  expect((await send('application/csp-report', '{broken')).statusCode).toBe(422)
  const statuses: number[] = []
  for (let nth = 0; nth < 40; nth++) statuses.push((await send('application/reports+json', [], '203.0.113.7')).statusCode)
  expect([statuses[0], statuses.at(-1)]).toEqual([204, 429])
  expect((await send('application/reports+json', [], '192.0.2.8')).statusCode).toBe(204)
})
