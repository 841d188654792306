import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '#modules/auth'
import { addStaff } from '#modules/staff'
import { customerOf } from '#testing'
import { type TestServer, startTestServer } from './test-server.ts'

const password = 'Curtain-Rises-27'
const wrong = 'Curtain-Falls-27'

/** The work for one response: the kinds of database statements, and the number of password hashes. */
type Work = { readonly statements: ('asked' | 'changed')[]; hashes: number }
/** The call that is being handled, so that the work of jobs and other calls is not counted. */
const call = new AsyncLocalStorage<Work>()
const listener: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    call.getStore()?.statements.push(result.numAffectedRows === undefined ? 'asked' : 'changed')
    return result
  },
}
const counter = createHook({
  init: (_id, kind) => {
    const work = kind === 'ARGON2REQUEST' ? call.getStore() : undefined
    if (work) work.hashes += 1
  },
})

let front: TestServer
let asker: string
beforeAll(async () => {
  counter.enable()
  front = await startTestServer({
    change: (brand) => ({ ...brand, login: { style: 'streamlined', searchesCustomers: false } }),
    listener,
  })
  asker = await front.cookieOf(await createCustomer('asker@example.org'))
})
afterAll(async () => {
  counter.disable()
  await front.close()
})

/** Creates a customer with an account and a password. Returns the id. */
async function createCustomer(email: string): Promise<string> {
  const { id } = await customerOf(front.theatre, email)
  const password_hash = await hashPassword(password)
  await front.theatre.db.updateTable('customer').set({ password_hash }).where('id', '=', id).execute()
  return id
}

/** Returns all of a response that a caller can see or time: its content, the work for it, and the outbox messages it caused. */
async function observe(path: string, body: unknown, cookie?: string) {
  const work: Work = { statements: [], hashes: 0 }
  // The request starts only when it is awaited: this must be inside the context of the call.
  const response = await call.run(work, async () => {
    const response = await front.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      payload: JSON.stringify(body),
    })
    return response
  })
  const remainingRows = await front.theatre.db.selectFrom('outbox').select(['topic', 'payload']).execute()
  await front.theatre.db.deleteFrom('outbox').execute()
  return {
    status: response.statusCode,
    headers: Object.keys(response.headers).toSorted(),
    text: response.body.replace(/"requestId":"[^"]*"/, ''),
    left: remainingRows.map(({ topic, payload }) => ({ topic, says: Object.keys(payload) })),
    ...work,
  }
}

const address = { line1: '7 Hidden Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }
const person = { title: '', firstName: 'Imogen', lastName: 'Lear', phone: '02079460999', address, marketing: false }

it.each([
  { what: 'a sign-in', path: '/auth/login', body: (email: string) => ({ email, password: wrong }), status: 401, hashes: 1, left: [] },
  { what: 'a lookup of the way to sign in', path: '/auth/lookup', body: (email: string) => ({ email }), status: 200, hashes: 0, left: [] },
  {
    what: 'a password reset',
    path: '/auth/reset-password',
    body: (email: string) => ({ email }),
    status: 200,
    hashes: 0,
    left: ['mail.password-reset'],
  },
  {
    what: 'a sign-in link',
    path: '/auth/magic-link',
    body: (email: string) => ({ email }),
    status: 200,
    hashes: 0,
    left: ['mail.magic-link'],
  },
  {
    what: 'a change to that email address',
    path: '/me/email',
    body: (email: string) => ({ email, currentPassword: password }),
    isSignedIn: true,
    status: 200,
    hashes: 1,
    left: ['mail.email-change'],
  },
  {
    what: 'a registration with a common password',
    path: '/auth/register',
    body: (email: string) => ({ email, password: 'Password123', ...person }),
    status: 422,
    hashes: 0,
    left: [],
  },
])('answers $what alike and does the same work, for a known and an unknown email address', async (call) => {
  const id = crypto.randomUUID()
  await createCustomer(`known-${id}@example.org`)
  const ask = (email: string) => observe(call.path, call.body(email), call.isSignedIn ? asker : undefined)
  // A first request starts a session and creates rows, which later ones find: it must not count as a difference.
  await ask(`nobody-before-${id}@example.org`)
  const knownResponse = await ask(`known-${id}@example.org`)
  expect(await ask(`nobody-${id}@example.org`)).toEqual(knownResponse)
  expect(knownResponse).toMatchObject({ status: call.status, hashes: call.hashes })
  expect(knownResponse.left.map(({ topic }) => topic)).toEqual(call.left)
  if (call.left.length > 0) expect(knownResponse.statements).toContain('changed')
})

it('refuses the registration of a known email address, after the same password hash as for an unknown one', async () => {
  const id = crypto.randomUUID()
  await createCustomer(`known-${id}@example.org`)
  const ask = (email: string) => observe('/auth/register', { email, password, ...person })
  expect(await ask(`known-${id}@example.org`)).toMatchObject({ status: 409, hashes: 1, left: [] })
  expect(await ask(`nobody-${id}@example.org`)).toMatchObject({ status: 200, hashes: 1 })
})

it('answers a staff sign-in alike for a known and an unknown email address', async () => {
  const staffUser = await addStaff(front.theatre.db, { email: 'max@house.example', name: 'Max', role: 'clerk', password }, 'test')
  expect(staffUser).toBe(true)
  const ask = (email: string) => observe('/staff/sign-in', { email, password: wrong })
  const knownResponse = await ask('max@house.example')
  expect(knownResponse).toMatchObject({ status: 401, hashes: 1 })
  expect(await ask('nobody@house.example')).toEqual(knownResponse)
})
