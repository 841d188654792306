import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { createGuestOrderLink, createGuest } from '#modules/auth'
import { beginSession } from '#modules/session'
import { customerOf } from '#testing'
import { calls, type TestServer, startTestServer } from './test-server.ts'

let front: TestServer
let orderLink: string
beforeAll(async () => {
  front = await startTestServer({
    change: (brand) => ({ ...brand, login: { ...brand.login, style: 'guest' }, features: { ...brand.features, cancelOrders: true } }),
  })
  // A guest has bought an order, and forwards the link of the mail.
  const owner = await front.owner()
  const person = { email: 'holder@example.org', firstName: 'Hal', lastName: 'Holder', phone: '' }
  const guest = await createGuest(front.theatre.db, person, { requestId: 'r', locale: 'en' })
  for (const table of ['customer_order', 'payment_attempt', 'basket'] as const)
    await front.theatre.db.updateTable(table).set({ customer_id: guest }).where('customer_id', '=', owner.id).execute()
  orderLink = (await createGuestOrderLink(front.theatre.db, guest))!
})
afterAll(() => front.close())

/** A browser that stores the session cookie of the responses. */
function browser(cookie = '') {
  let sid = cookie
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
    const response = await front.app.inject({
      method,
      url: `/api${path}`,
      headers: { ...(method !== 'GET' && { 'content-type': 'application/json' }), ...(sid && { cookie: sid }) },
      ...(method !== 'GET' && { payload: JSON.stringify(body ?? {}) }),
    })
    const set = [response.headers['set-cookie']].flat().find((cookie) => cookie?.startsWith('sid='))
    if (set) sid = set.split(';')[0]!
    return response
  }
  return { send, code: async (...args: Parameters<typeof send>) => (await send(...args)).json<{ code?: string }>().code }
}
const seats = (...names: string[]) => ({ instance: 'tonight', seats: names.map((name) => ({ seat: `stalls.${name}`, priceType: 'full' })) })
const otherGuest = { email: 'victim@example.org', firstName: 'Viv', lastName: 'Else', phone: '02079460999' }

it('shows the order to a visitor with its link, and sells nothing in the buyer’s name', async () => {
  const visitor = browser()
  await visitor.send('POST', '/basket/tickets', seats('B.1'))
  const openResult = await visitor.send('POST', '/auth/guest-order', { token: orderLink })
  const { order, session } = openResult.json<{ order: string; session: { basket: { count: number } } }>()
  expect((await visitor.send('GET', `/me/orders/${order}`)).statusCode).toBe(200)
  expect(session.basket.count, 'their basket is still there').toBe(1)
  await visitor.send('POST', '/basket/tickets', seats('B.2'))

  expect(await visitor.code('PUT', '/basket/delivery', { method: 'print-at-home', address: null })).toBe('login-required')
  expect((await visitor.send('GET', '/session')).json()).toMatchObject({ customer: null, basket: { count: 2 } })
  const welcomed = await visitor.send('POST', '/auth/guest', otherGuest)
  expect(welcomed.json()).toMatchObject({ customer: { email: otherGuest.email }, basket: { count: 2 } })
  const filled = await front.theatre.db
    .selectFrom('basket')
    .innerJoin('basket_ticket', 'basket_ticket.basket_id', 'basket.id')
    .innerJoin('customer', 'customer.id', 'basket.customer_id')
    .select('customer.email')
    .where('basket_ticket.seat', 'in', [10, 11])
    .execute()
  expect(filled).toEqual([{ email: otherGuest.email }, { email: otherGuest.email }])
})

it('shows a visitor with the link only the name and the email address of the buyer', async () => {
  const guest = await front.theatre.db
    .selectFrom('customer')
    .select('id')
    .where('email', '=', 'holder@example.org')
    .executeTakeFirstOrThrow()
  await front.theatre.db.updateTable('customer').set({ phone: '02079460777' }).where('id', '=', guest.id).execute()
  const needs = JSON.stringify({ order: 'For my late mother', access: 'A seat for my wheelchair' })
  await front.theatre.db.updateTable('customer_order').set({ notes: needs }).where('customer_id', '=', guest.id).execute()
  const owned = await front.theatre.db
    .selectFrom('customer_order')
    .select('id')
    .where('customer_id', '=', guest.id)
    .executeTakeFirstOrThrow()
  const performance = { instance: 'tonight', event: 'the-tempest', title: 'The Tempest', startsAt: '2030-02-04T19:30:00.000Z' }
  const supper = {
    ...{ menu: 'supper', point: 'bar', pointName: 'The bar', performance: { ...performance, timeZone: 'Europe/London' }, courses: [] },
    ...{ note: 'Severe nut allergy', closesBefore: 30, servedBefore: null, fee: 0, vatBasisPoints: null },
  }
  const food = {
    kind: 'food' as const,
    product: 'supper@tonight',
    name: 'Supper',
    quantity: 2,
    performance_id: 'tonight',
    amount: 60_00,
    fee: 0,
  }
  await front.theatre.db
    .insertInto('order_item')
    .values({ id: crypto.randomUUID(), order_id: owned.id, position: 90, ...food, detail: JSON.stringify(supper) })
    .execute()
  const [visitor, buyer] = [browser(), browser(await front.cookieOf(guest.id))]
  const { order } = (await visitor.send('POST', '/auth/guest-order', { token: orderLink })).json<{ order: string }>()
  const dataShownTo = async (who: typeof visitor) => {
    const responses = await Promise.all(['/session', '/me', `/me/orders/${order}`, '/me/orders'].map((path) => who.send('GET', path)))
    return ['02079460777', 'late mother', 'wheelchair', '7 Hidden Lane', 'nut allergy'].filter((secret) =>
      responses.some(({ body }) => body.includes(secret)),
    )
  }
  expect(await dataShownTo(buyer)).toHaveLength(5)
  expect(await dataShownTo(visitor)).toEqual([])
})

