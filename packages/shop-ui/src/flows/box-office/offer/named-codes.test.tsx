// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, PlannedOffer, PlannedProduction } from '@playhouse/api-client/contract'
import { money, zero } from '@playhouse/domain/money'
import type { NamedCode } from '@playhouse/domain/named-code'
import type { OfferPlan } from '@playhouse/domain/offer-plan'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { lear } from '../planning/sample-production.ts'
import { OfferPage } from './index.ts'
import { offerDraftOf, offerOf } from './offer-draft.ts'

afterEach(closeScreen)

const metro: NamedCode = { code: 'METRO', label: 'Advert in Metro', maxUses: 500, endsAt: '2031-07-01T10:00' }
const ten: OfferPlan = {
  ...{ name: 'Ten off', startsAt: null, endsAt: null, maxUses: null, usesPerCustomer: null, codes: [metro] },
  rule: { discount: { kind: 'percent', percent: 10 }, opensPriority: false, opensPriceTypes: [] },
}
const planned = (offer: OfferPlan, version = 1): PlannedOffer => ({ id: 'TEN', offer, state: 'active', version, used: 3 })
const desk: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role: 'programmer' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}
const performance: PlannedProduction['performances'][number] = {
  ...{ id: 'lear-1', production: 'lear', hall: 'main', planVersion: '1', priceList: 'weekday', type: null, timeZone: 'Europe/London' },
  ...{ startsAt: '2031-03-01T19:30', generalSaleAt: '2027-01-10T10:00', priority: [], programme: null, members: null },
  ...{ web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: false }, accessTags: [], perCustomer: null },
  ...{ state: 'published', version: 2, tickets: 2, inBaskets: 1 },
}
const sold = { used: 2, orders: 1, tickets: 4, discount: money(8_00), total: money(72_00) }
const none = { used: 0, orders: 0, tickets: 0, discount: zero, total: zero }
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

