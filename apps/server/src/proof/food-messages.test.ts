import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { offeredDishes, offeredFood, sellingBrand } from '@playhouse/api-client/suite'
import { seedFood } from '#modules/food'
import { seedProducts } from '#modules/product'
import { supperFor } from '../modules/payment/testing/item-buyer.ts'
import { readProblem } from './problem-texts.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ change: sellingBrand })
  const { db } = server.theatre
  await seedProducts(db, offeredDishes)
  await seedFood(db, offeredFood)
})
afterAll(() => server.close())

/** Orders supper in the restaurant, with a change. */
const order = (change: object = {}, guests = 2, language = 'en') =>
  server.app.inject({
    method: 'POST',
    url: '/api/basket/items',
    headers: { 'x-forwarded-for': '198.51.100.7', 'accept-language': language },
    payload: { ...supperFor(guests), ...change },
  })

const setGuests = (guests: number) =>
  sql`update menu_performance set guests = ${guests} where performance_id = 'tonight' and point_id = 'restaurant'`.execute(
    server.theatre.db,
  )

it.each([
  ['no number of people', { guests: null }, 'food-guests-required', {}],
  ['too many people', { guests: 21 }, 'food-guests-limit', { maximum: 20 }],
  ['no collection point', { point: null }, 'food-point-required', {}],
  ['too few dishes', { guests: 3 }, 'food-too-few', { course: 'Starter', chosen: 2, guests: 3 }],
  ['too many dishes', { guests: 1 }, 'food-too-many', { course: 'Starter', chosen: 2, guests: 1 }],
  ['a menu that is not offered', { menu: 'breakfast' }, 'food-not-found', {}],
] as const)('says in every language what is wrong with an order with %s', async (_what, change, code, params) => {
  expect(readProblem(server, await order(change))).toEqual({ code, params })
})

it('names a course in the language of the visitor', async () => {
  const { translations } = offeredFood.menus[0]!.courses[0]!
  const named = await server.theatre.db
    .updateTable('menu_course')
    .set({ translations: JSON.stringify({ ...translations, sv: { name: 'Förrätt' } }) })
    .where('id', '=', 'starter')
    .execute()
  expect(named).toHaveLength(1)
  expect((await order({ guests: 3 }, 2, 'sv')).json()).toMatchObject({ params: { course: 'Förrätt' } })
})

it('says in every language how many places are left, and how many people one network can hold', async () => {
  expect(readProblem(server, await order({}, 7))).toEqual({ code: 'food-sold-out', params: { name: 'Supper', placesLeft: 6 } })
  await setGuests(100)
  expect((await order({}, 20)).statusCode).toBe(200)
  expect(readProblem(server, await order({}, 1))).toEqual({ code: 'food-network-limit', params: { name: 'Supper', maximum: 20 } })
})

it('says in every language that orders have closed', async () => {
  await sql`update performance set starts_at = now() + interval '29 minutes' where id = 'tonight'`.execute(server.theatre.db)
  expect(readProblem(server, await order())).toEqual({ code: 'food-closed', params: { name: 'Supper' } })
})
