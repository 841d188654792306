// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { FlexView } from '@playhouse/domain/flex-subscription'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { initI18n, loadMessages } from '#i18n'
import { aBrand, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { FlexListPage, FlexPage, SubscriptionCardPage } from './index.ts'

afterEach(() => {
  closeScreen()
  vi.unstubAllGlobals()
})

const four: FlexView = {
  ...{ flex: 'four', name: { text: 'Kingston Four' }, summary: { text: 'Four plays.' }, price: money(132_00), vouchers: 4 },
  ...{ bands: ['a'], perPerformance: 2, perCustomer: 3, validMonths: 12, validUntil: null },
  ...{ isOnSale: true, saleFrom: null, saleUntil: null, events: [{ event: 'emma', title: 'Emma' }] },
}
const later: FlexView = { ...four, flex: 'later', name: { text: 'Next season' }, isOnSale: false, saleFrom: '2999-01-01T10:00:00.000Z' }

async function open(at: string, server: Parameters<typeof fakeServer>[0]) {
  await initI18n(aBrand(), 'en')
  await Promise.all([loadMessages('flex'), loadMessages('problem')])
  fakeServer(server)
  await openScreen({
    at,
    routes: [
      { path: '/subscriptions/flex', element: <FlexListPage /> },
      { path: '/subscriptions/flex/:flexId', element: <FlexPage /> },
      { path: '/subscription-card', element: <SubscriptionCardPage /> },
    ],
  })
}

it('lists flexible subscriptions with price and validity, and states when the sale of one begins', async () => {
  await open('/subscriptions/flex', { subscriptions: { list: () => ({ subscriptions: [four, later] }) } })
  expect((await screen.findByRole('link', { name: 'Kingston Four' })).getAttribute('href')).toContain('/subscriptions/flex/four')
  expect(screen.getAllByText('£132.00 for 4 tickets')).toHaveLength(2)
  expect(screen.getAllByText('Valid for 12 months from the purchase')).toHaveLength(2)
  expect(screen.getByText(/^On sale from/)).toBeTruthy()
})

it('states what vouchers are for and their limits, and asks a guest to sign in', async () => {
  await open('/subscriptions/flex/four', { subscriptions: { flex: () => four } })
  expect(await screen.findByRole('link', { name: 'Emma' })).toBeTruthy()
  expect(screen.getByText('2 tickets for each performance at most')).toBeTruthy()
  expect(screen.getByText('3 for each customer at most')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in to buy' }).getAttribute('href')).toContain('next=%2Fsubscriptions%2Fflex%2Ffour')
})

it('links a card by its number, and keeps a number that is not recognised', async () => {
  const numbers: string[] = []
  const subscription = {
    ...{ id: '0190c0de-0000-7000-8000-000000000001', name: 'Kingston Four', pricingStructure: '', price: money(132_00) },
    ...{
      issuedOn: '2031-01-01',
      expiresOn: '2032-01-01',
      vouchersAvailable: 4,
      vouchersUsed: 0,
      uses: [],
      flex: 'four',
      isReturned: false,
    },
  }
  await open('/subscription-card', {
    me: {
      linkSubscriptionCard: ({ body: { number } }) => {
        numbers.push(number)
        return numbers.length === 1 ? refuse(problem('subscription-card-not-recognised')) : { subscription }
      },
    },
  })
  expect(screen.queryByRole('button', { name: 'Scan it with the camera' })).toBeNull()
  const field = await screen.findByLabelText<HTMLInputElement>('Number of the card')
  fireEvent.change(field, { target: { value: 'ABCD-2345-EFGH-6789' } })
  fireEvent.click(screen.getByRole('button', { name: 'Link the card' }))
  expect(await screen.findByText('We don’t recognise this card')).toBeTruthy()
  expect(field.value).toBe('ABCD-2345-EFGH-6789')
  fireEvent.click(screen.getByRole('button', { name: 'Link the card' }))
  expect(await screen.findByText(/^“Kingston Four” is on your account: 4 vouchers/)).toBeTruthy()
  expect(numbers).toEqual(['ABCD-2345-EFGH-6789', 'ABCD-2345-EFGH-6789'])
})

it('states that the camera can’t be used, and keeps the field, where the visitor refuses it', async () => {
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => Promise.reject(new Error('denied')) },
  })
  await open('/subscription-card', {})
  fireEvent.click(await screen.findByRole('button', { name: 'Scan it with the camera' }))
  expect(await screen.findByText('The camera can’t be used. Type the number of the card.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Turn the camera off' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Camera' })).toBeNull())
  expect(screen.getByLabelText('Number of the card')).toBeTruthy()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

it('leads to the page of the card by a request, because its headers alone allow the camera', async () => {
  await open('/subscriptions/flex', { subscriptions: { list: () => ({ subscriptions: [] }) } })
  const isRouted = vi.fn<(isRouted: boolean) => void>()
  // The router prevents what it handles; a document of the tests loads no page.
  window.addEventListener('click', (event) => (isRouted(event.defaultPrevented), event.preventDefault()), { once: true })
  fireEvent.click(await screen.findByRole('link', { name: 'I have a subscription card' }))
  expect(isRouted).toHaveBeenCalledExactlyOnceWith(false)
})
