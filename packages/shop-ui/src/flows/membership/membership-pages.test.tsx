// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { MembershipOffer } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aCustomer, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { LevelPage, LevelsPage } from './index.ts'

afterEach(closeScreen)

const offer = (membership: string, changes: Partial<MembershipOffer> = {}): MembershipOffer => ({
  ...{ membership, heldUntil: null, renewal: null, upgrade: null, isInBasket: false, saves: money(0) },
  ...changes,
})
const offers = (changes: Partial<MembershipOffer> = {}) => ({
  memberships: [offer('priority', changes), offer('advance'), offer('young-bridge')],
})
const routes = [
  { path: '/contributions/memberships', element: <LevelsPage /> },
  { path: '/contributions/memberships/:membership', element: <LevelPage /> },
  { path: '/checkout/basket', element: <p>the basket</p> },
]
const open = (path: string, customer: typeof aCustomer | null = null) =>
  openScreen({ at: `/contributions/memberships${path}`, routes, customer })

it('lists each membership on sale with price and ages, and links to its page', async () => {
  fakeServer({ catalogue: { memberships: () => offers({ heldUntil: '2999-06-30', saves: money(9_00) }) } })
  await open('')
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Priority Member', '/contributions/memberships/Priority'],
    ['Advance Member', '/contributions/memberships/Advance'],
    ['Young Bridge Member', '/contributions/memberships/YoungBridge'],
  ])
  await screen.findByText('Saves £9.00 on the tickets in your basket')
  screen.getByText('£95.00 for 12 months')
  screen.getByText('For people aged 16 to 25')
  await screen.findByText('You hold it until Sunday 30 June 2999.')
})

it('leads a visitor without an account to sign in, and back to the same page', async () => {
  fakeServer({ catalogue: { memberships: () => offers() } })
  await open('/Priority')
  const link = await screen.findByRole('link', { name: 'Sign in to join' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fcontributions%2Fmemberships%2FPriority')
  expect(screen.queryByRole('button', { name: 'Add to basket' })).toBeNull()
})

it('adds the membership to the basket of a customer', async () => {
  const calls = fakeServer({ catalogue: { memberships: () => offers() }, basket: { addItem: () => aBasket() } })
  await open('/Priority', aCustomer)
  fireEvent.click(await screen.findByRole('button', { name: 'Add to basket' }))
  await screen.findByText('the basket')
  expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toEqual({ kind: 'membership', membership: 'priority' })
})

it('leads to the account for a missing date of birth', async () => {
  fakeServer({
    catalogue: { memberships: () => offers() },
    basket: { addItem: () => refuse(problem('date-of-birth-required', { name: 'Young Bridge Member' })) },
  })
  await open('/YoungBridge', aCustomer)
  fireEvent.click(await screen.findByRole('button', { name: 'Add to basket' }))
  const link = await screen.findByRole('link', { name: 'Add your date of birth' })
  expect(link.getAttribute('href')).toBe('/account/your-details')
})

it.each([
  [{ heldUntil: '2999-06-30' }, 'You hold it until Sunday 30 June 2999.', '/account/memberships'],
  [{ isInBasket: true }, 'It is in your basket.', '/checkout/basket'],
])('offers no second one: %j', async (changes, text, to) => {
  fakeServer({ catalogue: { memberships: () => offers(changes) } })
  await open('/Priority', aCustomer)
  await screen.findByText(text)
  await waitFor(() => expect(screen.getAllByRole('link').some((link) => link.getAttribute('href') === to)).toBe(true))
  expect(screen.queryByRole('button', { name: 'Add to basket' })).toBeNull()
})

it('offers the renewal in its window, and shows until when it is held', async () => {
  const renewal = { price: money(95_00), startsOn: '2999-07-01' }
  const held = { heldUntil: '2999-06-30', renewal }
  const calls = fakeServer({ catalogue: { memberships: () => offers(held) }, basket: { addItem: () => aBasket() } })
  await open('/Priority', aCustomer)
  fireEvent.click(await screen.findByRole('button', { name: 'Renew for £95.00' }))
  screen.getByText('You hold it until Sunday 30 June 2999.')
  screen.getByText('The new term begins on Monday 1 July 2999.')
  await screen.findByText('the basket')
  expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toEqual({ kind: 'membership', membership: 'priority' })
})

it('offers the upgrade of a held membership, less its credit', async () => {
  const upgrade = { from: 'advance', name: 'Advance Member', credit: money(30_00), price: money(65_00) }
  const calls = fakeServer({ catalogue: { memberships: () => offers({ upgrade }) }, basket: { addItem: () => aBasket() } })
  await open('/Priority', aCustomer)
  await screen.findByText('The unused part of Advance Member, £30.00, is taken off the price.')
  screen.getByText('It replaces Advance Member at once.')
  expect(screen.queryByText(/^It begins/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Upgrade for £65.00' }))
  await screen.findByText('the basket')
  const body = { kind: 'membership', membership: 'priority', upgradeFrom: 'advance' }
  expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toEqual(body)
})

it('mentions no credit of a membership that was given', async () => {
  const upgrade = { from: 'advance', name: 'Advance Member', credit: money(0), price: money(95_00) }
  fakeServer({ catalogue: { memberships: () => offers({ upgrade }) } })
  await open('/Priority', aCustomer)
  await screen.findByRole('button', { name: 'Upgrade for £95.00' })
  expect(screen.queryByText(/£0\.00/)).toBeNull()
})
