// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { money, zero } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aCustomer, anAddress, aSession, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { PaymentPage } from './PaymentPage.tsx'
import { redirectTo } from './redirect.ts'

vi.mock('./redirect.ts', () => ({ redirectTo: vi.fn() }))
beforeEach(() => vi.mocked(redirectTo).mockClear())
afterEach(closeScreen)

const payment = '01920000-0000-7000-8000-0000000000aa'
const redirectUrl = 'https://pay.example/session/1'
const reply = { payment, redirectUrl }
const readyBasket = aBasket({
  version: 7,
  termsAccepted: true,
  billing: { firstName: 'Ada', lastName: 'King', phone: '', address: anAddress },
})
const openPage = (basket = readyBasket) =>
  openScreen({ at: '/checkout/payment', routes: [{ path: '/checkout/payment', element: <PaymentPage /> }], basket, customer: aCustomer })

describe('PaymentPage', () => {
  it('shows the amount and redirects to the provider, with the basket version on the screen', async () => {
    const card = {
      id: payment,
      brand: 'visa',
      maskedNumber: '•••• 4242',
      cardholder: 'Ada King',
      expires: '2034-12',
      address: null,
      isPreferred: true,
    }
    const calls = fakeServer({ checkout: { start: () => reply }, me: { cards: () => ({ cards: [card], canKeep: true }) } })
    await openPage()
    await screen.findByText(/^There you can pay with •••• 4242/)
    fireEvent.click(await screen.findByRole('button', { name: 'Pay £90.00' }))
    await waitFor(() => expect(redirectTo).toHaveBeenCalledWith(redirectUrl))
    expect(calls.filter(({ call }) => call !== 'me.cards')).toEqual([{ call: 'checkout.start', path: '/checkout', body: { version: 7 } }])
  })

  it('offers the automatic renewal of a membership, never preselected, and sends the shown amount and day', async () => {
    const detail = {
      membership: 'friend',
      months: 12,
      change: 'join',
      startsOn: null,
      upgradeFrom: null,
      from: null,
      credit: zero,
    } as const
    const item = {
      id: payment,
      kind: 'membership',
      name: 'Friend',
      detail,
      quantity: 1,
      performance: null,
      amount: money(60_00),
      fee: zero,
    } as const
    const shown = { amount: money(60_00), on: '2032-01-30', wording: '2031-01' }
    let isAgreed = false
    const read = () => aBasket({ ...readyBasket, items: [item], renewalOffers: [{ item: payment, ...shown, isAgreed }] })
    const calls = fakeServer({
      basket: {
        setRenewal: () => {
          isAgreed = true
          return read()
        },
        read,
      },
      site: { session: () => aSession(aCustomer, readyBasket) },
    })
    await openPage(read())
    const box = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: /takes £60\.00 .* 30 January 2032 .* “Friend” for 12 months/,
    })
    expect(box.checked).toBe(false)
    fireEvent.click(box)
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true))
    expect(calls.find(({ call }) => call === 'basket.setRenewal')).toEqual({
      ...{ call: 'basket.setRenewal', path: `/basket/items/${payment}/renewal` },
      body: { agreement: shown },
    })
  })

  it.each([
    ['cancelled', 'You cancelled the payment'],
    ['declined', 'Your payment was declined'],
    ['timed-out', 'The payment ran out of time'],
  ] as const)('shows that the last attempt was %s, and offers another one', async (lastPayment, title) => {
    await openPage({ ...readyBasket, lastPayment })
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(/No money was taken/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try the payment again' })).toBeTruthy()
  })

  it('shows a problem and stays when the provider is unreachable', async () => {
    fakeServer({
      checkout: { start: () => refuse(problem('payment-unreachable')) },
      basket: { read: () => readyBasket },
      site: { session: () => aSession(aCustomer, readyBasket) },
    })
    await openPage()
    fireEvent.click(await screen.findByRole('button', { name: 'Pay £90.00' }))
    await screen.findByText(/few minutes/)
    expect(redirectTo).not.toHaveBeenCalled()
  })

  it('confirms a free order without a redirect to the provider', async () => {
    fakeServer({ checkout: { start: () => ({ payment, redirectUrl: null }) } })
    const { address } = await openPage({
      ...readyBasket,
      totals: { ...readyBasket.totals, leftToPay: aBasket({ tickets: [] }).totals.total },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm the order' }))
    await waitFor(() => expect(address()).toBe(`/order/verify?payment=${payment}`))
  })

  describe('with a payment left open', () => {
    const paying = { ...readyBasket, state: 'paying' as const }

    it('continues it', async () => {
      fakeServer({ checkout: { start: () => reply } })
      await openPage(paying)
      fireEvent.click(await screen.findByRole('button', { name: 'Continue to the payment page' }))
      await waitFor(() => expect(redirectTo).toHaveBeenCalledWith(redirectUrl))
    })

    it('cancels it, and reopens the basket', async () => {
      const calls = fakeServer({
        checkout: { start: () => reply, cancel: () => ({ payment, state: 'cancelled', order: null }) },
        basket: { read: () => ({ ...readyBasket, lastPayment: 'cancelled' }) },
        site: { session: () => aSession(aCustomer, readyBasket) },
      })
      await openPage(paying)
      fireEvent.click(await screen.findByRole('button', { name: 'Cancel that payment' }))
      await screen.findByText('You cancelled the payment')
      expect(calls.map(({ path }) => path)).toContain(`/checkout/${payment}/cancel`)
    })

    it('goes to the order when the payment had already succeeded', async () => {
      fakeServer({
        checkout: { start: () => reply, cancel: () => ({ payment, state: 'succeeded', order: { number: 'B1', state: 'confirmed' } }) },
      })
      const { address } = await openPage(paying)
      fireEvent.click(await screen.findByRole('button', { name: 'Cancel that payment' }))
      await waitFor(() => expect(address()).toBe(`/order/verify?payment=${payment}`))
    })
  })
})
