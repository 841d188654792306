// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChangeSet, CounterState } from '@playhouse/api-client/contract'
import { hasWords } from '@playhouse/domain/change-search'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, setNarrowScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { ChangesPage } from './index.ts'

beforeEach(() => setNarrowScreen(false))
afterEach(closeScreen)

const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const priced: ChangeSet = {
  ...{ id: 'a4b5c6d7-0000-4000-8000-000000000021', at: '2026-11-20T12:00:00Z', by: 'Robin', kind: 'edit-price-list' },
  ...{ reason: 'Winter', undoes: null, undoneBy: null },
  rows: [
    {
      subject: 'price-list',
      id: 'week',
      name: 'Weekdays',
      effect: 'changed',
      fields: [{ field: 'name', before: 'Week', after: 'Weekdays' }],
    },
    { subject: 'price-list', id: 'gala', name: null, effect: 'created', fields: [] },
  ],
}
const published: ChangeSet = {
  ...{ id: 'a4b5c6d7-0000-4000-8000-000000000022', at: '2026-11-19T12:00:00Z', by: 'Ann Page', kind: 'publish-production' },
  ...{ reason: null, undoes: null, undoneBy: priced.id },
  rows: [{ subject: 'production', id: 'medea', name: 'Medea', effect: 'changed', fields: [] }],
}

async function open(at: string, role: StaffRole = 'programmer') {
  const calls = fakeServer({
    planning: {
      changes: ({ query: { find = '', kind } }) => ({
        changes: [priced, published].filter(
          (change) => (kind ?? change.kind) === change.kind && hasWords(`${change.by} ${change.reason}`, find),
        ),
        hasMore: true,
      }),
      undo: () => ({ changeSet: published.id }),
    },
    staff: { desk: () => counterState(role) },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({ at, routes: [{ path: '/smart/changes', element: <ChangesPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  return calls
}
const changes = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

it('sorts changes, has the server search for words, and shows what changed', async () => {
  await open('/smart/changes?sort=when')
  const [first, second] = ['Published: Medea', 'Price list changed: Weekdays']
  expect(await screen.findByText('2 changes')).toBeTruthy()
  expect(changes()).toEqual([first, second])
  const find = (value: string) =>
    fireEvent.change(screen.getByRole('searchbox', { name: /^Name, short name, reason or person/ }), { target: { value } })
  find('zanzibar')
  expect(await screen.findByText('0 changes')).toBeTruthy()
  find('robin  winter')
  expect(await screen.findByText('1 change')).toBeTruthy()
  expect(changes()).toEqual([second])
  await press('What changed')
  expect(screen.getByText('Created: gala')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Weekdays/ })).getByRole('cell', { name: 'Winter' })).toBeTruthy()
})

it('undoes a change, and keeps the state of the list for older changes', async () => {
  const calls = await open('/smart/changes?sort=-by&hide=reason')
  await press(/^Undo: Price list changed: Weekdays/)
  expect((await screen.findAllByText('The change is undone.'))[0]).toBeTruthy()
  expect(calls.some(({ call }) => call === 'planning.undo')).toBe(true)
  expect(screen.getByRole('cell', { name: 'It was undone.' })).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Reason' })).toBeNull()
  const older = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Older changes' }).href)
  expect(Object.fromEntries(older.searchParams)).toEqual({ sort: '-by', hide: 'reason', before: published.id })
})

it('begins with the main columns on a narrow screen, and offers no undo to a role that only reads', async () => {
  setNarrowScreen(true)
  await open('/smart/changes', 'finance')
  expect(await screen.findByText('2 changes')).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Change', 'When', 'What changed', 'Undo'])
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})
