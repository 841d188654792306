// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CatalogueRecord, CounterState } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse, setNarrowScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { CataloguePage, NewRecordPage, RecordPage, RecordsPage } from './index.ts'

beforeEach(() => setNarrowScreen(false))
afterEach(closeScreen)

const friend: CatalogueRecord = {
  ...{ kind: 'membership-level', id: 'friend', version: 3, isWithdrawn: false },
  record: { name: 'Friend', position: 10, sold: { price: 45_00, months: 12 } },
}
const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } })

async function open(at: string, role: StaffRole = 'programmer'): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({
    at,
    routes: [
      { path: '/smart/catalogue', element: <CataloguePage /> },
      { path: '/smart/catalogue/:kind', element: <RecordsPage /> },
      { path: '/smart/catalogue/:kind/new', element: <NewRecordPage /> },
      { path: '/smart/catalogue/:kind/:id', element: <RecordPage /> },
    ],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
}

it('creates a fund with rows, after it has marked what is missing', async () => {
  let savedAs: object | undefined
  const calls = fakeServer({
    records: {
      save: ({ params, body }) => {
        savedAs = params
        const record = { ...params, version: 1, isWithdrawn: false, record: body.record }
        return { record, changeSet: 'a4b5c6d7-0000-4000-8000-000000000012' }
      },
      one: ({ params }) => ({ ...params, version: 1, isWithdrawn: false, record: { name: 'The Roof Appeal', position: 100 } }),
    },
  })
  await open('/smart/catalogue/fund/new')
  await type('Name', 'The Roof Appeal')
  await press('Save')
  await waitFor(async () => expect(document.activeElement).toBe(await field('Why to give')))
  expect(screen.getByText('Nothing was saved: please check 5 fields.')).toBeTruthy()
  await type('Why to give', 'Repairs the roof.')
  await type('Suggested amounts', '10\n25,50')
  await type('Smallest donation', '1')
  await type('Largest donation', '5000')
  await type('Named from', '100')
  await press('Add to: Appeals')
  await press('Add to: Appeals')
  const second = within(screen.getByRole('group', { name: 'Appeals: 2' }))
  fireEvent.change(second.getByRole('textbox', { name: 'Short name' }), { target: { value: 'glass' } })
  fireEvent.change(second.getByRole('textbox', { name: 'Name' }), { target: { value: 'Glass' } })
  await press('Move up Appeals: 2')
  await press('Remove Appeals: 2')
  await press('Save')
  await screen.findByRole('heading', { name: 'The Roof Appeal' })
  expect(calls.find(({ call }) => call === 'records.save')!.body).toEqual({
    version: null,
    record: {
      ...{ name: 'The Roof Appeal', body: 'Repairs the roof.', presets: [10_00, 25_50], least: 1_00, most: 5000_00 },
      ...{ recognitionFrom: 100_00, appeals: [{ appeal: 'glass', name: 'Glass' }], position: 100 },
    },
  })
  expect(savedAs).toEqual({ kind: 'fund', id: 'the-roof-appeal' })
})

it('keeps what was typed where another staff user changed the level, and saves both', async () => {
  let current = friend
  const calls = fakeServer({
    records: {
      one: () => current,
      save: ({ body }) => {
        if (body.version !== current.version) return refuse(problem('changed-meanwhile', { version: current.version, by: 'Robin' }))
        return { record: { ...current, version: 5, record: body.record }, changeSet: null }
      },
    },
  })
  await open('/smart/catalogue/membership-level/friend')
  await type('Price', '50')
  current = { ...friend, version: 4, record: { ...friend.record, name: 'Friends' } }
  await press('Save')
  expect(await screen.findByText('Robin has changed this meanwhile')).toBeTruthy()
  expect(screen.getByText('Name: Friend → Friends')).toBeTruthy()
  await press('Take these changes, keep mine')
  await press('Save')
  await waitFor(() => expect(calls.filter(({ call }) => call === 'records.save')).toHaveLength(2))
  expect(calls.findLast(({ call }) => call === 'records.save')!.body).toEqual({
    version: 4,
    record: { name: 'Friends', position: 10, sold: { price: 50_00, months: 12 } },
  })
})

it('marks the fields that the server refuses, withdraws a level, and offers nothing to a role that only reads', async () => {
  let current = friend
  fakeServer({
    records: {
      one: () => current,
      save: () => refuse(problem('invalid-input', { fields: ['record.link'] })),
      setSale: ({ body }) => {
        current = { ...current, version: current.version + 1, isWithdrawn: body.isWithdrawn }
        return { record: current, changeSet: null }
      },
    },
  })
  await open('/smart/catalogue/membership-level/friend')
  await type('End of its address (optional)', 'claim')
  await press('Save')
  await waitFor(async () => expect((await field('End of its address (optional)')).getAttribute('aria-invalid')).toBe('true'))
  await press('Withdraw it')
  expect(await screen.findByText(/^It is withdrawn: visitors/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Offer it again' })).toBeTruthy()
  closeScreen()
  fakeServer({ records: { one: () => friend } })
  await open('/smart/catalogue/membership-level/friend', 'finance')
  expect(await screen.findByText(/£45.00/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('lists the kinds and the records of one, and refuses another kind', async () => {
  fakeServer({
    records: {
      kinds: () => ({ kinds: [{ kind: 'fund', offered: 2, withdrawn: 1 }] }),
      all: () => ({
        records: [
          { id: 'roof', name: 'The Roof Appeal', isWithdrawn: true, version: 2 },
          { id: 'youth', name: 'New writers', isWithdrawn: false, version: 1 },
        ],
      }),
    },
  })
  await open('/smart/catalogue')
  fireEvent.click(await screen.findByRole('link', { name: 'Funds' }))
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
  expect(await screen.findByRole('link', { name: 'The Roof Appeal' })).toBeTruthy()
  expect(row('The Roof Appeal').getByRole('cell', { name: 'Withdrawn' })).toBeTruthy()
  expect(row('New writers').getByRole('cell', { name: 'On offer' })).toBeTruthy()
  await press('Name')
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['New writers', 'The Roof Appeal'])
  fireEvent.change(screen.getByRole('searchbox', { name: 'Name or short name' }), { target: { value: 'youth' } })
  expect(await screen.findByText('1 entry')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'The Roof Appeal' })).toBeNull()
  closeScreen()
  await open('/smart/catalogue/puppets')
  expect(await screen.findByRole('heading', { name: 'There is no such list' })).toBeTruthy()
})

it('plans maintenance at wall-clock times, in the words of maintenance', async () => {
  const record = { name: 'A new stage', from: '2031-05-01T01:00', until: '2031-05-01T06:30', position: 100 }
  const window: CatalogueRecord = { kind: 'maintenance-window', id: 'a-new-stage', version: 1, isWithdrawn: false, record }
  fakeServer({ records: { kinds: () => ({ kinds: [{ kind: 'maintenance-window', offered: 1, withdrawn: 2 }] }) } })
  await open('/smart/catalogue')
  expect(await screen.findByText('1 planned')).toBeTruthy()
  expect(screen.getByText('2 ended')).toBeTruthy()
  closeScreen()
  const calls = fakeServer({ records: { save: () => ({ record: window, changeSet: null }), one: () => window } })
  await open('/smart/catalogue/maintenance-window/new')
  await type('What it is for', 'A new stage')
  fireEvent.change(await screen.findByLabelText('Closed from'), { target: { value: record.from } })
  await press('Save')
  await waitFor(async () => expect(document.activeElement).toBe(await screen.findByLabelText('Closed until')))
  fireEvent.change(await screen.findByLabelText('Closed until'), { target: { value: record.until } })
  await press('Save')
  expect(await screen.findByText(/^It is planned: the shop is closed/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'End it' })).toBeTruthy()
  expect(calls.find(({ call }) => call === 'records.save')!.body).toEqual({ version: null, record })
})

it('changes the stock of a product by a number with a reason', async () => {
  const key = 'poster/a3'
  let total = 20
  const stocks = () => ({ product: 'poster', stocks: [{ key, name: 'A3', performance: null, total, sold: 3, held: 1 }] })
  const calls = fakeServer({
    records: { one: ({ params }) => ({ ...params, version: 1, isWithdrawn: false, record: { name: 'Poster', position: 1 } }) },
    productStocks: {
      read: stocks,
      change: ({ body }) => {
        if (total + body.delta < 4) return refuse(problem('invalid-input', { fields: ['delta'] }))
        total += body.delta
        return { ...stocks(), changeSet: null }
      },
    },
  })
  await open('/smart/catalogue/product/poster', 'manager')
  expect(await screen.findByText('A3: 16 left, 3 sold, 1 in baskets')).toBeTruthy()
  await press('Change the stock')
  expect(await screen.findByText('Please enter a number of pieces other than 0.')).toBeTruthy()
  await type('Pieces to add', '−18')
  await type('Reason', 'Breakage')
  await press('Change the stock')
  expect(await screen.findByText(/So many can’t be taken away/)).toBeTruthy()
  await type('Pieces to add', '+5')
  await press('Change the stock')
  expect(await screen.findByText('A3: 21 left, 3 sold, 1 in baskets')).toBeTruthy()
  expect(calls.findLast(({ call }) => call === 'productStocks.change')!.body).toEqual({ key, delta: 5, reason: 'Breakage' })
})

it('lists the seats that are locked for an agent, by performance', async () => {
  const record = { name: 'Hotel Globe', commissionBasisPoints: 1_000, paymentDays: 30, position: 1 }
  const seat = { area: 'Stalls', row: 'A', number: '1' }
  const lear = { instance: 'lear-1', event: 'lear', title: 'King Lear', startsAt: '2030-05-01T18:30:00Z', timeZone: 'Europe/London' }
  const allocations = [
    { ...lear, note: '', releaseAt: '2030-04-29T17:00:00Z', seats: [seat, { ...seat, number: '2' }] },
    { ...lear, instance: 'lear-2', note: 'Coach party', releaseAt: null, seats: [seat] },
  ]
  const one = () => ({ kind: 'agent' as const, id: 'globe', version: 1, isWithdrawn: false, record })
  fakeServer({ records: { one }, agents: { allocations: () => ({ allocations }) } })
  await open('/smart/catalogue/agent/globe')
  expect(await screen.findByText(/2 seats, on sale from/)).toBeTruthy()
  expect(screen.getByText(/1 seat, Coach party, until a person unlocks them/)).toBeTruthy()
  expect(screen.getAllByRole('link', { name: /^King Lear, / })[0]!.getAttribute('href')).toBe(
    '/smart/productions/lear/performances/lear-1/locks',
  )
  expect(screen.getByRole('button', { name: 'Download (CSV)' })).toBeTruthy()
  closeScreen()
  fakeServer({ records: { one }, agents: { allocations: () => ({ allocations: [] }) } })
  await open('/smart/catalogue/agent/globe')
  expect(await screen.findByText('No seat is locked for this agent.')).toBeTruthy()
})
