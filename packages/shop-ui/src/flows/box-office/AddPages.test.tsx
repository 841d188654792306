// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CounterState, MembershipOffer } from '@playhouse/api-client/contract'
import { brandSchema } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { initI18n, loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, aCustomer, type Answers, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { AddDonationPage } from './AddDonationPage.tsx'
import { AddMembershipPage } from './AddMembershipPage.tsx'
import { AddVoucherPage } from './AddVoucherPage.tsx'
import { counterStateQuery } from './counter-state.ts'
import { SearchPage } from './SearchPage.tsx'
import { SellPage } from './SellPage.tsx'

afterEach(closeScreen)

/** A brand that sells everything. */
const brand = brandSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../brands/kingston/brand.json'), 'utf8')))
const fund = brand.giving[0]!
const membership = brand.memberships.find(({ sold, ages }) => sold && !ages)!
const routes = [
  { path: '/smart/sell', element: <SellPage /> },
  { path: '/smart/add-to-cart/donations/:fund', element: <AddDonationPage /> },
  { path: '/smart/add-to-cart/memberships/:level', element: <AddMembershipPage /> },
  { path: '/smart/add-to-cart/gift-vouchers', element: <AddVoucherPage /> },
  { path: '/smart/customer/search', element: <SearchPage /> },
]
const empty: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Ann', email: 'ann@example.org', role: 'clerk' },
  customer: null,
  basket: aBasket({ tickets: [] }),
  ways: ['cash'],
  serverTime: '2026-11-24T12:00:00Z',
  idleSeconds: 900,
}
const withCustomer: CounterState = {
  ...empty,
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
}
/** The counter after a donation of £20 was added. */
const added: CounterState = {
  ...empty,
  basket: aBasket({
    tickets: [],
    items: [
      {
        ...{ id: '01920000-0000-7000-8000-0000000000b1', kind: 'donation', name: fund.name, quantity: 1, performance: null },
        detail: {
          fund: fund.fund,
          appeal: null,
          appealName: null,
          recognitionName: null,
          isAnonymous: false,
          tributeName: null,
          topUp: null,
        },
        amount: money(20_00),
        fee: money(0),
      },
    ],
  }),
}
type Counter = NonNullable<Answers['counter']>
/** What the customer may buy of a membership: a new one by default. */
const offer = (change: Partial<MembershipOffer> = {}): MembershipOffer => ({
  ...{ membership: membership.id, heldUntil: null, renewal: null, upgrade: null, isInBasket: false, saves: money(0) },
  ...change,
})

