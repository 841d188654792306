import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '@playhouse/api-client/client'
import { fetchWithCookies } from '@playhouse/api-client/suite'
import { configureWaitingRoom } from '#modules/queue'
import { type TestServer, startTestServer } from './test-server.ts'

let front: TestServer
beforeAll(async () => {
  const names = ['one proof', 'another proof', 'proof of a hold', 'proof of another hold']
  front = await startTestServer({
    tries: 1,
    botCheck: { offer: async () => ({ kind: 'altcha', challenge: '{}' }), identify: async (proof) => names.find((name) => name === proof) },
  })
})
afterAll(() => front.close())

const login = async (network: string, nth: number, proof?: string) => {
  const response = await front.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    payload: JSON.stringify({ email: `visitor-${nth}@example.org`, password: 'Wrong-Horse-27', ...(proof && { proof }) }),
  })
  return [response.statusCode, response.json().code]
}

it('requires a bot check of a network after 20 sign-ins, and accepts each proof once', async () => {
  for (let nth = 0; nth < 20; nth++) expect(await login('198.51.100.7', nth)).toEqual([401, 'login-failed'])
  const required = [428, 'bot-check-required']
  expect(await login('198.51.100.7', 20)).toEqual(required)
  expect(await login('198.51.100.7', 21, 'made up')).toEqual(required)
  expect(await login('198.51.100.7', 22, 'one proof')).toEqual([401, 'login-failed'])
  expect(await login('198.51.100.7', 23, 'one proof'), 'a second time').toEqual(required)
  expect(await login('198.51.100.7', 24, 'another proof')).toEqual([401, 'login-failed'])
  expect(await login('203.0.113.9', 25), 'from elsewhere').toEqual([401, 'login-failed'])
})

it('limits sign-ins to one email address from many networks', async () => {
  const responses = []
  for (let nth = 0; nth < 14; nth++) responses.push(await login(`192.0.2.${nth + 1}`, 99))
  expect(responses.slice(0, 9).every(([, code]) => code === 'login-failed')).toBe(true)
  expect(responses[9]).toEqual([423, 'account-locked'])
  expect(responses.at(-1)).toEqual([429, 'too-many-requests'])
})

it('requires a bot check if many networks of one IPv6 /48 sign in, and not in another /48', async () => {
  for (let nth = 0; nth < 80; nth++) expect((await login(`2001:db8:5:${nth.toString(16)}::1`, 200 + nth))[1]).toBe('login-failed')
  expect(await login('2001:db8:5:ffff::1', 280)).toEqual([428, 'bot-check-required'])
  expect(await login('2001:db8:6:1::1', 281)).toEqual([401, 'login-failed'])
})

const post = async (url: string, network: string, payload: object) => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': network }
  const response = await front.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) })
  return [response.statusCode, response.json().code]
}
const holdRow = (network: string, row: string, instance = 'tonight') => {
  const seats = Array.from({ length: 9 }, (_, nth) => ({ seat: `stalls.${row}.${nth + 1}`, priceType: 'full' }))
  return post('/api/basket/tickets', network, { instance, seats })
}
const holdBest = (network: string, proof?: string) =>
  post('/api/instances/tonight/best-available', network, { quantity: 1, together: true, ...(proof && { proof }) })

it('requires a bot check if many networks of one IPv6 /48 hold seats, and accepts each proof once', async () => {
  for (const [nth, row] of ['A', 'B', 'C', 'D'].entries()) expect(await holdRow(`2001:db8:7:${nth}::1`, row)).toEqual([200, undefined])
  const required = [428, 'bot-check-required']
  expect(await holdBest('2001:db8:7:a::1')).toEqual(required)
  expect(await holdBest('2001:db8:7:a::1', 'made up')).toEqual(required)
  expect(await holdBest('2001:db8:7:a::1', 'proof of a hold')).toEqual([200, undefined])
  expect(await holdBest('2001:db8:7:b::1', 'proof of a hold'), 'a second time').toEqual(required)
  expect(await holdBest('2001:db8:8:1::1'), 'from another /48').toEqual([200, undefined])
  const last = { instance: 'tonight', seats: [{ seat: 'stalls.C.10', priceType: 'full' }] }
  expect(await post('/api/basket/tickets', '2001:db8:7:c::1', last)).toEqual(required)
  expect(await post('/api/basket/tickets', '2001:db8:7:c::1', { ...last, proof: 'proof of another hold' })).toEqual([200, undefined])
})

it('requires no bot check of visitors with a queue pass', async () => {
  const network = (nth: number): string => `2001:db8:9:${nth}::1`
  for (const [nth, row] of ['A', 'B', 'C', 'D'].entries()) expect(await holdRow(network(nth), row, 'tomorrow')).toEqual([200, undefined])
  const last = { instance: 'tomorrow', seats: [{ seat: 'stalls.A.10', priceType: 'full' }] }
  expect(await post('/api/basket/tickets', network(5), last)).toEqual([428, 'bot-check-required'])
  const before = new Date(Date.now() - 60_000)
  await configureWaitingRoom(front.theatre.db, 'tomorrow', { gathersAt: before, opensAt: before, rate: 6_000 }, 'operator')
  await expect.poll(() => post('/api/basket/tickets', network(5), last)).toEqual([403, 'queue-required'])
  const client = createClient(
    'http://localhost',
    fetchWithCookies(async (input, init) => {
      const headers = { ...Object.fromEntries(new Headers(init?.headers)), 'x-forwarded-for': network(6) }
      const url = String(input).replace('http://localhost', '')
      const response = await front.app.inject({
        method: init?.method === 'POST' ? 'POST' : 'GET',
        url,
        headers,
        payload: String(init?.body ?? ''),
      })
      const cookies = [response.headers['set-cookie'] ?? []].flat().map((cookie) => ['set-cookie', cookie] as [string, string])
      return new Response(response.body, { status: response.statusCode, headers: [['content-type', 'application/json'], ...cookies] })
    }),
  )
  const params = { instance: 'tomorrow' }
  await client.queue.join({ params })
  await expect
    .poll(async () => (await client.queue.enter({ params })).ok && (await client.basket.addTickets({ body: last })))
    .toMatchObject({ ok: true })
})