async function open(handlers: Parameters<typeof fakeServer>[0]['offers']): Promise<ReturnType<typeof fakeServer>> {
  queryClient.setQueryData(counterStateQuery.queryKey, desk)
  const calls = fakeServer({
    offers: { sales: () => ({ codes: [{ kind: 'own', code: 'TEN', state: null, maxUses: null, ...none }] }), ...handlers },
    planning: {
      productions: () => ({
        productions: [
          { ...{ id: 'lear', title: 'King Lear', state: 'published', version: 1, performances: 1, drafts: 0 }, first: null, last: null },
        ],
      }),
      production: () => ({ ...lear, performances: [performance] }),
    },
    staff: { desk: () => desk },
  })
  await openScreen({ at: '/smart/offers/TEN', routes: [{ path: '/smart/offers/:offer', element: <OfferPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning'), loadMessages('offer')])
  return calls
}
const all = (offer: PlannedOffer) => ({ offers: [offer], priceTypes: [], timeZone: 'Europe/London' })

it('adds and removes codes with the focus on them, and marks the refused fields of each', async () => {
  let current = planned(ten)
  let isRefused = true
  const calls = await open({
    all: () => all(current),
    edit: ({ body }) =>
      isRefused
        ? refuse(problem('invalid-input', { fields: ['offer.codes.0.maxUses', 'offer.codes.1.code'] }))
        : { offer: (current = planned(body.offer, 2)), changeSet: 'a4b5c6d7-0000-4000-8000-000000000012' },
  })
  const codes = await screen.findByRole('group', { name: 'Further codes' })
  await press('Add a code')
  const added = within(codes).getByRole('group', { name: 'Code 2' })
  const code = within(added).getByRole('textbox', { name: 'Code' })
  await waitFor(() => expect(document.activeElement).toBe(code))
  fireEvent.change(code, { target: { value: 'schools 24' } })
  const first = within(codes).getByRole('group', { name: 'METRO' })
  fireEvent.change(within(first).getByRole('textbox', { name: /Orders in total/ }), { target: { value: '2' } })
  await press('Save')
  expect(await within(first).findByText('Please enter at least as many orders as there were')).toBeTruthy()
  expect(within(added).getByText(/No other offer may have, or have had, this code/)).toBeTruthy()
  isRefused = false
  await press('Remove METRO')
  const left = await within(codes).findByRole('group', { name: 'schools 24' })
  await waitFor(() => expect(document.activeElement).toBe(within(left).getByRole('textbox', { name: /Code/ })))
  await press('Save')
  expect((await screen.findAllByText('The offer has changed.')).length).toBeGreaterThan(0)
  expect(calls.findLast(({ call }) => call === 'offers.edit')?.body).toEqual({
    version: 1,
    offer: { ...ten, codes: [{ code: 'SCHOOLS24', maxUses: null, endsAt: null }] },
  })
  await press(/^Remove /)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add a code'))
  await press('Save')
  await waitFor(() => expect(calls.findLast(({ call }) => call === 'offers.edit')?.body).not.toHaveProperty('offer.codes'))
})

it('shows the sales of each code, and the change of codes by another staff user', async () => {
  const withdrawn = { kind: 'named' as const, code: 'OLD', state: 'withdrawn' as const, maxUses: null, ...sold }
  let current = planned(ten)
  await open({
    all: () => all(current),
    sales: () => ({
      codes: [
        { kind: 'own', code: 'TEN', state: null, maxUses: null, ...none },
        { kind: 'named', code: 'METRO', label: 'Advert in Metro', state: 'active', maxUses: 500, ...sold },
        withdrawn,
        { kind: 'single-use', code: null, state: null, maxUses: null, ...sold },
      ],
    }),
    edit: () => refuse(problem('changed-meanwhile', { version: 2, by: 'Theo Athens' })),
  })
  const table = await screen.findByRole('table')
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    ...['TEN', 'METRO: Advert in Metro', 'OLD', 'Single-use codes'],
  ])
  expect(rows[1]!.textContent).toBe('METRO: Advert in MetroActive2 of 5004£8.00£72.00')
  expect(within(rows[2]!).getByText('Withdrawn')).toBeTruthy()
  current = planned({ ...ten, codes: [metro, { code: 'TIMEOUT', maxUses: null, endsAt: null }] }, 2)
  await press('Save')
  const notice = (await screen.findByText('Theo Athens has changed this meanwhile')).closest<HTMLElement>('[role=alert]')!
  expect(await within(notice).findByText(/Further codes: METRO · Advert in Metro · ≤ 500 · .+ → METRO .+ and TIMEOUT$/)).toBeTruthy()
})

it('tries the offer with a typed code, and names it and its state', async () => {
  const calls = await open({
    all: () => ({ ...all(planned(ten)), priceTypes: [{ id: 'full', name: 'Full price', kind: 'full' as const }] }),
    test: ({ body }) =>
      body.code === 'other'
        ? refuse(problem('invalid-input', { fields: ['code'] }))
        : {
            ...{ state: 'active' as const, subtotal: money(20_00), discount: zero },
            code: { code: 'METRO', label: 'Advert in Metro', state: 'used-up' as const },
            tickets: [{ price: money(20_00), off: zero, reason: 'code' as const }],
            together: { tickets: [{ code: null, off: zero }], discount: zero },
          },
  })
  const section = (await screen.findByRole('heading', { name: 'Try this offer' })).closest('section')!
  const code = within(section).getByRole('textbox', { name: /Code/ })
  await waitFor(() => expect(document.querySelector('#try-performance')?.textContent).toMatch(/7.30pm/))
  fireEvent.change(code, { target: { value: 'other' } })
  await press('Try it')
  expect(await within(section).findByText('Customers can’t get the offer with this code')).toBeTruthy()
  fireEvent.change(code, { target: { value: 'metro' } })
  await press('Try it')
  expect(await within(section).findByText('With METRO: Advert in Metro: Used up')).toBeTruthy()
  expect(within(section).getByText('£20.00: nothing off, because the code can’t be used then')).toBeTruthy()
  expect(calls.findLast(({ call }) => call === 'offers.test')?.body).toMatchObject({ code: 'metro' })
})

it('reads an offer with codes from its fields unchanged', () => {
  const offer = { ...ten, codes: [metro, { code: 'TIMEOUT', maxUses: null, endsAt: null }] }
  expect(offerOf(offerDraftOf(offer))).toEqual(offer)
})
