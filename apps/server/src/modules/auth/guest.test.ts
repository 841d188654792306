import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#db'
import { type TestDatabase, testDatabase } from '#db/testing'
import { customerOf } from '#testing'
import {
  checkLogin,
  redeemOrderLink,
  createGuestOrderLink,
  createMagicLink,
  createPasswordResetLink,
  searchCustomer,
  createGuest,
} from './index.ts'

let theatre: TestDatabase
beforeAll(async () => {
  theatre = await testDatabase()
})
afterAll(() => theatre.drop())

const arrival = { requestId: 'request', locale: 'en' } as const
const guest = (email: string) => createGuest(theatre.db, { email, firstName: 'Ada', lastName: 'Quill', phone: '' }, arrival)

test('a guest may have the address of an account and of other guests, and does not see their orders', async () => {
  const { id, email } = await customerOf(theatre)
  const guests = [await guest(email), await guest(email)]
  expect(new Set([id, ...guests]).size).toBe(3)
  expect((await createPasswordResetLink(theatre.db, email))?.firstName).toBe('Ada')
  const links = await theatre.db.selectFrom('account_link').select('customer_id').execute()
  expect(links.map(({ customer_id }) => customer_id)).toEqual([id])
})

test('a guest has no account: can’t sign in, gets no link, and is not found by a search', async () => {
  const email = `${newId()}@example.org`
  await guest(email)
  expect(await checkLogin(theatre.db, email, '', 'request')).toMatchObject({ error: { code: 'login-failed' } })
  expect(await createPasswordResetLink(theatre.db, email)).toBeUndefined()
  expect(await createMagicLink(theatre.db, email, 'here')).toBeUndefined()
  expect(await searchCustomer(theatre.db, email)).toMatchObject({ error: { code: 'no-customer' } })
})

test('an order link is created for guests with an order only', async () => {
  const { id } = await customerOf(theatre)
  expect(await createGuestOrderLink(theatre.db, id)).toBeUndefined()
  const token = (await createGuestOrderLink(theatre.db, await guest('ada@example.org')))!
  expect(await redeemOrderLink(theatre.db, token)).toMatchObject({ error: { code: 'order-not-found' } })
  expect(await redeemOrderLink(theatre.db, 'made up')).toMatchObject({ error: { code: 'order-not-found' } })
})

test('a search reports addresses that differ in capitals only', async () => {
  const name = newId()
  await customerOf(theatre, `${name}@example.org`)
  expect(await searchCustomer(theatre.db, `${name}@example.org`)).toMatchObject({ ok: true })
  await customerOf(theatre, `${name.toUpperCase()}@Example.org`)
  expect(await searchCustomer(theatre.db, `${name}@example.org`)).toMatchObject({ error: { code: 'too-many-responses' } })
})
