// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, PlannedPriceList } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { bands } from '@playhouse/domain/pricing'
import { problem } from '@playhouse/domain/problem'
import type { StaffRole } from '@playhouse/domain/staff'
import { readUploadedPlan } from '@playhouse/domain/uploaded-plan'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { BandsPage } from './index.ts'
import type { PlanMapView } from './plan-map.ts'

afterEach(closeScreen)

const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const seats = ['A', 'B'].flatMap((row, nth) => [1, 2, 3].map((number) => ({ area: 'Stalls', row, number, x: number * 20, y: nth * 25 })))
const uploaded = readUploadedPlan(new TextEncoder().encode(JSON.stringify(seats)), { hall: 'barn', name: 'Barn', languages: [] })
if (!uploaded.ok) throw new Error(uploaded.error.params.reason)
const { data } = uploaded.value
const [a, b] = [bands.indexOf('a'), bands.indexOf('b')]
const list: PlannedPriceList = {
  ...{ id: 'week', name: 'Weekdays', hall: 'barn', hallName: 'The Barn', version: 4 },
  priceTypes: [{ id: 'full', name: 'Full price', kind: 'full' }],
  prices: { a: { full: { price: money(20_00), fee: money(0) } }, b: { full: { price: money(10_00), fee: money(0) } } },
  seats: [{ band: 'a', seats: 6 }],
  scheduled: [],
  performances: [],
}
/** In the place of the map, which needs WebGL: two buttons, as a press and as a drag. */
const PlanMap: PlanMapView = ({ bandOf, names, onSeats }) => (
  <>
    <p>Key: {names?.map(({ inKey }) => inKey).join('; ')}</p>
    <p>Drawn: {[...bandOf].map((band) => bands[band]).join(' ')}</p>
    <button type="button" onClick={() => onSeats?.([0])}>
      Press the first seat
    </button>
    <button type="button" onClick={() => onSeats?.([1, 2, 3])}>
      Drag over three seats
    </button>
  </>
)
async function open(role: StaffRole): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({
    at: '/smart/prices/week/bands',
    routes: [{ path: '/smart/prices/:list/bands', element: <BandsPage PlanMap={PlanMap} /> }],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning'), loadMessages('hall')])
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const pick = (name: string, value: string) => fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })

it('paints by press, by drag and by row, undoes a step, and saves after a preview', async () => {
  const sent: unknown[] = []
  let version = 4
  fakeServer({
    priceLists: {
      one: () => ({ ...list, version }),
      bands: () => ({ planVersion: '1', seatBands: [[a, 6]] as [number, number][], version }),
      previewBands: ({ body }) => {
        sent.push(body)
        return { changed: 3, seats: list.seats, performances: [], grossBefore: money(120_00), grossAfter: money(90_00) }
      },
      paintBands: ({ body }) => {
        sent.push(body)
        version = 5
        return { priceList: { ...list, version }, changeSet: 'a4b5c6d7-0000-4000-8000-000000000012' }
      },
    },
    catalogue: { plan: () => data },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer')
  expect(await screen.findByText('Drawn: a a a a a a')).toBeTruthy()
  expect(screen.getByText(/£120\.00 a performance/)).toBeTruthy()
  await press('Press the first seat')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo the last step' }).disabled).toBe(true)
  pick('Row B: band', 'c')
  expect(screen.getByText('Drawn: a a a c c c')).toBeTruthy()
  expect(screen.getByText('Seats without a price are not sold')).toBeTruthy()
  expect(screen.getByText('Band C: 3 seats')).toBeTruthy()
  expect(screen.getByText('Key: Band A, £20.00, 3 seats; Band C, no price, 3 seats')).toBeTruthy()
  await press('Drag over three seats')
  expect(screen.getByText('Drawn: a a a a c c')).toBeTruthy()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Row B: band' }).selectedOptions[0]!.text).toBe('Several')
  await press('Undo the last step')
  expect(screen.getByText('Drawn: a a a c c c')).toBeTruthy()
  pick('Row B: band', 'b')
  expect(screen.getByText(/£90\.00 a performance/)).toBeTruthy()
  await press('Preview')
  expect(await screen.findByText('3 seats change their band.')).toBeTruthy()
  await press('Change the bands now')
  expect((await screen.findAllByText('The bands have changed.')).length).toBeGreaterThan(0)
  expect(sent).toEqual(
    Array.from({ length: 2 }, () => ({
      version: 4,
      painting: {
        seatBands: [
          [a, 3],
          [b, 3],
        ],
      },
    })),
  )
})

it('explains a refusal, and keeps what was painted when another person painted meanwhile', async () => {
  let current: [number, number][] = [[a, 6]]
  let version = 4
  fakeServer({
    priceLists: {
      one: () => ({ ...list, version }),
      bands: () => ({ planVersion: '1', seatBands: current, version }),
      previewBands: ({ body }) => {
        if (body.version === version) return refuse(problem('invalid-input', { fields: ['prices.c'] }))
        return refuse(problem('changed-meanwhile', { version, by: 'Theo Athens' }))
      },
    },
    catalogue: { plan: () => data },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer')
  await screen.findByText('Drawn: a a a a a a')
  pick('Row B: band', 'c')
  await press('Preview')
  expect(await screen.findByText(/each band with seats needs a price/)).toBeTruthy()
  ;[current, version] = [
    [
      [b, 1],
      [a, 5],
    ],
    5,
  ]
  await press('Preview')
  expect(await screen.findByText('Theo Athens has changed this meanwhile')).toBeTruthy()
  await press('Take these changes, keep mine')
  expect(await screen.findByText('Drawn: b a a c c c')).toBeTruthy()
})

it('shows the bands to a role that may not change prices', async () => {
  fakeServer({
    priceLists: { one: () => list, bands: () => ({ planVersion: '1', seatBands: [[a, 6]] as [number, number][], version: 4 }) },
    catalogue: { plan: () => data },
    staff: { desk: () => counterState('finance') },
  })
  await open('finance')
  expect(await screen.findByText('Drawn: a a a a a a')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Row B: band' })).toBeNull()
})
