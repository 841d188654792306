// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Instance } from '@playhouse/api-client/contract'
import { labelled } from '@playhouse/domain/season'
import { closeScreen, fakeServer, openScreen } from '#testing'
import { InstancePage } from './InstancePage.tsx'

afterEach(closeScreen)

const instance: Instance = {
  ...{ id: 'h-1', event: 'hamlet', startsAt: '2031-02-01T19:30:00.000Z', startsAtLocal: '2031-02-01T19:30', timeZone: 'Etc/UTC' },
  ...labelled('get-tickets'),
  ...{
    accessTags: [],
    priceFrom: null,
    seatsLeft: 9,
    hall: 'main',
    planVersion: '1',
    seatingVersion: '1',
    hallName: 'Main',
    runningTime: 120,
  },
  production: {
    ...{ id: 'hamlet', title: 'Hamlet', credit: '', tagline: '', synopsis: [], runningTime: 120, intervals: 1, ageGuidance: 0 },
    ...{ warnings: [], venue: 'main', copyLanguage: 'en', poster: { hue: 1, motif: 'arcs' } },
  },
  ...{ generalSaleAt: '2031-01-10T10:00:00.000Z', priority: [], isEarly: false, restrictedTo: [], waitingRoom: null, form: null },
  ...{ products: [], hasFood: false, hasDaySeats: false, others: [] },
}

it.each([
  ['get-tickets', true],
  ['not-on-sale', false],
] as const)('of a performance that is %s, names the ways to choose seats only where the page offers them', async (label, isOffered) => {
  fakeServer({ catalogue: { instance: () => ({ ...instance, ...labelled(label) }) } })
  await openScreen({
    at: '/events/hamlet/h-1',
    routes: [{ path: '/events/:event/:instance', element: <InstancePage /> }],
  })
  await screen.findByText(/^Step-free, aisle and wheelchair seats are marked/)
  expect(screen.queryByRole('link', { name: 'Choose from a list' }) !== null).toBe(isOffered)
  expect(screen.queryByText(/^All three work by keyboard and with a screen reader, at the same prices/) !== null).toBe(isOffered)
})
