// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, PlannedLocks, PlannedPerformance, PlannedProduction, PlannedReplan } from '@playhouse/api-client/contract'
import { readPlan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { problem } from '@playhouse/domain/problem'
import type { StaffRole } from '@playhouse/domain/staff'
import { readUploadedPlan } from '@playhouse/domain/uploaded-plan'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, type Answers, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import type { PlanMapView } from '../hall/plan-map.ts'
import { ReplanPage } from './index.ts'

afterEach(closeScreen)

const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
function planOf(rows: string, version: string) {
  const seats = [...rows].flatMap((row) =>
    [1, 2, 3].map((number) => ({ area: 'Stalls', row, number, x: number * 20, y: row.charCodeAt(0) * 25 })),
  )
  const read = readUploadedPlan(new TextEncoder().encode(JSON.stringify(seats)), { hall: 'barn', name: 'Barn', languages: [] })
  if (!read.ok) throw new Error(read.error.params.reason)
  return { ...read.value.data, version }
}
const [first, second] = [planOf('AB', '1'), planOf('AC', '2')]
const [from, to] = [readPlan(first), readPlan(second)]
const performance = (change: Partial<PlannedPerformance> = {}): PlannedPerformance => ({
  ...{ id: 'lear-1', production: 'lear', hall: 'barn', planVersion: first.version, priceList: 'week', type: null },
  ...{ startsAt: '2030-05-01T19:30', timeZone: 'Europe/London', generalSaleAt: '2029-01-01T10:00', priority: [], programme: null },
  ...{ members: null, perCustomer: null, accessTags: [], state: 'published', version: 7, tickets: 3, inBaskets: 0 },
  web: { isVisible: true, sale: 'on-sale' },
  counter: { isVisible: true, isOnSale: true },
  ...change,
})
const production = (one: PlannedPerformance): PlannedProduction => ({
  production: {
    ...{ id: 'lear', title: 'King Lear', credit: '', tagline: '', venue: 'Barn', copyLanguage: 'en', synopsis: [] },
    ...{ runningTime: 150, intervals: 1, ageGuidance: 12, warnings: [], poster: { hue: 20, motif: 'sun' }, state: 'published' },
  },
  ...{ version: 3, missing: [], performances: [one] },
})
const options = {
  halls: [first, second].map(({ version }) => ({ hall: 'barn', planVersion: version, name: 'The Barn', seats: 6 })),
  priceLists: [
    { id: 'week', name: 'Weekdays', hall: 'barn', planVersion: first.version },
    { id: 'week-new', name: 'Weekdays, thrust stage', hall: 'barn', planVersion: second.version },
  ],
  programmes: [],
  timeZone: 'Europe/London',
}
const placeOf = (plan: typeof from, seat: number) => ({
  ...{ id: plan.idOf(seat), area: 'Stalls', row: plan.rows[plan.rowOf[seat]!]!.label, number: plan.numberOf(seat) },
})
const sold = { holder: 'sold' as const, party: 0, order: 'ABCD2345' }
const withoutSeat = { from: placeOf(from, 4), to: null, kind: null, ...sold }
/** The order has A1, which stays, B1, which moves, and B2, for which no seat is as good. */
const proposed: PlannedReplan = {
  ...{ same: 3, added: 3, kept: 1, gone: { free: [from.idOf(5)], held: [], sold: [from.idOf(3), from.idOf(4)] } },
  moves: [{ from: placeOf(from, 3), to: placeOf(to, 3), kind: 'as-good', ...sold }, withoutSeat],
}
const byHand = (seat: number): PlannedReplan => ({
  ...proposed,
  moves: [proposed.moves[0]!, { ...withoutSeat, to: placeOf(to, seat), kind: 'by-hand' }],
})
const locks: PlannedLocks = {
  ...{ instance: 'lear-1', event: 'lear', title: 'King Lear', startsAt: '2030-05-01T19:30', timeZone: 'Europe/London' },
  ...{ hall: 'barn', planVersion: first.version, version: 0, agents: [], locks: [], taken: [0, 3, 4].map((seat) => from.idOf(seat)) },
}
/** In the place of the map, which needs WebGL. */
const PlanMap: PlanMapView = ({ bandOf, names, taken, onSeats }) => (
  <>
    <p>
      Drawn: {[...bandOf].map((band) => names?.find((each) => each.band === bands[band])?.name).join(', ')}; taken: {taken?.join(' ')}
    </p>
    {onSeats && (
      <button type="button" onClick={() => onSeats([5])}>
        Press the last seat
      </button>
    )}
  </>
)

async function open(role: StaffRole, answers: Answers, planned = performance()): Promise<void> {
  fakeServer({
    planning: { production: () => production(planned), options: () => options },
    catalogue: { plan: ({ params }) => (params.version === first.version ? first : second) },
    seatLocks: { one: () => locks },
    priceLists: { bands: () => ({ planVersion: second.version, seatBands: [[bands.indexOf('b'), 6]] as [number, number][], version: 1 }) },
    staff: { desk: () => counterState(role) },
    ...answers,
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({
    at: '/smart/productions/lear/performances/lear-1/plan',
    routes: [
      { path: '/smart/productions/:event/performances/:instance/plan', element: <ReplanPage PlanMap={PlanMap} /> },
      { path: '/smart/*', element: null },
    ],
  })
  await Promise.all((['counter', 'planning', 'lock', 'replan'] as const).map((journey) => loadMessages(journey)))
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const count = (list: string) => within(screen.getByRole('row', { name: new RegExp(`^${list}`) })).getAllByRole('cell')[0]!.textContent

it('shows the four lists and the moves, keeps a seat that is chosen by hand, and changes the plan with the moves that were seen', async () => {
  const previews: unknown[] = []
  const changes: unknown[] = []
  await open('programmer', {
    replans: {
      preview: ({ body }) => {
        previews.push(body.byHand)
        return body.byHand.length === 0 ? proposed : byHand(to.indexOf(body.byHand[0]!.to)!)
      },
      apply: ({ body }) => {
        changes.push(body)
        return { changeSet: 'a4b5c6d7-0000-4000-8000-000000000012', replan: byHand(4) }
      },
    },
  })
  await press('Preview')
  expect(await screen.findByRole('heading', { name: '2 taken seats move' })).toBeTruthy()
  expect([count('In both plans'), count('New'), count('Gone, free'), count('Gone, in baskets'), count('Gone, sold')]).toEqual([
    ...['3', '3', '1', '0', '2'],
  ])
  expect(await screen.findByRole('row', { name: /Gone, sold.* Stalls B1 and Stalls B2/ })).toBeTruthy()
  const rows = screen.getAllByRole('row', { name: /Order ABCD2345/ }).map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^Stalls B2None.*No seat is as good/)
  expect(rows[1]).toMatch(/^Stalls B1Stalls C1.*The nearest as good/)
  expect(screen.getByText('Drawn: Free, Free, Free, Proposed, Free, Free; taken: 0')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change the plan now' }).disabled).toBe(true)
  await press('Choose another: Stalls B2')
  const field = await screen.findByRole('searchbox', { name: 'New seat for Stalls B2' })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'c2' } })
  const option = await screen.findByRole('option', { name: /^Stalls C2/ })
  await waitFor(() => expect(option.textContent).toBe('Stalls C2Band B'))
  await waitFor(() => expect(within(screen.getByRole('listbox', { name: 'Free seats' })).getAllByRole('option')).toHaveLength(1))
  for (const key of ['ArrowDown', 'Enter']) {
    fireEvent.keyDown(field, { key })
    fireEvent.keyUp(field, { key })
  }
  expect(await screen.findByText('Drawn: Free, Free, Free, Proposed, Chosen by hand, Free; taken: 0')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose another: Stalls B2' })))
  const hand = { from: from.idOf(4), to: to.idOf(4) }
  expect(previews).toEqual([[], [hand]])
  await press('Change the plan now')
  expect(await screen.findByText('Enter a reason. It is kept with the change.')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'Thrust stage' } })
  await press('Change the plan now')
  expect((await screen.findAllByText('The performance has the new plan.')).length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'See the change' }).getAttribute('href')).toBe('/smart/changes?subject=performance&id=lear-1')
  expect(changes).toEqual([
    {
      ...{ version: 7, planVersion: second.version, priceList: 'week-new', byHand: [hand], reason: 'Thrust stage' },
      moves: [{ from: from.idOf(3), to: to.idOf(3) }, hand],
    },
  ])
})

