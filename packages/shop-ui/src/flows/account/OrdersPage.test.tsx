// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aBrand, aCustomer, anOrderSummary, aSession, openScreen, fakeServer, inDays, closeScreen, refuse } from '#testing'
import { AccountPage } from './index.ts'

afterEach(closeScreen)

const reservedOrder = anOrderSummary({
  number: 'KEPT2345',
  state: 'reserved',
  title: 'Hedda Gabler',
  firstAt: inDays(30),
  heldUntil: inDays(2),
  isLocked: false,
})
const paidOrder = anOrderSummary({ number: 'PAID2345', firstAt: inDays(30) })
const routes = [
  { path: '/account/:page', element: <AccountPage /> },
  { path: '/checkout/basket', element: <h1>basket</h1> },
]
const brandWithLists = (...orderLists: ('upcoming' | 'reserved' | 'past')[]) => {
  const brand = aBrand()
  return { ...brand, features: { ...brand.features, orderLists } }
}
const at = '/account/your-orders'
const orders = () => ({ orders: [reservedOrder, paidOrder] })

describe('orders without a performance', () => {
  const voucherOrder = {
    ...anOrderSummary({ number: 'GIFT2345', count: 0, items: [{ kind: 'gift-voucher', name: '', quantity: 1 }] }),
    ...{ title: null, firstAt: null, timeZone: null, hall: null },
  }
  it.each([
    [['upcoming'], -300, 1],
    [['upcoming'], -400, 0],
    [['upcoming', 'past'], -400, 1],
  ] as const)('are listed for a year, and then where the brand lists past orders: %j, %i days', async (lists, days, count) => {
    fakeServer({ me: { orders: () => ({ orders: [paidOrder, { ...voucherOrder, placedAt: inDays(days) }] }) } })
    await openScreen({ at, routes, customer: aCustomer, brand: brandWithLists(...lists) })
    await screen.findByText('The Tempest')
    expect(screen.queryAllByText(/Gift voucher/)).toHaveLength(count)
  })
})

describe('reserved orders', () => {
  it('are listed under their own heading only, where the brand shows that list', async () => {
    fakeServer({ me: { orders } })
    await openScreen({ at, routes, customer: aCustomer, brand: brandWithLists('upcoming', 'reserved') })
    await screen.findByRole('heading', { name: 'Reserved' })
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Hedda Gabler', 'The Tempest'])
    screen.getByText(/^Kept for you until/)
  })

  it('are not listed by other brands, except for a customer who follows the link of a mail', async () => {
    fakeServer({ me: { orders } })
    const { unmount } = await openScreen({ at, routes, customer: aCustomer, brand: brandWithLists('upcoming') })
    await screen.findByText('The Tempest')
    expect(screen.queryByText('Hedda Gabler')).toBeNull()
    unmount()
    await openScreen({ at: `${at}?reserved`, routes, customer: aCustomer, brand: brandWithLists('upcoming') })
    await screen.findByText('Hedda Gabler')
  })

  it('go into the basket to be paid, or show the problem', async () => {
    let isLocked = true
    const basket = aBasket()
    const calls = fakeServer({
      me: { orders, addOrderToBasket: () => (isLocked ? refuse(problem('reserved-order-locked')) : basket) },
      basket: { read: () => basket },
      site: { session: () => aSession(aCustomer, basket) },
    })
    const { address } = await openScreen({
      at,
      routes,
      customer: aCustomer,
      basket: aBasket({ tickets: [] }),
      brand: brandWithLists('reserved'),
    })
    const pay = await screen.findByRole('button', { name: 'Add to basket and pay' })
    fireEvent.click(pay)
    await screen.findByText('This reservation is locked')
    isLocked = false
    fireEvent.click(pay)
    await screen.findByRole('heading', { name: 'basket' })
    expect(address()).toBe('/checkout/basket')
    expect(calls.filter(({ call }) => call === 'me.addOrderToBasket').map(({ path }) => path)).toEqual([
      '/me/orders/KEPT2345/add-to-basket',
      '/me/orders/KEPT2345/add-to-basket',
    ])
  })
})
