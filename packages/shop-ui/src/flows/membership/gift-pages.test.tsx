// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { GiftMembership, MembershipOffer } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aCustomer, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { useDrafts } from '#client-state'
import { ClaimPage, LevelPage } from './index.ts'

afterEach(closeScreen)

const held: MembershipOffer = {
  ...{ membership: 'priority', heldUntil: '2999-06-30', renewal: null, upgrade: null, isInBasket: false, saves: money(0) },
}
const routes = [
  { path: '/contributions/memberships/claim', element: <ClaimPage /> },
  { path: '/contributions/memberships/:membership', element: <LevelPage /> },
  { path: '/checkout/basket', element: <p>the basket</p> },
  { path: '/login', element: <p>the sign-in</p> },
]
const open = (path: string, customer: typeof aCustomer | null = null) =>
  openScreen({ at: `/contributions/memberships/${path}`, routes, customer })
const type = (name: RegExp, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

it('gives a membership that the giver holds, after it has asked for the recipient', async () => {
  const calls = fakeServer({ catalogue: { memberships: () => ({ memberships: [held] }) }, basket: { addItem: () => aBasket() } })
  await open('Priority', aCustomer)
  fireEvent.click(await screen.findByRole('button', { name: 'Give it as a gift' }))
  const heading = await screen.findByRole('heading', { name: 'Give Priority Member as a gift' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const add = screen.getByRole('button', { name: 'Add the gift for £95.00' })
  fireEvent.click(add)
  await screen.findAllByText('Enter the name of the person you give it to.')
  screen.getAllByText('Enter the e-mail address of the person you give it to.')
  type(/^Their name/, 'Nan')
  type(/^Their e-mail address/, 'nan@example.org')
  type(/^Your name/, 'Ada')
  type(/^Message/, 'Welcome')
  fireEvent.click(add)
  await screen.findByText('the basket')
  expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toEqual({
    ...{
      kind: 'gift-membership',
      membership: 'priority',
      to: 'Nan',
      from: 'Ada',
      message: 'Welcome',
      email: 'nan@example.org',
      sendOn: null,
    },
  })
})

it('shows that the server rejects the day of sending', async () => {
  const add = () => refuse(problem('invalid-input', { fields: ['sendOn'] }))
  fakeServer({ catalogue: { memberships: () => ({ memberships: [held] }) }, basket: { addItem: add } })
  await open('Priority', aCustomer)
  fireEvent.click(await screen.findByRole('button', { name: 'Give it as a gift' }))
  await screen.findByRole('heading', { name: 'Give Priority Member as a gift' })
  type(/^Their name/, 'Nan')
  type(/^Their e-mail address/, 'nan@example.org')
  fireEvent.click(screen.getByRole('radio', { name: /^On a day that I choose/ }))
  fireEvent.change(await screen.findByLabelText('Day'), { target: { value: '2199-01-01' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add the gift for £95.00' }))
  expect(await screen.findAllByText('Choose a day from today on, within a year.')).not.toEqual([])
})

const gift = (changes: Partial<GiftMembership> = {}): GiftMembership => ({
  ...{ membership: 'priority', name: 'Priority Member', months: 12, to: 'Nan', from: 'Ada', message: 'Welcome' },
  ...{ state: 'claimable', claimUntil: '2999-06-30', ...changes },
})

it('begins the term of a gift for a customer, and shows its days', async () => {
  const calls = fakeServer({
    gifts: {
      read: () => gift(),
      claim: () => ({ name: 'Priority Member', startsOn: '2999-01-01', expiresOn: '2999-12-31' }),
    },
  })
  await open('claim#gift=a-token-of-the-link-of-a-gift', aCustomer)
  await screen.findByRole('heading', { level: 2, name: 'Priority Member, a gift from Ada' })
  screen.getByText('You can claim it until Sunday 30 June 2999.')
  fireEvent.click(screen.getByRole('button', { name: 'Claim the membership' }))
  await screen.findAllByText('Priority Member is yours, from Tuesday 1 January 2999 to Tuesday 31 December 2999.')
  expect(calls.find(({ call }) => call === 'gifts.claim')?.body).toEqual({ token: 'a-token-of-the-link-of-a-gift' })
})

it('keeps the link of the gift while the recipient signs in', async () => {
  fakeServer({ gifts: { read: () => gift() } })
  await open('claim#gift=a-token-of-the-link-of-a-gift')
  const link = await screen.findByRole('link', { name: 'Sign in to claim it' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fcontributions%2Fmemberships%2Fclaim')
  const { forms } = useDrafts.getState()
  closeScreen()
  useDrafts.setState({ forms })
  const calls = fakeServer({ gifts: { read: () => gift() } })
  await open('claim', aCustomer)
  await screen.findByRole('button', { name: 'Claim the membership' })
  expect(calls.findLast(({ call }) => call === 'gifts.read')?.body).toEqual({ token: 'a-token-of-the-link-of-a-gift' })
})

it('shows the age that a gift requires', async () => {
  const refusal = problem('membership-age', { name: 'Young Bridge Member', least: 16, most: 25 })
  fakeServer({ gifts: { read: () => gift(), claim: () => refuse(refusal) } })
  await open('claim#gift=a-token-of-the-link-of-a-gift', aCustomer)
  fireEvent.click(await screen.findByRole('button', { name: 'Claim the membership' }))
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    ).toMatch(/16.*25/),
  )
})

it.each([
  ['claimed', 'This gift has been claimed'],
  ['ended', 'This gift can no longer be claimed'],
] as const)('offers no claim of a gift that is %s', async (state, text) => {
  fakeServer({ gifts: { read: () => gift({ state }) } })
  await open('claim#gift=a-token-of-the-link-of-a-gift', aCustomer)
  await screen.findByText(text)
  expect(screen.queryByRole('button', { name: 'Claim the membership' })).toBeNull()
})

it.each(['claim', 'claim#gift=an-unknown-token-of-a-link'])('shows that the link %s does not work', async (path) => {
  fakeServer({ gifts: { read: () => refuse(problem('page-not-found')) } })
  await open(path)
  await screen.findByText('This link does not work')
  expect(screen.queryByRole('button', { name: 'Claim the membership' })).toBeNull()
})
