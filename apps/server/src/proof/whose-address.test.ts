import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '#modules/auth'
import { addStaff } from '#modules/staff'
import { customerOf } from '#testing'
import { type TestServer, startTestServer } from './front.ts'

const password = 'Curtain-Rises-27'
const wrong = 'Curtain-Falls-27'

/** What an answer takes: what was said to the database, and how many passwords were hashed. */
type Work = { readonly said: ('asked' | 'changed')[]; hashes: number }
/** The call for which something is done: rounds and other calls have work of their own. */
const call = new AsyncLocalStorage<Work>()
const listener: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    call.getStore()?.said.push(result.numAffectedRows === undefined ? 'asked' : 'changed')
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
  asker = await front.cookieOf(await somebody('asker@example.org'))
})
afterAll(async () => {
  counter.disable()
  await front.close()
})

/** Somebody with an account and a password. */
async function somebody(email: string): Promise<string> {
  const { id } = await customerOf(front.theatre, email)
  const password_hash = await hashPassword(password)
  await front.theatre.db.updateTable('customer').set({ password_hash }).where('id', '=', id).execute()
  return id
}

/** All of an answer that its asker can see or time: what it says, what it took, and what was left to be done about it. */
async function take(path: string, body: unknown, cookie?: string) {
  const work: Work = { said: [], hashes: 0 }
  // Nothing is asked before it is awaited: that is part of the call.
  const answer = await call.run(work, async () => {
    const asked = await front.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      payload: JSON.stringify(body),
    })
    return asked
  })
  const left = await front.theatre.db.selectFrom('outbox').select(['topic', 'payload']).execute()
  await front.theatre.db.deleteFrom('outbox').execute()
  return {
    status: answer.statusCode,
    headers: Object.keys(answer.headers).toSorted(),
    text: answer.body.replace(/"requestId":"[^"]*"/, ''),
    left: left.map(({ topic, payload }) => ({ topic, says: Object.keys(payload) })),
    ...work,
  }
}

const address = { line1: '7 Hidden Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }
const person = { title: '', firstName: 'Imogen', lastName: 'Lear', phone: '02079460999', address, marketing: false }

it.each([
  { what: 'to sign in', path: '/auth/login', body: (email: string) => ({ email, password: wrong }), status: 401, hashes: 1, left: [] },
  { what: 'for the way to sign in', path: '/auth/lookup', body: (email: string) => ({ email }), status: 200, hashes: 0, left: [] },
  {
    what: 'for a new password',
    path: '/auth/reset-password',
    body: (email: string) => ({ email }),
    status: 200,
    hashes: 0,
    left: ['mail.password-reset'],
  },
  {
    what: 'for a link that signs in',
    path: '/auth/magic-link',
    body: (email: string) => ({ email }),
    status: 200,
    hashes: 0,
    left: ['mail.magic-link'],
  },
  {
    what: 'to have that address',
    path: '/me/email',
    body: (email: string) => ({ email, currentPassword: password }),
    isSignedIn: true,
    status: 200,
    hashes: 1,
    left: ['mail.email-change'],
  },
  {
    what: 'to register with a password that is common',
    path: '/auth/register',
    body: (email: string) => ({ email, password: 'Password123', ...person }),
    status: 422,
    hashes: 0,
    left: [],
  },
])('answers whoever asks $what the same, for the same work, whoever has the address', async (question) => {
  const id = crypto.randomUUID()
  await somebody(`known-${id}@example.org`)
  const ask = (email: string) => take(question.path, question.body(email), question.isSignedIn ? asker : undefined)
  // A visit that has begun, or a row that is there by now, is nothing that the address is known by.
  await ask(`nobody-before-${id}@example.org`)
  const known = await ask(`known-${id}@example.org`)
  expect(await ask(`nobody-${id}@example.org`)).toEqual(known)
  expect(known).toMatchObject({ status: question.status, hashes: question.hashes })
  expect(known.left.map(({ topic }) => topic)).toEqual(question.left)
  if (question.left.length > 0) expect(known.said).toContain('changed')
})

it('says of a registration that it failed, and no sooner than it had its hash', async () => {
  const id = crypto.randomUUID()
  await somebody(`known-${id}@example.org`)
  const ask = (email: string) => take('/auth/register', { email, password, ...person })
  expect(await ask(`known-${id}@example.org`)).toMatchObject({ status: 409, hashes: 1, left: [] })
  expect(await ask(`nobody-${id}@example.org`)).toMatchObject({ status: 200, hashes: 1 })
})

it('answers at the counter the same, whether somebody of that address works there', async () => {
  const added = await addStaff(front.theatre.db, { email: 'max@house.example', name: 'Max', role: 'clerk', password }, 'test')
  expect(added).toBe(true)
  const ask = (email: string) => take('/staff/sign-in', { email, password: wrong })
  const known = await ask('max@house.example')
  expect(known).toMatchObject({ status: 401, hashes: 1 })
  expect(await ask('nobody@house.example')).toEqual(known)
})
