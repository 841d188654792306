import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createPaymentProvider } from '#adapters/payment'
import { freePort, SandboxProcess } from '#adapters/payment/testing'
import { expectInvariants } from '#testing'
import { type TestServer, startTestServer } from './test-server.ts'

const secret = 'what the sandbox signs with'
const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: 'Greater London', postcode: 'SE1 9PH', country: 'GB' }

async function openShop(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sign-in-while-paying-'))
  const sandbox = new SandboxProcess(await freePort(), folder, secret)
  await sandbox.start()
  const front = await startTestServer({
    change: (brand) => ({ ...brand, login: { ...brand.login, style: 'guest' } }),
    provider: createPaymentProvider({ url: sandbox.url, secret }),
  })
  onTestFinished(async () => {
    await front.close()
    await sandbox.kill()
    rmSync(folder, { recursive: true })
  })
  return front
}

/** A browser: it keeps its session cookie as the responses set it. */
function browser({ app }: TestServer) {
  let cookie = ''
  return async <Body>(method: 'GET' | 'POST' | 'PUT', path: string, body: unknown = {}): Promise<Body & { code?: string }> => {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      headers: { ...(method !== 'GET' && { 'content-type': 'application/json' }), ...(cookie && { cookie }) },
      ...(method !== 'GET' && { payload: JSON.stringify(body) }),
    })
    const set = [response.headers['set-cookie']].flat().find((cookie) => cookie?.startsWith('sid='))
    if (set) cookie = set.split(';')[0]!
    return response.json()
  }
}
const newCustomer = (email: string) => ({
  email,
  password: 'Rehearse10-Lines',
  title: '',
  firstName: 'Nia',
  lastName: 'Quill',
  phone: '02079460000',
  address,
  marketing: false,
})

it('finds the confirmed order of a guest who signed in as another customer while paying, and shows that customer no more than its number', async () => {
  const front = await openShop()
  const [send, sendFromOther] = [browser(front), browser(front)]
  await send('POST', '/basket/tickets', { instance: 'tonight', seats: [{ seat: 'stalls.A.1', priceType: 'full' }] })
  await send('POST', '/auth/guest', { email: 'guest@example.org', firstName: 'Gus', lastName: 'Guest', phone: '02079460001' })
  await send('PUT', '/basket/notes', { order: '', access: '', termsAccepted: true })
  await send('PUT', '/basket/billing', { firstName: 'Gus', lastName: 'Guest', phone: '02079460001', address })
  const { version, quote } = await send<{ version: number; quote: string }>('GET', '/basket')
  const started = await send<{ payment: string; redirectUrl: string }>('POST', '/checkout', { version, quote })
  expect(started).toMatchObject({ redirectUrl: expect.any(String) })
  const { payment, redirectUrl } = started

  expect(await send('POST', '/auth/register', newCustomer('nia@example.org'))).toMatchObject({ customer: { email: 'nia@example.org' } })
  expect(await send('GET', `/checkout/${payment}`)).toMatchObject({ state: 'redirected', order: null })
  await fetch(redirectUrl, { method: 'POST', body: new URLSearchParams({ card: '4242424242424242' }), redirect: 'manual' })

  const { order, ...status } = await send<{ order: { number: string; state: string } }>('GET', `/checkout/${payment}`)
  expect([status, order]).toEqual([
    { payment, state: 'succeeded' },
    { number: expect.any(String), state: 'confirmed' },
  ])
  expect((await send('GET', `/me/orders/${order.number}`)).code, 'the order is the guest’s').toBe('order-not-found')
  expect(await send('GET', '/me/orders')).toMatchObject({ orders: [] })
  expect((await send('POST', `/checkout/${payment}/cancel`)).code).toBe('payment-unknown')

  await sendFromOther('POST', '/auth/register', newCustomer('other@example.org'))
  expect((await sendFromOther('GET', `/checkout/${payment}`)).code, 'in another browser').toBe('payment-unknown')
  await send('POST', '/auth/logout')
  await send('POST', '/auth/login', { email: 'other@example.org', password: 'Rehearse10-Lines' })
  expect((await send('GET', `/checkout/${payment}`)).code, 'after signing out').toBe('payment-unknown')
  const orders = await front.theatre.db
    .selectFrom('customer_order')
    .innerJoin('customer', 'customer.id', 'customer_order.customer_id')
    .select(['customer.email', 'customer_order.state'])
    .execute()
  expect(orders).toEqual([{ email: 'guest@example.org', state: 'confirmed' }])
  await expectInvariants(front.theatre)
})
