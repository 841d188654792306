import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isSoldOnline, itemKindNames } from '@playhouse/domain/item-kind'
import { recordSchemas } from '@playhouse/domain/record'
import { problemCodes } from '@playhouse/domain/problem'
import { counterItemSchema, itemToAddSchema } from './basket-item.ts'
import { contract, type Endpoint } from './index.ts'

type Declared = { readonly group: string; readonly name: string; readonly endpoint: Endpoint }
const declared = (groups: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Declared[] =>
  Object.entries(groups).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ group, name, endpoint: endpoint as Endpoint })),
  )
const all = declared(contract)
const routeOf = ({ endpoint }: Declared): string => `${endpoint.method} ${endpoint.path.replaceAll(/:[a-z]+/gi, ':')}`

describe('the contract', () => {
  it('declares each route once, and each name of a group once', () => {
    for (const key of [routeOf, ({ group, name }: Declared) => `${group}.${name}`]) {
      const twice = Object.entries(Object.groupBy(all, key)).filter(([, same]) => same!.length > 1)
      expect(twice.map(([which]) => which)).toEqual([])
    }
  })

  it.each(all.map((each) => [`${each.group}.${each.name}`, each.endpoint] as const))(
    'declares the path parameters of %s',
    (_, { path, params }) => {
      const named = [...path.matchAll(/:([a-z]+)/gi)].map(([, name]) => name)
      expect(Object.keys((params as z.ZodObject).shape).toSorted()).toEqual(named.toSorted())
    },
  )

  it('declares login-required for every endpoint of customers, and not-allowed for every endpoint of staff', () => {
    const silent = all.filter(({ endpoint }) => endpoint.access === 'customer' && !endpoint.problems.includes('login-required'))
    expect(silent.map(({ group, name }) => `${group}.${name}`)).toEqual([])
    const open = all.filter(({ endpoint }) => endpoint.access === 'staff' && !endpoint.problems.includes('not-allowed'))
    expect(open.map(({ group, name }) => `${group}.${name}`)).toEqual([])
  })

  it('opens to guests and order links only what needs a customer', () => {
    const stray = all.filter(({ endpoint }) => (endpoint.byGuest ?? endpoint.byLink) && endpoint.access !== 'customer')
    expect(stray.map(({ group, name }) => `${group}.${name}`)).toEqual([])
  })

  it('has no problem for what is not built, and requests for every kind of item', () => {
    expect(problemCodes.filter((code) => /not-(yet|built|implemented)|available-yet|coming-soon/.test(code))).toEqual([])
    const kindsOf = (options: typeof counterItemSchema.options | typeof itemToAddSchema.options) =>
      options.map(({ shape }) => shape.kind.value as string)
    expect(kindsOf(counterItemSchema.options).toSorted()).toEqual([...itemKindNames].toSorted())
    expect(kindsOf(itemToAddSchema.options).toSorted()).toEqual(itemKindNames.filter(isSoldOnline).toSorted())
  })

  it('rejects unknown fields in a body', () => {
    const loose = all.filter(
      ({ endpoint }) => endpoint.access !== 'provider' && endpoint.body.safeParse({ price: 1, sneaked: true }).success,
    )
    expect(loose.map(({ group, name }) => `${group}.${name}`)).toEqual([])
  })

  it('limits the size of every text, list, number and record in a request', () => {
    // Webhooks of a provider are signed, and at most 64 kB of a body is read.
    const taken = all.filter(({ endpoint }) => endpoint.access !== 'provider')
    const boundless = taken.flatMap(({ group, name, endpoint }) =>
      (['params', 'query', 'body'] as const).flatMap((part) =>
        boundlessIn(z.toJSONSchema(endpoint[part], { io: 'input', unrepresentable: 'any' }) as Shape, `${group}.${name} ${part}`),
      ),
    )
    expect(taken.length).toBeGreaterThan(100)
    // The handler validates a record by the schema of its kind.
    const byKind = ['records.save body.record.*', 'records.save body.record names']
    expect(boundless.filter((path) => !byKind.includes(path))).toEqual([])
    const inRecords = Object.entries(recordSchemas).flatMap(([kind, schema]) =>
      boundlessIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, kind),
    )
    expect(inRecords).toEqual([])
  })

  it('has no token and no personal data in paths and queries, which proxies log', () => {
    const personal = /token|secret|password|query|search|name|e?mail|phone|code|postcode|address/i
    const exposed = all.flatMap(({ group, name, endpoint }) =>
      (['params', 'query'] as const).flatMap((part) =>
        Object.keys((endpoint[part] as z.ZodObject).shape)
          .filter((field) => personal.test(field))
          .map((field) => `${group}.${name} ${part}.${field}`),
      ),
    )
    expect(exposed).toEqual([])
  })

  it('has every route of the specification', () => {
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

/** The keywords of JSON Schema that limit a size. */
type Shape = {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maximum?: number
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: boolean | Shape
  readonly propertyNames?: Shape
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
}

/** String formats with a fixed length. */
const shortForms = new Set(['uuid', 'date'])
/** A pattern limits the length if it is anchored at both ends and has no unbounded repetition. */
const isBounding = (pattern: string): boolean => /^\^.*\$$/.test(pattern) && !/(?<!\\)[*+]|,\}/.test(pattern)
const isBoundedText = ({ enum: words, const: word, format = '', pattern = '', maxLength }: Shape): boolean =>
  words !== undefined || word !== undefined || maxLength !== undefined || shortForms.has(format) || isBounding(pattern)

const isBounded = (shape: Shape): boolean => {
  if (shape.type === 'string') return isBoundedText(shape)
  if (shape.type === 'array') return shape.maxItems !== undefined
  if (shape.type === 'number' || shape.type === 'integer') return shape.maximum !== undefined
  // The keys of a record are distinct, so their length limits it.
  if (shape.type === 'object') return shape.additionalProperties === false || typeof shape.additionalProperties === 'object'
  return Object.keys(shape).length > 0
}

/** Paths of the parts of a schema without a size limit. */
function boundlessIn(shape: Shape, path: string): string[] {
  const { items, properties = {}, additionalProperties: others, propertyNames } = shape
  return [
    ...(isBounded(shape) ? [] : [path]),
    ...Object.entries(properties).flatMap(([name, value]) => boundlessIn(value, `${path}.${name}`)),
    ...(items ? boundlessIn(items, `${path}[]`) : []),
    ...(typeof others === 'object' ? boundlessIn(others, `${path}.*`) : []),
    ...(propertyNames ? boundlessIn({ type: 'string', ...propertyNames }, `${path} names`) : []),
    ...(['anyOf', 'oneOf', 'allOf'] as const).flatMap((each) => (shape[each] ?? []).flatMap((one) => boundlessIn(one, path))),
  ]
}

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
  GET /availability
  POST /instances/:/best-available
  GET/DELETE /basket
  POST /basket/tickets
  POST /basket/performances
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
  POST /shared
  POST /vouchers/balance
  POST/GET /queue/:
  POST /staff/customers/search
  POST /staff/acting-customer
  POST /staff/instances/:/holds
  POST /staff/instances/:/reservations
  POST /staff/instances/:/blocks
  DELETE /staff/instances/:/blocks/:
`
