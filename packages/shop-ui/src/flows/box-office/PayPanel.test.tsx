// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { CounterState } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { loadMessages, initI18n } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, aBrand, aCustomer, aDonation, anOrder, type Answers, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { counterStateQuery } from './counter-state.ts'
import { PayPanel } from './PayPanel.tsx'

afterEach(closeScreen)

const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Ann', email: 'ann@example.org', role: 'clerk' },
  customer: {
    ...aCustomer,
    id: 'a4b5c6d7-0000-4000-8000-000000000012',
    postcode: null,
    memberships: [],
    access: null,
    credit: money(20_00),
    notes: [],
    orders: [],
    giftAid: null,
  },
  basket: aBasket(),
  ways: ['card', 'cash'],
  serverTime: '2026-11-24T12:00:00Z',
  idleSeconds: 900,
}
type ApplyCredit = NonNullable<NonNullable<Answers['counter']>['applyCredit']>

const withCredit: CounterState = { ...counterState, basket: aBasket({ credit: { applied: money(20_00), balance: money(20_00) } }) }

/** The panel of a customer with £20 of account credit, who has paid nothing yet. */
async function show(applyCredit: ApplyCredit, state = counterState) {
  onTestFinished(() => void vi.unstubAllGlobals())
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  const calls = fakeServer({ counter: { applyCredit, sell: () => refuse(problem('basket-empty')) }, staff: { desk: () => state } })
  queryClient.setQueryData(counterStateQuery.queryKey, state)
  const element = <PayPanel exchange={undefined} onSold={vi.fn()} onBack={vi.fn()} onLinkSent={vi.fn()} />
  return { ...(await openScreen({ at: '/smart', routes: [{ path: '/smart', element }] })), calls }
}

it('applies the account credit without showing the card reader', async () => {
  const { findByRole, queryByRole } = await show(() => withCredit)
  const reply = Promise.withResolvers<void>()
  const respond = fetch
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await reply.promise
    return respond(...request)
  })
  fireEvent.click(await findByRole('button', { name: /^Use account credit/ }))
  expect(await findByRole('button', { name: /^Cash.*Loading/ })).toBeTruthy()
  expect(queryByRole('button', { name: 'Stop the reader' })).toBeNull()
  reply.resolve()
  expect(await findByRole('button', { name: 'Without account credit, £20.00' })).toBeTruthy()
})

it('shows that the credit could not be applied, and does not offer to repeat it as a payment', async () => {
  const { findByRole, queryByRole, calls } = await show(() => refuse(problem('service-unavailable')))
  fireEvent.click(await findByRole('button', { name: /^Use account credit/ }))
  await findByRole('alert')
  expect(queryByRole('button', { name: 'Ask again' })).toBeNull()
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('counter.applyCredit'))
})

it('does not charge gift vouchers to an invoice, and shows why', async () => {
  const texts = { delivery: 'print', to: '', from: '', message: '', email: null, sendOn: null, months: 24 } as const
  const voucher = { ...aDonation(25_00), kind: 'gift-voucher', name: '', detail: { value: money(25_00), ...texts } } as const
  const items = [voucher]
  const { findByRole, findByText } = await show(() => withCredit, { ...counterState, basket: aBasket({ items }) })
  expect(await findByText(/^An invoice can't pay for gift vouchers/)).toBeTruthy()
  expect(await findByRole('button', { name: 'Charge to an invoice' })).toHaveProperty('disabled', true)
})

it('takes another method of the brand only with a reference that fits, and sends both', async () => {
  const { findByRole, findByText, calls } = await show(() => withCredit)
  const take = await findByRole('button', { name: 'Take Theatre Tokens' })
  const field = await findByRole('textbox', { name: /^Number of the Theatre Tokens/ })
  for (const reference of ['', '123']) {
    fireEvent.change(field, { target: { value: reference } })
    fireEvent.click(take)
    expect(await findByText('Type it as in the example')).toBeTruthy()
  }
  expect(calls.filter(({ call }) => call === 'counter.sell')).toEqual([])
  fireEvent.change(field, { target: { value: '6333000012345678' } })
  fireEvent.click(take)
  const sale = () => calls.find(({ call }) => call === 'counter.sell')
  await waitFor(() => expect(sale()?.body).toMatchObject({ way: 'theatre-tokens', reference: '6333000012345678' }))
})

it('sells an exchange at the price at which the vouchers of its tickets pay, and states this', async () => {
  const old = { ...anOrder().tickets[0]!, voucher: 'Kingston Four' }
  const sold = { order: { ...anOrder(), tickets: [old] }, customer: null, worth: [{ ticket: old.id, value: money(0) }], left: money(0) }
  const exchange = { sold, tickets: [old.id] } as unknown as Parameters<typeof PayPanel>[0]['exchange']
  const usual = aBasket({ quote: 'usual' })
  const free = { ...usual, quote: 'exchange', totals: { ...usual.totals, total: money(0), leftToPay: money(0) } }
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  const state = { ...counterState, basket: usual }
  const sale = vi.fn()
  fakeServer({
    counter: { exchangeBasket: () => ({ basket: free }), sell: ({ body }) => (sale(body), refuse(problem('basket-empty'))) },
    staff: { desk: () => state },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, state)
  const element = <PayPanel exchange={exchange} onSold={vi.fn()} onBack={vi.fn()} onLinkSent={vi.fn()} />
  const { findByRole, findByText } = await openScreen({ at: '/smart', routes: [{ path: '/smart', element }] })
  expect(await findByText(/^The vouchers of the exchanged tickets pay for the new ones/)).toBeTruthy()
  fireEvent.click(await findByRole('button', { name: 'Exchange' }))
  await waitFor(() => expect(sale).toHaveBeenCalledWith(expect.objectContaining({ quote: 'exchange' })))
})

it('shows why the price of an exchange could not be read, and does not sell it at the usual price', async () => {
  const old = { ...anOrder().tickets[0]!, voucher: 'Kingston Four' }
  const sold = { order: { ...anOrder(), tickets: [old] }, customer: null, worth: [{ ticket: old.id, value: money(0) }], left: money(0) }
  const exchange = { sold, tickets: [old.id] } as unknown as Parameters<typeof PayPanel>[0]['exchange']
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  const state = { ...counterState, basket: aBasket({ version: 41 }) }
  fakeServer({ counter: { exchangeBasket: () => refuse(problem('service-unavailable')) }, staff: { desk: () => state } })
  queryClient.setQueryData(counterStateQuery.queryKey, state)
  const element = <PayPanel exchange={exchange} onSold={vi.fn()} onBack={vi.fn()} onLinkSent={vi.fn()} />
  const { findByRole, queryByRole } = await openScreen({ at: '/smart', routes: [{ path: '/smart', element }] })
  expect(await findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(queryByRole('button', { name: 'Exchange' })).toBeNull()
})
