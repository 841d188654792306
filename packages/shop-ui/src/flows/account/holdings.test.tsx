// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { accessTypes } from '@playhouse/domain/access'
import { money } from '@playhouse/domain/money'
import { aBasket, aBrand, aCustomer, aMembership, openScreen, fakeServer, closeScreen } from '#testing'
import { AccountPage } from './index.ts'

afterEach(closeScreen)

const noDebits = { directDebits: [], canSetUp: false }
const openPage = (page: string, brand = aBrand()) =>
  openScreen({
    brand,
    at: `/account/${page}`,
    routes: [
      { path: '/account/:page', element: <AccountPage /> },
      { path: '/checkout/basket', element: null },
    ],
    customer: aCustomer,
  })

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
  await waitFor(() =>
    expect(document.activeElement, 'the button that opened the dialog is gone').toBe(screen.getByRole('heading', { level: 1 })),
  )
  await screen.findByRole('button', { name: 'Set up a direct debit' })
  expect(calls.filter(({ path }) => path.endsWith(debit.id))).toHaveLength(1)
})

it('shows the dates of a membership, and offers no renewal', async () => {
  fakeServer({ me: { memberships: () => ({ memberships: [aMembership()] }) } })
  await openPage('memberships')
  await screen.findByRole('heading', { name: 'Priority Member' })
  screen.getByText('Sunday 30 June 2999')
  screen.getByText('Ada Wren')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByText(/renew/i)).toBeNull()
})

it('offers a renewal and an upgrade of a membership, and opens the basket with the chosen one', async () => {
  const renewal = { price: money(60_00), startsOn: '2999-07-01' }
  const upgrades = [{ membership: 'patron', name: 'Patron', credit: money(20_00), price: money(160_00) }]
  const calls = fakeServer({
    me: { memberships: () => ({ memberships: [aMembership({ state: 'expiring', renewal, upgrades })] }) },
    basket: { addItem: () => aBasket() },
  })
  const { address } = await openPage('memberships')
  await screen.findByText('Ends soon')
  screen.getByText('The new term starts on Monday 1 July 2999, so that you lose no day.')
  screen.getByText(/The unused part of your membership, £20\.00, is already taken off the price\.$/)
  fireEvent.click(screen.getByRole('button', { name: 'Upgrade to Patron for £160.00' }))
  await waitFor(() => expect(address()).toBe('/checkout/basket'))
  expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toEqual({
    ...{ kind: 'membership', membership: 'patron', upgradeFrom: 'priority' },
  })
})

