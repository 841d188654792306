// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import type { PackageView } from '@playhouse/domain/package'
import { problem } from '@playhouse/domain/problem'
import { useDrafts } from '#client-state'
import { initI18n, loadMessages } from '#i18n'
import { aBrand, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { PackagePage, PackagePartPage, PackagePricePage, PackageSeatsPage } from './index.ts'

afterEach(() => {
  closeScreen()
  useDrafts.getState().deleteAll()
})

const name = { text: 'Pick two' }
const part = (id: string, day: string) => ({
  ...{ part: id, event: id, title: id.toUpperCase() },
  performances: [
    {
      ...{ instance: `${id}-1`, startsAt: `2031-03-${day}T19:30:00.000Z`, startsAtLocal: `2031-03-${day}T19:30` },
      ...{
        endsAt: `2031-03-${day}T21:30:00.000Z`,
        timeZone: 'Europe/London',
        availability: 'get-tickets' as const,
        availabilityCode: 1 as const,
      },
      ...{ accessTags: [], priceFrom: null },
    },
  ],
})
const view: PackageView = {
  ...{ package: 'pick-two', kind: 'flexible', name, summary: name, isOnSale: true, saleFrom: null, saleUntil: null, bands: [] },
  ...{ least: 2, most: 3, events: ['rivals', 'malfi', 'consort'] },
  pricing: { kind: 'discount', steps: [{ performances: 2, basisPoints: 1_000 }] },
  groups: [
    {
      ...{ id: 'plays', name: { text: 'Plays' }, least: 2, most: 3, packages: [] },
      parts: [part('rivals', '01'), part('malfi', '01'), part('consort', '04')],
    },
  ],
}

async function open(chosen: readonly string[], offered: PackageView = view) {
  await initI18n(aBrand(), 'en')
  await Promise.all([loadMessages('package'), loadMessages('problem')])
  const choice = chosen.map((id) => ({ package: null, part: id, instance: `${id}-1` }))
  useDrafts.getState().saveForm('package pick-two', { choice, people: {} })
  fakeServer({ packages: { package: () => offered } })
  await openScreen({ at: '/packages/pick-two', routes: [{ path: '/packages/:package', element: <PackagePage /> }] })
  await screen.findByRole('heading', { level: 1, name: 'Pick two' })
}

it('names the discount of the chosen number of performances', async () => {
  await open(['rivals', 'consort'])
  expect(screen.getByText(/^2 chosen, of 2 to 3/, { selector: 'span' })).toBeTruthy()
  expect(screen.getByText(/^You save 10% on each ticket/, { selector: 'span' })).toBeTruthy()
})

it('marks dates that overlap, and lists what the choice lacks', async () => {
  await open(['rivals', 'malfi'])
  expect(screen.getByText('Overlaps with MALFI. Choose another date.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Hold seats for all dates' }))
  await waitFor(() => expect(screen.getByText('Two dates overlap: RIVALS and MALFI.')).toBeTruthy())
  expect(screen.getByText('Choose how many people are coming.')).toBeTruthy()
})

describe('the needs of the best available seats', () => {
  const prices = {
    ...{ seatingVersion: '1', priceTypes: [{ id: 'full', name: 'Full price', kind: 'full' as const }], seatBands: [] },
    prices: { a: { full: { price: money(50_00), fee: money(2_00) } } },
  }

  async function openWith(kind: 'access' | 'full') {
    const bodies: unknown[] = []
    await initI18n(aBrand(), 'en')
    await Promise.all([loadMessages('package'), loadMessages('problem')])
    const choice = ['rivals', 'consort'].map((id) => ({ package: null, part: id, instance: `${id}-1` }))
    useDrafts.getState().saveForm('package pick-two', { choice, people: { full: 1 } })
    fakeServer({
      packages: {
        package: () => view,
        hold: ({ body }) => {
          bodies.push(body)
          return refuse(problem('tickets-not-added'))
        },
      },
      catalogue: { prices: () => ({ ...prices, priceTypes: [...prices.priceTypes, { id: 'other', name: 'Other', kind }] }) },
      me: {
        access: () => ({
          accessId: 'NC-1',
          types: [
            { type: 'wheelchair', needsAisle: true },
            { type: 'plus-one', needsAisle: false },
          ],
        }),
      },
    })
    await openScreen({ at: '/packages/pick-two', routes: [{ path: '/packages/:package', element: <PackagePage /> }] })
    return bodies
  }
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Hold seats for all dates' }))

  it('are filled in from the access ID, and can be taken away', async () => {
    const bodies = await openWith('access')
    await screen.findByText(/^Filled in from your access ID/)
    submit()
    // One person has no companion.
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ wish: { needs: ['wheelchair'], together: true } }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Wheelchair space' }))
    submit()
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).not.toHaveProperty('wish')
  })

  it('can be chosen without an access ID', async () => {
    const bodies = await openWith('full')
    fireEvent.click(await screen.findByRole('button', { name: 'What you need of your seats' }))
    expect(screen.queryByText(/^Filled in/)).toBeNull()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Step-free' }))
    submit()
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ wish: { needs: ['step-free'] } }))
  })
})

