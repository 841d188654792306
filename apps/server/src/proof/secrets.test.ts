import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMagicLink } from '#modules/auth'
import { type TestServer, startTestServer } from './test-server.ts'

const origin = 'https://tickets.example'
const password = 'Correct-Horse-27'
const person = {
  email: 'imogen@example.org',
  password,
  title: '',
  firstName: 'Imogen',
  lastName: 'Lear',
  phone: '02079460999',
  marketing: false,
}
const address = { line1: '7 Hidden Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({ origin, change: (brand) => ({ ...brand, login: { style: 'streamlined', searchesCustomers: true } }) })
})
afterAll(() => front.close())

const post = (path: string, body: unknown, cookie = '') =>
  front.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'content-type': 'application/json', origin, ...(cookie && { cookie }) },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
const sidOf = (response: Awaited<ReturnType<typeof post>>): string =>
  /__Host-sid=([^;]*)/.exec(String([response.headers['set-cookie']].flat().findLast((cookie) => cookie?.startsWith('__Host-sid='))))?.[1] ??
  ''

it('sets a new session cookie at each sign-in, with the strictest flags, and ends the session on the server at sign-out', async () => {
  const registered = await post('/auth/register', { ...person, address })
  expect(registered.statusCode, registered.body).toBe(200)
  for (const cookie of [registered.headers['set-cookie']].flat())
    expect(cookie).toMatch(/^__Host-[a-z]+=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const first = sidOf(registered)
  const secondResult = sidOf(await post('/auth/login', { email: person.email, password }, `__Host-sid=${first}`))
  expect(secondResult).not.toBe(first)
  const who = async (sid: string) =>
    (await front.app.inject({ url: '/api/session', headers: { cookie: `__Host-sid=${sid}` } })).json<{ customer: unknown }>().customer
  expect(await who(first), 'the old session').toBeNull()
  expect(await who(secondResult)).toMatchObject({ email: person.email })
  await post('/auth/logout', {}, `__Host-sid=${secondResult}`)
  expect(await who(secondResult), 'after sign-out').toBeNull()
  expect(
    (await post('/auth/login', { email: person.email, password }, '__Host-sid=chosen-by-somebody-else')).headers['set-cookie'],
  ).not.toContain('chosen-by-somebody-else')
})

it('keeps a locked account open to its owner in a known browser, and guesses from that browser limited', async () => {
  const account = { ...person, email: 'owner@example.org', address }
  const registered = await post('/auth/register', account)
  expect(registered.statusCode, registered.body).toBe(200)
  const signedIn = await post('/auth/login', { email: account.email, password })
  const device = /__Host-device=[^;]*/.exec(String(signedIn.headers['set-cookie']))![0]
  expect(device).not.toContain('owner')
  const log = (password: string, cookie = '') => post('/auth/login', { email: account.email, password }, cookie)
  for (let nth = 0; nth < 11; nth++) await log('Wrong-Horse-27')
  expect((await log(password)).json()).toMatchObject({ code: 'account-locked' })
  expect((await log(password, `${device}x`)).json()).toMatchObject({ code: 'account-locked' })
  expect((await log(password, device)).statusCode).toBe(200)
  expect((await post('/auth/login', { email: person.email, password: 'Wrong-Horse-27' }, device)).json()).toMatchObject({
    code: 'login-failed',
  })
  expect((await log(password)).json()).toMatchObject({ code: 'account-locked' })
})

it.each([
  ['more than 64 kB', `{"email":"${'a'.repeat(70_000)}"}`, 413],
  ['a body that is no JSON', '{"email":', 422],
  ['a `__proto__` field', '{"email":"a@example.org","password":"x","__proto__":{"isStaff":true}}', 422],
  ['an unknown field', { email: 'a@example.org', password: 'x', isStaff: true }, 422],
  ['a list', [], 422],
])('refuses %s', async (_what, body, status) => {
  expect((await post('/auth/login', body)).statusCode).toBe(status)
})

it('logs a refused request in less than 4,000 characters, whatever its size', async () => {
  const before = front.log.length
  const fields = Object.fromEntries(Array.from({ length: 3_000 }, (_, nth) => [`field${nth}`, 1]))
  expect((await post('/auth/login', JSON.stringify(fields))).statusCode).toBe(422)
  expect(front.log.slice(before).join('').length).toBeLessThan(4_000)
})

it('writes no secret into the log, and writes the id of every request into log and audit trail', async () => {
  const token = (await createMagicLink(front.theatre.db, person.email, 'elsewhere'))!.token
  const refusal = await post('/auth/magic-link/redeem', { token, isConfirmed: false })
  expect(refusal.json()).toMatchObject({ code: 'link-asked-elsewhere' })
  const signedIn = await post('/auth/magic-link/redeem', { token, isConfirmed: true })
  expect(signedIn.statusCode).toBe(200)
  await post('/auth/reset-password/redeem', { token, password: 'Another-Horse-27' })
  await post('/auth/login', '{"password":"Correct-Horse-27","email":')
  const log = front.log.join('\n')
  for (const secret of [
    password,
    'Wrong-Horse-27',
    'Another-Horse-27',
    token,
    sidOf(signedIn),
    'thirty-two long',
    person.phone,
    address.line1,
  ])
    expect(log, secret).not.toContain(secret)
  expect(log).not.toMatch(/password_hash|argon2id|set-cookie/i)
  expect(log).toContain(refusal.headers['x-request-id'])
  const trail = await front.theatre.db
    .selectFrom('audit')
    .select(['actor', 'verb', 'request_id'])
    .where('subject', '=', 'customer')
    .execute()
  expect(trail.every(({ request_id }) => request_id !== null)).toBe(true)
  expect(new Set(trail.map(({ verb }) => verb))).toEqual(new Set(['register', 'login', 'fail-login', 'lock', 'login-by-link']))
})
