import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { hashPassword } from '#modules/auth'
import { beginSession } from '#modules/session'
import { customerOf } from '#testing'
import { type TestServer, startTestServer } from './test-server.ts'

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({
    origin: 'https://tickets.example',
    change: (brand) => ({ ...brand, login: { ...brand.login, style: 'streamlined' } }),
  })
})
afterAll(() => front.close())

type Lost = { readonly isLost?: boolean }

/** A browser that stores the cookies of the responses, except of responses that are lost. */
function browser() {
  const jar = new Map<string, string>()
  const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, body: unknown = {}, { isLost = false }: Lost = {}) => {
    const response = await front.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(method !== 'GET' && { payload: JSON.stringify(body) }),
    })
    if (isLost) return response
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (/expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name!)
      else jar.set(name!, value!)
    }
    return response
  }
  const count = async () => (await send('GET', '/session')).json<{ basket: { count: number } }>().basket.count
  return { jar, send, count }
}

const seats = (...names: string[]) => ({ instance: 'tonight', seats: names.map((name) => ({ seat: `stalls.${name}`, priceType: 'full' })) })
const state = (response: Awaited<ReturnType<ReturnType<typeof browser>['send']>>) => {
  const { code, tickets } = response.json<{ code?: string; tickets?: unknown[] }>()
  return code ?? tickets?.length
}

it.each(['keep', 'refuse'] as const)('holds the same seats again for a guest whose first response was lost (%s)', async (ifTaken) => {
  const row = ifTaken === 'keep' ? 'A' : 'B'
  const wish = { ...seats(`${row}.1`, `${row}.2`), ifTaken }
  const visitor = browser()
  await visitor.send('GET', '/session')
  expect(state(await visitor.send('POST', '/basket/tickets', wish, { isLost: true }))).toBe(2)
  expect(state(await visitor.send('POST', '/basket/tickets', wish))).toBe(2)
  expect(await visitor.count()).toBe(2)
  expect(state(await visitor.send('POST', '/basket/tickets', seats(`${row}.3`)))).toBe(3)
  expect([...visitor.jar.keys()]).toEqual(['__Host-sid'])
})

it('shows the held seats to a guest who reloads the page after a lost response', async () => {
  const visitor = browser()
  await visitor.send('GET', '/session')
  await visitor.send('POST', '/basket/tickets', seats('A.5'), { isLost: true })
  expect(await visitor.count()).toBe(1)
  expect(state(await visitor.send('GET', '/basket'))).toBe(1)
})

it('puts two first holds at the same time into one session and basket', async () => {
  const visitor = browser()
  await visitor.send('GET', '/session')
  const responses = await Promise.all(
    ['A.7', 'A.8'].map((seat) => visitor.send('POST', '/basket/tickets', { ...seats(seat), ifTaken: 'keep' })),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await visitor.count()).toBe(2)
})

it('puts concurrent and repeated best-available requests of a new visitor into one session and basket', async () => {
  const visitor = browser()
  await visitor.send('GET', '/session')
  const best = (loss?: Lost) => visitor.send('POST', '/instances/few-each/best-available', { quantity: 1, together: true }, loss)
  expect((await best({ isLost: true })).statusCode).toBe(200)
  const all = await Promise.all([best(), best()])
  expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await visitor.count()).toBe(3)
})

it.each(['keep', 'refuse'] as const)('fills one basket from three tabs of a customer who has none yet (%s)', async (ifTaken) => {
  const { id } = await customerOf(front.theatre)
  const [name, secret] = (await front.cookieOf(id)).split('=')
  const visitor = browser()
  visitor.jar.set(name!, secret!)
  const row = ifTaken === 'keep' ? 'C' : 'D'
  const wishes = [1, 4, 7].map((seat) => ({ ...seats(`${row}.${seat}`), instance: 'tomorrow', ifTaken }))
  const all = await Promise.all(wishes.map((wish) => visitor.send('POST', '/basket/tickets', wish)))
  expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await visitor.count()).toBe(3)
})

it('rejects a forged cookie of a new session, and one whose session has ended', async () => {
  const [owner, thief] = [browser(), browser()]
  await owner.send('GET', '/session')
  const [name, value] = [...owner.jar][0]!
  await owner.send('POST', '/basket/tickets', seats('B.7'))
  expect(owner.jar.has(name), 'the cookie is deleted after use').toBe(false)

  thief.jar.set(name, `${value.slice(0, -2)}xx`)
  expect(await thief.count(), 'an invalid signature').toBe(0)

  const late = browser()
  await late.send('GET', '/session')
  const before = late.jar.get(name)!
  await late.send('POST', '/basket/tickets', seats('B.9'), { isLost: true })
  await sql`update session set seen_at = now() - interval '1 day'`.execute(front.theatre.db)
  await sql`update basket set deadline = now() - interval '1 minute'`.execute(front.theatre.db)
  await sql`update seat_claim set until = now() - interval '1 minute' where state = 'held'`.execute(front.theatre.db)
  expect(await late.count()).toBe(0)
  expect(state(await late.send('POST', '/basket/tickets', seats('B.9')))).toBe(1)
  expect(late.jar.get('__Host-sid')).not.toBe(before)
  expect(await late.count()).toBe(1)
})

