import { afterAll, beforeAll, expect, it } from 'vitest'
import { sellingBrand } from '@playhouse/api-client/suite'
import { beginSession } from '#modules/session'
import { customerOf } from '#testing'
import { startTestServer, type TestServer } from './test-server.ts'

const gift = {
  ...{ kind: 'donation', fund: 'stage', appeal: null, amount: 20_00 },
  ...{ recognitionName: null, isAnonymous: false, tributeName: null },
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ change: sellingBrand })
})
afterAll(() => server.close())

/** A browser with its cookies, which forgets those of the session when it is closed. */
function browser(jar = new Map<string, string>()) {
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const headers = { cookie: [...jar].map((cookie) => cookie.join('=')).join('; ') }
    const reply = await server.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })
    for (const cookie of reply.cookies) {
      if (cookie.value === '') jar.delete(cookie.name)
      else jar.set(cookie.name, cookie.value)
    }
    return reply
  }
  const itemsIn = async () => (await send('GET', '/basket')).json<{ items: { amount: number }[] }>().items.map(({ amount }) => amount)
  return { jar, send, itemsIn, close: () => void jar.delete('sid') }
}

it('keeps the basket of a visitor without an account in a signed cookie that scripts cannot read', async () => {
  const { jar, send, itemsIn, close } = browser()
  const [addition, tickets] = [await send('POST', '/basket/items', gift), browser()]
  expect(addition.statusCode).toBe(200)
  expect(addition.cookies.find(({ name }) => name === 'basket')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 14 * 86_400,
  })
  close()
  expect(await itemsIn()).toEqual([20_00])
  expect((await send('GET', '/session')).json().basket).toMatchObject({ items: 1, total: 20_00 })
  // A change without a session continues with the same basket.
  expect((await send('POST', '/basket/items', { ...gift, amount: 30_00 })).statusCode).toBe(200)
  expect(jar.has('sid')).toBe(true)
  expect(await itemsIn()).toEqual([30_00])
  expect(await tickets.itemsIn(), 'another browser').toEqual([])
})

it('ignores a cookie whose signature does not fit, or that names another basket', async () => {
  const [mine, otherBrowser] = [browser(), browser()]
  await mine.send('POST', '/basket/items', gift)
  await otherBrowser.send('POST', '/basket/items', { ...gift, amount: 40_00 })
  const id = (token: string) => decodeURIComponent(token).split('~')[1]!.split('.')[0]!
  const forged = decodeURIComponent(mine.jar.get('basket')!).replace(id(mine.jar.get('basket')!), id(otherBrowser.jar.get('basket')!))
  expect(await browser(new Map([['basket', encodeURIComponent(forged)]])).itemsIn()).toEqual([])
  expect(await browser(new Map([['basket', id(otherBrowser.jar.get('basket')!)]])).itemsIn()).toEqual([])
})

it('gives the basket to the customer who signs in, whom another browser then finds it for, and forgets the cookie', async () => {
  const { jar, send, close } = browser()
  await send('POST', '/basket/items', gift)
  close()
  const before = jar.get('basket')!
  const email = `kept-${Date.now()}@example.org`
  const details = { email, password: 'Rehearse10-Lines', title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460000' }
  const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }
  expect((await send('POST', '/auth/register', { ...details, address, marketing: false })).statusCode).toBe(200)
  expect(jar.has('basket')).toBe(false)
  expect(await browser(new Map([['basket', before]])).itemsIn(), 'the old cookie').toEqual([])
  await send('POST', '/auth/logout', {})
  const otherBrowser = browser()
  expect((await otherBrowser.send('POST', '/auth/login', { email, password: details.password })).statusCode).toBe(200)
  expect(await otherBrowser.itemsIn()).toEqual([20_00])
})

it('finds no basket of a customer with an account, and keeps no cookie for one', async () => {
  const customer = await customerOf(server.theatre)
  const { secret } = await beginSession(server.theatre.db, { customer: customer.id })
  const { jar, send } = browser(new Map([['sid', secret]]))
  expect((await send('POST', '/basket/items', gift)).statusCode).toBe(200)
  expect(jar.has('basket')).toBe(false)
})
