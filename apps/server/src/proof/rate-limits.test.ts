import { type KyselyPlugin, RawNode, sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { outboxTopics } from '#db'
import { hashPassword } from '#modules/auth'
import { customerOf } from '#testing'
import { type TestServer, startTestServer } from './test-server.ts'

const password = 'Curtain-Rises-27'

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({ tries: 1, change: (brand) => ({ ...brand, login: { ...brand.login, style: 'streamlined' } }) })
})
afterAll(() => front.close())

const post = (path: string, body: unknown, { cookie, network = '198.51.100.7' }: { cookie?: string; network?: string } = {}) =>
  front.app.inject({
    method: path === '/me/access' ? 'PUT' : 'POST',
    url: `/api${path}`,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network, ...(cookie && { cookie }) },
    payload: JSON.stringify(body),
  })

/** A customer with an account and a password, signed in. */
async function signedIn() {
  const customer = await customerOf(front.theatre)
  const password_hash = await hashPassword(password)
  await front.theatre.db.updateTable('customer').set({ password_hash }).where('id', '=', customer.id).execute()
  return { ...customer, cookie: await front.cookieOf(customer.id) }
}
const countMails = async (topic: string, email: string) =>
  (await front.theatre.db.selectFrom('outbox').select('payload').where('topic', '=', topic).execute()).filter(
    ({ payload }) => payload['email'] === email,
  ).length

it('limits each kind of account mail separately, so that another person cannot block a password reset', async () => {
  const [owner, stranger] = [await customerOf(front.theatre), await signedIn()]
  for (let nth = 0; nth < 5; nth++) {
    await post('/me/email', { email: owner.email, currentPassword: password }, { cookie: stranger.cookie })
    await post('/auth/magic-link', { email: owner.email })
  }
  expect(await countMails('mail.email-change', owner.email), 'at most three of a kind').toBe(3)
  expect(await countMails('mail.magic-link', owner.email)).toBe(3)
  expect((await post('/auth/reset-password', { email: owner.email }, { network: '203.0.113.9' })).statusCode).toBe(200)
  expect(await countMails('mail.password-reset', owner.email)).toBe(1)
})

it('sends at most ten links of a kind a day to one email address, in any letter case, and answers all requests alike', async () => {
  const { db } = front.theatre
  const owner = await customerOf(front.theatre, `capped-${Date.now()}@example.org`)
  const buckets = sql`delete from rate_limit where key not like '%-day:%'`
  const responses = new Set<string>()
  for (let nth = 0; nth < 14; nth++) {
    // As if ten minutes had passed since the last request.
    await buckets.execute(db)
    const { statusCode, body } = await post('/auth/reset-password', { email: owner.email })
    responses.add(`${statusCode} ${body}`)
  }
  expect(await countMails('mail.password-reset', owner.email)).toBe(10)
  await buckets.execute(db)
  const unknown = await post('/auth/reset-password', { email: 'not-a-customer@example.org' })
  expect([...responses], 'capped, not capped, and no customer').toEqual([`${unknown.statusCode} ${unknown.body}`])

  const { cookie } = await signedIn()
  const victim = `victim-${Date.now()}@example.org`
  for (let nth = 0; nth < 14; nth++) {
    await buckets.execute(db)
    const email = victim.slice(0, nth).toUpperCase() + victim.slice(nth)
    expect((await post('/me/email', { email, currentPassword: password }, { cookie })).statusCode).toBe(200)
  }
  const messages = await db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.email-change').execute()
  expect(messages.filter(({ payload }) => String(payload['email']).toLowerCase() === victim)).toHaveLength(10)
})

it('caps no mail about an order, its money or a performance', () => {
  const capped = Object.entries(outboxTopics).flatMap(([topic, { dailyCap }]) => (dailyCap === null ? [] : [topic]))
  expect(capped.toSorted()).toEqual([
    ...['mail.email-change', 'mail.form-received', 'mail.guest-orders', 'mail.magic-link', 'mail.password-reset', 'mail.welcome'],
  ])
})

it('limits the lookups of email addresses by network', async () => {
  const ask = async (nth: number, network: string) =>
    (await post('/auth/lookup', { email: `somebody${nth}@example.org` }, { network })).json<{ code: string }>().code
  const responses = []
  for (let nth = 0; nth < 60; nth++) responses.push(await ask(nth, '192.0.2.88'))
  expect(responses[0]).toBe('no-customer')
  expect(new Set(responses.slice(responses.indexOf('too-many-requests')))).toEqual(new Set(['too-many-requests']))
  expect(await ask(60, '192.0.2.89'), 'from another network').toBe('no-customer')
})

