// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CounterState, DaySeatDraw, PlannedDaySeatDraw } from '@playhouse/api-client/contract'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, setNarrowScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { NewRecordPage, RecordPage } from './index.ts'

beforeEach(() => setNarrowScreen(false))
afterEach(closeScreen)

const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role: 'programmer' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}
const times = {
  ...{ instance: 'lear-1', title: 'King Lear', startsAt: '2031-05-02T19:30:00.000Z', timeZone: 'Etc/UTC' },
  ...{ opensAt: '2031-05-01T12:00:00.000Z', closesAt: '2031-05-02T10:00:00.000Z' },
  ...{ drawsAt: '2031-05-02T10:00:00.000Z', payUntil: '2031-05-02T16:30:00.000Z' },
}
const draw: DaySeatDraw = {
  ...{ ...times, event: 'lear', state: 'drawn', drawnAt: '2031-05-02T10:00:05.000Z', lockedSeats: 1, entries: 40 },
  ...{ winners: { paid: 5, unpaid: 2, lapsed: 1 }, seedHash: 'a1b2', seed: 'c3d4' },
}
const names = () => ({
  productions: [],
  performances: [{ id: 'lear-1', startsAt: '2031-05-02T19:30', isOpen: true, production: 'lear', title: 'King Lear' }],
  priceTypes: [{ id: 'day', name: 'Day seat', isOfProgramme: false }],
  ...{ packages: [], dishes: [], collectionPoints: [], halls: [] },
})
const record = {
  ...{ name: 'Day seats', performances: ['lear-1'], maxQuantity: 2, priceType: 'day' },
  opens: { kind: 'days-before', days: 1, time: '12:00' },
  closes: { kind: 'days-before', days: 0, time: '10:00' },
  draws: { kind: 'days-before', days: 0, time: '10:00' },
  payUntil: { kind: 'minutes-before', minutes: 180 },
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (name: string, value: string) => fireEvent.change(await screen.findByLabelText(name), { target: { value } })
const choose = async (box: string, typed: string, option: RegExp) => {
  const search = await screen.findByRole('combobox', { name: box })
  search.focus()
  await act(async () => void fireEvent.input(search, { target: { value: typed } }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
  // The list stays open for more.
  fireEvent.keyDown(search, { key: 'Escape' })
}
const open = async (at: string) => {
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({
    at,
    routes: [
      { path: '/smart/catalogue/:kind/new', element: <NewRecordPage /> },
      { path: '/smart/catalogue/:kind/:id', element: <RecordPage /> },
    ],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
}

it('shows the times of each performance before it saves a lottery, and marks what is not in order', async () => {
  const planned: PlannedDaySeatDraw = { ...times, fault: 'payUntil' }
  const calls = fakeServer({
    records: { names },
    daySeats: { preview: () => ({ performances: [planned] }) },
  })
  await open('/smart/catalogue/day-seats/new')
  await press('Show the times')
  expect(await screen.findByText('Complete the moments to see their times.')).toBeTruthy()
  await choose('Performances', 'lear', /^King Lear/)
  await type('Entries from: Days before', '1')
  await type('Entries from: Time', '12:00')
  await press('Show the times')
  const table = await screen.findByRole('table')
  expect(within(table).getByRole('rowheader', { name: /^King Lear/ })).toBeTruthy()
  expect(within(table).getByText('Not in their order')).toBeTruthy()
  expect(calls.findLast(({ call }) => call === 'daySeats.preview')!.body).toEqual({
    ...{ performances: ['lear-1'], opens: record.opens, closes: record.closes, draws: record.draws },
    payUntil: { kind: 'days-before', days: 0, time: '10:00' },
  })
  await type('Entries from: Time', '25:00')
  await press('Save')
  expect(await screen.findAllByText('A time from 00:00 to 23:59, such as 19:30')).not.toHaveLength(0)
})

it('lists the draws of a lottery with entries, winners and seeds, and keeps its moments', async () => {
  const calls = fakeServer({
    records: {
      names,
      one: ({ params }) => ({ ...params, version: 1, isWithdrawn: false, record }),
      save: ({ params, body }) => ({ record: { ...params, version: 2, isWithdrawn: false, record: body.record }, changeSet: null }),
    },
    daySeats: {
      draws: () => ({ draws: [draw, { ...draw, instance: 'lear-2', state: 'open', drawnAt: null, lockedSeats: 0, seed: null }] }),
    },
  })
  await open('/smart/catalogue/day-seats/daily')
  const table = await screen.findByRole('table', {}, { timeout: 5_000 })
  const [first, second] = within(table).getAllByRole('row').slice(1)
  expect(within(first!).getByText(/^5 paid, 2 to pay until .*, 1 not paid$/)).toBeTruthy()
  expect(within(first!).getByText(/^SHA-256 of the seed: a1b2\s*Seed: c3d4$/)).toBeTruthy()
  expect(within(first!).getByRole('link').getAttribute('href')).toBe('/smart/productions/lear/performances/lear-1/locks')
  expect(within(second!).getByText('None: there is nothing to win')).toBeTruthy()
  expect(within(second!).getByText(/The seed is secret until the entries are closed\.$/)).toBeTruthy()
  await type('Name', 'Rush')
  await press('Save')
  await waitFor(() =>
    expect(calls.findLast(({ call }) => call === 'records.save')?.body).toEqual({ version: 1, record: { ...record, name: 'Rush' } }),
  )
})