it('starts one session if a visitor repeats a request whose response was lost', async () => {
  const visitor = browser()
  await visitor.send('GET', '/session')
  const visits = async () => (await front.theatre.db.selectFrom('session').select('id_hash').execute()).length
  const before = await visits()
  await visitor.send('POST', '/auth/magic-link', { email: 'nobody@example.org' }, { isLost: true })
  await visitor.send('POST', '/auth/magic-link', { email: 'nobody@example.org' })
  expect((await visits()) - before).toBe(1)
})

it('moves the basket to a new session at sign-in, and the old cookie does not open it', async () => {
  const visitor = browser()
  await visitor.send('GET', '/session')
  const cookiesBefore = new Map(visitor.jar)
  await visitor.send('POST', '/basket/tickets', seats('D.1'), { isLost: true })
  const { id, email } = await customerOf(front.theatre)
  await front.theatre.db
    .updateTable('customer')
    .set({ password_hash: await hashPassword('Rehearse10-Lines') })
    .where('id', '=', id)
    .execute()
  const login = await visitor.send('POST', '/auth/login', { email, password: 'Rehearse10-Lines' })
  expect(login.statusCode).toBe(200)
  expect((await visitor.send('GET', '/session')).json()).toMatchObject({ customer: { id }, basket: { count: 1 } })
  const otherBrowser = browser()
  for (const [name, value] of cookiesBefore) otherBrowser.jar.set(name, value)
  expect((await otherBrowser.send('GET', '/session')).json()).toMatchObject({ customer: null, basket: { count: 0 } })
})

/** A visitor with a session and no basket, as after a waiting room. */
async function visitorWithSession() {
  const visitor = browser()
  visitor.jar.set('__Host-sid', (await beginSession(front.theatre.db)).secret)
  return visitor
}
const best = { quantity: 1, together: true }

it.each([
  ['the best seats', (visitor: ReturnType<typeof browser>) => visitor.send('POST', '/instances/tomorrow/best-available', best)],
  [
    'seats of their choice',
    (visitor: ReturnType<typeof browser>, tab: number) =>
      visitor.send('POST', '/basket/tickets', { ...seats(`A.${2 * tab + 1}`), instance: 'tomorrow' }),
  ],
] as const)('holds every seat in one basket if three tabs of a session without a basket request at the same time %s', async (_, ask) => {
  const { db } = front.theatre
  for (let round = 0; round < 10; round++) {
    const visitor = await visitorWithSession()
    const tabs = await Promise.all([0, 1, 2].map((tab) => ask(visitor, tab)))
    expect(tabs.map(state)).not.toContain('something-wrong')
    expect(tabs.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await visitor.count()).toBe(3)
    await sql`update basket set deadline = now() - interval '1 minute'`.execute(db)
    await sql`update seat_claim set until = now() - interval '1 minute' where state = 'held'`.execute(db)
  }
})

describe('a best-available request with an idempotency key', () => {
  const ask = async (visitor: ReturnType<typeof browser>, wish: object, loss?: Lost) => {
    const response = await visitor.send('POST', '/instances/tomorrow/best-available', { ...best, quantity: 2, ...wish }, loss)
    expect(response.statusCode, response.body).toBe(200)
    const { seats: foundSeats, reason } = response.json<{ seats: string[]; reason: { how: string } }>()
    return { seats: foundSeats.toSorted(), how: reason.how }
  }
  const release = async () => {
    await sql`update basket set deadline = now() - interval '1 minute'`.execute(front.theatre.db)
    await sql`update seat_claim set until = now() - interval '1 minute' where state = 'held'`.execute(front.theatre.db)
  }

  it.each(['a new visitor', 'a visitor after the waiting room', 'a visitor with seats'])(
    'holds the seats once if it is repeated, for %s',
    async (who) => {
      const visitor = who === 'a new visitor' ? browser() : await visitorWithSession()
      if (who === 'a new visitor') await visitor.send('GET', '/session')
      if (who === 'a visitor with seats') await ask(visitor, { once: 'the press before' })
      const before = who === 'a visitor with seats' ? 2 : 0
      const lostResponse = await ask(visitor, { once: 'the same press' }, { isLost: true })
      expect(await ask(visitor, { once: 'the same press' })).toEqual(lostResponse)
      expect(await visitor.count()).toBe(before + 2)
      const otherSeats = await ask(visitor, { once: 'another press', others: lostResponse.seats }, { isLost: true })
      expect(await ask(visitor, { once: 'another press', others: lostResponse.seats })).toEqual(otherSeats)
      expect(otherSeats.seats).not.toEqual(lostResponse.seats)
      expect(await visitor.count()).toBe(before + 2)
      await release()
    },
  )

  it('holds the seats once if it arrives several times at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const visitor = round % 2 === 0 ? await visitorWithSession() : browser()
      if (round % 2 === 1) await visitor.send('GET', '/session')
      const all = await Promise.all([1, 2, 3].map(() => ask(visitor, { once: `the press ${round}` })))
      expect(new Set(all.map(({ seats: foundSeats }) => foundSeats.join())).size).toBe(1)
      expect(await visitor.count()).toBe(2)
      await release()
    }
  })

  it('holds seats again after they were released, at the limit of an order too', async () => {
    const visitor = await visitorWithSession()
    const wish = { quantity: 9, together: false, once: 'nine at once' }
    const first = await ask(visitor, wish, { isLost: true })
    expect(await ask(visitor, wish)).toEqual(first)
    expect((await visitor.send('DELETE', '/basket')).statusCode).toBe(200)
    expect((await ask(visitor, wish)).seats).toHaveLength(9)
    expect(await visitor.count()).toBe(9)
    await release()
  })
})
