// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CounterState, PlannedOffer, SingleUseCode } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse, setNarrowScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { OfferPage } from './index.ts'
import { emptyOffer } from './offer-draft.ts'

beforeEach(() => setNarrowScreen(false))
afterEach(closeScreen)

const idOf = (nth: number) => `a4b5c6d7-0000-4000-8000-00000000002${nth}`
const aCode = (nth: number, change: Partial<SingleUseCode> = {}): SingleUseCode => ({
  ...{ id: idOf(nth), code: `SUB-AAAAA-BBBB${nth}`, batch: idOf(0), addedAt: '2026-11-24T12:00:00Z', state: 'free', order: null },
  ...change,
})
const planned: PlannedOffer = {
  ...{ id: 'SUBS', version: 1, state: 'active', used: 1 },
  offer: { ...emptyOffer, name: 'Subscribers', rule: { ...emptyOffer.rule, singleUse: true } },
}
const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (name: string | RegExp, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const codesShown = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

async function open(role: StaffRole, codes: SingleUseCode[], offer = planned) {
  const calls = fakeServer({
    offers: { all: () => ({ offers: [offer], priceTypes: [], timeZone: 'Europe/London' }) },
    offerCodes: {
      all: () => ({ codes }),
      create: ({ body: { count } }) => {
        if (count > 900) return refuse(problem('invalid-input', { fields: ['count'] }))
        codes.push(aCode(9, { batch: idOf(8) }))
        return { batch: idOf(8), codes: ['SUB-AAAAA-BBBB9'], changeSet: idOf(7) }
      },
      withdraw: ({ body }) => {
        for (const [nth, each] of codes.entries()) if (body.codes.includes(each.id)) codes[nth] = { ...each, state: 'withdrawn' }
        return { withdrawn: body.codes.length, changeSet: idOf(7) }
      },
    },
    planning: { productions: () => ({ productions: [] }) },
    staff: { desk: () => counterState(role) },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({ at: '/smart/offers/SUBS', routes: [{ path: '/smart/offers/:offer', element: <OfferPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning'), loadMessages('offer')])
  await screen.findByRole('heading', { level: 1, name: 'SUBS: Subscribers' })
  return calls
}

it('lists the codes with their orders once staff ask for them', async () => {
  const calls = await open('programmer', [aCode(1), aCode(2, { state: 'used', order: 'K7P2-M9QX' })])
  expect(calls.some(({ call }) => call === 'offerCodes.all')).toBe(false)
  await press('Show the codes')
  const used = (await screen.findByRole('rowheader', { name: 'SUB-AAAAA-BBBB2' })).closest('tr')!
  expect(within(used).getByText('Used')).toBeTruthy()
  expect(within(used).getByRole('link', { name: 'K7P2-M9QX' }).getAttribute('href')).toBe('/smart/orders/K7P2-M9QX')
  expect(screen.getByRole('button', { name: 'Download as CSV' })).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Code or order' }), { target: { value: 'K7P2' } })
  expect(codesShown()).toEqual(['SUB-AAAAA-BBBB2'])
})

it('creates codes, and marks a number that the server refuses', async () => {
  const calls = await open('programmer', [])
  type('How many', '999')
  type(/Letters at their beginning/, 'sub')
  await press('Create codes')
  expect(await screen.findByText(/Please enter a number up to 1,000/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'How many' }).value).toBe('999')
  type('How many', '1')
  await press('Create codes')
  expect(await screen.findByRole('rowheader', { name: 'SUB-AAAAA-BBBB9' })).toBeTruthy()
  expect(screen.getAllByText('The codes are created.').length).toBeGreaterThan(0)
  expect(calls.findLast(({ call }) => call === 'offerCodes.create')?.body).toEqual({ count: 1, prefix: 'SUB' })
})

it('withdraws typed codes, and the free ones of a batch, and refuses a code that is not free', async () => {
  const used = aCode(3, { state: 'used', order: 'K7P2-M9QX' })
  const calls = await open('programmer', [aCode(1), aCode(2), used, aCode(4)])
  await press('Show the codes')
  await screen.findByRole('rowheader', { name: used.code })
  type('Codes to withdraw', `sub-aaaaa-bbbb1\n${used.code}`)
  await press('Withdraw these codes')
  expect(await screen.findByText(`These are not free codes of the offer: ${used.code}`)).toBeTruthy()
  expect(calls.some(({ call }) => call === 'offerCodes.withdraw')).toBe(false)
  type('Codes to withdraw', ' sub-aaaaa-bbbb1 ')
  await press('Withdraw these codes')
  await press(/^Withdraw the 2 free codes created on/)
  await screen.findByText('4 codes')
  const bodies = calls.filter(({ call }) => call === 'offerCodes.withdraw').map(({ body }) => body)
  expect(bodies).toEqual([{ codes: [idOf(1)] }, { codes: [idOf(2), idOf(4)] }])
})

it('shows no codes to staff who may not change offers, and none of an offer without a code', async () => {
  await open('marketing', [])
  expect(screen.queryByRole('heading', { name: 'Single-use codes' })).toBeNull()
  closeScreen()
  const { singleUse: _, ...rule } = planned.offer.rule
  await open('programmer', [], { ...planned, offer: { ...planned.offer, rule: { ...rule, automatic: true } } })
  await screen.findByRole('textbox', { name: /Name/ })
  expect(screen.queryByRole('heading', { name: 'Single-use codes' })).toBeNull()
})
