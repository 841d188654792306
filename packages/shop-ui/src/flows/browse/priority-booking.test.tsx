// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Instance } from '@playhouse/api-client/contract'
import { labelled } from '@playhouse/domain/season'
import { initI18n, loadMessages } from '#i18n'
import { aBrand, closeScreen, fakeServer, openScreen } from '#testing'
import { PriorityBookingPage } from './index.ts'

afterEach(closeScreen)

const production: Instance['production'] = {
  ...{ id: 'hamlet', title: 'Hamlet', credit: '', tagline: '', synopsis: [], runningTime: 120, intervals: 1, ageGuidance: 0 },
  ...{ warnings: [], venue: 'main', copyLanguage: 'en', poster: { hue: 1, motif: 'arcs' } },
}
const instance: Instance = {
  ...{ id: 'h-1', event: 'hamlet', startsAt: '2031-02-01T19:30:00.000Z', startsAtLocal: '2031-02-01T19:30', timeZone: 'Etc/UTC' },
  ...labelled('priority'),
  ...{
    accessTags: [],
    priceFrom: null,
    seatsLeft: 0,
    production,
    hall: 'main',
    planVersion: '1',
    seatingVersion: '1',
    hallName: 'Main',
    runningTime: 120,
  },
  ...{
    generalSaleAt: '2031-01-10T10:00:00.000Z',
    priority: [{ from: '2031-01-01T10:00:00.000Z', until: null, memberships: ['priority'] }],
  },
  ...{ isEarly: false, restrictedTo: [], waitingRoom: null, form: null, products: [], hasFood: false, hasDaySeats: false, others: [] },
}

async function open(reply: Instance, path = '/events/hamlet/h-1/priority-booking') {
  await initI18n(aBrand(), 'en')
  await loadMessages('problem')
  fakeServer({ catalogue: { instance: () => reply } })
  return openScreen({
    at: path,
    routes: [
      { path: '/events/:event/:instance/priority-booking', element: <PriorityBookingPage /> },
      { path: '/events/:event/:instance', element: <p>the performance</p> },
    ],
  })
}

it('states who may book a performance when, and leads back here after a sign-in', async () => {
  await open(instance)
  expect(await screen.findByRole('heading', { level: 1, name: 'Priority booking' })).toBeTruthy()
  expect(screen.getByText('Priority Member')).toBeTruthy()
  expect(screen.getByText('General sale')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain('priority-booking')
})

it('states when a period ends before general sale', async () => {
  const [period] = instance.priority
  const ended = { ...period!, from: '2020-01-01T10:00:00.000Z', until: '2020-01-05T18:00:00.000Z' }
  await open({ ...instance, priority: [ended, { ...ended, until: '2031-01-05T18:00:00.000Z', memberships: ['advance'] }] })
  await screen.findByRole('heading', { level: 1, name: 'Priority booking' })
  const periods = [...document.querySelectorAll('dl dt')].map((each) => each.textContent)
  expect(periods[0]).toMatch(/2020.* – .*2020/)
  expect(periods.map((text) => text!.includes('open now'))).toEqual([false, true, false])
})

it.each([
  ['where the visitor may book', { ...instance, ...labelled('get-tickets') }],
  ['for a production that the performance is not of', { ...instance, event: 'emma' }],
])('leads to the page of the performance %s', async (_, reply) => {
  await open(reply)
  await waitFor(() => expect(screen.getByText('the performance')).toBeTruthy())
})
