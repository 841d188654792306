// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { CounterState, PlannedHall } from '@playhouse/api-client/contract'
import { readPlan, writePlan } from '@playhouse/domain/plan'
import { problem } from '@playhouse/domain/problem'
import type { StaffRole } from '@playhouse/domain/staff'
import { readUploadedPlan, reportOfPlan } from '@playhouse/domain/uploaded-plan'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse, setNarrowScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { HallPage, HallsPage, NewHallPage } from './index.ts'
import type { PlanMapView } from './plan-map.ts'

afterEach(closeScreen)

const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
/** In the place of the drawn map, which needs WebGL. */
const PlanMap: PlanMapView = ({ plan }) => <p>Drawn with {plan.seatCount} seats</p>
const seats = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    area: 'Stalls',
    row: 'A',
    number: nth + 1,
    x: nth * 20,
    y: 0,
    category: nth < 2 ? 'Gold' : 'Silver',
  }))
const barn: PlannedHall = {
  ...{ hall: 'barn', name: 'The Barn' },
  plans: [
    { planVersion: '2-0000000a', seats: 5, addedAt: '2026-11-20T12:00:00Z', performances: 0 },
    { planVersion: '1-0000000b', seats: 4, addedAt: '2026-10-20T12:00:00Z', performances: 3 },
  ],
  priceLists: [{ id: 'barn-week', name: 'Barn, weekdays', planVersion: '1-0000000b' }],
}
async function open(role: StaffRole, at: string): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({
    at,
    routes: [
      { path: '/smart/halls', element: <HallsPage /> },
      { path: '/smart/halls/new', element: <NewHallPage PlanMap={PlanMap} /> },
      { path: '/smart/halls/:hall', element: <HallPage PlanMap={PlanMap} /> },
      { path: '/smart/prices/:list', element: <p>Prices of the new list</p> },
    ],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning'), loadMessages('hall')])
}
const chooseFile = async (content: string): Promise<void> => {
  await screen.findByRole('button', { name: /^Choose/ })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  fireEvent.change(input, { target: { files: [new File([content], 'plan.json')] } })
}
const lists = { priceLists: [{ id: 'week', name: 'Weekdays', hallName: 'Main House', version: 1, performances: 2 }] }

it('draws a file with its report before it is saved, names the hall, and opens its prices', async () => {
  const added: object[] = []
  fakeServer({
    halls: {
      create: ({ body }) => {
        added.push({ ...body, file: atob(body.file).length })
        if (added.length === 1) return refuse(problem('id-taken', { id: 'the-barn' }))
        const uploaded = readUploadedPlan(new TextEncoder().encode(JSON.stringify(seats(5))), { hall: 'barn', name: 'Barn', languages: [] })
        if (!uploaded.ok) throw new Error(uploaded.error.params.reason)
        const report = reportOfPlan(uploaded.value, [2, 2, 3, 3, 3])
        return { report, planVersion: '1-0000000b', changeSet: 'a4b5c6d7-0000-4000-8000-000000000012' }
      },
    },
    priceLists: { all: () => lists },
    staff: { desk: () => counterState('programmer') },
  })
  await open('programmer', '/smart/halls/new')
  await chooseFile(JSON.stringify(seats(5)))
  expect(await screen.findByText('Drawn with 5 seats')).toBeTruthy()
  expect(screen.getByText('Band A: 2 seats (Gold) and Band B: 3 seats (Silver)')).toBeTruthy()
  const name = screen.getByRole('textbox', { name: /Name of the hall/ })
  fireEvent.change(name, { target: { value: 'The Barn' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the new price list' }), { target: { value: 'Barn, weekdays' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add this hall' }))
  expect(await screen.findByText('This name is taken. Please choose another name.')).toBeTruthy()
  // The form has no short name.
  expect(screen.queryByText(/short name/)).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(name))
  fireEvent.change(name, { target: { value: 'The Old Barn' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add this hall' }))
  expect(await screen.findByText('Prices of the new list')).toBeTruthy()
  expect(added[1]).toEqual({
    ...{ hall: 'the-old-barn', name: 'The Old Barn', file: JSON.stringify(seats(5)).length, isPreview: false },
    priceList: { id: 'barn-weekdays', name: 'Barn, weekdays', basedOn: null, fullPrice: 'Full price' },
  })
})

it('states why a file cannot be used, and offers no plan with errors to be saved', async () => {
  fakeServer({ priceLists: { all: () => lists }, staff: { desk: () => counterState('programmer') } })
  await open('programmer', '/smart/halls/new')
  await chooseFile('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await screen.findByText(/^No shape of the drawing is a seat/)).toBeTruthy()
  await chooseFile(JSON.stringify([...seats(3), ...seats(1)]))
  expect(await screen.findByText(/Seats in exactly the same place as another/)).toBeTruthy()
  expect(screen.queryByText(/^It is another kind of file/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add this hall' })).toBeNull()
})

it('lists halls; a hall shows its plans, and roles that only read get no form', async () => {
  const plan = readPlan(writePlan({ ...draft, hall: 'barn' }))
  setNarrowScreen(false)
  onTestFinished(() => void vi.unstubAllGlobals())
  fakeServer({
    halls: {
      all: () => ({
        halls: [{ hall: 'barn', name: 'The Barn', planVersion: '2-0000000a', seats: 5, plans: 2, priceLists: 1, performances: 3 }],
      }),
      one: () => barn,
    },
    catalogue: { plan: () => writePlan({ ...draft, hall: 'barn' }) },
    staff: { desk: () => counterState('finance') },
  })
  await open('finance', '/smart/halls')
  expect(screen.queryByRole('link', { name: 'Add a hall' })).toBeNull()
  fireEvent.click(await screen.findByRole('link', { name: 'The Barn' }))
  expect(await screen.findByText(/Plan 2 · newest/)).toBeTruthy()
  expect(screen.getByText('for plan 1')).toBeTruthy()
  await waitFor(() => expect(screen.getByText(`Drawn with ${plan.seatCount} seats`)).toBeTruthy())
  expect(screen.queryByRole('button', { name: /Add a newer plan/ })).toBeNull()
})

const draft = {
  ...{ hall: 'barn', version: '2-0000000a', name: 'The Barn' },
  stage: {
    ...{ z: 0, label: 'Stage' },
    polygon: [
      [0, 0],
      [100, 0],
      [100, 50],
    ] as [number, number][],
  },
  views: [{ id: 'hall', name: 'Hall', order: 1, viewBox: { x: 0, y: 0, width: 500, height: 500 } }],
  areas: [
    {
      ...{
        id: 'stalls',
        view: 'hall',
        name: 'Stalls',
        outline: [],
        floorsAboveStage: 0,
        stepFree: false,
        steps: 0,
        entrance: '',
        toiletMetres: 0,
      },
      rows: [{ label: 'A', seats: [{ number: '1', x: 100, y: 200, z: 0 }] }],
    },
  ],
}
