import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestEmailChange, confirmEmailChange, createEmailChangeLink } from '#modules/customer'
import {
  claimGuestOrders,
  redeemOrderLink,
  createGuestOrderLink,
  createGuestOrdersLink,
  createPasswordResetLink,
  redeemPasswordReset,
  createGuest,
} from '#modules/auth'
import { addMember, setBookingMember, readHousehold } from '#modules/household'
import { listOrders, readOrder } from '#modules/order'
import { applyRetention } from '#modules/retention'
import { newId } from '#db'
import { createBuyer, openManualProvider } from '../modules/payment/testing/buyer.ts'
import { checkPayment } from '#modules/payment'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'

let theatre: TestTheatre
beforeAll(async () => {
  theatre = await openTestTheatre()
})
afterAll(() => theatre[Symbol.asyncDispose]())

const comeAsGuest = (email: string): Promise<string> =>
  createGuest(theatre.db, { email, firstName: 'Ada', lastName: 'Quill', phone: '' }, { requestId: 'r', locale: 'en' })

/** Buys a seat as a guest with this email address. Returns the id of the guest’s customer record. */
async function buyAsGuest(email: string, seat: string, existingGuest?: string): Promise<string> {
  const id = existingGuest ?? (await comeAsGuest(email))
  const guest = await theatre.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const manualProvider = openManualProvider(theatre)
  const startedPayment = await (await createBuyer({ ...theatre, ...manualProvider.shop }, [seat], guest)).start()
  if (!startedPayment.ok) throw new Error(startedPayment.error.code)
  const { payment } = startedPayment.value
  manualProvider.end(payment, 'succeeded')
  await checkPayment(manualProvider.shop, id, payment, { name: 'guest' })
  return id
}
const ordersOf = async (customer: string) => (await listOrders(theatre, customer)).length
const address = (): string => `${newId()}@example.org`
const claim = (token: string, customer: string) => claimGuestOrders(theatre.db, token, customer, 'request')

describe('an order of a guest', () => {
  it('moves to an account with the same email address by a mailed link, once, with its tickets and the audit trail', async () => {
    const email = address()
    const guests = [await buyAsGuest(email, 'A.1'), await buyAsGuest(email, 'A.2')]
    const stranger = await buyAsGuest(address(), 'A.3')
    const account = await customerOf(theatre, email)
    expect(await ordersOf(account.id)).toBe(0)
    const link = (await createGuestOrdersLink(theatre.db, account.id))!
    expect(link.email).toBe(email)
    expect(await claim(link.token, account.id)).toEqual({ ok: true, value: 2 })
    expect(await claim(link.token, account.id)).toMatchObject({ error: { code: 'authentication-link-expired' } })
    expect(await Promise.all([account.id, ...guests, stranger].map(ordersOf))).toEqual([2, 0, 0, 1])
    const [order] = await listOrders(theatre, account.id)
    expect((await readOrder(theatre, account.id, order!.number))?.order.tickets).toHaveLength(1)
    expect(await createGuestOrdersLink(theatre.db, account.id)).toBeUndefined()
    const trail = await theatre.db.selectFrom('audit').select('detail').where('verb', '=', 'move-to-account').execute()
    expect(trail.map(({ detail }) => detail)).toEqual(expect.arrayContaining(guests.map((from) => ({ from, to: account.id }))))
    await expectInvariants(theatre)
  })

  it('does not move without the link, to another account, or after the email address of the account has changed', async () => {
    const email = address()
    const guest = await buyAsGuest(email, 'B.1')
    const account = await customerOf(theatre, email)
    const other = await customerOf(theatre)
    expect(await createGuestOrdersLink(theatre.db, other.id)).toBeUndefined()
    expect(await claim('made up', account.id)).toMatchObject({ error: { code: 'authentication-link-expired' } })
    const { token } = (await createGuestOrdersLink(theatre.db, account.id))!
    expect(await claim(token, other.id)).toMatchObject({ error: { code: 'authentication-link-expired' } })
    const change = (await createEmailChangeLink(theatre.db, account.id, address()))!
    expect((await confirmEmailChange(theatre.db, change.token!, { customer: account.id, session: undefined }, 'request')).ok).toBe(true)
    expect(await claim(token, account.id)).toMatchObject({ error: { code: 'authentication-link-expired' } })
    expect(await ordersOf(guest)).toBe(1)
  })

  it('moves to the account when a password reset proves ownership of the email address', async () => {
    const email = address()
    await buyAsGuest(email, 'C.1')
    const account = await customerOf(theatre, email)
    const { token } = (await createPasswordResetLink(theatre.db, email))!
    expect((await redeemPasswordReset(theatre.db, theatre.brand, { token, password: 'Curtain27' }, 'request')).ok).toBe(true)
    expect(await ordersOf(account.id)).toBe(1)
    await expectInvariants(theatre)
  })

  it('can be opened only by signing in once it has moved: its mailed link then answers login-required', async () => {
    const email = address()
    const guest = await buyAsGuest(email, 'D.1')
    const door = (await createGuestOrderLink(theatre.db, guest))!
    expect(await redeemOrderLink(theatre.db, door)).toMatchObject({ ok: true, value: { customer: guest } })
    const account = await customerOf(theatre, email)
    await claim((await createGuestOrdersLink(theatre.db, account.id))!.token, account.id)
    expect(await redeemOrderLink(theatre.db, door)).toMatchObject({ error: { code: 'login-required' } })
  })
})

