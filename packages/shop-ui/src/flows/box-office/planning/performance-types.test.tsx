// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CounterState } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { PerformanceTypesPage } from './index.ts'

afterEach(closeScreen)

const matinee = { id: 'matinee', name: 'Matinee', priceList: 'weekday', accessTags: ['relaxed' as const], perCustomer: 6, version: 2 }
const options = {
  halls: [],
  priceLists: [{ id: 'weekday', name: 'Weekday', hall: 'main', planVersion: null }],
  programmes: [],
  timeZone: 'Europe/London',
}
let types: (typeof matinee)[]
beforeEach(() => void (types = [matinee]))

const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
const type = async (name: string | RegExp, value: string) => fireEvent.change(await field(name), { target: { value } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

async function open(role: StaffRole, search = '') {
  const calls = fakeServer({
    planning: {
      options: () => options,
      performanceTypes: () => ({ types }),
      setPerformanceType: ({ params, body: { version, type: typed } }) => {
        const stored = types.find(({ id }) => id === params.type)
        if (version === null && stored) return refuse(problem('id-taken', { id: params.type }))
        if (version !== (stored?.version ?? null))
          return refuse(problem('changed-meanwhile', { version: stored!.version, by: 'Theo Athens' }))
        return { ...typed, id: params.type, version: (version ?? 0) + 1 }
      },
    },
    staff: { desk: () => counterState(role) },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({
    at: `/smart/performance-types${search}`,
    routes: [{ path: '/smart/performance-types', element: <PerformanceTypesPage /> }],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  return () => calls.findLast(({ call }) => call === 'planning.setPerformanceType')?.body
}

it('creates a type, after a name that is taken, and keeps what was typed', async () => {
  const sent = await open('programmer', '?type=_new')
  await type('Name', 'Matinee')
  await press('Save')
  expect(await screen.findByText('Another type has this name')).toBeTruthy()
  expect(document.activeElement).toBe(await field('Name'))
  expect((await field('Name')).value).toBe('Matinee')
  await type('Name', 'Early doors')
  await type(/^Tickets per customer/, '4')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Relaxed' }))
  await press('Save')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull())
  expect(sent()).toEqual({
    version: null,
    type: { name: 'Early doors', priceList: 'weekday', accessTags: ['relaxed'], perCustomer: 4 },
  })
})

it('keeps what was typed where another staff user has changed the type', async () => {
  const sent = await open('programmer', '?type=matinee')
  await type('Name', 'Afternoon')
  types = [{ ...matinee, perCustomer: 2, version: 3 }]
  await press('Save')
  expect(await screen.findByText('Tickets per customer: 6 → 2')).toBeTruthy()
  await press('Take these changes, keep mine')
  await press('Save')
  await waitFor(() => expect(sent()).toMatchObject({ version: 3, type: { name: 'Afternoon', perCustomer: 2 } }))
})

it('offers no change to a role that only reads the programme', async () => {
  await open('finance', '?type=matinee')
  expect(await screen.findByText('Relaxed · 6 tickets per customer')).toBeTruthy()
  expect(await screen.findByText('Weekday')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Matinee' })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})
