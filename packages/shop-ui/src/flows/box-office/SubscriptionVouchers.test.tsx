// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Basket } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { initI18n, loadMessages } from '#i18n'
import { aBrand, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { SubscriptionVouchers } from './SubscriptionVouchers.tsx'

afterEach(closeScreen)

const used = [{ id: '01920000-0000-7000-8000-0000000000c1', name: 'Kingston Four', vouchers: 2, left: 3, expiresOn: '2031-03-01' }]

async function open(subscriptions: NonNullable<Basket['subscriptions']>) {
  await initI18n(aBrand(), 'en')
  await Promise.all([loadMessages('counter'), loadMessages('problem')])
  const calls = fakeServer({ counter: { setSubscriptions: () => refuse(problem('basket-paying')) } })
  await openScreen({ at: '/smart', routes: [{ path: '/smart', element: <SubscriptionVouchers subscriptions={subscriptions} /> }] })
  return calls
}

it('states which vouchers pay and what is left, and leaves them out', async () => {
  const calls = await open({ isUsed: true, used })
  expect((await screen.findByRole('region', { name: 'Subscriptions of the customer' })).textContent).toContain(
    '“Kingston Four” pays for 2 tickets1 voucher left after that',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Sell without vouchers' }))
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { isUsed: false } }))
})

it('uses vouchers again that were left out', async () => {
  const calls = await open({ isUsed: false, used })
  await screen.findByText('“Kingston Four” could pay for 2 tickets')
  fireEvent.click(screen.getByRole('button', { name: 'Use the vouchers' }))
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { isUsed: true } }))
})
