// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Fund } from '@playhouse/domain/giving'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { useDrafts } from '#client-state'
import { aBasket, aBrand, aCustomer, aDonation, type Answers, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { FundPage, FundsPage } from './index.ts'

const stage: Fund = {
  ...{ fund: 'stage', name: 'The stage fund', body: 'New boards for the stage.', presets: [money(10_00), money(50_00), money(100_00)] },
  ...{ least: money(1_00), most: money(500_00), recognitionFrom: money(100_00) },
  appeals: [{ appeal: 'lights', name: 'New lights' }],
}
const { appeals: _, ...withoutAppeals } = stage
const organ: Fund = { ...withoutAppeals, fund: 'organ', name: 'The organ appeal', closesOn: '2020-12-31' }
const brandWith = (giving: Fund[], giftAid = true) => aBrand({ giving, features: { ...aBrand().features, donations: true, giftAid } })

const routes = [
  { path: '/contributions/donations', element: <FundsPage /> },
  { path: '/contributions/donations/:fund', element: <FundPage /> },
  { path: '/account/giving-history', element: <p>history</p> },
]
const open = async (path: string, basket = aBasket({ tickets: [] }), brand = brandWith([stage, organ])) => {
  const page = await openScreen({ at: `/contributions/donations${path}`, routes, brand, basket })
  await loadMessages('giving')
  return page
}
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

afterEach(closeScreen)

describe('the page of all funds', () => {
  it('links to each fund that is open, and mentions Gift Aid', async () => {
    await open('')
    const links = (await screen.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([['Give to The stage fund', '/contributions/donations/stage']])
    expect(screen.getByText(/Gift Aid adds 25p/)).toBeTruthy()
    expect(screen.getByText('New lights')).toBeTruthy()
  })

  it('does not mention Gift Aid where the brand has none', async () => {
    await open('', aBasket({ tickets: [] }), brandWith([stage], false))
    await screen.findByRole('link')
    expect(screen.queryByText(/Gift Aid/)).toBeNull()
  })

  it('names the donation that is in the basket', async () => {
    await open('', aBasket({ tickets: [], items: [aDonation(50_00)] }))
    expect(await screen.findByText('Your donation of £50.00 is in your basket.')).toBeTruthy()
  })

  it('shows a notice where no fund is open', async () => {
    await open('', aBasket({ tickets: [] }), brandWith([organ]))
    expect(await screen.findByText('No fund takes donations now')).toBeTruthy()
  })
})

describe('the page of a fund', () => {
  it('sends the chosen preset, appeal and texts, and opens the basket', async () => {
    const calls = fakeServer({ basket: { addItem: () => aBasket({ tickets: [], items: [aDonation(100_00)] }) } })
    const { address } = await open('/stage')
    expect(await screen.findByRole('radio', { name: '£10.00' }), 'nothing is preset').toHaveProperty('checked', false)
    expect(screen.getByRole('radio', { name: '£10.00' }).tabIndex, 'reached by Tab').toBe(0)
    fireEvent.click(screen.getByRole('button', { name: 'Add to your basket' }))
    expect(await screen.findByRole('link', { name: 'Choose an amount.' })).toBeTruthy()
    expect(calls).toEqual([])
    expect(screen.queryByLabelText(/^Name for our list/)).toBeNull()
    choose('£100.00')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Choose an amount.' })).toBeNull())
    choose('New lights')
    type(/^Name for our list/, 'A. Quill')
    type(/^In honour of/, 'Nan')
    fireEvent.click(screen.getByRole('button', { name: 'Add to your basket' }))
    await screen.findByText('elsewhere')
    expect(address()).toBe('/checkout/basket')
    expect(calls.map(({ body }) => body)).toEqual([
      {
        ...{ kind: 'donation', fund: 'stage', appeal: 'lights', amount: 100_00 },
        ...{ recognitionName: 'A. Quill', isAnonymous: false, tributeName: 'Nan' },
      },
    ])
  })

  it.each(['0.99', '500.01', '-5', '12.345', 'ten', ''])('rejects the amount “%s” beside its field, without a request', async (amount) => {
    const calls = fakeServer({})
    await open('/stage')
    await screen.findByRole('radio', { name: '£10.00' })
    choose('Another amount')
    type(/^Amount/, amount)
    fireEvent.click(screen.getByRole('button', { name: 'Add to your basket' }))
    expect(await screen.findByRole('link', { name: 'Enter an amount in the range we can take.' })).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('changes the donation that is in the basket', async () => {
    await open('/stage', aBasket({ tickets: [], items: [aDonation(12_50)] }))
    expect(await screen.findByRole('button', { name: 'Change your donation' })).toBeTruthy()
    expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '12.50')
  })

  it('shows the problem of a fund that has closed meanwhile', async () => {
    fakeServer({ basket: { addItem: () => refuse(problem('fund-closed', { name: 'The stage fund' })) } })
    await open('/stage')
    await screen.findByRole('radio', { name: '£10.00' })
    choose('£10.00')
    fireEvent.click(await screen.findByRole('button', { name: 'Add to your basket' }))
    expect(await screen.findByText('The stage fund takes no donations now')).toBeTruthy()
  })

  it('has no form for a fund that is closed', async () => {
    await open('/organ')
    expect(await screen.findByText('This fund takes no donations now')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a monthly gift', () => {
  const monthly: NonNullable<Fund['monthly']> = {
    ...{ presets: [money(5_00), money(20_00)], least: money(2_00), most: money(200_00), means: ['direct-debit', 'card'] },
  }
  const debit = { id: crypto.randomUUID(), planId: 'DD-ABCD2345', scheme: 'bacs', reference: 'ABC123', maskedAccount: '•••• 2345' } as const
  const current = { id: crypto.randomUUID(), fund: 'stage', name: 'The stage fund', day: 15, means: 'direct-debit' } as const
  const openMonthly = async (
    customer: typeof aCustomer | undefined,
    debits: object[] = [],
    forms: ReturnType<typeof useDrafts.getState>['forms'] = {},
    answers: Answers['me'] = {},
  ) => {
    const gifts: object[] = []
    const calls = fakeServer({
      me: {
        monthlyGifts: () => ({ gifts }) as never,
        cards: () => ({ cards: [], canKeep: true }),
        directDebits: () => ({ directDebits: debits as never, canSetUp: true }),
        startMonthlyGift: () => ({ gifts: [{ ...current, amount: money(20_00), state: 'on', on: '2999-06-15' }] }),
        ...answers,
      },
    })
    const brand = brandWith([{ ...stage, monthly }])
    useDrafts.setState({ forms })
    const page = await openScreen({
      ...{ at: '/contributions/donations/stage', routes, brand, basket: aBasket({ tickets: [] }) },
      ...(customer && { customer }),
    })
    await loadMessages('giving')
    await loadMessages('order')
    const choice = await screen.findByRole('radio', { name: 'Every month' })
    if (Object.keys(forms).length === 0) fireEvent.click(choice)
    return { ...page, calls, gifts }
  }

  it('is not offered by a fund without it', async () => {
    await open('/stage')
    await screen.findByRole('radio', { name: '£10.00' })
    expect(screen.queryByRole('radio', { name: 'Every month' })).toBeNull()
  })

  it('leads a visitor without an account to the sign-in and back', async () => {
    await openMonthly(undefined)
    const link = await screen.findByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toBe('/login?next=%2Fcontributions%2Fdonations%2Fstage')
  })

  it('leads a customer without a card or a direct debit to the page where one is set up', async () => {
    await openMonthly(aCustomer, [{ ...debit, state: 'cancelled' }])
    const link = await screen.findByRole('link', { name: 'Payment cards and direct debits' })
    expect(link.getAttribute('href')).toBe('/account/payment-cards')
  })

  it('sends the amount and the direct debit with the version of the shown text', async () => {
    const { calls, address } = await openMonthly(aCustomer, [{ ...debit, state: 'active' }])
    fireEvent.click(await screen.findByRole('radio', { name: '£20.00' }))
    await screen.findByText(/collects £20\.00 by direct debit for “The stage fund” on or just after .* day 1 of each month/)
    fireEvent.click(screen.getByRole('button', { name: 'I agree, and give £20.00 every month' }))
    await waitFor(() => expect(address()).toBe('/account/giving-history'))
    expect(calls.find(({ call }) => call === 'me.startMonthlyGift')?.body).toEqual({
      ...{ fund: 'stage', appeal: null, amount: 20_00, recognitionName: null, isAnonymous: false, tributeName: null },
      ...{ day: 1, wording: '2026-11', directDebit: debit.id },
    })
  })

  it('keeps the choice, the amount and the day of a visitor who signs in, and forgets them with the first gift', async () => {
    await openMonthly(undefined)
    fireEvent.click(await screen.findByRole('radio', { name: '£20.00' }))
    fireEvent.change(screen.getByLabelText('Day of the month'), { target: { value: '15' } })
    fireEvent.blur(screen.getByLabelText('Day of the month'))
    const { forms } = useDrafts.getState()
    closeScreen()
    const { calls, address } = await openMonthly(aCustomer, [{ ...debit, state: 'active' }], forms)
    expect(await screen.findByRole('radio', { name: 'Every month' })).toHaveProperty('checked', true)
    fireEvent.click(await screen.findByRole('button', { name: 'I agree, and give £20.00 every month' }))
    await waitFor(() => expect(address()).toBe('/account/giving-history'))
    expect(calls.find(({ call }) => call === 'me.startMonthlyGift')?.body).toMatchObject({ amount: 20_00, day: 15, directDebit: debit.id })
    expect(useDrafts.getState().forms).toEqual({})
  })

  it('shows the problem of data that cannot be read, and reads them again', async () => {
    let isBroken = true
    const gifts = () =>
      isBroken ? refuse(problem('details-not-loaded')) : { gifts: [{ ...current, amount: money(20_00), state: 'on', on: '2999-06-15' }] }
    await openMonthly(aCustomer, [], {}, { monthlyGifts: gifts as never })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isBroken = false
    fireEvent.click(retry)
    expect(await screen.findByText('You give £20.00 to this fund every month. Thank you.')).toBeTruthy()
  })

  it.each(['1.99', '200.01', 'ten'])('rejects the amount “%s”, without a request', async (amount) => {
    const { calls } = await openMonthly(aCustomer, [{ ...debit, state: 'active' }])
    await screen.findByRole('radio', { name: '£20.00' })
    choose('Another amount')
    type(/^Amount/, amount)
    fireEvent.click(screen.getByRole('button', { name: /^I agree, and give/ }))
    expect(await screen.findByRole('link', { name: 'Enter an amount in the range we can take.' })).toBeTruthy()
    expect(calls.some(({ call }) => call === 'me.startMonthlyGift')).toBe(false)
  })
})
