// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { accessTypes } from '@playhouse/domain/access'
import { aCustomer, aMembership, openScreen, fakeServer, closeScreen } from '#testing'
import { AccountPage } from './index.ts'

afterEach(closeScreen)

const openPage = (page: string) =>
  openScreen({ at: `/account/${page}`, routes: [{ path: '/account/:page', element: <AccountPage /> }], customer: aCustomer })

it.each([
  [true, /^You have saved no card\. When you pay, you can choose to keep the card/],
  [false, /^You have saved no card\.$/],
])('offers to save a card only with a payment provider that stores cards: %s', async (canKeep, sentence) => {
  fakeServer({ me: { cards: () => ({ cards: [], canKeep }) } })
  await openPage('payment-cards')
  expect(await screen.findByText(sentence)).toBeTruthy()
})

it('shows the scheme, the expiry date and the billing address of a saved card where it has them', async () => {
  const card = { id: crypto.randomUUID(), maskedNumber: '•••• 4242', cardholder: 'Ada King', expires: '2034-12', isPreferred: true }
  const address = { line1: '1 Globe Lane', line2: null, city: 'London', postcode: 'SE1 9PH', country: 'GB' }
  const older = { ...card, id: crypto.randomUUID(), brand: null, address: null, maskedNumber: '•••• 1881', isPreferred: false }
  fakeServer({ me: { cards: () => ({ cards: [{ ...card, brand: 'visa', address }, older], canKeep: true }) } })
  await openPage('payment-cards')
  await screen.findByRole('heading', { name: 'Visa •••• 4242' })
  screen.getByText('1 Globe Lane, London, SE1 9PH, GB')
  screen.getByRole('heading', { name: '•••• 1881' })
  expect(screen.getAllByText('Billing address')).toHaveLength(1)
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