async function open(
  path: string,
  { counter = {}, staff = {}, state = empty }: { counter?: Counter; staff?: NonNullable<Answers['staff']>; state?: CounterState } = {},
) {
  await initI18n(brand, 'en')
  await loadMessages('counter')
  const calls = fakeServer({
    counter: { memberships: () => ({ memberships: [offer()] }), ...counter },
    staff: { desk: () => state, ...staff },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, state)
  return { ...(await openScreen({ at: `/smart/${path}`, routes, brand })), calls }
}

it('leads from the list of a sale to the form of each product', async () => {
  await open('sell')
  expect(await screen.findByRole('link', { name: 'Gift voucher' })).toHaveProperty('pathname', '/smart/add-to-cart/gift-vouchers')
  expect(screen.getByRole('link', { name: new RegExp(membership.name) })).toHaveProperty(
    'pathname',
    `/smart/add-to-cart/memberships/${membership.id}`,
  )
  expect(screen.getByRole('link', { name: fund.name })).toHaveProperty('pathname', `/smart/add-to-cart/donations/${fund.fund}`)
})

it('adds a donation by keyboard, and returns to the sale with the payment button focused', async () => {
  const { address, calls } = await open(`add-to-cart/donations/${fund.fund}`, { counter: { addItem: () => added } })
  const amount = await screen.findByLabelText('Amount')
  await waitFor(() => expect(document.activeElement).toBe(amount))
  fireEvent.change(amount, { target: { value: '0.01' } })
  fireEvent.submit(amount.closest('form')!)
  expect(await screen.findByText('Type an amount within the range')).toBeTruthy()
  fireEvent.change(amount, { target: { value: '20' } })
  fireEvent.submit(amount.closest('form')!)
  await waitFor(() => expect(address()).toBe('/smart/sell'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Take payment'))
  const texts = { appeal: null, recognitionName: null, isAnonymous: false, tributeName: null }
  expect(calls.filter(({ call }) => call === 'counter.addItem').map(({ body }) => body)).toEqual([
    { kind: 'donation', fund: fund.fund, amount: 20_00, ...texts },
  ])
})

it('fills the amount in by a button', async () => {
  await open(`add-to-cart/donations/${fund.fund}`)
  const preset = fund.presets[0]!
  fireEvent.click(await screen.findByRole('button', { name: `£${(preset / 100).toFixed(2)}` }))
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', (preset / 100).toFixed(2))
})

it.each(['add-to-cart/donations/another', 'add-to-cart/memberships/another'])('shows at %s that the theatre has none', async (path) => {
  await open(path)
  expect(await screen.findByText('This page could not be found')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add to the sale' })).toBeNull()
})

it('asks for a customer before it adds a membership', async () => {
  await open(`add-to-cart/memberships/${membership.id}`)
  expect(await screen.findByText(/^Choose the customer first/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add to the sale' })).toBeNull()
})

it('adds a donation to the appeal that the donor chose', async () => {
  const withAppeals = brand.giving.find(({ appeals }) => appeals)!
  const [appeal] = withAppeals.appeals!
  const { calls } = await open(`add-to-cart/donations/${withAppeals.fund}`, { counter: { addItem: () => added } })
  fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '20' } })
  fireEvent.click(screen.getByRole('radio', { name: appeal!.name }))
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  await screen.findByRole('button', { name: 'Take payment' })
  expect(calls.find(({ call }) => call === 'counter.addItem')?.body).toMatchObject({ fund: withAppeals.fund, appeal: appeal!.appeal })
})

const noGiftAid = { isDeclared: false, wording: null, saidAt: null, method: null, recordedBy: null, homeAddress: null }
const donor = { ...withCustomer.customer!, giftAid: noGiftAid }
const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', county: '', state: '', postcode: 'SE1 9PH', country: 'GB' }
const declared: CounterState = {
  ...withCustomer,
  customer: {
    ...donor,
    giftAid: {
      ...{ isDeclared: true, wording: '2026-11-later', saidAt: '2026-11-24T12:00:00Z', method: 'written', recordedBy: 'Ann' },
      homeAddress: address,
    },
  },
}
const donationPath = `add-to-cart/donations/${fund.fund}`

const typeAddress = (): void => {
  const texts = { 'Address line 1': address.line1, City: address.city, Postcode: address.postcode }
  for (const [label, value] of Object.entries(texts)) fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

it('records the Gift Aid declaration with the home address, and then adds the donation', async () => {
  const { calls } = await open(donationPath, {
    state: { ...withCustomer, customer: donor },
    staff: { declareGiftAid: () => declared },
    counter: { addItem: () => added },
  })
  fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '20' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /^The customer declares Gift Aid/ }))
  expect(await screen.findByText(/^Read the text below to them/)).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'On a signed form' }))
  fireEvent.click(screen.getByRole('radio', { name: 'From now on' }))
  expect(screen.getByText(/^I am a UK taxpayer and want to Gift Aid my donations from today on/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  const line1 = screen.getByLabelText('Address line 1')
  await waitFor(() => expect(document.activeElement).toBe(line1))
  expect(calls.filter(({ call }) => call !== 'staff.desk' && call !== 'counter.memberships')).toEqual([])
  typeAddress()
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  await screen.findByRole('button', { name: 'Take payment' })
  const sent = calls.filter(({ call }) => call === 'staff.declareGiftAid' || call === 'counter.addItem')
  expect(sent.map(({ call }) => call)).toEqual(['staff.declareGiftAid', 'counter.addItem'])
  expect(sent[0]!.body).toEqual({ customer: donor.id, wording: '2026-11-later', method: 'written', address })
})