describe('the calendar of a production with many dates', () => {
  const [first] = part('rivals', '01').performances
  const dates = ['2031-03-01', '2031-03-02', '2031-03-08', '2031-03-09', '2031-03-15', '2031-04-05', '2031-04-06'].map((day, nth) => ({
    ...first!,
    ...{ instance: `rivals-${nth + 1}`, startsAt: `${day}T19:30:00.000Z`, startsAtLocal: `${day}T19:30`, endsAt: `${day}T21:30:00.000Z` },
    ...(nth === 1 && { availability: 'sold-out' as const, availabilityCode: 3 as const }),
  }))
  const [plays] = view.groups
  const many = { ...view, groups: [{ ...plays!, parts: [{ ...plays!.parts[0]!, performances: dates }, ...plays!.parts.slice(1)] }] }

  it('chooses a date in any of its months, and marks those that overlap or are sold out', async () => {
    await open(['malfi'], many)
    fireEvent.click(screen.getByRole('button', { name: 'Choose in a calendar' }))
    const month = screen.getByRole('radiogroup', { name: 'RIVALS, dates in March 2031' })
    expect(within(month).getAllByRole('radio')).toHaveLength(5)
    expect(within(month).getByRole('radio', { name: /1 March.*Overlaps with MALFI/ })).toBeTruthy()
    expect(within(month).getByRole<HTMLInputElement>('radio', { name: /2 March.*Not available/ }).disabled).toBe(true)
    fireEvent.click(within(month).getByRole('radio', { name: /8 March/ }))
    expect(await screen.findByText(/^2 chosen, of 2 to 3/, { selector: 'span' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /RIVALS/ }).textContent).toContain('8 March')
    fireEvent.click(screen.getByRole('radio', { name: /April 2031/ }))
    fireEvent.click(screen.getByRole('radio', { name: /5 April/ }))
    expect(screen.getByRole('button', { name: /RIVALS/ }).textContent).toContain('5 April')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /5 April/ }).checked).toBe(true)
  })

  it('is not offered where the dates are few', async () => {
    await open([])
    expect(screen.queryByRole('button', { name: 'Choose in a calendar' })).toBeNull()
  })
})

describe('the seats of one date', () => {
  const prices = {
    ...{ seatingVersion: '1', priceTypes: [{ id: 'full', name: 'Full price', kind: 'full' as const }], seatBands: [] },
    prices: { a: { full: { price: money(50_00), fee: money(2_00) } }, b: { full: { price: money(30_00), fee: money(2_00) } } },
  }
  const choice = ['rivals', 'consort'].map((id) => ({ package: null, part: id, instance: `${id}-1` }))
  const bodies: unknown[] = []

  async function openAt(at: string, draft: object) {
    bodies.length = 0
    await initI18n(aBrand(), 'en')
    await Promise.all([loadMessages('package'), loadMessages('problem')])
    useDrafts.getState().saveForm('package pick-two', { choice, people: { full: 2 }, ...draft })
    fakeServer({
      packages: {
        package: () => view,
        hold: ({ body }) => {
          bodies.push(body)
          return refuse(problem('tickets-not-added'))
        },
      },
      catalogue: { prices: () => prices },
    })
    await openScreen({
      at,
      routes: [
        { path: '/packages/:package', element: <PackagePage /> },
        { path: '/packages/:package/:instance', element: <PackagePartPage /> },
        { path: '/packages/:package/:instance/price-selection', element: <PackagePricePage /> },
        { path: '/packages/:package/:instance/syos', element: <PackageSeatsPage Seats={() => null} /> },
      ],
    })
  }

  it('are requested in the band that was chosen, or as chosen on the map', async () => {
    const seats = ['1', '2'].map((seat) => ({ seat, priceType: 'full' }))
    await openAt('/packages/pick-two/rivals-1/price-selection', { seats: { 'consort-1': seats } })
    fireEvent.click(await screen.findByRole('radio', { name: /£30\.00 as a single ticket/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Use this price band' }))
    expect(await screen.findByText('2 seats chosen on the map')).toBeTruthy()
    expect(screen.getByText(/^Best available seats in/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Hold seats for all dates' }))
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toMatchObject({
      performances: [
        { instance: 'consort-1', seats },
        { instance: 'rivals-1', band: 'b' },
      ],
    })
  })

  it('are asked for again where they do not fit the people any more, and people before seats', async () => {
    await openAt('/packages/pick-two/consort-1', { seats: { 'consort-1': [{ seat: '1', priceType: 'full' }] } })
    expect(await screen.findByText(/^The seats you chose don't match/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Use the best available seats' }))
    expect(await screen.findByText('Best available seats')).toBeTruthy()
    closeScreen()
    await openAt('/packages/pick-two/consort-1/syos', { people: {} })
    expect(await screen.findByText(/^To choose seats on the map, first/)).toBeTruthy()
  })

  it('shows that a package does not offer a performance', async () => {
    await openAt('/packages/pick-two/hamlet-1', {})
    expect((await screen.findByRole('link', { name: 'Back to the package' })).getAttribute('href')).toBe('/packages/pick-two')
  })
})
