// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { aCustomer, aMembership, anOrder, anOrderSummary, openScreen, fakeServer, inDays, closeScreen, refuse } from '#testing'
import { AccountOverviewPage } from './index.ts'

afterEach(closeScreen)

const summary = anOrderSummary({ number: 'NEXT2345' })
const order = anOrder({ number: 'NEXT2345' })
const tickets = order.tickets.map((ticket, index) => ({ ...ticket, instance: `night-${index}`, startsAt: inDays(index === 0 ? 9 : 3) }))
const holdings = {
  memberships: () => ({
    memberships: [
      aMembership(),
      aMembership({
        id: '01920000-0000-7000-8000-000000000002',
        membership: 'advance',
        name: 'Long ago',
        expiresOn: '2020-01-01',
        state: 'lapsed',
      }),
    ],
  }),
  credit: () => ({ balance: money(12_50), entries: [] }),
  access: () => ({ accessId: 'AC-1', types: [{ type: 'wheelchair' as const, needsAisle: true }] }),
}
const openPage = () =>
  openScreen({ at: '/account/overview', routes: [{ path: '/account/overview', element: <AccountOverviewPage /> }], customer: aCustomer })
const summaryOf = (name: string): HTMLElement => screen.getByText(name, { selector: 'dt a' }).closest('div')!

it('shows the next performance with its seats, the memberships, credit and access ID, and a link to every page', async () => {
  const later2 = { ...summary, number: 'LATE2345', title: 'Hamlet', firstAt: inDays(40) }
  fakeServer({ me: { ...holdings, orders: () => ({ orders: [later2, summary] }), order: () => ({ ...order, tickets }) } })
  await openPage()
  const next = screen.getByRole('region', { name: 'Next for you' })
  await within(next).findByText('Stalls, row F, seat 13')
  expect(within(next).queryByText('Stalls, row F, seat 12')).toBeNull()
  expect(within(next).getByRole('link', { name: 'Show tickets for The Tempest' }).getAttribute('href')).toBe(
    '/account/your-orders/NEXT2345',
  )
  await within(summaryOf('Memberships')).findByText('Priority Member')
  expect(summaryOf('Memberships').textContent).toContain('until Sunday 30 June 2999')
  expect(summaryOf('Memberships').textContent).not.toContain('Long ago')
  await within(summaryOf('Account credit')).findByText('£12.50')
  await within(summaryOf('Access')).findByText(/AC-1/)
  const pages = within(screen.getByRole('region', { name: 'Everything on your account' }))
  for (const page of ['Your details', 'Payment cards', 'Update password', 'Giving history']) pages.getByRole('link', { name: page })
  expect(pages.queryByRole('link', { name: 'Gift Aid declaration' })).toBeNull()
})

it('shows that nothing is booked, and renders although one of its requests fails', async () => {
  fakeServer({ me: { ...holdings, orders: () => ({ orders: [] }), credit: () => refuse(problem('login-required')) } })
  await openPage()
  await screen.findByText(/^Nothing is booked yet/)
  expect(summaryOf('Account credit').textContent).toBe('Account credit…')
})
