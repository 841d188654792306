// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CounterState, PlannedSaleWindows } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import type { SaleWindow } from '@playhouse/domain/sale-window'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, aBrand, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { leaveTo } from './leave.ts'
import { ShopPreviewForm } from './ShopPreviewForm.tsx'
import { wallClockIn } from './wall-clock.ts'
import { WindowPreviews } from './WindowPreviews.tsx'

vi.mock(import('./leave.ts'), () => ({ leaveTo: vi.fn<typeof leaveTo>() }))
beforeEach(() => vi.mocked(leaveTo).mockClear())
afterEach(closeScreen)

const level = aBrand().memberships[0]!
const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const path = '/preview/token'
const opened = { path, until: '2026-11-24T20:00:00Z' }
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
async function open(element: React.ReactNode, role: StaffRole = 'programmer'): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({ at: '/', routes: [{ path: '/', element }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
}

it('opens the shop now as a visitor where nothing else is chosen, and at a moment as a member', async () => {
  const calls = fakeServer({ shopPreviews: { open: () => opened }, staff: { desk: () => counterState('programmer') } })
  await open(<ShopPreviewForm event="lear" />)
  await press('Preview of the shop')
  const now = wallClockIn(aBrand().timeZone)
  await press('Open the preview')
  await waitFor(() => expect(leaveTo).toHaveBeenCalledWith(`${path}/events/lear`))
  const [first] = calls.filter(({ call }) => call === 'shopPreviews.open').map(({ body }) => body as { at: string })
  expect(first).toMatchObject({ event: 'lear', person: { kind: 'visitor' } })
  expect(Math.abs(Date.parse(`${first!.at}Z`) - Date.parse(`${now}Z`))).toBeLessThanOrEqual(60_000)

  type(/Date/, '2027-01-10')
  type(/Time/, '10:00')
  await press(/As/)
  fireEvent.click(await screen.findByRole('option', { name: `a member: ${level.name}` }))
  await press('Open the preview')
  await waitFor(() =>
    expect(calls.at(-1)?.body).toEqual({ event: 'lear', at: '2027-01-10T10:00', person: { kind: 'member', membership: level.id } }),
  )
  type(/Date/, '')
  type(/Time/, '')
  await press('Open the preview')
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ at: null }))
})

it('keeps what was typed and marks the field whose time does not exist, then the date that is refused', async () => {
  fakeServer({
    shopPreviews: { open: () => refuse(problem('invalid-input', { fields: ['at'] })) },
    staff: { desk: () => counterState('programmer') },
  })
  await open(<ShopPreviewForm event="lear" />)
  await press('Preview of the shop')
  type(/Time/, '25:00')
  await press('Open the preview')
  expect(await screen.findByText('A time from 00:00 to 23:59, such as 19:30')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/Time/).value).toBe('25:00')
  expect(document.activeElement).toBe(screen.getByLabelText(/Time/))
  type(/Time/, '02:30')
  expect(await screen.findByText(/^A date and a time that exist at the theatre/)).toBeTruthy()
  expect(leaveTo).not.toHaveBeenCalled()
})

it('opens the shop a minute after a window opens, as a member of its level', async () => {
  const calls = fakeServer({ shopPreviews: { open: () => opened }, staff: { desk: () => counterState('programmer') } })
  const window: SaleWindow = { channel: 'web', memberships: null, limit: null, from: { kind: 'at', at: '2027-01-10T10:00' }, until: null }
  const period = (from: string) => ({ from, until: '2027-03-01T19:30:00Z' })
  const saleWindows: Pick<PlannedSaleWindows, 'event' | 'windows' | 'performances'> = {
    event: 'lear',
    windows: [{ ...window, channel: 'counter' }, window, { ...window, memberships: [level.id] }],
    performances: [
      {
        ...{ id: 'lear-1', startsAt: '2027-03-01T19:30', state: 'draft' },
        periods: [period('2027-01-01T10:00:00Z'), period('2027-01-10T10:00:00Z'), period('2027-01-08T10:00:00Z')],
      },
    ],
  }
  await open(<WindowPreviews saleWindows={saleWindows} />)
  expect(screen.queryByRole('button', { name: /Window 1/ })).toBeNull()
  await press('Window 3: see the shop a minute later')
  const minuteLater = wallClockIn(aBrand().timeZone, Date.parse('2027-01-08T10:01:00Z'))
  await waitFor(() =>
    expect(calls.at(-1)?.body).toEqual({ event: 'lear', at: minuteLater, person: { kind: 'member', membership: level.id } }),
  )
  await press('Window 2: see the shop a minute later')
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ person: { kind: 'visitor' } }))
})

it('is not offered to a role that may not open it', async () => {
  fakeServer({ staff: { desk: () => counterState('finance') } })
  await open(<ShopPreviewForm event="lear" />, 'finance')
  expect(screen.queryByRole('button')).toBeNull()
})
