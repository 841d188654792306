import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBasket, readBasket, setBilling, setNotes } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { customerOf } from '#testing'
import { createManualProvider } from '../modules/payment/testing/manual-provider.ts'
import { type TestServer, startTestServer } from '../proof/test-server.ts'

const hand = createManualProvider()
let providerCalls = 0
let front: TestServer
beforeAll(async () => {
  const readSession: typeof hand.provider.readSession = (id) => {
    providerCalls += 1
    return hand.provider.readSession(id)
  }
  front = await startTestServer({ tries: 1, provider: { ...hand.provider, readSession } })
})
afterAll(() => front.close())

const actor = { name: 'guest' }
const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }

/** A customer whose basket has everything that a payment needs. */
async function payer(seat: string) {
  const { theatre } = front
  const customer = await customerOf(theatre)
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  await addTickets(theatre, basket, actor, 'tonight', [{ seat: `stalls.${seat}`, priceType: 'full' }])
  await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
  await setBilling(theatre, basket, actor, { firstName: 'Ada', lastName: 'Quill', phone: '', address })
  const cookie = await front.cookieOf(customer.id, basket)
  const send = async (method: 'GET' | 'POST', path: string, body: unknown = {}) =>
    front.app.inject({
      method,
      url: `/api${path}`,
      headers: { cookie, ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { payload: JSON.stringify(body) }),
    })
  const start = async () => send('POST', '/checkout', { version: (await readBasket(theatre, basket)).version })
  return { send, start }
}

it('answers each of 60 status checks of a payment, and asks the provider no more often than a return page would', async () => {
  const { send, start } = await payer('A.1')
  const { payment } = (await start()).json<{ payment: string }>()
  const responses = await Promise.all(Array.from({ length: 60 }, () => send('GET', `/checkout/${payment}`)))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(providerCalls).toBeLessThanOrEqual(20)
  hand.end(payment, 'succeeded')
  const otherPayer = await payer('A.2')
  const { payment: theirs } = (await otherPayer.start()).json<{ payment: string }>()
  hand.end(theirs, 'succeeded')
  expect((await otherPayer.send('GET', `/checkout/${theirs}`)).json(), 'other payers are not limited').toMatchObject({ state: 'succeeded' })
})

it('refuses to start more than 30 payments of one customer with 429', async () => {
  const { send, start } = await payer('B.1')
  const codes = []
  for (let turn = 0; turn < 33; turn++) {
    const startResult = await start()
    codes.push(startResult.statusCode)
    const { payment } = startResult.json<{ payment?: string }>()
    if (payment) await send('POST', `/checkout/${payment}/cancel`)
  }
  expect(codes.slice(0, 30).every((code) => code === 200)).toBe(true)
  expect(codes.slice(30)).toEqual([429, 429, 429])
})
