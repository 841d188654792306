// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aCustomer, closeScreen, fakeServer, openScreen } from '#testing'
import { DirectDebitPage } from './index.ts'

afterEach(closeScreen)

const id = crypto.randomUUID()
const routes = [
  { path: '/order/direct-debits/:outcome', element: <DirectDebitPage /> },
  { path: '/login', element: <h1>login</h1> },
]

it.each([
  ['pending', 'verify', 'Your direct debit is being set up'],
  ['active', 'confirmed', 'Your direct debit is set up'],
  ['cancelled', 'failed', 'There is no direct debit'],
] as const)('shows a mandate in state %s on the page %s, whatever the URL says', async (state, outcome, title) => {
  const mandate = { id, planId: 'DD-ABCD2345', scheme: 'bacs', state, reference: 'ABC123', maskedAccount: '•••• 2345' } as const
  fakeServer({ me: { directDebit: () => mandate } })
  const { address } = await openScreen({ at: `/order/direct-debits/confirmed?mandate=${id}`, routes, customer: aCustomer })
  await screen.findByRole('heading', { name: title })
  screen.getByText(/DD-ABCD2345/)
  expect(address()).toBe(`/order/direct-debits/${outcome}?mandate=${id}`)
})

it('asks a visitor without a session to sign in, and returns to the mandate', async () => {
  const { address } = await openScreen({ at: `/order/direct-debits/verify?mandate=${id}`, routes, customer: null })
  await screen.findByRole('heading', { name: 'login' })
  expect(address()).toBe(`/login?next=${encodeURIComponent(`/order/direct-debits/verify?mandate=${id}`)}`)
})
