import { afterAll, beforeAll, expect, it } from 'vitest'
import { offeredProducts, sellingBrand } from '@playhouse/api-client/suite'
import { seedProducts } from '#modules/product'
import { fullPriceSeats } from '#testing'
import { readProblem } from './problem-texts.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ change: sellingBrand })
  await seedProducts(server.theatre.db, offeredProducts)
})
afterAll(() => server.close())

/** A visitor who reserves units for captions, and holds seats. */
function visit() {
  let cookie = ''
  const post = async (url: string, payload: object) => {
    const reply = await server.app.inject({ method: 'POST', url: `/api${url}`, headers: { cookie }, payload })
    cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') || cookie
    return reply
  }
  const accepted = { terms: true, privacy: true }
  return {
    hold: async (...seats: readonly string[]) =>
      expect((await post('/basket/tickets', { instance: 'tonight', seats: fullPriceSeats(...seats) })).statusCode).toBe(200),
    reserve: (quantity: number, accepts: object = accepted) =>
      post('/basket/items', { kind: 'product', product: 'unit', variant: 'one', instance: 'tonight', quantity, accepts }),
  }
}

it('returns a problem with a text in every language where reservations exceed the tickets', async () => {
  const { hold, reserve } = visit()
  const exceeded = (tickets: number, requested: number) => ({
    code: 'reservations-exceed-tickets',
    params: { name: 'Captioning unit', tickets, requested },
  })
  expect(readProblem(server, await reserve(2))).toEqual(exceeded(0, 2))
  await hold('A.1')
  expect(readProblem(server, await reserve(2))).toEqual(exceeded(1, 2))
  expect((await reserve(1)).statusCode).toBe(200)
})

it.each([
  ['the terms', 'A.2', { terms: false, privacy: true }],
  ['the privacy notice', 'C.2', { terms: true, privacy: false }],
])('returns a problem with a text in every language where an acceptance lacks: %s', async (_what, seat, accepts) => {
  const { hold, reserve } = visit()
  await hold(seat)
  expect(readProblem(server, await reserve(1, accepts))).toEqual({
    code: 'reservation-terms-required',
    params: { name: 'Captioning unit' },
  })
})
