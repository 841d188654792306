// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, PlannedHall, PlannedProduction, PlannedSaleWindows } from '@playhouse/api-client/contract'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { PlannedPerformancePage } from './index.ts'

afterEach(closeScreen)

const lear: PlannedProduction = {
  production: {
    ...{ id: 'lear', title: 'King Lear', credit: '', tagline: '', venue: 'Main House', copyLanguage: 'en', synopsis: [] },
    ...{ runningTime: 150, intervals: 1, ageGuidance: 12, warnings: [], poster: { hue: 20, motif: 'sun' }, state: 'draft' },
  },
  version: 3,
  performances: [
    {
      ...{
        id: 'lear-1',
        production: 'lear',
        hall: 'main',
        planVersion: '1',
        priceList: 'weekday',
        type: 'schools',
        timeZone: 'Europe/London',
      },
      ...{ startsAt: '2027-03-01T19:30', generalSaleAt: '2027-01-10T10:00', priority: [], programme: null, members: ['friend'] },
      ...{ web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: false }, accessTags: ['relaxed'] },
      ...{ perCustomer: 6, state: 'draft', version: 2, tickets: 2, inBaskets: 1 },
    },
  ],
  missing: [
    { kind: 'start-in-past', performance: 'lear-1', detail: null, isBlocking: true },
    { kind: 'no-synopsis', performance: null, detail: null, isBlocking: false },
  ],
}
const mainHall: PlannedHall = {
  ...{ hall: 'main', name: 'The Main House', priceLists: [] },
  plans: [{ planVersion: '1', seats: 400, addedAt: '2026-11-01T09:00:00Z', performances: 1 }],
}
const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})

const noWindows: PlannedSaleWindows = { event: 'lear', title: 'King Lear', version: 1, windows: [], performances: [] }

async function open(role: StaffRole, instance: string, saleWindows = noWindows) {
  fakeServer({
    halls: { one: () => mainHall },
    saleWindows: { one: () => saleWindows },
    planning: {
      production: () => lear,
      options: () => ({
        halls: [{ hall: 'main', planVersion: '1', name: 'The Main House', seats: 400 }],
        priceLists: [{ id: 'weekday', name: 'Weekday', hall: 'main', planVersion: null }],
        programmes: [],
        timeZone: 'Europe/London',
      }),
      performanceTypes: () => ({
        types: [{ id: 'schools', name: 'Schools matinee', priceList: 'weekday', accessTags: [], perCustomer: null, version: 1 }],
      }),
    },
    staff: { desk: () => counterState(role) },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({
    at: `/smart/productions/lear/performances/${instance}`,
    routes: [{ path: '/smart/productions/:event/performances/:instance', element: <PlannedPerformancePage /> }],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
}
const valueOf = async (field: string) =>
  within((await screen.findByRole('rowheader', { name: field })).closest('tr')!).getByRole('cell').textContent

it('shows all fields of a performance, what it lacks and its taken seats, and lets an administrator change it', async () => {
  await open('administrator', 'lear-1')
  expect(await screen.findByRole('cell', { name: 'Weekday' })).toBeTruthy()
  expect(await screen.findByRole('cell', { name: 'Schools matinee' })).toBeTruthy()
  expect(await valueOf('Hall')).toBe('The Main House')
  expect(await valueOf('Tickets per customer')).toBe('6')
  expect(await valueOf('Access')).toBe('Relaxed')
  expect(await valueOf('For members of')).toBe('friend')
  expect(await valueOf('On sale at the counter')).toBe('No')
  expect(screen.getByText(/It begins in the past/)).toBeTruthy()
  expect(screen.queryByText(/There is no synopsis/), 'what its production lacks').toBeNull()
  expect(screen.getByRole('link', { name: '3 seats are taken.' }).getAttribute('href')).toBe('/smart/audit/lear-1')
  expect(screen.getByRole('heading', { name: 'Change this performance' })).toBeTruthy()
})

it('offers no change to a role that only reads the programme, and names a performance that does not exist', async () => {
  await open('finance', 'lear-1')
  expect(await valueOf('Price list')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Change this performance' })).toBeNull()
  closeScreen()
  await open('finance', 'lear-2')
  expect(await screen.findByRole('alert')).toBeTruthy()
})

it('names the seating plan by its hall, and the start of the sale by the date of the performance', async () => {
  await open('finance', 'lear-1')
  await waitFor(async () =>
    expect(await valueOf('Seating plan')).toBe('The Main House, plan 1, 400 seats, added Sunday 1 November 2026, 9am'),
  )
  expect(await valueOf('Start of the sale')).toBe('Sunday 10 January 2027, 10am')
})

it('shows the start of the sale by the window for everyone where the production has windows', async () => {
  const window = { channel: 'web', limit: null, until: null, from: { kind: 'days-before', days: 28, time: '10:00' } } as const
  const period = (from: string) => ({ from, until: '2027-03-01T19:30:00Z' })
  await open('administrator', 'lear-1', {
    ...noWindows,
    windows: [
      { ...window, memberships: ['friend'] },
      { ...window, memberships: null },
    ],
    performances: [
      {
        id: 'lear-1',
        startsAt: '2027-03-01T19:30',
        state: 'draft',
        periods: [period('2027-01-25T10:00:00Z'), period('2027-02-01T10:00:00Z')],
      },
    ],
  })
  expect(await screen.findByText('On-sale times of the production count instead of this date.')).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Monday 1 February 2027, 10am, by the on-sale times of the production' })
  expect(link.getAttribute('href')).toBe('/smart/productions/lear/on-sale')
})
