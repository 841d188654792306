// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, PlannedSaleWindows } from '@playhouse/api-client/contract'
import { changedFields } from '@playhouse/domain/change'
import { problem } from '@playhouse/domain/problem'
import type { SaleWindow } from '@playhouse/domain/sale-window'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { SaleWindowsPage } from './index.ts'
import { draftOfWindows, windowsOf } from './window-draft.ts'

afterEach(closeScreen)

const general: SaleWindow = {
  ...{ channel: 'web', memberships: null, limit: null, from: { kind: 'days-before', days: 28, time: '10:00' } },
  until: { kind: 'minutes-before', minutes: 60 },
}
const planned = (windows: SaleWindow[], version: number | null): PlannedSaleWindows => ({
  ...{ event: 'lear', title: 'King Lear', version, windows },
  performances: [
    {
      ...{ id: 'lear-1', startsAt: '2099-03-01T19:30', state: 'published' },
      periods: windows.map(() => ({ from: '2099-02-01T10:00:00Z', until: '2099-03-01T18:30:00Z' })),
    },
  ],
})
const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (name: string | RegExp, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
async function open(role: StaffRole): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({
    at: '/smart/productions/lear/on-sale',
    routes: [{ path: '/smart/productions/:event/on-sale', element: <SaleWindowsPage /> }],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
}

it('sets windows after a preview, and marks what the server refuses', async () => {
  let current = planned([], null)
  let isRefused = true
  const calls = fakeServer({
    saleWindows: {
      one: () => current,
      preview: ({ body: { windows } }) =>
        isRefused
          ? refuse(problem('invalid-input', { fields: ['windows.0.from'] }))
          : { fields: changedFields({ windows: [] }, { windows }), performances: planned(windows, 1).performances },
      edit: ({ body: { windows } }) => {
        current = planned(windows, 1)
        return { saleWindows: current, changeSet: 'a4b5c6d7-0000-4000-8000-000000000012' }
      },
    },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer')
  await press('Add a window')
  type('Opens: Days before', '4000')
  await press('Preview')
  expect(await screen.findByText('A whole number from 0 to 1,000')).toBeTruthy()
  type('Opens: Days before', '400')
  await press('Preview')
  expect((await screen.findAllByText(/^A window opens before it closes/)).length).toBeGreaterThan(0)
  isRefused = false
  type('Opens: Days before', '28')
  type(/Tickets per customer/, '6')
  await press('Preview')
  const preview = (await screen.findByRole('heading', { name: 'Preview' })).closest('section')!
  expect(document.activeElement).toBe(within(preview).getByRole('heading'))
  expect(within(preview).getByText(/Web, Everyone: from 28 days before at 10:00 until the start, at most 6 tickets/)).toBeTruthy()
  expect(screen.getByText(/Web, Everyone: from .*1 February 2099.* until .*1 March 2099/)).toBeTruthy()
  await press('Change the on-sale times now')
  expect((await screen.findAllByText('The on-sale times have changed.')).length).toBeGreaterThan(0)
  expect(calls.find(({ call }) => call === 'saleWindows.edit')?.body).toEqual({
    version: null,
    windows: [{ ...general, until: null, limit: 6 }],
  })
})

it('keeps what was typed where another staff user has changed the windows', async () => {
  let current = planned([general], 1)
  fakeServer({
    saleWindows: {
      one: () => current,
      preview: ({ body: { version, windows } }) =>
        version === current.version
          ? { fields: changedFields({ windows: current.windows }, { windows }), performances: [] }
          : refuse(problem('changed-meanwhile', { version: 2, by: 'Theo Athens' })),
    },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer')
  await screen.findByRole('textbox', { name: 'Opens: Days before' })
  type('Opens: Days before', '14')
  current = planned([{ ...general, limit: 2 }], 2)
  await press('Preview')
  const notice = (await screen.findByText('Theo Athens has changed this meanwhile')).closest<HTMLElement>('[role=alert]')!
  expect(await within(notice).findByText(/at most 2 tickets/)).toBeTruthy()
  await press('Keep what I typed')
  await press('Preview')
  expect(await screen.findByText(/→ Web, Everyone: from 14 days before/)).toBeTruthy()
})

it('shows windows to a role that may not change them', async () => {
  fakeServer({ saleWindows: { one: () => planned([general], 1) }, staff: { desk: () => counterState('finance') } })
  await open('finance')
  expect(await screen.findByText(/Web, Everyone: from 28 days before at 10:00 until 60 minutes before the start/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull()
})

it('reads the windows from its fields unchanged', () => {
  const members: SaleWindow = { ...general, memberships: ['friend'], limit: 4, from: { kind: 'at', at: '2099-01-01T10:00' }, until: null }
  const counter: SaleWindow = { ...general, channel: 'counter' }
  expect(windowsOf(draftOfWindows([general, members, counter]))).toEqual([general, members, counter])
})
