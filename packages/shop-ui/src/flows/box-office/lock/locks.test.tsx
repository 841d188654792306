// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, PaintedPerformance, PlannedLocks, PlannedPerformance, PlannedProduction } from '@playhouse/api-client/contract'
import { readPlan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { problem } from '@playhouse/domain/problem'
import type { StaffRole } from '@playhouse/domain/staff'
import { readUploadedPlan } from '@playhouse/domain/uploaded-plan'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import type { PlanMapView } from '../hall/plan-map.ts'
import { LocksPage } from './index.ts'

afterEach(closeScreen)

const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const seats = ['A', 'B'].flatMap((row, nth) => [1, 2, 3].map((number) => ({ area: 'Stalls', row, number, x: number * 20, y: nth * 25 })))
const uploaded = readUploadedPlan(new TextEncoder().encode(JSON.stringify(seats)), { hall: 'barn', name: 'Barn', languages: [] })
if (!uploaded.ok) throw new Error(uploaded.error.params.reason)
const { data } = uploaded.value
const plan = readPlan(data)
const id = (seat: number): string => plan.idOf(seat)
const locks: PlannedLocks = {
  ...{ instance: 'lear-1', event: 'lear', title: 'King Lear', startsAt: '2030-05-01T19:30', timeZone: 'Europe/London' },
  ...{ hall: 'barn', planVersion: data.version, version: 4, agents: [], taken: [id(5)] },
  locks: [
    {
      ...{ id: 'a4b5c6d7-0000-4000-8000-000000000021', type: 'house', note: 'Patrons', release: null, releaseAt: null },
      ...{ placedBy: 'Theo Athens', placedAt: '2029-01-01T12:00:00Z', seats: [id(0)] },
    },
  ],
}
const performance = (nth: number, change: Partial<PlannedPerformance> = {}): PlannedPerformance => ({
  ...{ id: `lear-${nth}`, production: 'lear', hall: 'barn', planVersion: data.version, priceList: 'week', type: null },
  ...{ startsAt: `2030-05-0${nth}T19:30`, timeZone: 'Europe/London', generalSaleAt: '2029-01-01T10:00', priority: [], programme: null },
  ...{ members: null, perCustomer: null, accessTags: [], state: 'published', version: 1, tickets: 0, inBaskets: 0 },
  web: { isVisible: true, sale: 'on-sale' },
  counter: { isVisible: true, isOnSale: true },
  ...change,
})
const production: PlannedProduction = {
  production: {
    ...{ id: 'lear', title: 'King Lear', credit: '', tagline: '', venue: 'Barn', copyLanguage: 'en', synopsis: [] },
    ...{ runningTime: 150, intervals: 1, ageGuidance: 12, warnings: [], poster: { hue: 20, motif: 'sun' }, state: 'published' },
  },
  ...{ version: 3, missing: [], performances: [performance(1), performance(2), performance(3, { hall: 'studio' })] },
}

/** In the place of the map, which needs WebGL. */
const PlanMap: PlanMapView = ({ bandOf, names, taken, onSeats }) => (
  <>
    <p>
      Drawn: {[...bandOf].map((band) => names?.find((each) => each.band === bands[band])?.name).join(', ')}; taken: {taken?.join(' ')}
    </p>
    <p>Signs: {names?.map(({ sign }) => sign).join(', ')}</p>
    <button type="button" onClick={() => onSeats?.([1, 2, 5])}>
      Drag over three seats
    </button>
  </>
)
async function open(role: StaffRole): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({
    at: '/smart/productions/lear/performances/lear-1/locks',
    routes: [{ path: '/smart/productions/:event/performances/:instance/locks', element: <LocksPage PlanMap={PlanMap} /> }],
  })
  await Promise.all((['counter', 'planning', 'hall', 'lock'] as const).map((journey) => loadMessages(journey)))
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const pick = (name: string, option: string) => {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name })
  fireEvent.change(select, { target: { value: [...select.options].find(({ text }) => text === option)!.value } })
}
/** Picks an option of a select of the form, by its hidden native select. */
const pickInForm = (name: string, value: string) => fireEvent.change(document.querySelector(`select[name=${name}]`)!, { target: { value } })
const painted = (nth: number, change: Partial<PaintedPerformance>): PaintedPerformance => ({
  ...{ id: `lear-${nth}`, startsAt: `2030-05-0${nth}T19:30`, locked: 0, changed: 0, unlocked: 0, taken: [], ...change },
})