it('chooses a seat by a press on the map, and returns to the proposal', async () => {
  const previews: unknown[] = []
  await open('administrator', {
    replans: {
      preview: ({ body }) => {
        previews.push(body.byHand)
        return body.byHand.length === 0 ? proposed : byHand(5)
      },
    },
  })
  await press('Preview')
  await press('Choose another: Stalls B2')
  await press('Press the last seat')
  expect(await screen.findByText('Drawn: Free, Free, Free, Proposed, Free, Chosen by hand; taken: 0')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Press the last seat' })).toBeNull()
  await press('Back to the proposal: Stalls B2')
  expect(await screen.findByText('Drawn: Free, Free, Free, Proposed, Free, Free; taken: 0')).toBeTruthy()
  expect(previews).toEqual([[], [{ from: from.idOf(4), to: to.idOf(5) }], []])
})

it('names what refuses the change and the next step, and keeps reason and choices', async () => {
  const dependents = [{ kind: 'basket' as const, id: 'lear-1', count: 2 }]
  const refusals = [
    problem('change-has-dependents', { dependents }),
    problem('performance-fixed', { instance: 'lear-1', fields: ['planVersion'] }),
    problem('changed-meanwhile', { version: 8, by: 'Theo Athens' }),
  ]
  const sent: unknown[] = []
  let isOutdated = true
  let current = performance()
  await open('programmer', {
    planning: { production: () => production(current), options: () => options },
    replans: {
      preview: () => byHand(4),
      apply: ({ body: { version, reason } }) => {
        sent.push([version, reason])
        const refusal = refusals.shift()
        if (refusal) {
          if (refusal.code === 'changed-meanwhile') current = performance({ version: 8 })
          return refuse(refusal)
        }
        if (!isOutdated) return { changeSet: 'a4b5c6d7-0000-4000-8000-000000000012', replan: byHand(4) }
        isOutdated = false
        return { changeSet: null, replan: { ...byHand(5), kept: 2 } }
      },
    },
  })
  await press('Preview')
  fireEvent.change(await screen.findByRole('textbox', { name: /^Reason/ }), { target: { value: 'Thrust stage' } })
  await press('Change the plan now')
  expect((await screen.findByText(/2 seats in baskets/)).closest('[role=alert]')!.textContent).toMatch(
    /lear-1: 2 seats in baskets.*off sale/,
  )
  await press('Change the plan now')
  expect(await screen.findByText('Seats are kept by their places in the current plan')).toBeTruthy()
  await press('Change the plan now')
  expect(await screen.findByText('Theo Athens has changed this meanwhile')).toBeTruthy()
  await press('Take these changes, keep mine')
  await waitFor(() => expect(screen.queryByText('Theo Athens has changed this meanwhile')).toBeNull())
  await press('Change the plan now')
  expect(await screen.findByText('Seats have been taken or returned meanwhile')).toBeTruthy()
  expect(screen.getByText('2 taken seats keep their places.')).toBeTruthy()
  await press('Change the plan now')
  expect((await screen.findAllByText('The performance has the new plan.')).length).toBeGreaterThan(0)
  expect(sent).toEqual([7, 7, 7, 8, 8].map((version) => [version, 'Thrust stage']))
})

it('leads to the hall where it has no other plan', async () => {
  await open('programmer', {
    planning: {
      production: () => production(performance()),
      options: () => ({ ...options, halls: options.halls.slice(0, 1) }),
    },
  })
  expect(await screen.findByText('The hall has no other plan with a price list')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To the hall' }).getAttribute('href')).toBe('/smart/halls/barn')
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull()
})
