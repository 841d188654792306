// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import type { PackageView } from '@playhouse/domain/package'
import { type PlanDraft, writePlan, writePlanBytes } from '@playhouse/domain/plan'
import { problem } from '@playhouse/domain/problem'
import { packAvailability, seatAvailability } from '@playhouse/domain/seat'
import { loadMessages } from '#i18n'
import { planQuery, queryClient } from '#server-state'
import { aBasket, aBrand, type Answers, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { ChooseDatesPage, ChoosePricesPage, SeriesPage, SeriesSeatsPage } from './index.ts'

const inDays = (days: number, hours = 0): string => new Date(Date.now() + days * 86_400_000 + hours * 3_600_000).toISOString()
const instances = ['first', 'second', 'third']
const performance = (instance: string, nth: number) => ({
  ...{ instance, startsAt: inDays(7 * (nth + 1)), startsAtLocal: inDays(7 * (nth + 1)).slice(0, 16), endsAt: inDays(7 * (nth + 1), 2) },
  ...{
    timeZone: 'Europe/London',
    availability: 'get-tickets' as const,
    availabilityCode: 1 as const,
    accessTags: [],
    priceFrom: money(20_00),
  },
})
const view: PackageView = {
  ...{ package: 'loft', kind: 'series', isOnSale: true, saleFrom: null, saleUntil: null, bands: [], least: 2, most: 3, events: ['hamlet'] },
  name: { text: 'The loft season' },
  summary: { text: 'Three plays from the same seats.' },
  pricing: {
    kind: 'discount',
    steps: [
      { performances: 2, basisPoints: 1_000 },
      { performances: 3, basisPoints: 2_000 },
    ],
  },
  groups: [
    {
      ...{ id: 'dates', name: { text: 'Dates' }, least: 2, most: 3, packages: [] },
      parts: instances.map((instance, nth) => ({
        part: instance,
        event: 'hamlet',
        title: `Play ${nth + 1}`,
        performances: [performance(instance, nth)],
      })),
    },
  ],
}
const draft = {
  ...{ hall: 'small', version: '1', name: 'Small hall', notes: [] },
  stage: {
    polygon: [
      [-300, -400],
      [300, -400],
      [300, -100],
    ],
    z: 90,
    label: 'Stage',
  },
  views: [{ id: 'stalls', name: 'Stalls', order: 1, viewBox: { x: -400, y: -500, width: 800, height: 900 } }],
  areas: [
    {
      ...{
        id: 'stalls',
        view: 'stalls',
        name: 'Stalls',
        outline: [],
        floorsAboveStage: 0,
        stepFree: true,
        steps: 0,
        entrance: 'A',
        toiletMetres: 20,
      },
      rows: [{ label: 'A', seats: [1, 2, 3].map((number) => ({ number: String(number), x: number * 60, y: 0, z: 0 })) }],
    },
  ],
} as unknown as PlanDraft
const prices = {
  priceTypes: [
    { id: 'full', name: 'Full price', kind: 'full' as const },
    { id: 'under-26', name: 'Under 26', kind: 'under-26' as const },
  ],
  prices: { a: { full: { price: money(20_00), fee: money(0) }, 'under-26': { price: money(10_00), fee: money(0) } } },
  seatingVersion: '1',
  seatBands: [[2, 3]] as [number, number][],
}
const { free, taken } = seatAvailability
/** Seat A3 is taken on the second date. */
const onDates = [Uint8Array.of(free, free, free), Uint8Array.of(free, free, taken), Uint8Array.of(free, free, free)]
const availability = {
  ...{ hall: 'small', planVersion: '1', seats: packAvailability(onDates[1]!), seatsLeft: 2 },
  performances: instances.map((instance, nth) => ({ instance, seats: packAvailability(onDates[nth]!) })),
}

/** A button for each seat, in place of the hall. */
const Seats = ({ plan, onToggle, onPoint, changeWords, heldSeats }: ComponentProps<ComponentProps<typeof SeriesSeatsPage>['Seats']>) => {
  const words = changeWords!({ seatName: (seat: number, status: string) => `A${seat + 1}, ${status}` } as Parameters<
    NonNullable<typeof changeWords>
  >[0])
  return Array.from({ length: plan.seatCount }, (_, seat) => (
    <button key={seat} type="button" onClick={() => onToggle(seat)} onFocus={() => onPoint!(seat)}>
      {words.seatName!(seat, heldSeats.includes(seat) ? 'selected' : seat === 2 ? 'taken' : 'free')}
    </button>
  ))
}
const base = '/subscriptions/fixed-series/:seriesId'
const routes = [
  { path: base, element: <SeriesPage /> },
  { path: `${base}/choose-dates`, element: <ChooseDatesPage /> },
  { path: `${base}/syos`, element: <SeriesSeatsPage Seats={Seats} /> },
  { path: `${base}/choose-prices`, element: <ChoosePricesPage /> },
  { path: '/checkout/basket', element: <p>basket</p> },
]
const open = async (path: string, answers: Answers = {}, orphans: Brand['seating']['orphans'] = 'warn') => {
  const calls = fakeServer({
    packages: { package: () => view, hold: () => ({ ...aBasket(), held: crypto.randomUUID() }) },
    catalogue: { commonAvailability: () => availability, prices: () => prices },
    ...answers,
  })
  queryClient.setQueryData(planQuery('small', '1').queryKey, writePlanBytes(writePlan(draft)))
  const page = await openScreen({
    at: `/subscriptions/fixed-series/loft${path}`,
    routes,
    brand: aBrand({ packages: true, seating: { orphans } }),
    basket: aBasket(),
  })
  await loadMessages('subscription')
  return { ...page, calls }
}
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
const chooseAllDates = async (): Promise<void> => {
  for (const box of await screen.findAllByRole('checkbox')) fireEvent.click(box)
  press('Continue to seats')
}

afterEach(closeScreen)

describe('a fixed series', () => {
  it('shows its dates and discounts', async () => {
    await open('')
    expect(await screen.findByRole('heading', { level: 1, name: 'The loft season' })).toBeTruthy()
    expect(screen.getByText('Choose 2 to 3 dates. You have the same seats on each of them.')).toBeTruthy()
    expect(screen.getByText('From 3 dates: 20% off each ticket')).toBeTruthy()
    expect(screen.getAllByText(/^Play \d/)).toHaveLength(3)
    expect(screen.getByRole('link', { name: 'Choose dates' }).getAttribute('href')).toBe('/subscriptions/fixed-series/loft/choose-dates')
  })

  it('requires enough dates before the seats', async () => {
    const { address } = await open('/syos')
    const [first] = await screen.findAllByRole('checkbox')
    expect(address()).toBe('/subscriptions/fixed-series/loft/choose-dates')
    fireEvent.click(first!)
    press('Continue to seats')
    expect(await screen.findByText('You have chosen 1. Please choose at least 2 dates.')).toBeTruthy()
    expect(address()).toBe('/subscriptions/fixed-series/loft/choose-dates')
  })

  it('names the date on which a seat is not free, and holds the same seats on all dates at their price types', async () => {
    const { calls, address } = await open('/choose-dates')
    await chooseAllDates()
    const lost = await screen.findByRole('button', { name: /^A3, taken\. Not free on / })
    fireEvent.focus(lost)
    fireEvent.click(lost)
    expect(await screen.findByText(/^Stalls, row A, seat 3\. Not free on /)).toBeTruthy()
    expect(screen.getByText('You have not chosen any seats yet.')).toBeTruthy()
    press('A1, free')
    press('A2, free')
    press('Continue to prices')
    expect(await screen.findByText('£96.00')).toBeTruthy()
    expect(screen.getByText('£24.00')).toBeTruthy()
    press(/Stalls, row A, seat 2/)
    fireEvent.click(await screen.findByRole('option', { name: 'Under 26' }))
    expect(await screen.findByText('£72.00')).toBeTruthy()
    press('Add to basket')
    expect(await screen.findByText('basket')).toBeTruthy()
    const seats = [
      { seat: 'stalls.A.1', priceType: 'full' },
      { seat: 'stalls.A.2', priceType: 'under-26' },
    ]
    expect(calls.find(({ call }) => call === 'packages.hold')?.body).toMatchObject({
      package: 'loft',
      party: [
        { priceType: 'full', quantity: 1 },
        { priceType: 'under-26', quantity: 1 },
      ],
      performances: instances.map((instance) => ({ package: null, part: instance, instance, seats })),
    })
    expect(address()).toBe('/checkout/basket')
  })

  it('offers other seats where the chosen ones leave a seat alone on every date', async () => {
    const allFree = packAvailability(onDates[0]!)
    const performances = instances.map((instance) => ({ instance, seats: allFree }))
    const catalogue = { commonAvailability: () => ({ ...availability, performances, seats: allFree, seatsLeft: 3 }), prices: () => prices }
    const { address } = await open('/choose-dates', { catalogue }, 'block-unless-nothing-better')
    await chooseAllDates()
    fireEvent.click(await screen.findByRole('button', { name: 'A2, free' }))
    press('Continue to prices')
    expect(await screen.findByText('2 seats would be left alone on all dates')).toBeTruthy()
    expect(address()).toBe('/subscriptions/fixed-series/loft/syos')
    press('Take Stalls, row A, seat 1 instead')
    expect(screen.queryByText('2 seats would be left alone on all dates')).toBeNull()
    press('Continue to prices')
    expect(await screen.findByText('£48.00')).toBeTruthy()
  })

  it('warns of such a seat where the brand does not block it, and continues with the chosen seats', async () => {
    const allFree = packAvailability(onDates[0]!)
    const performances = instances.map((instance) => ({ instance, seats: allFree }))
    const catalogue = { commonAvailability: () => ({ ...availability, performances, seats: allFree, seatsLeft: 3 }), prices: () => prices }
    const { address } = await open('/choose-dates', { catalogue }, 'warn')
    await chooseAllDates()
    fireEvent.click(await screen.findByRole('button', { name: 'A2, free' }))
    press('Continue to prices')
    expect(await screen.findByText('2 seats would be left alone on all dates')).toBeTruthy()
    expect(address()).toBe('/subscriptions/fixed-series/loft/syos')
    press('Keep my seats and continue')
    expect(await screen.findByText('£48.00')).toBeTruthy()
  })

  it('keeps dates, seats and prices after a reload, and names the date of a seat that was lost', async () => {
    await open('/choose-dates')
    await chooseAllDates()
    fireEvent.click(await screen.findByRole('button', { name: 'A1, free' }))
    cleanup()
    const missing = [{ instance: 'second', code: 'seats-taken', seats: ['stalls.A.1'], instead: null, best: [] }]
    const hold = () => refuse(problem('performances-unavailable', { performances: missing }))
    const { address } = await open('/choose-prices', { packages: { package: () => view, hold } })
    await screen.findByText('£48.00')
    press('Add to basket')
    expect(await screen.findByText('Seats of some performances are not available')).toBeTruthy()
    expect(screen.getByText(/: Stalls, row A, seat 1$/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Choose other seats' })).toBeTruthy()
    expect(address()).toBe('/subscriptions/fixed-series/loft/choose-prices')
  })
})
