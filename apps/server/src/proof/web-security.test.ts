import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { problems } from '@playhouse/domain/problem'
import { customerOf } from '#testing'
import { validValue } from './arbitrary.ts'
import { calls, fingerprint, type TestServer, namesOf, startTestServer } from './test-server.ts'

const json = { 'content-type': 'application/json' }
/** The path with a value in place of each parameter. */
const pathOf = (path: string, name: (parameter: string) => string): string =>
  `/api${path.replace(/:([a-z]+)/gi, (_, parameter: string) => encodeURIComponent(name(parameter)))}`
const parameterValues: Readonly<Record<string, string>> = {
  instance: 'tonight',
  event: 'the-tempest',
  venue: 'small',
  version: '1',
  provider: 'sandbox',
}
const changes = calls.filter(({ endpoint }) => endpoint.method !== 'GET')
const answering = calls.filter(({ endpoint }) => !endpoint.stream)
const sample = <Value>(arbitrary: fc.Arbitrary<Value>): Value => fc.sample(arbitrary, { numRuns: 1, seed: 27 })[0]!

let front: TestServer
let owner: Awaited<ReturnType<TestServer['owner']>>
let names: string[]
let stranger: string
beforeAll(async () => {
  front = await startTestServer()
  owner = await front.owner()
  names = await namesOf(front, owner.id)
  stranger = (await customerOf(front.theatre)).id
})
afterAll(() => front.close())

const send = (
  method: string,
  url: string,
  { cookie, body, ...headers }: { cookie?: string; body?: unknown } & Record<string, unknown> = {},
) =>
  front.app.inject({
    method: method as 'GET',
    url,
    headers: { ...(method === 'GET' || method === 'HEAD' ? {} : json), ...(cookie && { cookie }), ...(headers as Record<string, string>) },
    ...(method === 'GET' || method === 'HEAD' ? {} : { payload: JSON.stringify(body ?? {}) }),
  })

describe('the access of a call', () => {
  it('is declared in the contract, and equals the reviewed table', async () => {
    const table = calls
      .map(({ endpoint: { method, path, access, permission, byGuest, byLink } }) => {
        const also = permission ? ` (${permission})` : byLink ? ', guest, order link' : byGuest ? ', guest' : ''
        return `${method.padEnd(6)} ${path} ${access}${also}`
      })
      .sort()
    await expect(`${table.join('\n')}\n`).toMatchFileSnapshot('endpoint-access.txt')
  })

  it.each(answering.filter(({ endpoint }) => ['customer', 'staff'].includes(endpoint.access)))(
    'refuses $name to an anonymous visitor, with any body',
    async ({ endpoint }) => {
      const code = endpoint.access === 'staff' ? 'not-allowed' : 'login-required'
      for (const body of [{}, sample(validValue(endpoint.body)), [], 'rubbish']) {
        const response = await send(
          endpoint.method,
          pathOf(endpoint.path, (name) => parameterValues[name] ?? names[0]!),
          { body },
        )
        expect([response.statusCode, response.json().code], JSON.stringify(body)).toEqual([problems[code].status, code])
      }
    },
  )

  it.each(answering.filter(({ endpoint }) => endpoint.access === 'staff'))('refuses $name to customers', async ({ endpoint }) => {
    const response = await send(
      endpoint.method,
      pathOf(endpoint.path, (name) => parameterValues[name] ?? names[0]!),
      { cookie: owner.cookie },
    )
    expect(response.json().code).toBe('not-allowed')
  })

  it.each(changes.filter(({ endpoint }) => endpoint.access !== 'provider'))(
    'refuses $name to pages of other origins',
    async ({ endpoint }) => {
      const url = pathOf(endpoint.path, (name) => parameterValues[name] ?? names[0]!)
      const foreign = [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'null' },
      ]
      for (const headers of foreign) {
        const response = await send(endpoint.method, url, { cookie: owner.cookie, ...headers })
        expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden-origin'])
      }
    },
  )
})

