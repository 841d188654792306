// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CounterState, PlannedOffer } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import type { OfferPlan } from '@playhouse/domain/offer-plan'
import { problem } from '@playhouse/domain/problem'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse, setNarrowScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { NewOfferPage, OfferPage, OffersPage } from './index.ts'
import { emptyOffer, offerDraftOf, offerOf } from './offer-draft.ts'

beforeEach(() => setNarrowScreen(false))
afterEach(closeScreen)

const changeSet = 'a4b5c6d7-0000-4000-8000-000000000012'
const half: OfferPlan = {
  ...{ name: 'Half price', startsAt: '2027-01-01T10:00', endsAt: null, maxUses: 20, usesPerCustomer: 1 },
  rule: { discount: { kind: 'percent', percent: 50 }, opensPriority: true, opensPriceTypes: ['friends'], bands: ['a'], mostTickets: 2 },
}
const planned = (id: string, offer: OfferPlan, state: PlannedOffer['state'] = 'active', version = 1): PlannedOffer => ({
  ...{ id, offer, state, version, used: 3 },
})
const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const priceTypes = [
  { id: 'full', name: 'Full price', kind: 'full' as const },
  { id: 'friends', name: 'Friends', kind: 'promo' as const },
]
const allOf = (offers: readonly PlannedOffer[]) => ({ offers: [...offers], priceTypes, timeZone: 'Europe/London' })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (name: string | RegExp, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
async function open(at: string, role: StaffRole): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({
    at,
    routes: [
      { path: '/smart/offers', element: <OffersPage /> },
      { path: '/smart/offers/new', element: <NewOfferPage /> },
      { path: '/smart/offers/:offer', element: <OfferPage /> },
    ],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning'), loadMessages('offer')])
}

it('lists offers by state and by a word of the name or the code', async () => {
  fakeServer({
    offers: { all: () => allOf([planned('HALF', half), planned('SUMMER', { ...half, name: 'Summer', maxUses: null }, 'ended')]) },
    staff: { desk: () => counterState('marketing') },
  })
  await open('/smart/offers?state=active', 'marketing')
  const row = (await screen.findByRole('link', { name: 'HALF: Half price' })).closest('tr')!
  expect(within(row).getByText('50% off, opens priority booking and opens 1 price type')).toBeTruthy()
  expect(within(row).getByText('3 of 20')).toBeTruthy()
  expect(screen.queryByText(/SUMMER/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'New offer' })).toBeNull()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Code or name' }), { target: { value: 'winter' } })
  expect(await screen.findByText('0 offers')).toBeTruthy()
})

it('sorts offers by a column, and hides columns', async () => {
  const offers = [planned('TEN', { ...half, name: 'Ten' }), { ...planned('AUTUMN', { ...half, name: 'Autumn' }), used: 9 }]
  fakeServer({ offers: { all: () => allOf(offers) }, staff: { desk: () => counterState('marketing') } })
  await open('/smart/offers', 'marketing')
  await screen.findByRole('link', { name: 'TEN: Ten' })
  const codes = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(codes()).toEqual(['TEN: Ten', 'AUTUMN: Autumn'])
  await press('Orders')
  expect(codes()).toEqual(['TEN: Ten', 'AUTUMN: Autumn'])
  expect(screen.getByRole('columnheader', { name: 'Orders' }).getAttribute('aria-sort')).toBe('ascending')
  await press('Orders')
  expect(codes()).toEqual(['AUTUMN: Autumn', 'TEN: Ten'])
  await press('Offer')
  expect(codes()).toEqual(['AUTUMN: Autumn', 'TEN: Ten'])
  await press('Columns')
  fireEvent.click(screen.getByRole('checkbox', { name: 'When' }))
  expect(screen.queryByRole('columnheader', { name: 'When' })).toBeNull()
  expect(screen.getByRole('columnheader', { name: 'Orders' })).toBeTruthy()
})

it('shows offer and state on a narrow screen, and every column that staff choose', async () => {
  setNarrowScreen(true)
  fakeServer({ offers: { all: () => allOf([planned('TEN', half)]) }, staff: { desk: () => counterState('marketing') } })
  await open('/smart/offers', 'marketing')
  await screen.findByRole('link', { name: 'TEN: Half price' })
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers()).toEqual(['Offer', 'State'])
  await press('Columns')
  for (const name of ['What it does', 'When', 'Orders']) fireEvent.click(screen.getByRole('checkbox', { name }))
  expect(headers()).toEqual(['Offer', 'State', 'What it does', 'When', 'Orders'])
})

it('creates an offer, and marks what the server refuses beside what was typed', async () => {
  let isRefused = true
  const calls = fakeServer({
    offers: {
      all: () => allOf([]),
      create: ({ body }) =>
        isRefused
          ? refuse(problem('invalid-input', { fields: ['code', 'offer.rule.discount.price'] }))
          : { offer: planned(body.code, body.offer), changeSet },
    },
    planning: { productions: () => ({ productions: [] }) },
    staff: { desk: () => counterState('programmer') },
  })
  await open('/smart/offers/new', 'programmer')
  await screen.findByRole('textbox', { name: /Promo code/ })
  type(/Promo code/, 'FIFTEEN')
  type(/Name/, 'Fifteen')
  fireEvent.change(document.querySelector('select[name=offer-kind]')!, { target: { value: 'price' } })
  type('Price of each ticket', '1')
  await press('Create this offer')
  expect(await screen.findByText(/the first a letter or a digit/)).toBeTruthy()
  expect(screen.getByText('Please check this')).toBeTruthy()
  isRefused = false
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price of each ticket' }).value).toBe('1')
  type('Price of each ticket', '15')
  await press('Create this offer')
  expect(await screen.findByRole('heading', { level: 1, name: 'Offers' })).toBeTruthy()
  expect(calls.findLast(({ call }) => call === 'offers.create')?.body).toEqual({
    code: 'FIFTEEN',
    offer: {
      ...emptyOffer,
      name: 'Fifteen',
      rule: { discount: { kind: 'price', price: money(15_00) }, opensPriority: false, opensPriceTypes: [] },
    },
  })
})

