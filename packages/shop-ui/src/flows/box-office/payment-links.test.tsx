// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CounterState, StaffPaymentLink } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { initI18n, loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, aBrand, aCustomer, type Answers, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from './counter-state.ts'
import { PaymentLinksPage } from './PaymentLinksPage.tsx'
import { PayPanel } from './PayPanel.tsx'

afterEach(closeScreen)

const link: StaffPaymentLink = {
  id: 'a4b5c6d7-0000-4000-8000-000000000021',
  state: 'open',
  customer: { id: 'a4b5c6d7-0000-4000-8000-000000000012', name: 'Ada Quill', email: 'ada@example.org' },
  amount: money(90_00),
  performance: { title: 'The Tempest', startsAt: '2026-12-24T19:30:00Z', timeZone: 'Europe/London' },
  tickets: 2,
  items: 0,
  by: 'Ann',
  createdAt: '2026-12-01T10:00:00Z',
  until: '2026-12-02T10:00:00Z',
  order: null,
}
const paid: StaffPaymentLink = { ...link, id: 'a4b5c6d7-0000-4000-8000-000000000022', state: 'paid', order: 'B1042ABC' }
const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Ann', email: 'ann@example.org', role: 'clerk' },
  customer: {
    ...aCustomer,
    ...{
      id: 'a4b5c6d7-0000-4000-8000-000000000012',
      postcode: null,
      memberships: [],
      access: null,
      credit: money(0),
      notes: [],
      orders: [],
      giftAid: null,
    },
  },
  basket: aBasket(),
  ways: ['card', 'cash'],
  serverTime: '2026-11-24T12:00:00Z',
  idleSeconds: 900,
}
const hours = { limits: { ...aBrand().limits, paymentLinkHours: 24 } }

async function openAt(element: React.ReactElement, answers: Answers, state = counterState) {
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  const calls = fakeServer({ staff: { desk: () => state }, ...answers })
  queryClient.setQueryData(counterStateQuery.queryKey, state)
  const routes = [
    { path: '/smart', element },
    { path: '/smart/book/:instance', element: <h1>seats</h1> },
  ]
  return { ...(await openScreen({ at: '/smart', routes, brand: aBrand(hours) })), calls }
}

it('lists each link with its end and staff user, and offers actions only where it is open', async () => {
  await openAt(<PaymentLinksPage />, { staffPaymentLinks: { list: () => ({ links: [link, paid] }) } })
  expect(await screen.findByText('1 link is not paid yet.')).toBeTruthy()
  const [, first, second] = screen.getAllByRole('row')
  for (const text of ['ada@example.org', 'The Tempest', '2 tickets', '£90.00', 'Ann', 'not paid yet'])
    expect(first!.textContent, text).toContain(text)
  expect(within(first!).getAllByRole('button')).toHaveLength(3)
  expect(within(second!).queryByRole('button')).toBeNull()
  expect(within(second!).getByRole('link').getAttribute('href')).toBe('/smart/orders/B1042ABC')
})

it('cancels a link, announces it and moves the focus, as the button is gone', async () => {
  const links = [link]
  const cancelled = { ...link, state: 'cancelled' as const }
  const { calls } = await openAt(<PaymentLinksPage />, {
    staffPaymentLinks: {
      list: () => ({ links: [...links] }),
      cancel: () => {
        links.splice(0, 1, cancelled)
        return { links: [cancelled] }
      },
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel and release: Ada Quill' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('0 links are not paid yet.'))
  expect(calls.find(({ call }) => call === 'staffPaymentLinks.cancel')?.path).toBe(`/staff/payment-links/${link.id}/cancel`)
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
})

it.each(['Send again', 'Cancel and release', 'Pay here'])(
  '%s of a link that was paid meanwhile shows it, and moves the focus',
  async (action) => {
    const links = [link]
    const refusal = () => {
      links.splice(0, 1, { ...link, state: 'paid', order: 'B1042ABC' })
      return refuse(problem('payment-link-paid'))
    }
    await openAt(<PaymentLinksPage />, {
      staffPaymentLinks: { list: () => ({ links: [...links] }), cancel: refusal, resend: refusal, takeBack: refusal },
    })
    const button = await screen.findByRole('button', { name: `${action}: Ada Quill` })
    button.focus()
    fireEvent.click(button)
    expect(await screen.findByText('This is already paid')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('0 links are not paid yet.'))
  },
)

it('takes a link back to the counter, and leads to its seats', async () => {
  const { address } = await openAt(<PaymentLinksPage />, {
    staffPaymentLinks: { list: () => ({ links: [link] }), takeBack: () => counterState },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Pay here: Ada Quill' }))
  await screen.findByRole('heading', { name: 'seats' })
  expect(address()).toBe(`/smart/book/${counterState.basket.tickets[0]!.instance}`)
})

it('sends a link from the payment for a customer only', async () => {
  const onLinkSent = vi.fn()
  const element = <PayPanel exchange={undefined} onSold={vi.fn()} onBack={vi.fn()} onLinkSent={onLinkSent} />
  const create = () => ({
    until: '2026-12-02T10:00:00Z',
    email: 'ada@example.org',
    desk: { ...counterState, basket: aBasket({ tickets: [] }) },
  })
  const { calls } = await openAt(element, { staffPaymentLinks: { create } })
  fireEvent.click(await screen.findByRole('button', { name: 'Send a payment link' }))
  await waitFor(() => expect(onLinkSent).toHaveBeenCalledWith(expect.stringContaining('on its way to ada@example.org')))
  expect(calls.find(({ call }) => call === 'staffPaymentLinks.create')?.body).toMatchObject({ version: counterState.basket.version })
  closeScreen()
  await openAt(element, { staffPaymentLinks: { create } }, { ...counterState, customer: null })
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Send a payment link' })).disabled).toBe(true)
})
