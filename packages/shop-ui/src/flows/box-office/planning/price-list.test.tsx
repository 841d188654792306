// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, PlannedPriceList } from '@playhouse/api-client/contract'
import { changedFields } from '@playhouse/domain/change'
import { money } from '@playhouse/domain/money'
import { editPriceList, grossPotential, type PriceListEdit } from '@playhouse/domain/price-list-plan'
import { problem } from '@playhouse/domain/problem'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { PriceListPage, PriceListsPage } from './index.ts'
import { storedOf } from './price-draft.ts'

afterEach(closeScreen)

const price = (amount: number, fee = 0) => ({ price: money(amount), fee: money(fee) })
const list: PlannedPriceList = {
  ...{ id: 'weekday', name: 'Weekdays', hall: 'main', hallName: 'Main House', version: 4 },
  priceTypes: [
    { id: 'full', name: 'Full price', kind: 'full' },
    { id: 'under-26', name: 'Under 26', kind: 'under-26', limit: 2 },
  ],
  prices: { a: { full: price(45_00, 3_00), 'under-26': price(20_00) }, b: { full: price(30_00) } },
  seats: [
    { band: 'a', seats: 10 },
    { band: 'b', seats: 20 },
  ],
  scheduled: [],
  performances: [
    { id: 'lear-1', event: 'lear', title: 'King Lear', startsAt: '2099-03-01T19:30', state: 'published', tickets: 3, inBaskets: 1 },
  ],
}
const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const cell = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const descriptionOf = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const previewOf = (current: PlannedPriceList, edit: PriceListEdit) => ({
  fields: changedFields(storedOf(current), editPriceList(storedOf(current), edit)),
  performances: current.performances,
  grossBefore: grossPotential(current, current.seats),
  grossAfter: grossPotential(edit, current.seats),
})
async function open(role: StaffRole): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({
    at: '/smart/prices/weekday',
    routes: [
      { path: '/smart/prices/:list', element: <PriceListPage /> },
      { path: '/smart/prices', element: <PriceListsPage /> },
    ],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
}

it('changes prices after a preview, by keys and by a block from a spreadsheet', async () => {
  let current = list
  const calls = fakeServer({
    priceLists: {
      one: () => current,
      preview: ({ body: { edit } }) => previewOf(current, edit),
      edit: ({ body: { edit } }) => {
        current = { ...current, ...edit, version: 5 }
        return { priceList: current, changeSet: 'a4b5c6d7-0000-4000-8000-000000000012' }
      },
    },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer')
  const first = await cell('Band A, Full price')
  expect(first.value).toBe('45.00')
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(await cell('Band B, Full price'))
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
  const last = await cell('Band B, Under 26')
  expect(document.activeElement).toBe(last)
  fireEvent.keyDown(last, { key: 'Enter' })
  expect(document.activeElement).toBe(last)
  fireEvent.paste(first, { clipboardData: { getData: () => '£50.00\t22.50\n32\t15\t99' } })
  expect(first.value).toBe('50.00')
  expect(last.value).toBe('15')
  expect(screen.getByText(/£1,140\.00 a performance/)).toBeTruthy()

  for (const value of ['-5', '42.505', 'free', '1e9', '99999999999', '100000.01']) {
    fireEvent.change(last, { target: { value } })
    expect(last.getAttribute('aria-invalid')).toBeNull()
    first.focus()
    await press('Preview')
    await waitFor(() => expect(document.activeElement).toBe(last))
    expect(last.getAttribute('aria-invalid')).toBe('true')
    expect(descriptionOf(last)).toBe('A price is an amount such as 42.50, from £0.00 to £100,000.00.')
  }
  expect(calls.filter(({ call }) => call === 'priceLists.preview')).toEqual([])
  fireEvent.change(last, { target: { value: '' } })
  await press('Preview')
  const preview = (await screen.findByRole('heading', { name: 'Preview' })).closest('section')!
  expect(document.activeElement).toBe(within(preview).getByRole('heading', { name: 'Preview' }))
  expect(within(preview).getByText('Band A, Full price: £45.00 (fee £3.00) → £50.00 (fee £3.00)')).toBeTruthy()
  expect(within(preview).getByText(/takes £1,140\.00 instead of £1,050\.00/)).toBeTruthy()
  expect(within(preview).getByText('4 seats are taken and keep their price.')).toBeTruthy()
  await press('Change the prices now')
  expect((await screen.findAllByText('The prices have changed.')).length).toBeGreaterThan(0)
  expect(calls.find(({ call }) => call === 'priceLists.edit')?.body).toEqual({
    version: 4,
    edit: {
      ...{ name: 'Weekdays', priceTypes: list.priceTypes },
      prices: { a: { full: price(50_00, 3_00), 'under-26': price(22_50) }, b: { full: price(32_00) } },
    },
  })
  expect(screen.queryByRole('heading', { name: 'Preview' })).toBeNull()
})

it('shows the fees where one of them is wrong, and names what the server refuses at the cells of its band', async () => {
  fakeServer({
    priceLists: { one: () => list, preview: () => refuse(problem('invalid-input', { fields: ['prices.b'] })) },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer')
  fireEvent.change(await cell('Band B, Full price'), { target: { value: '' } })
  await press('Preview')
  const unpriced = await cell('Band B, Full price')
  await waitFor(() => expect(document.activeElement).toBe(unpriced))
  expect(descriptionOf(unpriced)).toBe('Seats of this band are on sale: it keeps at least one price.')
  fireEvent.change(await cell('Band A, Full price'), { target: { value: '2.00' } })
  await press('Preview')
  await screen.findByRole('table', { name: 'Fees within the prices' })
  const fee = await cell('Band A, Full price')
  expect(fee.value).toBe('3.00')
  await waitFor(() => expect(document.activeElement).toBe(fee))
  expect(descriptionOf(fee)).toBe('A fee is an amount such as 3.50, and at most its price.')
})

it('keeps what was typed where another staff user has changed the prices', async () => {
  let current = list
  fakeServer({
    priceLists: {
      one: () => current,
      preview: ({ body: { version, edit } }) =>
        version === current.version
          ? previewOf(current, edit)
          : refuse(problem('changed-meanwhile', { version: current.version, by: 'Theo Athens' })),
    },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer')
  fireEvent.change(await cell('Band A, Full price'), { target: { value: '50' } })
  current = { ...list, version: 5, prices: { ...list.prices, b: { full: price(33_00) } } }
  await press('Preview')
  const notice = (await screen.findByText('Theo Athens has changed this meanwhile')).closest<HTMLElement>('[role=alert]')!
  expect(await within(notice).findByText('Band B, Full price: £30.00 → £33.00')).toBeTruthy()
  expect((await cell('Band A, Full price')).value).toBe('50')
  await press('Take these changes, keep mine')
  expect((await cell('Band B, Full price')).value).toBe('33.00')
  expect((await cell('Band A, Full price')).value).toBe('50')
  await press('Preview')
  expect(await screen.findByText('Band A, Full price: £45.00 (fee £3.00) → £50.00 (fee £3.00)')).toBeTruthy()
})

it('adds a price type, and shows fees', async () => {
  const calls = fakeServer({
    priceLists: { one: () => list, preview: ({ body: { edit } }) => previewOf(list, edit) },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer')
  await cell('Band A, Full price')
  await press('Name and price types')
  const name = await screen.findByRole('textbox', { name: /New price type/ })
  fireEvent.change(name, { target: { value: 'Child' } })
  await press('Add this price type')
  fireEvent.change(await cell('Band B, Child'), { target: { value: '12' } })
  await press('Preview')
  expect(await screen.findByText('Band B, Child: not sold → £12.00')).toBeTruthy()
  expect(calls.findLast(({ call }) => call === 'priceLists.preview')?.body).toMatchObject({
    edit: { priceTypes: [{ id: 'full' }, { id: 'under-26' }, { id: 'child', name: 'Child', kind: 'concession' }] },
  })
})

it('sets the VAT of a price type, keeps a rate that is none, and names the change', async () => {
  fakeServer({
    priceLists: { one: () => list, preview: ({ body: { edit } }) => previewOf(list, edit) },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer')
  await cell('Band A, Full price')
  await press('Name and price types')
  const vat = () => screen.getByRole<HTMLInputElement>('textbox', { name: /VAT in % of “under-26”/ })
  await screen.findByRole('textbox', { name: /VAT in % of “under-26”/ })
  fireEvent.change(vat(), { target: { value: '200' } })
  await press('Preview')
  expect(await screen.findByText('Enter a rate from 0 to 100, such as 20 or 5.5.')).toBeTruthy()
  expect(vat().value).toBe('200')
  fireEvent.change(vat(), { target: { value: '0' } })
  await press('Preview')
  expect(await screen.findByText(/Full price and Under 26 → Full price and Under 26 \(no VAT\)/)).toBeTruthy()
})

it('shows prices to a role that may not change them', async () => {
  fakeServer({
    priceLists: { one: () => list },
    staff: { desk: () => counterState('finance') },
  })
  await open('finance')
  const first = await cell('Band A, Full price')
  expect(first.readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull()
  await waitFor(() => expect(screen.getByRole('link', { name: 'King Lear' })).toBeTruthy())
})

it('schedules previewed prices for a moment, and withdraws them', async () => {
  let current = list
  const scheduled = { id: 'a4b5c6d7-0000-4000-8000-000000000013', from: '2099-05-01T00:00', isRefused: false }
  const calls = fakeServer({
    priceLists: {
      one: () => current,
      preview: ({ body: { edit } }) => previewOf(current, edit),
      schedule: ({ body }) => {
        if (body.schedule.from < '2027') return refuse(problem('invalid-input', { fields: ['schedule.from'] }))
        const fields = [{ field: 'price.b.full', before: price(30_00), after: body.schedule.prices.b!['full'] }]
        current = { ...current, scheduled: [{ ...scheduled, fields }] }
        return { priceList: current, changeSet: 'a4b5c6d7-0000-4000-8000-000000000012' }
      },
      withdrawSchedule: () => {
        current = { ...current, scheduled: [] }
        return { priceList: current, changeSet: 'a4b5c6d7-0000-4000-8000-000000000012' }
      },
    },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer')
  fireEvent.change(await cell('Band B, Full price'), { target: { value: '35' } })
  await press('Preview')
  const day = await screen.findByLabelText('Date')
  fireEvent.change(day, { target: { value: '2020-05-01' } })
  await press('Begin at this moment')
  expect(await screen.findAllByText(/date and time ahead/)).not.toHaveLength(0)
  fireEvent.change(day, { target: { value: '2099-05-01' } })
  await press('Begin at this moment')
  const section = await screen.findByRole('region', { name: 'Prices from a later moment' })
  expect(within(section).getByText('Band B, Full price: £30.00 → £35.00')).toBeDefined()
  expect(calls.at(-1)).toBeDefined()
  await press(/^Withdraw the prices from/)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Prices from a later moment' })).toBeNull())
})
