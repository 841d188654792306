// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PaymentLinkView } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { useDrafts } from '#client-state'
import { aBasket, type Answers, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { PaymentLinkPage } from './index.ts'
import { redirectTo } from './redirect.ts'

vi.mock('./redirect.ts', () => ({ redirectTo: vi.fn() }))
afterEach(closeScreen)
beforeEach(() => {
  sessionStorage.clear()
  useDrafts.getState().deleteAll()
  vi.mocked(redirectTo).mockClear()
})

const token = 'a-token-of-a-payment-link'
const payment = '01920000-0000-7000-8000-0000000000aa'
const { tickets, totals } = aBasket()
const contents: NonNullable<PaymentLinkView['contents']> = {
  tickets: tickets.map(({ id, title, copyLanguage, startsAt, timeZone, hallName, area, row, number, priceTypeName, price }) => ({
    ...{ id, title, copyLanguage, startsAt, timeZone, hallName, area, row, number, priceTypeName, price },
  })),
  items: [],
  totals: { ...totals, leftToPay: money(90_00) },
  quote: 'quote-1',
  lastPayment: null,
}
const open: PaymentLinkView = { state: 'open', until: '2026-12-01T20:00:00Z', order: null, contents }
const ended = { ...open, contents: null }

const show = (paymentLinks: NonNullable<Answers['paymentLinks']>, at = `/order/payment-link#pay=${token}`) => {
  const calls = fakeServer({ paymentLinks })
  return openScreen({ at, routes: [{ path: '/order/payment-link', element: <PaymentLinkPage /> }], customer: null }).then(() => calls)
}

it('shows what is paid for, and leads to the payment page with the price that was shown', async () => {
  const calls = await show({ read: () => open, pay: () => ({ payment, redirectUrl: 'https://pay.example/s-1' }) })
  expect(await screen.findByText(/We hold this for you until/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: tickets[0]!.title })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Pay £90.00' }))
  await waitFor(() => expect(redirectTo).toHaveBeenCalledWith('https://pay.example/s-1'))
  expect(calls.find(({ call }) => call === 'paymentLinks.pay')).toMatchObject({ body: { token, quote: 'quote-1' } })
})

it('reads the price again where it has changed', async () => {
  const views = [open, { ...open, contents: { ...contents, totals: { ...contents.totals, leftToPay: money(80_00) } } }]
  await show({ read: () => views.shift() ?? open, pay: () => refuse(problem('price-changed')) })
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £90.00' }))
  expect(await screen.findByRole('button', { name: 'Pay £80.00' })).toBeTruthy()
  expect(redirectTo).not.toHaveBeenCalled()
})

it.each([
  ['expired', 'This payment link has expired'],
  ['cancelled', 'This payment link was cancelled'],
] as const)('explains that the link is %s, and offers no payment', async (state, title) => {
  await show({ read: () => ({ ...ended, state }) })
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

it('leads to the account while the seats of a winner are in the basket of the account', async () => {
  await show({ read: () => ({ ...ended, state: 'in-basket' }) })
  expect(await screen.findByText('These seats are in a basket')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See them in your account' }).getAttribute('href')).toContain('/account/your-orders?reserved')
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

it('asks for the outcome after the payment, and shows the number of the order', async () => {
  useDrafts.getState().saveForm('payment-link', { token })
  const views: PaymentLinkView[] = [
    { ...open, state: 'paying' },
    { ...ended, state: 'paid', order: 'B1042' },
  ]
  await show({ read: () => (views.length > 1 ? views.shift()! : views[0]!) }, `/order/payment-link?payment=${payment}`)
  expect(await screen.findByText('Confirming the payment')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Thank you' }, { timeout: 10_000 })).toBeTruthy()
  expect(screen.getByText('Order B1042 is paid')).toBeTruthy()
})

it('lets a payer who left the payment page continue', async () => {
  useDrafts.getState().saveForm('payment-link', { token })
  await show({ read: () => ({ ...open, state: 'paying' }) }, `/order/payment-link?payment=${payment}&left=1`)
  expect(await screen.findByRole('button', { name: 'Continue to the payment page' })).toBeTruthy()
})

it('shows the outcome of a declined card, and offers another try', async () => {
  await show({ read: () => ({ ...open, contents: { ...contents, lastPayment: 'declined' } }) })
  expect(await screen.findByText('Your payment was declined')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay £90.00' })).toBeTruthy()
})

it('moves the focus to the reason where the link has ended by the press', async () => {
  const views: PaymentLinkView[] = [open, { ...ended, state: 'cancelled' }]
  await show({ read: () => (views.length > 1 ? views.shift()! : views[0]!), pay: () => refuse(problem('payment-link-cancelled')) })
  const button = await screen.findByRole('button', { name: 'Pay £90.00' })
  button.focus()
  fireEvent.click(button)
  expect(await screen.findByText('This payment link was cancelled')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('This payment link was cancelled'))
  expect(document.activeElement).not.toBe(document.body)
})

it.each([
  ['with seats', contents.tickets, /^No money was taken. Your seats are still held/],
  ['without seats', [], /^No money was taken. You can pay when you are ready/],
] as const)('says after a cancelled payment what is held for an order %s', async (_, held, text) => {
  await show({ read: () => ({ ...open, contents: { ...contents, tickets: [...held], lastPayment: 'cancelled' } }) })
  expect(await screen.findByText(text)).toBeTruthy()
})

it.each([
  ['an unknown token', `/order/payment-link#pay=${token}`, 'This link is not valid'],
  ['no token', '/order/payment-link', 'This link is not valid'],
  ['the return of a payer in another browser', `/order/payment-link?payment=${payment}`, 'Your payment is being confirmed'],
])('explains a page with %s', async (_, at, text) => {
  await show({ read: () => refuse(problem('page-not-found')) }, at)
  expect(await screen.findByText(text)).toBeTruthy()
})
