// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ListedPerformance, Listings } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { type AccessTag, labelled } from '@playhouse/domain/season'
import { initI18n, loadMessages } from '#i18n'
import { aBrand, closeScreen, fakeServer, openScreen } from '#testing'
import { ListingsPage } from './index.ts'
import { filterListing, readFilter, writeFilter } from './listing-filter.ts'

afterEach(closeScreen)

const performance = (id: string, event: string, startsAtLocal: string, accessTags: AccessTag[] = []): ListedPerformance => ({
  ...{ id, event, startsAtLocal, accessTags, startsAt: `${startsAtLocal}:00.000Z`, timeZone: 'Etc/UTC' },
  ...labelled('get-tickets'),
  priceFrom: money(20_00),
})
const listings: Listings = {
  productions: [
    { id: 'hamlet', title: 'Hamlet', copyLanguage: 'en' },
    { id: 'emma', title: 'Emma', copyLanguage: 'en' },
  ],
  performances: [
    performance('h-1', 'hamlet', '2031-02-01T14:30'),
    performance('e-1', 'emma', '2031-02-01T19:30', ['captioned']),
    performance('h-2', 'hamlet', '2031-02-02T19:30'),
    performance('h-3', 'hamlet', '2031-03-01T19:30', ['bsl']),
  ],
}

async function open(at: string, reply: Listings = listings) {
  await initI18n(aBrand(), 'en')
  await Promise.all([loadMessages('listings'), loadMessages('problem')])
  fakeServer({ listings: { performances: () => reply } })
  return openScreen({ at, routes: [{ path: '/listings', element: <ListingsPage /> }] })
}
const days = (): (string | null)[] => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

it('lists performances of all productions by day, one month at a time', async () => {
  await open('/listings')
  await waitFor(() => expect(days()).toEqual(['Saturday 1 February 2031', 'Sunday 2 February 2031']))
  const day = within(screen.getByRole('region', { name: 'Saturday 1 February 2031' }))
  expect(day.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/events/hamlet/h-1', '/events/emma/e-1'])
  fireEvent.click(screen.getByRole('radio', { name: /March 2031/ }))
  await waitFor(() => expect(days()).toEqual(['Saturday 1 March 2031']))
})

it('filters by the query of its URL and by access services, and offers all again where none matches', async () => {
  await open('/listings?production=hamlet')
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Captioned' }))
  expect(await screen.findByText('No performance matches your choice.')).toBeTruthy()
  expect(days()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Show all performances' }))
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(3))
})

it('states that there are no performances yet', async () => {
  await open('/listings', { productions: [], performances: [] })
  expect(await screen.findByText('No performances are announced yet.')).toBeTruthy()
})

it('keeps a filter in a query, and leaves out access services that it does not know', () => {
  const filter = { production: 'hamlet', access: ['captioned', 'bsl'] as const, month: '2031-03' }
  expect(readFilter(writeFilter(filter))).toEqual(filter)
  expect(readFilter(new URLSearchParams('access=flying'))).toEqual({ production: null, access: [], month: null })
  expect(filterListing(listings.performances, { production: null, access: ['bsl'], month: null })).toMatchObject([
    { id: '2031-03', count: 1, days: [{ id: '2031-03-01' }] },
  ])
})