it('adds no donation where another window has changed the customer, and asks about the other one again', async () => {
  const nextCustomer = { ...donor, id: 'a4b5c6d7-0000-4000-8000-000000000013' }
  const { calls } = await open(donationPath, {
    state: { ...withCustomer, customer: donor },
    staff: { declareGiftAid: () => refuse(problem('no-customer')), desk: () => ({ ...withCustomer, customer: nextCustomer }) },
  })
  fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '20' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /^The customer declares Gift Aid/ }))
  fireEvent.click(await screen.findByRole('radio', { name: 'On a signed form' }))
  typeAddress()
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  expect(await screen.findByText(/^The counter serves another customer now/)).toBeTruthy()
  const checkbox = () => screen.getByRole('checkbox', { name: /^The customer declares Gift Aid/ })
  await waitFor(() => expect(checkbox()).toHaveProperty('checked', false))
  fireEvent.click(checkbox())
  expect(await screen.findByLabelText('Address line 1')).toHaveProperty('value', '')
  expect(screen.getByRole('radio', { name: 'On a signed form' })).toHaveProperty('checked', false)
  expect(calls.some(({ call }) => call === 'counter.addItem')).toBe(false)
})

it('shows the declaration that covers the donation, and without a customer that Gift Aid needs one', async () => {
  await open(donationPath, { state: declared })
  expect(await screen.findByText(/^Gift Aid: declared on a signed form, .* recorded by Ann\. It covers this donation\.$/)).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: /Gift Aid/ })).toBeNull()
  closeScreen()
  await open(donationPath)
  expect(await screen.findByText(/^Gift Aid needs a customer/)).toBeTruthy()
})

it('records the withdrawal of a declaration from the card of the customer, and moves the focus to its state', async () => {
  const withdrawn = { ...declared.customer!, giftAid: { ...declared.customer!.giftAid!, isDeclared: false } }
  const { calls } = await open('customer/search', {
    state: declared,
    staff: { withdrawGiftAid: () => ({ ...declared, customer: withdrawn }) },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Change the declaration' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Record a withdrawal' }))
  const status = await screen.findByText(/^Gift Aid: withdrawn/)
  await waitFor(() => expect(document.activeElement).toBe(status))
  expect(calls.find(({ call }) => call === 'staff.withdrawGiftAid')?.body).toEqual({ customer: donor.id })
  expect(screen.queryByRole('button', { name: 'Record a withdrawal' })).toBeNull()
})

it('sells an upgrade from the membership that the customer holds, with its price and what it replaces', async () => {
  const upgrade = { from: 'lower', name: 'Lower level', credit: money(12_34), price: money(45_66) }
  const { calls } = await open(`add-to-cart/memberships/${membership.id}`, {
    counter: { memberships: () => ({ memberships: [offer({ upgrade })] }), addItem: () => added },
    state: withCustomer,
  })
  const add = await screen.findByRole('button', { name: 'Add the upgrade' })
  await waitFor(() => expect(document.activeElement).toBe(add))
  expect(
    screen.getByText('Upgrade for £45.66. It replaces Lower level at once; its unused part, £12.34, is taken off the price.'),
  ).toBeTruthy()
  fireEvent.click(add)
  await screen.findByRole('button', { name: 'Take payment' })
  expect(calls.find(({ call }) => call === 'counter.addItem')?.body).toEqual({
    ...{ kind: 'membership', membership: membership.id, upgradeFrom: 'lower' },
  })
})

