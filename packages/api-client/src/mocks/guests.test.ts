import { readFileSync } from 'node:fs'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brandSchema } from '@playhouse/domain/brand'
import { hall, soldSeats } from '@playhouse/fixtures'
import { contract, type Endpoint } from '#contract'
import { createHandlers, createMockShop } from './index.ts'

const origin = 'http://mock.example'
const brand = brandSchema.parse(JSON.parse(readFileSync(new URL('../../../../brands/bridge/brand.json', import.meta.url), 'utf8')))
const shop = createMockShop({
  brand,
  productions: [],
  performances: [],
  priceLists: [],
  plan: hall,
  sold: soldSeats,
  now: Date.now,
  hasOneVisitor: true,
})
const server = setupServer(...createHandlers(shop, origin))
beforeAll(() => server.listen())
afterAll(() => server.close())

const ofCustomers = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
    endpoint.access === 'customer' ? [{ name: `${group}.${name}`, endpoint }] : [],
  ),
)
const closedToGuests = ofCustomers.filter(({ endpoint }) => !endpoint.byGuest && !endpoint.byLink)

it.each(closedToGuests)('$name needs an account, which a guest has not', async ({ endpoint: { method, path } }) => {
  const visit = shop.newVisit()
  visit.customer = {
    id: 'guest',
    email: 'g@example.org',
    title: '',
    firstName: 'Gu',
    lastName: 'Est',
    phone: '',
    address: null,
    isGuest: true,
  }
  shop.visits.set('visitor', visit)
  const response = await fetch(`${origin}/api${path.replace(/:\w+/g, 'anything')}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{}' }),
  })
  expect(await response.json()).toMatchObject({ status: 401, code: 'login-required' })
})