it('shows on an order the household member for whom it was booked, unless that was the customer', async () => {
  const customer = await customerOf(theatre)
  const buy = async (seat: string) => {
    const manualProvider = openManualProvider(theatre)
    const payment = await (await createBuyer({ ...theatre, ...manualProvider.shop }, [seat], customer)).start()
    if (!payment.ok) throw new Error(payment.error.code)
    manualProvider.end(payment.value.payment, 'succeeded')
    await checkPayment(manualProvider.shop, customer.id, payment.value.payment, { name: 'customer' })
  }
  await buy('B.5')
  const actor = { name: `customer ${customer.id}` }
  await addMember(theatre.db, customer.id, { firstName: 'Mia', lastName: 'Quill' }, actor)
  const { members } = await readHousehold(theatre.db, { id: customer.id, firstName: 'Ada', lastName: 'Quill' })
  expect(await setBookingMember(theatre.db, customer.id, members[1]!.id, actor)).toBe(true)
  await buy('B.6')
  const orders = await Promise.all(
    (await listOrders(theatre, customer.id)).map(async ({ number }) => (await readOrder(theatre, customer.id, number))!.order.bookedFor),
  )
  expect(orders.toSorted()).toEqual(['Mia Quill', null])
})

it('cancels a pending change of the email address when the password is reset', async () => {
  const account = await customerOf(theatre)
  await requestEmailChange(theatre.db, account.id, 'thief@example.org', 'en', 'request')
  const change = (await createEmailChangeLink(theatre.db, account.id, 'thief@example.org'))!
  const { token } = (await createPasswordResetLink(theatre.db, account.email))!
  expect((await redeemPasswordReset(theatre.db, theatre.brand, { token, password: 'Curtain27' }, 'request')).ok).toBe(true)
  const taken = await confirmEmailChange(theatre.db, change.token!, { customer: undefined, session: undefined }, 'request')
  expect(taken).toMatchObject({ error: { code: 'authentication-link-expired' } })
})

it('deletes the personal data of a guest without an order after 30 days', async () => {
  /** A guest created a number of days ago: the id contains the time of creation. */
  const cameBefore = async (days: number): Promise<string> => {
    const idTime = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0')
    const [today, past] = [await comeAsGuest(address()), `${idTime.slice(0, 8)}-${idTime.slice(8)}${newId().slice(13)}`]
    await theatre.db.updateTable('customer').set({ id: past }).where('id', '=', today).execute()
    return past
  }
  const [idle, young, buyer] = [await cameBefore(31), await cameBefore(29), await cameBefore(31)]
  await buyAsGuest('', 'D.5', buyer)
  const account = await customerOf(theatre)
  expect((await applyRetention(theatre.db)).get('guests without an order')).toBe(1)
  const names = await theatre.db.selectFrom('customer').select(['id', 'first_name', 'email']).execute()
  const isUnchanged = (id: string) => names.some((row) => row.id === id && row.first_name === 'Ada' && row.email !== '')
  expect([idle, young, buyer, account.id].map(isUnchanged)).toEqual([false, true, true, true])
  expect((await applyRetention(theatre.db)).size).toBe(0)
})