it('starts no payment for a visitor with the link', async () => {
  const visitor = browser()
  await visitor.send('POST', '/auth/guest-order', { token: orderLink })
  await visitor.send('POST', '/basket/tickets', seats('B.5'))
  expect(await visitor.code('POST', '/checkout', { version: 1 })).toBe('login-required')
})

it('lets a visitor with the link change neither the order nor its buyer', async () => {
  const visitor = browser()
  const { order } = (await visitor.send('POST', '/auth/guest-order', { token: orderLink })).json<{ order: string }>()
  expect(await visitor.code('POST', `/me/orders/${order}/cancel`)).toBe('not-allowed')
  expect(await visitor.code('PUT', '/me/access', { accessId: 'DEMO-DOG' })).toBe('not-allowed')
  expect(await visitor.code('POST', '/me/addresses', {})).toBe('not-allowed')
  expect((await visitor.send('GET', `/me/orders/${order}`)).json()).toMatchObject({ state: 'confirmed' })
  expect((await visitor.send('GET', '/session')).json()).toMatchObject({ customer: { isGuest: true } })
})

describe('each call of the contract', () => {
  /** The path with existing values for parameters, as far as the link gives access to them. */
  const pathOf = (path: string, order: string, pass: string): string =>
    path
      .replace(
        /:(\w+)/g,
        (_, name: string) => ({ number: order, pass, instance: 'tonight', event: 'the-tempest' })[name] ?? crypto.randomUUID(),
      )
      .concat(path.endsWith('/wallet/:pass') ? '?wallet=apple' : '')
  const guestId = async (): Promise<string> =>
    (await front.theatre.db.selectFrom('customer').select('id').where('email', '=', 'holder@example.org').executeTakeFirstOrThrow()).id
  const cookieFor = async (hasLinkAccess: boolean): Promise<string> =>
    `sid=${(await beginSession(front.theatre.db, { customer: await guestId(), hasLinkAccess })).secret}`
  let [order, pass] = ['', '']
  beforeAll(async () => {
    const visitor = browser()
    order = (await visitor.send('POST', '/auth/guest-order', { token: orderLink })).json<{ order: string }>().order
    const orderReply = (await visitor.send('GET', `/me/orders/${order}`)).json<{ tickets: { id: string }[] }>()
    pass = orderReply.tickets[0]!.id
    const guest = await guestId()
    await front.theatre.db.updateTable('customer').set({ phone: '02079460777' }).where('id', '=', guest).execute()
    await front.theatre.db
      .insertInto('address')
      .values({
        id: crypto.randomUUID(),
        customer_id: guest,
        is_primary: true,
        ...{ line1: '7 Hidden Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' },
      })
      .execute()
  })
  const testedCalls = calls.filter(({ endpoint }) => endpoint.access !== 'provider' && !endpoint.stream)
  const ofCustomers = testedCalls.filter(({ endpoint }) => endpoint.access === 'customer')
  const refusals = ['login-required', 'not-allowed']
  const isRefused = (response: { readonly body: string }): boolean => refusals.some((code) => response.body.includes(`"code":"${code}"`))

  it.each(ofCustomers)('$name is open with an order link only if the contract allows it', async ({ endpoint }) => {
    const visitor = browser(await cookieFor(true))
    const response = await visitor.send(endpoint.method, pathOf(endpoint.path, order, pass))
    expect(isRefused(response), response.body).toBe(endpoint.byLink !== true)
  })

  it.each(ofCustomers)('$name is open to a guest only if the contract allows it', async ({ endpoint }) => {
    const guest = browser(await cookieFor(false))
    const response = await guest.send(endpoint.method, pathOf(endpoint.path, order, pass))
    const isOpen = (endpoint.byGuest ?? endpoint.byLink) === true
    expect(response.body.includes('"code":"login-required"'), response.body).toBe(!isOpen)
  })

  it.each(testedCalls.filter(({ endpoint }) => endpoint.access === 'staff'))('$name is closed with an order link', async ({ endpoint }) => {
    const visitor = browser(await cookieFor(true))
    expect(await visitor.code(endpoint.method, pathOf(endpoint.path, order, pass))).toBe('not-allowed')
  })

  it('shows neither the phone number nor the address nor the access needs of the buyer', async () => {
    const visitor = browser(await cookieFor(true))
    for (const { name, endpoint } of testedCalls.filter((call) => call.endpoint.method === 'GET')) {
      const { body } = await visitor.send('GET', pathOf(endpoint.path, order, pass))
      expect(body, name).not.toMatch(/02079460777|Hidden Lane|SE1 9PH|wheelchair|late mother|nut allergy/)
    }
  })
})

it('leaves the basket with its account when a customer opens an order link', async () => {
  const customer = await customerOf(front.theatre)
  const basket = await openBasket(front.theatre.db, front.theatre.brand, { customer_id: customer.id })
  await addTickets(front.theatre, basket, { name: 'test' }, 'tonight', [{ seat: 'stalls.B.7', priceType: 'full' }])
  const visitor = browser(await front.cookieOf(customer.id, basket))
  const openResult = await visitor.send('POST', '/auth/guest-order', { token: orderLink })
  expect(openResult.json()).toMatchObject({ session: { customer: { isGuest: true }, basket: { count: 0 } } })
  const row = await front.theatre.db.selectFrom('basket').select('customer_id').where('id', '=', basket).executeTakeFirstOrThrow()
  expect(row.customer_id).toBe(customer.id)
})
