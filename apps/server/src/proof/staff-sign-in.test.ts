import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff, createSecretVault, setAuthenticator } from '#modules/staff'
import { customerOf } from '#testing'
import { type TestServer, startTestServer } from './test-server.ts'

const password = 'Rehearse-10-Lines-27'
const secret = new Secret({ size: 20 }).base32

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({ tries: 1 })
})
afterAll(() => front.close())

/** Adds a clerk with an authenticator. Returns a function for its code, so many steps of 30 s from now. */
async function clerk(email: string) {
  const vault = createSecretVault(['a secret of the tests that is thirty-two long'])
  await addStaff(front.theatre.db, { email, name: 'Ann', role: 'clerk', password }, 'test')
  await setAuthenticator(front.theatre.db, vault, email, secret)
  return (steps = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** A browser in a network that stores its cookies. */
function browser(network: string, jar = new Map<string, string>()) {
  const post = async (path: string, body: unknown): Promise<string> => {
    const response = await front.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': network,
        cookie: [...jar].map((cookie) => cookie.join('=')).join('; '),
      },
      payload: JSON.stringify(body),
    })
    for (const { name, value } of response.cookies) jar.set(name, value)
    return response.statusCode === 200 ? 'in' : response.json<{ code: string }>().code
  }
  const signIn = (email: string, typed: string) => post('/staff/sign-in', { email, password: typed })
  const prove = (code: string) => post('/staff/second-factor', { code })
  return { jar, post, signIn, prove }
}

it('keeps a locked staff account open in a known browser of the counter, and guesses from that browser limited', async () => {
  const email = 'ann@house.example'
  const codeNow = await clerk(email)
  const [counter, stranger] = [browser('198.51.100.1'), browser('203.0.113.7')]
  expect([await counter.signIn(email, password), await counter.prove(codeNow())]).toEqual(['in', 'in'])
  for (let nth = 0; nth < 14; nth++) await stranger.signIn(email, 'Wrong-Horse-27')
  expect(await browser('192.0.2.8').signIn(email, password), 'locked or rate-limited in all other browsers').not.toBe('in')
  expect([await counter.signIn(email, password), await counter.prove(codeNow(1))]).toEqual(['in', 'in'])
  const { locked_at } = await front.theatre.db.selectFrom('staff').select('locked_at').where('email', '=', email).executeTakeFirstOrThrow()
  expect(locked_at, 'still locked in all other browsers').not.toBeNull()

  const thief = browser('198.51.100.2', new Map(counter.jar))
  for (let nth = 0; nth < 11; nth++) await thief.signIn(email, 'Wrong-Horse-27')
  expect(await thief.signIn(email, password), 'a browser that guesses is no longer known').not.toBe('in')
})

it('does not accept the device cookie of a customer as that of a staff user', async () => {
  const email = 'bob@house.example'
  await clerk(email)
  const customer = browser('198.51.100.3')
  const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }
  const person = { title: '', firstName: 'Bob', lastName: 'Quill', phone: '02079460000', address, marketing: false }
  expect(await customer.post('/auth/register', { ...person, email, password })).toBe('in')
  const stranger = browser('203.0.113.8')
  for (let nth = 0; nth < 11; nth++) await stranger.signIn(email, 'Wrong-Horse-27')
  customer.jar.set('staff-device', customer.jar.get('device')!)
  expect(await customer.signIn(email, password)).not.toBe('in')
})

it('limits the guesses of second-factor codes to 30 a day for one account', async () => {
  const email = 'cat@house.example'
  await clerk(email)
  let guesses = 0
  for (let quarter = 0; quarter < 8; quarter++) {
    const thief = browser(`192.0.2.${10 + quarter}`)
    for (let round = 0; round < 2; round++) {
      expect(await thief.signIn(email, password)).toBe('in')
      for (let nth = 0; nth < 5; nth++) if ((await thief.prove('zzzzz-zzzzz')) === 'login-failed') guesses += 1
    }
    // A quarter of an hour later.
    await sql`delete from rate_limit where key like 'staff-code:%' or key like 'staff-account:%'`.execute(front.theatre.db)
  }
  expect(guesses).toBe(30)
})

it('answers concurrent second-factor codes without an error', async () => {
  const email = 'dan@house.example'
  await clerk(email)
  const thief = browser('192.0.2.40')
  await thief.signIn(email, password)
  const responses = await Promise.all(Array.from({ length: 8 }, () => thief.prove('zzzzz-zzzzz')))
  expect(responses).not.toContain('something-wrong')
})

it('audits each search by a staff user without the search text, and limits the searches of each staff user', async () => {
  const email = 'searcher@house.example'
  const codeNow = await clerk(email)
  const counter = browser('198.51.100.20')
  expect([await counter.signIn(email, password), await counter.prove(codeNow())]).toEqual(['in', 'in'])
  const customer = await customerOf(front.theatre, 'found-by-search@example.org')
  const { id: staff } = await front.theatre.db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const trail = () =>
    front.theatre.db
      .selectFrom('audit')
      .select(['actor', 'verb', 'detail'])
      .where('subject_id', '=', staff)
      .where('verb', 'in', ['find-customers', 'find-order', 'find-voucher'])
      .orderBy('at')
      .execute()
  expect(await counter.post('/staff/customers/search', { query: 'found-by-search@example.org' })).toBe('in')
  expect(await counter.post('/staff/customers/search', { query: 'nobody-of-that-name@example.org' })).toBe('no-customer')
  const cookie = [...counter.jar].map((cookie) => cookie.join('=')).join('; ')
  const read = async (path: string) => (await front.app.inject({ method: 'GET', url: `/api/staff${path}`, headers: { cookie } })).json()
  expect(await read('/orders/NONE1234')).toMatchObject({ code: 'order-not-found' })
  const voucher = '00000000-0000-4000-8000-000000000009'
  expect(await read('/orders/NONE1234/vouchers')).toEqual({ vouchers: [] })
  expect(await read(`/vouchers/${voucher}`)).toMatchObject({ code: 'voucher-not-recognised' })
  const actor = `staff ${staff}`
  expect(await trail()).toEqual([
    { actor, verb: 'find-customers', detail: { customers: [customer.id], orders: [] } },
    { actor, verb: 'find-customers', detail: { customers: [], orders: [] } },
    { actor, verb: 'find-order', detail: { order: 'NONE1234' } },
    { actor, verb: 'find-voucher', detail: { order: 'NONE1234' } },
    { actor, verb: 'find-voucher', detail: { voucher } },
  ])
  expect(JSON.stringify(await front.theatre.db.selectFrom('audit').selectAll().execute())).not.toContain('example.org')

  const responses: string[] = []
  for (let nth = 0; nth < 60; nth++) responses.push(await counter.post('/staff/customers/search', { query: 'nobody-of-that-name' }))
  expect(new Set(responses.slice(0, 50))).toEqual(new Set(['no-customer']))
  expect(responses.at(-1)).toBe('too-many-requests')
  for (const path of ['/orders/NONE1234', '/orders/NONE1234/vouchers', `/vouchers/${voucher}`])
    expect(await read(path), path).toMatchObject({ code: 'too-many-requests' })
})