it('sells no membership that the customer holds, except its renewal in the renewal window', async () => {
  const heldUntil = '2027-01-31'
  await open(`add-to-cart/memberships/${membership.id}`, {
    counter: { memberships: () => ({ memberships: [offer({ heldUntil })] }) },
    state: withCustomer,
  })
  expect(await screen.findByText(/^The customer holds it until .*31 January 2027/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  await closeScreen()
  const renewal = { startsOn: '2027-02-01', price: money(60_00) }
  await open(`add-to-cart/memberships/${membership.id}`, {
    counter: { memberships: () => ({ memberships: [offer({ heldUntil, renewal })] }) },
    state: withCustomer,
  })
  expect(await screen.findByRole('button', { name: 'Add the renewal' })).toBeTruthy()
  expect(screen.getByText(/^Renewal for £60.00. The new term begins on .*1 February 2027/)).toBeTruthy()
})

it('asks for the date of birth that a membership needs, and adds it then', async () => {
  let asked = 0
  const addItem = vi.fn<NonNullable<Counter['addItem']>>(() =>
    asked++ === 0 ? refuse(problem('date-of-birth-required', { name: membership.name })) : added,
  )
  const { address, calls } = await open(`add-to-cart/memberships/${membership.id}`, {
    counter: { addItem },
    staff: { changeBirthDate: () => withCustomer },
    state: withCustomer,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Add to the sale' }))
  const field = await screen.findByLabelText('Date of birth')
  fireEvent.change(field, { target: { value: '2005-02-03' } })
  fireEvent.submit(field.closest('form')!)
  await waitFor(() => expect(address()).toBe('/smart/sell'))
  expect(calls.find(({ call }) => call === 'staff.changeBirthDate')?.body).toEqual({ birthDate: '2005-02-03' })
})

it('shows beside the name of a recipient that it is not accepted, and focuses it', async () => {
  await open('add-to-cart/gift-vouchers', { counter: { addItem: () => refuse(problem('invalid-input', { fields: ['to'] })) } })
  const value = await screen.findByLabelText('Value of each')
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  await waitFor(() => expect(document.activeElement).toBe(value))
  fireEvent.change(value, { target: { value: '25' } })
  screen.getByRole('button', { name: 'Add to the sale' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  expect(await screen.findByText('This can’t be used. Please change it.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^To\b/)))
})

it('adds gift vouchers to print, and shows which field of a mailed one is wrong', async () => {
  const { calls } = await open('add-to-cart/gift-vouchers', {
    counter: {
      addItem: ({ body }) =>
        body.kind === 'gift-voucher' && body.sendOn ? refuse(problem('invalid-input', { fields: ['sendOn'] })) : added,
    },
  })
  fireEvent.change(await screen.findByLabelText('Value of each'), { target: { value: '25' } })
  fireEvent.click(screen.getByRole('radio', { name: 'By e-mail' }))
  fireEvent.change(screen.getByLabelText('E-mail address of the recipient'), { target: { value: 'nan@example.org' } })
  fireEvent.change(screen.getByLabelText(/^Day of sending/), { target: { value: '2020-01-01' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  expect(await screen.findByText('Choose a day from today on, within a year')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Day of sending/)))
  fireEvent.click(screen.getByRole('radio', { name: 'Printed here, after payment' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  await screen.findByRole('button', { name: 'Take payment' })
  expect(calls.findLast(({ call }) => call === 'counter.addItem')?.body).toMatchObject({
    ...{ kind: 'gift-voucher', value: 25_00, quantity: 1, delivery: 'print', email: null, sendOn: null },
  })
})

it('asks for the address of a letter, and sends it with the gift vouchers', async () => {
  const { calls } = await open('add-to-cart/gift-vouchers', { counter: { addItem: () => added } })
  fireEvent.change(await screen.findByLabelText('Value of each'), { target: { value: '25' } })
  fireEvent.click(screen.getByRole('radio', { name: /^By post/ }))
  const line = await screen.findByLabelText('Address line 1')
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  await waitFor(() => expect(document.activeElement).toBe(line))
  fireEvent.change(line, { target: { value: '1 Stage Street' } })
  fireEvent.change(screen.getByLabelText('City'), { target: { value: 'London' } })
  fireEvent.change(screen.getByLabelText('Postcode'), { target: { value: 'SE1 9XY' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  expect(await screen.findByText('Type the name of the recipient')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('To')))
  expect(calls.some(({ call }) => call === 'counter.addItem')).toBe(false)
  fireEvent.change(screen.getByLabelText('To'), { target: { value: 'Nan' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  await screen.findByRole('button', { name: 'Take payment' })
  expect(calls.findLast(({ call }) => call === 'counter.addItem')?.body).toMatchObject({
    ...{ kind: 'gift-voucher', value: 25_00, delivery: 'post', to: 'Nan', email: null, sendOn: null },
    address: { line1: '1 Stage Street', city: 'London', postcode: 'SE1 9XY', country: 'GB' },
  })
})
