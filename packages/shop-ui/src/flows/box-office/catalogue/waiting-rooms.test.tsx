// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CounterState } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse, setNarrowScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { NewRecordPage, RecordPage, RecordsPage } from './index.ts'

beforeEach(() => setNarrowScreen(false))
afterEach(closeScreen)

const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role: 'programmer' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}
const performance = (id: string, startsAt: string, isOpen: boolean) => ({ id, startsAt, isOpen, production: 'lear', title: 'King Lear' })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const userType = async (field: HTMLElement, value: string) => act(async () => void fireEvent.input(field, { target: { value } }))
const type = async (name: string, value: string) => fireEvent.change(await screen.findByLabelText(name), { target: { value } })

it('plans a waiting room for a performance that is not over, whose id it gets and keeps', async () => {
  let isTaken = true
  let saved: Record<string, unknown> = {}
  const calls = fakeServer({
    records: {
      names: () => ({
        productions: [{ id: 'lear', title: 'King Lear', isArchived: false }],
        performances: [performance('lear-1', '2020-05-01T19:30', false), performance('lear-2', '2031-05-02T19:30', true)],
        priceTypes: [],
        packages: [],
        ...{ dishes: [], collectionPoints: [], halls: [] },
      }),
      save: ({ params, body }) => {
        if (isTaken) return refuse(problem('id-taken', { id: params.id }))
        saved = body.record
        return { record: { ...params, version: 1, isWithdrawn: false, record: body.record }, changeSet: null }
      },
      one: ({ params }) => ({ ...params, version: 1, isWithdrawn: false, record: saved }),
    },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({
    at: '/smart/catalogue/waiting-room/new',
    routes: [
      { path: '/smart/catalogue/:kind/new', element: <NewRecordPage /> },
      { path: '/smart/catalogue/:kind/:id', element: <RecordPage /> },
    ],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  await press('Save')
  expect(await screen.findByText('Nothing was saved: please check 5 fields.')).toBeTruthy()
  expect(screen.queryByLabelText(/Short name/)).toBe(null)
  const search = await screen.findByRole('combobox', { name: 'Performance' })
  search.focus()
  await userType(search, 'may LEAR')
  expect((await screen.findAllByRole('option')).length, 'not the one that is over').toBe(1)
  fireEvent.click(screen.getByRole('option', { name: /^King Lear, .*2031/ }))
  await type('Queue tickets from', '2031-04-01T09:00')
  await type('Visitors are admitted from', '2031-04-01T10:00')
  await type('Visitors a minute', '120')
  await type('Minutes to enter', '10')
  await press('Save')
  expect(await screen.findByText('This performance has a waiting room already.')).toBeTruthy()
  isTaken = false
  await press('Save')
  expect(await screen.findByRole('heading', { name: /^King Lear, .*2031/, level: 1 })).toBeTruthy()
  expect(calls.findLast(({ call }) => call === 'records.save')!.body).toEqual({
    version: null,
    record: {
      ...{ performance: 'lear-2', gathersAt: '2031-04-01T09:00', opensAt: '2031-04-01T10:00', rate: 120, patienceMinutes: 10 },
      ...{ isOfProduction: false, isPaused: false },
    },
  })
  // The performance of a stored one is no field.
  await waitFor(() => expect(screen.queryByRole('combobox')).toBe(null))
  await type('Visitors a minute', '300')
  await press('Save')
  await waitFor(() => expect(saved).toMatchObject({ performance: 'lear-2', rate: 300 }))
})

it('lists waiting rooms by the title and the date of their performances', async () => {
  fakeServer({
    records: {
      names: () => ({
        ...{ productions: [], performances: [performance('lear-2', '2031-05-02T19:30', true)], priceTypes: [], packages: [] },
        ...{ dishes: [], collectionPoints: [], halls: [] },
      }),
      all: () => ({ records: ['lear-2', 'gone-1'].map((id) => ({ id, name: id, isWithdrawn: false, version: 1 })) }),
    },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({ at: '/smart/catalogue/waiting-room', routes: [{ path: '/smart/catalogue/:kind', element: <RecordsPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  const link = await screen.findByRole('link', { name: /^King Lear, .*2031/ })
  expect(link.getAttribute('href')).toBe('/smart/catalogue/waiting-room/lear-2')
  // One whose performance was cancelled keeps its id.
  expect(screen.getByRole('link', { name: 'gone-1' })).toBeTruthy()
})