it('creates an offer without a code for members who book early, and names its faults beside their fields', async () => {
  let isRefused = true
  const calls = fakeServer({
    offers: {
      all: () => allOf([]),
      create: ({ body }) =>
        isRefused
          ? refuse(problem('invalid-input', { fields: ['offer.rule.automatic', 'offer.usesPerCustomer'] }))
          : { offer: planned(body.code, body.offer), changeSet },
    },
    planning: { productions: () => ({ productions: [] }) },
    staff: { desk: () => counterState('programmer') },
  })
  await open('/smart/offers/new', 'programmer')
  await screen.findByRole('textbox', { name: /Promo code/ })
  type(/Promo code/, 'EARLY')
  type(/Name/, 'Early members')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Counts without a code' }))
  type(/Only until so many days before/, '14')
  const levels = screen.getByRole('group', { name: /Only for these members/ })
  const [level] = within(levels).getAllByRole<HTMLInputElement>('checkbox')
  fireEvent.click(level!)
  await press('Create this offer')
  expect(await screen.findByText('An offer without a code opens no prices and no priority booking')).toBeTruthy()
  expect(screen.getByText('An offer without a code has no limit per customer')).toBeTruthy()
  isRefused = false
  await press('Create this offer')
  expect(await screen.findByRole('heading', { level: 1, name: 'Offers' })).toBeTruthy()
  expect(calls.findLast(({ call }) => call === 'offers.create')?.body).toMatchObject({
    code: 'EARLY',
    offer: { rule: { automatic: true, daysBefore: 14, memberships: [level!.value] } },
  })
})

it('keeps what was typed where another staff user has changed the offer, and ends it', async () => {
  let current = planned('HALF', half)
  const calls = fakeServer({
    offers: {
      all: () => allOf([current]),
      edit: ({ body }) =>
        body.version === current.version
          ? { offer: (current = planned('HALF', body.offer, 'active', 3)), changeSet }
          : refuse(problem('changed-meanwhile', { version: 2, by: 'Theo Athens' })),
      end: () => ({ offer: (current = planned('HALF', current.offer, 'ended', 4)), changeSet }),
    },
    planning: { productions: () => ({ productions: [] }) },
    staff: { desk: () => counterState('programmer') },
  })
  await open('/smart/offers/HALF', 'programmer')
  await screen.findByRole('textbox', { name: /Name/ })
  type(/Name/, 'Half price on Mondays')
  await press('Name in other languages')
  type(/Svenska/, 'Halva priset')
  current = planned('HALF', { ...half, names: { de: 'Halber Preis' }, maxUses: 50 }, 'active', 2)
  await press('Save')
  const notice = (await screen.findByText('Theo Athens has changed this meanwhile')).closest<HTMLElement>('[role=alert]')!
  expect(await within(notice).findByText('Uses in total: 20 → 50')).toBeTruthy()
  expect(within(notice).getByText('Name (Deutsch): nothing → Halber Preis')).toBeTruthy()
  await press('Take these changes, keep mine')
  await press('Save')
  expect((await screen.findAllByText('The offer has changed.')).length).toBeGreaterThan(0)
  expect(calls.findLast(({ call }) => call === 'offers.edit')?.body).toEqual({
    version: 2,
    offer: { ...half, name: 'Half price on Mondays', names: { de: 'Halber Preis', sv: 'Halva priset' }, maxUses: 50 },
  })
  await press('End this offer now')
  expect(await screen.findByText(/^Ended · /)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'End this offer now' })).toBeNull()
})

it('reads an offer from its fields unchanged, and what is no amount as one that the server refuses', () => {
  const typed = offerOf({ ...offerDraftOf(emptyOffer), kind: 'price', price: 'a lot' })
  expect(typed.rule.discount).toEqual({ kind: 'price', price: -1 })
  const discounts: OfferPlan['rule']['discount'][] = [
    ...[undefined, { kind: 'amount' as const, amount: money(2_50) }, { kind: 'price' as const, price: money(15_00) }],
    { kind: 'multi-buy', buy: 2, free: 1 },
  ]
  for (const discount of discounts) {
    const { discount: _discount, ...others } = half.rule
    const rule = {
      ...others,
      ...(discount && { discount }),
      ...{ productions: ['lear'], performances: ['lear-1', 'lear-2'], from: '2027-01-01', until: '2027-02-01', priceTypes: ['full'] },
      ...{ automatic: true as const, singleUse: true as const, memberships: ['friend'], daysBefore: 14, mostPerPerformance: 30 },
    }
    const named = { ...half, names: { de: 'Halber Preis' }, rule }
    expect(offerOf(offerDraftOf(named))).toEqual(named)
  }
})