describe('data of another customer', () => {
  it('has more than ten ids to try: of an order, its tickets, a payment, baskets, an address', () => {
    expect(names.length).toBeGreaterThan(10)
  })

  const reached: string[] = []
  it.each(answering.filter(({ endpoint }) => endpoint.access !== 'staff' && endpoint.access !== 'provider'))(
    'cannot be read or changed by $name, with an id in the path or in the body',
    async ({ endpoint }) => {
      const before = await fingerprint(front)
      const cookie = await front.cookieOf(stranger)
      const parameters = (endpoint.path.match(/:([a-z]+)/gi) ?? []).filter((name) => !parameterValues[name.slice(1)])
      const body = sample(validValue(endpoint.body)) as Record<string, unknown>
      const fields = endpoint.method === 'GET' ? [] : Object.keys(body ?? {}).filter((name) => isName(body[name]))
      if (parameters.length === 0 && fields.length === 0) return
      reached.push(endpoint.path)
      for (const name of names) {
        const requestBody = fields.length === 0 ? body : { ...body, ...Object.fromEntries(fields.map((field) => [field, name])) }
        const response = await send(
          endpoint.method,
          pathOf(endpoint.path, (parameter) => parameterValues[parameter] ?? name),
          { cookie, body: requestBody },
        )
        expect(response.body).not.toMatch(/Ottoline|Vanbrugh|Hidden Lane|02079460123|hidden-\d+@/)
        if (parameters.length > 0) expect(response.statusCode, `${name}: ${response.body}`).toBeGreaterThanOrEqual(400)
        if (parameters.length > 0 && endpoint.method === 'GET') expect([404, 422]).toContain(response.statusCode)
      }
      const after = await fingerprint(front)
      for (const table of ['address', 'customer_order', 'ticket', 'payment_attempt', 'ledger_account', 'seat_claim'])
        expect(after[table], table).toBe(before[table])
    },
  )

  it('is tried by the more than 30 calls that take an id', () => {
    expect(reached.length).toBeGreaterThan(30)
  })
})

/** Whether a value may be an id, a number or a token. */
const isName = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{8,}$/.test(value)

describe('a GET request', () => {
  it.each(answering.filter(({ endpoint }) => endpoint.method === 'GET'))('changes nothing: $name', async ({ endpoint }) => {
    const before = await fingerprint(front)
    const number = names.find((name) => /^[A-Z0-9]{8}$/.test(name)) ?? names[0]!
    for (const method of ['GET', 'HEAD'])
      for (const name of [number, ...names.slice(0, 4)])
        await send(
          method,
          pathOf(endpoint.path, (parameter) => parameterValues[parameter] ?? name),
          { cookie: owner.cookie },
        )
    expect(await fingerprint(front)).toEqual(before)
  })

  it.each(answering.filter(({ endpoint }) => endpoint.access === 'customer'))(
    'keeps personal data out of caches: $name',
    async ({ endpoint }) => {
      const response = await send(
        endpoint.method,
        pathOf(endpoint.path, (name) => parameterValues[name] ?? names[0]!),
        { cookie: owner.cookie },
      )
      expect(response.headers['cache-control']).toMatch(/no-store/)
    },
  )
})

describe('a manipulated URL', () => {
  it.each([
    '//evil.example/',
    '/\\/evil.example//',
    '///evil.example/',
    '/.//evil.example/',
    '/%5cevil.example/',
    '/%2f/evil.example/',
    '/events/the-tempest/?next=//evil.example/',
  ])('redirects only to this host: %s', async (url) => {
    const { statusCode, headers } = await front.app.inject({ url })
    expect(statusCode).toBe(308)
    expect(new URL(String(headers.location), 'http://localhost').host).toBe('localhost')
  })

  it('is handled fast if it is long: a pattern that backtracks over blanks would time out', async () => {
    const blanks = ' '.repeat(15_000)
    for (let tries = 0; tries < 60; tries++) {
      expect((await front.app.inject({ url: `/a${'/'.repeat(15_000)}b/` })).headers.location).toBe('/a/b')
      await front.app.inject({ url: '/api/session', headers: { 'accept-language': `sv${blanks}x` } })
      await front.app.inject({ url: '/api/session', headers: { 'x-forwarded-for': `10.0.0.1${blanks}x` } })
    }
  })

  it('is refused with the same security headers as other requests', async () => {
    const { statusCode, headers } = await front.app.inject({ url: '/%' })
    expect([statusCode, headers['x-content-type-options']]).toEqual([404, 'nosniff'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })
})

it('refuses a compressed body, and a path that leads out of the brand folder', async () => {
  const packed = zstdCompressSync(JSON.stringify({ email: 'ada@example.org' }))
  const headers = { ...json, 'content-encoding': 'zstd' }
  const response = await front.app.inject({ method: 'POST', url: '/api/auth/lookup', headers, payload: packed })
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(response.statusCode).toBeLessThan(500)
  const named = await front.app.inject({ url: '/brand/..%2f..%2f..%2fpackage.json' })
  expect(named.body).not.toContain('playhouse')
})