it('limits guesses of access IDs by network, over all accounts', async () => {
  const statuses = []
  for (let account = 0; account < 6; account++) {
    const { cookie } = await signedIn()
    for (let nth = 0; nth < 9; nth++) {
      const accessId = `GUESS-${account}-${nth}`
      statuses.push((await post('/me/access', { accessId }, { cookie, network: '192.0.2.66' })).json<{ code: string }>().code)
    }
  }
  expect(new Set(statuses.slice(0, 40))).toEqual(new Set(['access-code-invalid']))
  expect(new Set(statuses.slice(40))).toEqual(new Set(['too-many-requests']))
  const { cookie } = await signedIn()
  const otherNetwork = await post('/me/access', { accessId: 'GUESS' }, { cookie, network: '192.0.2.67' })
  expect(otherNetwork.json()).toMatchObject({ code: 'access-code-invalid' })
})

it('limits how often a customer turns automatic renewals on and off', async () => {
  const change = async (cookie: string, method: 'PUT' | 'DELETE') => {
    const url = `/api/me/memberships/${crypto.randomUUID()}/auto-renewal`
    const headers = { cookie, 'content-type': 'application/json' }
    const payload = method === 'PUT' ? JSON.stringify({ wording: 'any', amount: 60_00, on: '2031-01-31', directDebit: null }) : '{}'
    return (await front.app.inject({ method, url, headers, payload })).json<{ code: string }>().code
  }
  const { cookie } = await signedIn()
  const codes: string[] = []
  for (let nth = 0; nth < 11; nth++) codes.push(await change(cookie, 'PUT'), await change(cookie, 'DELETE'))
  expect(new Set(codes.slice(0, 20))).toEqual(new Set(['page-not-found']))
  expect(codes.slice(20)).toEqual(['too-many-requests', 'too-many-requests'])
  expect(await change((await signedIn()).cookie, 'DELETE'), 'another customer').toBe('page-not-found')
})

it('limits a customer’s ticket documents and changes, and those of no other customer', async () => {
  const { cookie } = await signedIn()
  const papers = []
  for (let nth = 0; nth < 32; nth++) {
    const url = `/api/me/orders/NOBODYS${nth % 9}/${nth % 2 ? 'tickets.pdf' : `wallet/${nth}/ticket.pkpass`}`
    papers.push((await front.app.inject({ url, headers: { cookie } })).statusCode)
  }
  expect(papers.slice(0, 30)).toEqual(papers.slice(0, 30).fill(404))
  expect(papers.slice(30)).toEqual([429, 429])
  const changes: number[] = []
  // More at once than the server accepts would be answered with 503.
  for (let batch = 0; batch < 31; batch++) {
    const responses = await Promise.all(Array.from({ length: 20 }, () => post('/basket/extend', {}, { cookie })))
    changes.push(...responses.map(({ statusCode }) => statusCode))
  }
  expect(changes.filter((statusCode) => statusCode === 429)).toHaveLength(20)
  expect((await post('/basket/extend', {}, { cookie: (await signedIn()).cookie })).statusCode).not.toBe(429)
})

it('reads no more invented sessions of a network that sends many, and answers its known sessions and other networks', async () => {
  let reads = 0
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (RawNode.is(node) && node.sqlFragments.some((part) => part.includes('live_session'))) reads += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  // Twelve unknown sessions a minute.
  const { app, cookieOf, theatre, close } = await startTestServer({ tries: 0.01, listener })
  onTestFinished(close)
  const ask = (cookie: string, network = '192.0.2.10') =>
    app.inject({ url: '/api/session', headers: { cookie, 'x-forwarded-for': network } })
  const customer = await customerOf(theatre)
  const knownCookie = await cookieOf(customer.id)
  expect((await ask(knownCookie)).json()).toMatchObject({ customer: { email: customer.email } })
  reads = 0
  const statuses = []
  for (let nth = 0; nth < 20; nth++) statuses.push((await ask(`sid=invented-${nth}`)).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 13 }, () => 200), ...Array.from({ length: 7 }, () => 429)])
  expect(reads).toBe(13)
  expect((await ask(knownCookie)).json()).toMatchObject({ customer: { email: customer.email } })
  expect((await ask('sid=invented-21', '192.0.2.11')).statusCode).toBe(200)
})
