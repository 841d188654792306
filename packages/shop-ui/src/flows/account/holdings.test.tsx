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
