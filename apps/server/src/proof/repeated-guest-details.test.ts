import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from './test-server.ts'

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({ change: (brand) => ({ ...brand, login: { ...brand.login, style: 'guest' } }) })
})
afterAll(() => front.close())

const ask = (cookie: string, path: string, body?: unknown) =>
  front.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/api${path}`,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
type Answer = Awaited<ReturnType<typeof ask>>
const cookieIn = ({ headers }: Answer): string =>
  [headers['set-cookie']]
    .flat()
    .find((cookie) => cookie?.startsWith('sid='))!
    .split(';')[0]!
const person = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Quill', phone: '02079460123' }
const withSeat = async (seat: string): Promise<string> =>
  cookieIn(await ask('', '/basket/tickets', { instance: 'tonight', seats: [{ seat: `stalls.${seat}`, priceType: 'full' }] }))

it('keeps the basket of a guest who repeats their details because the response was lost', async () => {
  const before = await withSeat('A.1')
  expect((await ask(before, '/auth/guest', person)).statusCode).toBe(200)
  expect((await ask(before, '/session')).json()).toMatchObject({ customer: null, basket: { count: 1 } })
  const secondResult = await ask(before, '/auth/guest', person)
  expect(secondResult.json()).toMatchObject({ customer: { email: person.email }, basket: { count: 1 } })
  expect((await ask(cookieIn(secondResult), '/session')).json()).toMatchObject({ customer: { email: person.email }, basket: { count: 1 } })
})

it('ends the old session at the first request of the new one', async () => {
  const before = await withSeat('B.1')
  const after = cookieIn(await ask(before, '/auth/guest', person))
  expect(after).not.toBe(before)
  expect((await ask(after, '/session')).json()).toMatchObject({ customer: { isGuest: true }, basket: { count: 1 } })
  expect((await ask(before, '/session')).json()).toMatchObject({ customer: null, basket: { count: 0 } })
  expect((await ask(before, '/basket')).json()).toMatchObject({ tickets: [] })
})