it('starts an automatic renewal with the shown text, amount and direct debit, and turns it off', async () => {
  const offer = { amount: money(60_00), on: { card: '2999-06-30', 'direct-debit': '2999-07-02' }, months: 12 }
  const debit = { id: crypto.randomUUID(), planId: 'DD-ABCD2345', scheme: 'bacs', reference: 'ABC123', maskedAccount: '•••• 2345' } as const
  const card = { id: crypto.randomUUID(), maskedNumber: '•••• 4242', cardholder: 'Ada King', expires: '2034-12', isPreferred: true }
  const autoRenewal = { amount: money(60_00), means: 'direct-debit', state: 'on', on: '2999-06-30' } as const
  const calls = fakeServer({
    me: {
      memberships: () => ({ memberships: [aMembership({ autoRenewalOffer: offer })] }),
      cards: () => ({ cards: [{ ...card, brand: 'visa', address: null }], canKeep: true }),
      directDebits: () => ({ directDebits: [{ ...debit, state: 'active' }], canSetUp: true }),
      startAutoRenewal: () => ({ memberships: [aMembership({ autoRenewal })] }),
      stopAutoRenewal: () => ({ memberships: [aMembership({ autoRenewalOffer: offer })] }),
    },
  })
  await openPage('memberships')
  fireEvent.click(await screen.findByRole('button', { name: 'Renew Priority Member automatically …' }))
  await screen.findByText(/takes £60\.00 from my saved card on or just after Sunday 30 June 2999 to renew “Priority Member” for 12 months/)
  fireEvent.click(screen.getByRole('radio', { name: 'Direct debit DD-ABCD2345' }))
  const text = await screen.findByText(/collects £60\.00 by direct debit on or just after Tuesday 2 July 2999/)
  const agree = screen.getByRole('button', { name: 'I agree' })
  expect(agree.getAttribute('aria-describedby')).toBe(text.id)
  fireEvent.click(agree)
  await screen.findByText('On: £60.00 on Sunday 30 June 2999')
  expect(calls.find(({ call }) => call === 'me.startAutoRenewal')?.body).toEqual({
    ...{ wording: '2026-11-26', amount: 60_00, on: '2999-07-02', directDebit: debit.id },
  })
  const heading = screen.getByRole('heading', { name: 'Priority Member' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  screen.getByRole('button', { name: 'Turn off automatic renewal of Priority Member' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Turn off automatic renewal of Priority Member' }))
  await screen.findByText('Automatic renewal is off. Nothing more is charged.')
  await screen.findByRole('button', { name: 'Renew Priority Member automatically …' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

it('says that a payment under way may still arrive when an automatic renewal is turned off, and that an upgrade ends it', async () => {
  const autoRenewal = { amount: money(60_00), means: 'card', state: 'charging', on: null } as const
  const upgrades = [{ membership: 'patron', name: 'Patron', credit: money(0), price: money(160_00) }]
  fakeServer({
    me: {
      memberships: () => ({ memberships: [aMembership({ autoRenewal, upgrades })] }),
      stopAutoRenewal: () => ({ memberships: [aMembership()] }),
    },
  })
  await openPage('memberships')
  await screen.findByText(/^The automatic renewal of Priority Member then ends\./)
  fireEvent.click(await screen.findByRole('button', { name: 'Turn off automatic renewal of Priority Member' }))
  expect(await screen.findByText(/The payment that is under way may still arrive/, { ignore: '[role=status]' })).toBeTruthy()
})

it('explains an automatic renewal where there is no card and no direct debit', async () => {
  const offer = { amount: money(60_00), on: { card: '2999-06-30', 'direct-debit': '2999-07-02' }, months: 12 }
  fakeServer({
    me: {
      memberships: () => ({ memberships: [aMembership({ autoRenewalOffer: offer })] }),
      cards: () => ({ cards: [], canKeep: true }),
      directDebits: () => noDebits,
    },
  })
  await openPage('memberships')
  fireEvent.click(await screen.findByRole('button', { name: 'Renew Priority Member automatically …' }))
  expect((await screen.findByRole('link', { name: 'Payment cards and direct debits' })).getAttribute('href')).toBe('/account/payment-cards')
  expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull()
})

it('shows that a membership was replaced by an upgrade, without a last day', async () => {
  fakeServer({ me: { memberships: () => ({ memberships: [aMembership({ state: 'cancelled' })] }) } })
  await openPage('memberships')
  await screen.findByText('Replaced by an upgrade')
  expect(screen.queryByText('Sunday 30 June 2999')).toBeNull()
})

it('does not promise aisle seats for an access ID', async () => {
  const types = accessTypes.map((type) => ({ type, needsAisle: true }))
  fakeServer({ me: { access: () => ({ accessId: 'AC-1', types }) } })
  await openPage('access')
  await screen.findByText(/Access prices are applied/)
  expect(screen.queryByText(/aisle/)).toBeNull()
})

it('changes the amount of a monthly gift within the range of its fund, and stops it', async () => {
  const brand = aBrand({
    giving: [
      {
        ...{ fund: 'stage', name: 'The stage fund', body: '', presets: [money(10_00)] },
        ...{ least: money(1_00), most: money(500_00), recognitionFrom: money(100_00) },
        monthly: { presets: [money(5_00)], least: money(2_00), most: money(200_00), means: ['direct-debit'] },
      },
    ],
  })
  const gift = { id: crypto.randomUUID(), fund: 'stage', name: 'The stage fund', day: 15, means: 'direct-debit', on: '2999-06-15' } as const
  const giftOf = (amount: number, state: 'on' | 'waiting') => ({ gifts: [{ ...gift, amount: money(amount), state }] })
  const calls = fakeServer({
    me: {
      giving: () => ({ entries: [] }),
      monthlyGifts: () => giftOf(10_00, 'waiting'),
      changeMonthlyGift: () => giftOf(12_50, 'on'),
      stopMonthlyGift: () => ({ gifts: [] }),
    },
  })
  await openPage('giving-history', brand)
  await screen.findByText('£10.00 on day 15 of each month')
  await screen.findByText('The last payment did not go through. We try again on Saturday 15 June 2999.')
  fireEvent.click(screen.getByRole('button', { name: /^Change the amount/ }))
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save the amount' }))
  fireEvent.change(await screen.findByLabelText(/^Amount/), { target: { value: '1.99' } })
  save()
  await screen.findByRole('link', { name: 'Enter an amount in the range we can take.' })
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: '12,50' } })
  save()
  const button = screen.getByRole('button', { name: 'Save the amount' })
  await screen.findByText('£12.50 on day 15 of each month')
  expect(button.isConnected, 'the form keeps its focus').toBe(true)
  expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '12.50')
  expect(calls.filter(({ call }) => call === 'me.changeMonthlyGift').map(({ body }) => body)).toEqual([{ amount: 12_50 }])
  fireEvent.click(screen.getByRole('button', { name: 'Stop the gift to The stage fund' }))
  await screen.findByText('Your monthly gift has ended. Nothing more is collected.')
  expect(screen.queryByText(/of each month$/)).toBeNull()
})

it('explains for each subscription whether its vouchers can be used', async () => {
  const subscription = {
    ...{ name: 'Two plays', pricingStructure: '', price: money(50_00), issuedOn: '2020-01-01', flex: 'two-plays', isReturned: false },
    ...{ vouchersAvailable: 2, vouchersUsed: 0, uses: [] },
  }
  const subscriptions = ['2999-12-31', '2020-12-31'].map((expiresOn) => ({ ...subscription, id: crypto.randomUUID(), expiresOn }))
  fakeServer({ me: { subscriptions: () => ({ subscriptions }) } })
  await openPage('your-ticket-subscriptions')
  expect((await screen.findByText(/pay for tickets in your basket by themselves/)).closest('li')!.textContent).toContain('2999')
  expect(screen.getByText(/^The last day has passed/).closest('li')!.textContent).toContain('2020')
})
