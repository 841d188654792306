import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { contract, type Endpoint } from './index.ts'

type Declared = { readonly group: string; readonly name: string; readonly endpoint: Endpoint }
const declared = (groups: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Declared[] =>
  Object.entries(groups).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ group, name, endpoint: endpoint as Endpoint })),
  )
const all = declared(contract)
const routeOf = ({ endpoint }: Declared): string => `${endpoint.method} ${endpoint.path.replaceAll(/:[a-z]+/gi, ':')}`

describe('the contract', () => {
  it('declares each call once, and each name of a group once', () => {
    for (const key of [routeOf, ({ group, name }: Declared) => `${group}.${name}`]) {
      const twice = Object.entries(Object.groupBy(all, key)).filter(([, same]) => same!.length > 1)
      expect(twice.map(([which]) => which)).toEqual([])
    }
  })

  it.each(all.map((each) => [`${each.group}.${each.name}`, each.endpoint] as const))(
    'knows the parameters of %s',
    (_, { path, params }) => {
      const named = [...path.matchAll(/:([a-z]+)/gi)].map(([, name]) => name)
      expect(Object.keys((params as z.ZodObject).shape).toSorted()).toEqual(named.toSorted())
    },
  )

  it('tells strangers that they must sign in wherever it needs a customer', () => {
    const silent = all.filter(({ endpoint }) => endpoint.access === 'customer' && !endpoint.problems.includes('login-required'))
    expect(silent.map(({ group, name }) => `${group}.${name}`)).toEqual([])
    const open = all.filter(({ endpoint }) => endpoint.access === 'staff' && !endpoint.problems.includes('not-allowed'))
    expect(open.map(({ group, name }) => `${group}.${name}`)).toEqual([])
  })

  it('refuses fields it does not know', () => {
    const loose = all.filter(
      ({ endpoint }) => endpoint.access !== 'provider' && endpoint.body.safeParse({ price: 1, sneaked: true }).success,
    )
    expect(loose.map(({ group, name }) => `${group}.${name}`)).toEqual([])
  })

  it('has the whole API of the design', () => {
    const routes = new Set(all.map(routeOf))
    const missing = wholeApi
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [methods = '', path = ''] = line.trim().split(/ +/)
        return methods.split('/').map((method) => `${method} ${path}`)
      })
      .filter((route) => !routes.has(route))
    expect(missing).toEqual([])
  })
})

const wholeApi = `
  GET /site
  GET /session
  POST /auth/lookup
  POST /auth/login
  POST /auth/logout
  POST /auth/register
  POST /auth/magic-link
  POST /auth/magic-link/redeem
  POST /auth/reset-password
  POST /auth/reset-password/redeem
  GET /events
  GET /events/:
  GET /instances/:
  GET /venues/:/maps/:
  GET /instances/:/prices
  GET /instances/:/availability
  POST /instances/:/best-available
  GET/DELETE /basket
  POST /basket/tickets
  PATCH/DELETE /basket/tickets/:
  POST /basket/items
  PATCH/DELETE /basket/items/:
  POST/DELETE /basket/promo
  POST/DELETE /basket/gift-voucher
  POST/DELETE /basket/credit
  PUT /basket/delivery
  PUT /basket/notes
  PUT /basket/gift-aid
  POST /basket/extend
  POST /checkout
  GET /checkout/:
  POST /payments/:/callback
  GET/PATCH /me
  GET/POST /me/addresses
  PATCH/DELETE /me/addresses/:
  GET/PUT /me/contact-preferences
  PUT /me/password
  GET/PUT/DELETE /me/access
  GET /me/memberships
  PATCH /me/memberships/:
  GET /me/credit
  GET /me/cards
  PATCH/DELETE /me/cards/:
  GET /me/orders
  GET /me/orders/:
  POST /me/orders/:/cancel
  POST /me/orders/:/add-to-basket
  GET /me/orders/:/tickets.pdf
  GET /me/orders/:/calendar.ics
  GET /me/orders/:/wallet/:
  POST/DELETE /me/orders/:/share
  GET /me/subscriptions
  GET /me/giving
  GET/PUT /me/household
  GET /shared/:
  POST /vouchers/balance
  POST/GET /queue/:
  GET /staff/customers
  POST /staff/acting-customer
  POST /staff/instances/:/holds
  POST /staff/instances/:/reservations
  POST /staff/instances/:/blocks
  DELETE /staff/instances/:/blocks/:
`
