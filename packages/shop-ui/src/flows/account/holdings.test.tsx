// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { accessTypes } from '@playhouse/domain/access'
import { aCustomer, aMembership, openScreen, fakeServer, closeScreen } from '#testing'
import { AccountPage } from './index.ts'

afterEach(closeScreen)

const noDebits = { directDebits: [], canSetUp: false }
const openPage = (page: string) =>
  openScreen({ at: `/account/${page}`, routes: [{ path: '/account/:page', element: <AccountPage /> }], customer: aCustomer })

it.each([
  [true, /^You have saved no card\. When you pay, you can choose to keep the card/],
  [false, /^You have saved no card\.$/],
])('offers to save a card only with a payment provider that stores cards: %s', async (canKeep, sentence) => {
  fakeServer({ me: { cards: () => ({ cards: [], canKeep }), directDebits: () => noDebits } })
  await openPage('payment-cards')
  expect(await screen.findByText(sentence)).toBeTruthy()
})

it('shows the scheme, the expiry date and the billing address of a saved card where it has them', async () => {
  const card = { id: crypto.randomUUID(), maskedNumber: '•••• 4242', cardholder: 'Ada King', expires: '2034-12', isPreferred: true }
  const address = { line1: '1 Globe Lane', line2: null, city: 'London', postcode: 'SE1 9PH', country: 'GB' }
  const older = { ...card, id: crypto.randomUUID(), brand: null, address: null, maskedNumber: '•••• 1881', isPreferred: false }
  fakeServer({
    me: { cards: () => ({ cards: [{ ...card, brand: 'visa', address }, older], canKeep: true }), directDebits: () => noDebits },
  })
  await openPage('payment-cards')
  await screen.findByRole('heading', { name: 'Visa •••• 4242' })
  screen.getByText('1 Globe Lane, London, SE1 9PH, GB')
  screen.getByRole('heading', { name: '•••• 1881' })
  expect(screen.getAllByText('Billing address')).toHaveLength(1)
})

it('lists direct debits, cancels an active one after a question, and offers to set up another', async () => {
  const debit = { id: crypto.randomUUID(), planId: 'DD-ABCD2345', scheme: 'bacs', reference: 'ABC123', maskedAccount: '•••• 2345' } as const
  const calls = fakeServer({
    me: {
      cards: () => ({ cards: [], canKeep: true }),
      directDebits: () => ({ directDebits: [{ ...debit, state: 'active' }], canSetUp: true }),
      cancelDirectDebit: () => ({ directDebits: [{ ...debit, state: 'cancelled' }], canSetUp: true }),
    },
  })
  await openPage('payment-cards')
  await screen.findByText('Active')
  expect(screen.queryByRole('button', { name: 'Set up a direct debit' }), 'one at a time').toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove direct debit DD-ABCD2345' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await screen.findByText('Cancelled')
  await screen.findByRole('button', { name: 'Set up a direct debit' })
  expect(calls.filter(({ path }) => path.endsWith(debit.id))).toHaveLength(1)
})

it('shows the dates of a membership, and offers no renewal', async () => {
  fakeServer({ me: { memberships: () => ({ memberships: [aMembership()] }) } })
  await openPage('memberships')
  await screen.findByRole('heading', { name: 'Priority Member' })
  screen.getByText('Sunday 30 June 2999')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByText(/renew/i)).toBeNull()
})

it('does not promise aisle seats for an access ID', async () => {
  const types = accessTypes.map((type) => ({ type, needsAisle: true }))
  fakeServer({ me: { access: () => ({ accessId: 'AC-1', types }) } })
  await openPage('access')
  await screen.findByText(/Access prices are applied/)
  expect(screen.queryByText(/aisle/)).toBeNull()
})
