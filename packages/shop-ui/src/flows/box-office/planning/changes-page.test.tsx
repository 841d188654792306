// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChangeSet, CounterState } from '@playhouse/api-client/contract'
import type { ChangeDependent } from '@playhouse/domain/change'
import { hasWords } from '@playhouse/domain/change-search'
import { problem } from '@playhouse/domain/problem'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse, setNarrowScreen } from '#testing'
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
  ...{ reason: 'Winter', undoes: null, undoesKind: null, undoneBy: null },
  rows: [
    {
      subject: 'price-list',
      id: 'week',
      ...{ name: 'Weekdays', startsAt: null },
      effect: 'changed',
      fields: [{ field: 'name', before: 'Week', after: 'Weekdays' }],
    },
    { subject: 'price-list', id: 'gala', name: null, startsAt: null, effect: 'created', fields: [] },
  ],
}
const published: ChangeSet = {
  ...{ id: 'a4b5c6d7-0000-4000-8000-000000000022', at: '2026-11-19T12:00:00Z', by: 'Ann Page', kind: 'publish-production' },
  ...{ reason: null, undoes: null, undoesKind: null, undoneBy: priced.id },
  rows: [{ subject: 'production', id: 'medea', name: 'Medea', startsAt: null, effect: 'changed', fields: [] }],
}

/** A change of an image, undone by a later change. */
const undone: ChangeSet = {
  ...{ id: 'a4b5c6d7-0000-4000-8000-000000000023', at: '2026-11-18T12:00:00Z', by: 'Ann Page', kind: 'undo', reason: null },
  ...{ undoes: published.id, undoesKind: 'edit-production', undoneBy: null },
  rows: [
    {
      ...{ subject: 'production', id: 'lear', name: 'King Lear', startsAt: null, effect: 'changed' },
      fields: [
        {
          field: 'image',
          before: null,
          after: {
            ...{ id: 'a'.repeat(32), width: 1600, height: 900, focus: { x: 50, y: 40 } },
            alt: {
              text: 'A king',
              translations: { de: 'Ein König' },
            },
          },
        },
        { field: 'poster', before: { hue: 10, motif: 'waves' }, after: { hue: 10, motif: 'sun' } },
      ],
    },
    {
      ...{ subject: 'sale-windows', id: 'lear', name: 'King Lear', startsAt: null, effect: 'created' },
      fields: [
        {
          field: 'windows',
          before: null,
          after: [{ channel: 'web', memberships: null, from: { kind: 'at', at: '2027-01-10T10:00' }, until: null, limit: null }],
        },
      ],
    },
    { subject: 'performance', id: 'lear-2027-04-06-1930', name: 'King Lear', startsAt: '2027-04-06T19:30', effect: 'removed', fields: [] },
  ],
}

async function open(at: string, role: StaffRole = 'programmer', dependents: readonly ChangeDependent[] = []) {
  const calls = fakeServer({
    planning: {
      changes: ({ query: { find = '', kind } }) => ({
        changes: [priced, published, undone].filter(
          (change) => (kind ?? change.kind) === change.kind && hasWords(`${change.by} ${change.reason}`, find),
        ),
        hasMore: true,
      }),
      undo: () =>
        dependents.length > 0 ? refuse(problem('change-has-dependents', { dependents: [...dependents] })) : { changeSet: published.id },
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
  const undo = 'Undone: Production changed: King Lear'
  expect(await screen.findByText('3 changes')).toBeTruthy()
  expect(changes()).toEqual([undo, first, second])
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
  expect(screen.getByRole('cell', { name: /It was undone\.$/ })).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Reason' })).toBeNull()
  const older = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Older changes' }).href)
  expect(Object.fromEntries(older.searchParams)).toEqual({ sort: '-by', hide: 'reason', before: undone.id })
})

it('begins with the main columns on a narrow screen, and offers no undo to a role that only reads', async () => {
  setNarrowScreen(true)
  await open('/smart/changes', 'finance')
  expect(await screen.findByText('3 changes')).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Change', 'When', 'What changed'])
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

it('names changed fields of an image, on-sale times and performances by what people know', async () => {
  await open('/smart/changes?q=ann')
  await screen.findByText('2 changes')
  const row = screen.getByRole('row', { name: /Undone: Production changed: King Lear/ })
  fireEvent.click(within(row).getByRole('button', { name: 'What changed' }))
  const lines = within(row)
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('li') === null)
    .map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'Image: nothing → 1600 × 900',
    'Focal point from the left, in %: nothing → 50',
    'Focal point from the top, in %: nothing → 40',
    'Text of the image: nothing → A king',
    'Text of the image (Deutsch): nothing → Ein König',
    'Drawing of the poster: Waves → Sun',
    expect.stringMatching(/^On-sale times: nothing → .*10 January 2027, 10am/),
    'Removed: King Lear, Tuesday 6 April 2027, 7.30pm',
  ])
})

it('lists what an undo is refused for by the names that people know', async () => {
  const at = '2026-11-20T12:00:00Z'
  await open('/smart/changes', 'programmer', [
    { kind: 'ticket', id: 'lear-1', count: 2, named: { name: 'King Lear', startsAt: '2027-04-06T19:30' } },
    { kind: 'performance', id: 'lear-1', count: 1, named: { name: 'King Lear', startsAt: '2027-04-06T19:30' } },
    { kind: 'performance', id: 'week', count: 12, named: { name: 'Weekdays', startsAt: null } },
    {
      ...{ kind: 'change', id: priced.id, count: 1, named: { name: 'Weekdays', startsAt: null } },
      change: { kind: 'edit-price-list', at, by: 'Robin' },
    },
    { kind: 'reference', id: 'promo_use', count: 3 },
  ])
  await press(/^Undo: Price list changed: Weekdays/)
  const alert = (await screen.findByText('Something depends on it:')).parentElement!
  expect([...alert.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'King Lear, Tuesday 6 April 2027, 7.30pm: 2 seats sold, reserved or blocked',
    'King Lear, Tuesday 6 April 2027, 7.30pm is not over',
    'Weekdays: 12 performances that are not over',
    'Price list changed: Weekdays, Fri 20 Nov, 12pm, by Robin',
    'Uses of the offer: 3',
  ])
})

it('lists the first of many things, and counts the others', async () => {
  const named = (nth: number) => ({ name: 'King Lear', startsAt: `2027-04-${String(nth + 1).padStart(2, '0')}T19:30` })
  await open(
    '/smart/changes',
    'programmer',
    Array.from({ length: 20 }, (_, nth): ChangeDependent => ({ kind: 'ticket', id: `lear-${nth}`, count: 2, named: named(nth) })),
  )
  await press(/^Undo: Price list changed: Weekdays/)
  const alert = (await screen.findByText('Something depends on it:')).parentElement!
  expect([...alert.querySelectorAll('li')].slice(-2).map(({ textContent }) => textContent)).toEqual([
    'King Lear, Monday 12 April 2027, 7.30pm: 2 seats sold, reserved or blocked',
    'and 8 more',
  ])
})

it('states that something is missing where an undo would refer to it', async () => {
  await open('/smart/changes', 'programmer', [{ kind: 'missing', id: 'production', count: 1 }])
  await press(/^Undo: Price list changed: Weekdays/)
  expect(await screen.findByText('It needs something that doesn’t exist any more:')).toBeTruthy()
  expect(screen.getByText('Productions', { selector: 'li' })).toBeTruthy()
})
