import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { customerOf, fullPriceSeats } from '#testing'
import { calls, type TestServer, startTestServer } from './test-server.ts'

/** Matches the statements that fail, as JSON of their syntax trees; none in between. */
let failing: RegExp | undefined
const listener: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (failing?.test(JSON.stringify(node))) throw new Error('refused by the test')
    return node
  },
  transformResult: async ({ result }) => result,
}

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({ listener })
})
afterAll(() => front.close())

/** The reply to a signed-in customer while some statements fail. */
async function ask(method: 'GET' | 'POST', path: string, statements: RegExp) {
  const cookie = await front.cookieOf((await customerOf(front.theatre)).id)
  failing = statements
  try {
    const headers = { cookie, ...(method === 'POST' && { 'content-type': 'application/json' }) }
    const payload = method === 'POST' && { payload: '{}' }
    const response = await front.app.inject({ method, url: `/api${path.replace(':id', crypto.randomUUID())}`, headers, ...payload })
    return { status: response.statusCode, code: response.json<{ code?: string }>().code }
  } finally {
    failing = undefined
  }
}

/** Each read of the contract that has a problem for data that cannot be read. */
const reads = calls.flatMap(({ name, endpoint: { method, path, problems = [] } }) => {
  const code = problems.find((each) => each === 'details-not-loaded' || each === 'orders-not-loaded')
  return code === undefined ? [] : [{ name, method, path, code }]
})
/** Every statement but those of the session, which come before the handler. */
const beyondSession = /^(?!.*"session")/s

it.each(reads)('$name returns $code if its data cannot be read', async ({ method, path, code }) => {
  expect(method).toBe('GET')
  expect(await ask('GET', path, beyondSession)).toEqual({ status: 503, code })
})

it('has such a problem for each read of the account', () => {
  expect(reads.length).toBeGreaterThanOrEqual(15)
})

it('returns basket-error where a payment finds a seat lost, and leaves the visitor an empty basket in which they can book again', async () => {
  const { cookie, basket } = await front.owner()
  const { db, brand } = front.theatre
  const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    front.app.inject({ method, url: `/api${url}`, headers: { cookie, origin: front.shop.origin }, ...(payload && { payload }) })
  await call('PUT', '/basket/notes', { order: '', access: '', termsAccepted: true })
  const address = { line1: '7 Hidden Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }
  const { version } = (await call('PUT', '/basket/billing', { firstName: 'Ada', lastName: 'Quill', phone: '', address })).json<{
    version: number
  }>()
  // Another basket took a seat over between the deadline and the check of the payment.
  await sql`delete from seat_claim where basket_id = ${basket}::uuid and seat = 4`.execute(db)
  const rival = await openBasket(db, brand)
  expect(await addTickets(front.theatre, rival, { name: 'guest' }, 'tonight', fullPriceSeats('A.5'))).toMatchObject({ ok: true })

  const refused = await call('POST', '/checkout', { version })
  expect({ status: refused.statusCode, body: refused.json() }).toMatchObject({ status: 409, body: { code: 'basket-error', params: {} } })
  const next = (await call('GET', '/basket')).json<{ state: string; tickets: unknown[] }>()
  expect(next).toMatchObject({ state: 'open', tickets: [] })
  const again = await call('POST', '/basket/tickets', { instance: 'tonight', seats: fullPriceSeats('A.6') })
  expect(again.json()).toMatchObject({ state: 'open', tickets: [{ seat: 'stalls.A.6' }] })
  const { rows } = await sql`select seat from seat_claim where basket_id = ${basket}::uuid`.execute(db)
  expect(rows).toEqual([])
})

it('returns logout-failed if the session cannot be ended', async () => {
  expect(await ask('POST', '/auth/logout', /"DeleteQueryNode".*"session"/)).toEqual({ status: 500, code: 'logout-failed' })
})
