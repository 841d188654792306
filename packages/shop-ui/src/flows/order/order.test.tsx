// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { PaymentStatus } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aCustomer, anOrder, type Answers, aSession, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { OrderConfirmedPage, OrderFailedPage, OrderVerifyPage } from './index.ts'

afterEach(closeScreen)

const payment = '01920000-0000-7000-8000-0000000000aa'
const routes = [
  { path: '/order/verify', element: <OrderVerifyPage /> },
  { path: '/order/confirmed', element: <OrderConfirmedPage /> },
  { path: '/order/failed', element: <OrderFailedPage /> },
  { path: '/checkout/payment', element: <h1>payment step</h1> },
]
const addressOf = (page: string) => `/order/${page}?payment=${payment}`
const statusOf = (state: PaymentStatus['state'], order: PaymentStatus['order'] = null): PaymentStatus => ({ payment, state, order })
const confirmed = statusOf('succeeded', { number: 'B1042', state: 'confirmed' })

const fakeAnswers = (status: () => PaymentStatus, basket = aBasket({ tickets: [] })): Answers => ({
  checkout: { status },
  basket: { read: () => basket },
  site: { session: () => aSession(aCustomer, basket) },
  me: { order: () => anOrder(), orders: () => ({ orders: [] }) },
})
const openPage = (page: string, customer: typeof aCustomer | null = aCustomer) =>
  openScreen({ at: page, routes, customer, basket: aBasket({ state: 'paying' }) })

describe('the return from the payment provider', () => {
  it('polls until the order is confirmed, then shows its tickets', async () => {
    const states = [statusOf('redirected'), statusOf('succeeded', { number: 'B1042', state: 'confirming' }), confirmed]
    fakeServer(fakeAnswers(() => states.shift() ?? confirmed))
    const { address } = await openPage(addressOf('verify'))
    await screen.findByText('We are asking the payment provider how the payment went.')
    await screen.findByText('Nearly there. Your tickets are being confirmed.', {}, { timeout: 4000 })
    await screen.findByRole('heading', { name: 'See you at the theatre' }, { timeout: 4000 })
    expect(address()).toBe(addressOf('confirmed'))
  })

  it('leads a payer who left an open payment to the payment step, and cancels nothing itself', async () => {
    const calls = fakeServer(fakeAnswers(() => statusOf('redirected'), aBasket({ state: 'paying' })))
    const { address } = await openPage(`${addressOf('verify')}&left=1`)
    await screen.findByRole('heading', { name: 'payment step' })
    expect(address()).toBe('/checkout/payment')
    expect(calls.map(({ call }) => call)).not.toContain('checkout.cancel')
  })

  it('shows the order of a payer who left the page after paying', async () => {
    fakeServer(fakeAnswers(() => confirmed))
    const { address } = await openPage(`${addressOf('verify')}&left=1`)
    await waitFor(() => expect(address()).toBe(addressOf('confirmed')))
  })

  it.each(['declined', 'cancelled', 'timed-out'] as const)(
    'goes back to the payment step when the payment was %s and the seats are still held',
    async (state) => {
      fakeServer(fakeAnswers(() => statusOf(state), aBasket({ lastPayment: state })))
      const { address } = await openPage(addressOf('verify'))
      await screen.findByRole('heading', { name: 'payment step' })
      expect(address()).toBe('/checkout/payment')
    },
  )

  it('explains that the seats were released as well', async () => {
    fakeServer(fakeAnswers(() => statusOf('cancelled')))
    await openPage(addressOf('verify'))
    await screen.findByRole('heading', { name: 'You cancelled the payment' })
    expect(screen.getByRole('link', { name: 'Choose again' })).toBeTruthy()
  })

  it.each([
    ['refund-due', /We are refunding your payment in full/],
    ['refunded', /We have refunded your payment in full/],
  ] as const)('shows the refund (%s) of a payment that arrived after the basket had expired', async (state, words) => {
    fakeServer(fakeAnswers(() => statusOf(state)))
    await openPage(addressOf('verify'))
    await screen.findByRole('heading', { name: 'Your payment arrived too late' })
    expect(screen.getByText(words)).toBeTruthy()
  })

  it.each([
    ['no payment in the address', '/order/verify', fakeAnswers(() => confirmed)],
    [
      'a payment of another customer',
      addressOf('verify'),
      { checkout: { status: () => refuse(problem('payment-unknown')) } } satisfies Answers,
    ],
  ])('shows no error but links to other pages with %s', async (_, page, responses) => {
    fakeServer(responses)
    await openPage(page)
    expect(await screen.findByRole('heading', { name: 'Nothing to confirm here' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Your basket' })).toBeTruthy()
    expect(screen.queryByText(/went wrong|gone wrong/i)).toBeNull()
  })

  it('lets a customer whose session has ended sign in and come back', async () => {
    await openPage(addressOf('verify'), null)
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe(
      `/login?next=${encodeURIComponent(addressOf('verify'))}`,
    )
  })

  it('offers to try again when the server is unreachable', async () => {
    fakeServer({ checkout: { status: () => refuse(problem('something-wrong')) } })
    await openPage(addressOf('verify'))
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('the confirmed order', () => {
  it('shows each ticket with its code, the downloads, the note and the total', async () => {
    fakeServer(fakeAnswers(() => confirmed))
    await openPage(addressOf('confirmed'))
    expect(await screen.findAllByRole('article')).toHaveLength(2)
    expect(screen.getAllByRole('img', { name: 'QR code to show at the door' })).toHaveLength(2)
    expect(screen.getAllByText('Door 2')).toHaveLength(2)
    expect(screen.getByRole('link', { name: 'Tickets as PDF' }).getAttribute('href')).toBe('/api/me/orders/B1042/tickets.pdf')
    expect(screen.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toBe('/api/me/orders/B1042/calendar.ics')
    expect(screen.getByText(/A seat near the aisle/)).toBeTruthy()
    expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('£90.00')
  })

  it('is confirmed without its tickets when the visitor has signed in as another customer since', async () => {
    fakeServer({ ...fakeAnswers(() => confirmed), me: { order: () => refuse(problem('order-not-found')) } })
    await openPage(addressOf('confirmed'))
    expect(await screen.findByText(/You ordered before you signed in to this account/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('is not shown before it is confirmed', async () => {
    fakeServer(fakeAnswers(() => statusOf('redirected')))
    const { address } = await openPage(addressOf('confirmed'))
    await waitFor(() => expect(address()).toBe(addressOf('verify')))
  })
})