it('paints locks by drag and by row, leaves out seats of customers, and saves them on other performances after a preview', async () => {
  const sent: unknown[] = []
  let current = locks
  fakeServer({
    seatLocks: {
      one: () => current,
      preview: ({ body }) => {
        sent.push(body)
        return { performances: [painted(1, { locked: 2, unlocked: 1 }), painted(2, { locked: 1, taken: [id(2)] })] }
      },
      paint: ({ body }) => {
        sent.push(body)
        current = { ...locks, version: 5, locks: [] }
        return { locks: current, performances: [], changeSet: 'a4b5c6d7-0000-4000-8000-000000000012' }
      },
    },
    planning: { production: () => production },
    catalogue: { plan: () => data },
    staff: { desk: () => counterState('manager') },
  })
  await open('manager')
  expect(await screen.findByText('Drawn: House seats, On sale, On sale, On sale, On sale, On sale; taken: 5')).toBeTruthy()
  expect(screen.getByText('Signs: , 1, 2, 3, 4, 5, 6, 7')).toBeTruthy()
  expect(screen.getByRole('row', { name: /House seats, Patrons Stalls A1 When a person unlocks it Theo Athens/ })).toBeTruthy()
  pickInForm('lock-type', 'press')
  fireEvent.change(screen.getByRole('textbox', { name: /^Note/ }), { target: { value: 'Critics' } })
  await press('Drag over three seats')
  expect(screen.getByText('Drawn: House seats, Press, Press, On sale, On sale, On sale; taken: 5')).toBeTruthy()
  pick('Row B: lock', 'Press, Critics')
  expect(screen.getByText('Drawn: House seats, Press, Press, Press, Press, On sale; taken: 5')).toBeTruthy()
  await press('Undo the last step')
  pick('Row A: lock', 'On sale')
  pickInForm('lock-type', 'press')
  await press('Drag over three seats')
  expect(screen.getByText('2 seats locked')).toBeTruthy()
  const others = await screen.findByRole('group', { name: /Do the same on other performances/ })
  expect(within(others).getAllByRole('checkbox')).toHaveLength(1)
  await press('Choose all')
  await press('Preview')
  expect(await screen.findByRole('row', { name: /2 0 1 None/ })).toBeTruthy()
  expect(screen.getByRole('row', { name: /1 0 0 Stalls A3/ })).toBeTruthy()
  await press('Change the locks now')
  expect((await screen.findAllByText('The locks have changed.')).length).toBeGreaterThan(0)
  const press2 = { type: 'press', note: 'Critics', release: null }
  const body = {
    version: 4,
    painting: [
      { lock: null, seats: [id(0)] },
      { lock: press2, seats: [id(1), id(2)] },
    ],
    also: ['lear-2'],
  }
  expect(sent).toEqual([body, body])
})

it('marks a release that is over, and keeps what was painted when another person painted meanwhile', async () => {
  let current = locks
  fakeServer({
    seatLocks: {
      one: () => current,
      preview: ({ body }) => {
        if (body.version === current.version) return refuse(problem('invalid-input', { fields: ['painting.0.lock.release'] }))
        return refuse(problem('changed-meanwhile', { version: current.version, by: 'Theo Athens' }))
      },
    },
    planning: { production: () => production },
    catalogue: { plan: () => data },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer')
  await screen.findByText(/^Drawn: House seats, On sale/)
  pickInForm('lock-release-kind', 'minutes-before')
  await press('Drag over three seats')
  await press('Preview')
  expect((await screen.findAllByText(/Please check this: a time that exists/)).length).toBeGreaterThan(0)
  current = { ...locks, version: 5, locks: [{ ...locks.locks[0]!, seats: [id(0), id(3)] }] }
  await press('Preview')
  expect(await screen.findByText('Theo Athens has changed this meanwhile')).toBeTruthy()
  await press('Take these changes, keep mine')
  expect(await screen.findByText(/^Drawn: House seats, House seats, House seats, House seats, On sale/)).toBeTruthy()
})

it('shows the locks to a role that may not change them', async () => {
  fakeServer({
    seatLocks: { one: () => locks },
    planning: { production: () => production },
    catalogue: { plan: () => data },
    staff: { desk: () => counterState('finance') },
  })
  await open('finance')
  expect(await screen.findByText(/^Drawn: House seats, On sale/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Row B: lock' })).toBeNull()
})

it('paints seats for an agent, by name, and offers no agreement that is ended', async () => {
  const sent: unknown[] = []
  const agents = [
    { id: 'kiosk', name: 'Kiosk', isWithdrawn: true },
    { id: 'hotel', name: 'Hotel Globe', isWithdrawn: false },
    { id: 'tours', name: 'Verona Tours', isWithdrawn: false },
  ]
  const [saved] = locks.locks
  const current: PlannedLocks = { ...locks, agents, locks: [{ ...saved!, type: 'agent', agent: 'kiosk', note: '' }] }
  fakeServer({
    seatLocks: {
      one: () => current,
      preview: ({ body }) => {
        sent.push(body)
        return { performances: [painted(1, { locked: 3 })] }
      },
    },
    planning: { production: () => production },
    catalogue: { plan: () => data },
    staff: { desk: () => counterState('manager') },
  })
  await open('manager')
  expect(await screen.findByRole('row', { name: /Agent, Kiosk Stalls A1 When a person unlocks it Theo Athens/ })).toBeTruthy()
  pickInForm('lock-type', 'agent')
  const names = [...document.querySelector<HTMLSelectElement>('select[name=lock-agent]')!.options].map(({ text }) => text)
  expect(names.filter((name) => name.trim() !== '')).toEqual(['Hotel Globe', 'Verona Tours'])
  await press('Drag over three seats')
  pickInForm('lock-agent', 'tours')
  pick('Row B: lock', 'Agent, Verona Tours')
  await press('Preview')
  await screen.findByRole('button', { name: 'Change the locks now' })
  const lock = { type: 'agent', note: '', release: null }
  expect(sent).toMatchObject([
    {
      painting: [
        { lock: { ...lock, agent: 'hotel' }, seats: [id(1), id(2)] },
        { lock: { ...lock, agent: 'tours' }, seats: [id(3), id(4)] },
      ],
    },
  ])
})
