// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { BallotView, Instance } from '@playhouse/api-client/contract'
import { labelled } from '@playhouse/domain/season'
import { initI18n, loadMessages } from '#i18n'
import { aBrand, closeScreen, fakeServer, openScreen } from '#testing'
import { FirstChoicePage } from './index.ts'

afterEach(closeScreen)

const production: Instance['production'] = {
  ...{ id: 'hamlet', title: 'Hamlet', credit: '', tagline: '', synopsis: [], runningTime: 120, intervals: 1, ageGuidance: 0 },
  ...{ warnings: [], venue: 'main', copyLanguage: 'en', poster: { hue: 1, motif: 'arcs' } },
}
const instance: Instance = {
  ...{ id: 'h-1', event: 'hamlet', startsAt: '2031-02-01T19:30:00.000Z', startsAtLocal: '2031-02-01T19:30', timeZone: 'Etc/UTC' },
  ...labelled('get-tickets'),
  ...{ accessTags: [], priceFrom: null, seatsLeft: 0, production, hall: 'main', planVersion: '1', seatingVersion: '1', hallName: 'Main' },
  ...{ runningTime: 120, generalSaleAt: '2031-01-10T10:00:00.000Z', priority: [], isEarly: false, restrictedTo: [], waitingRoom: null },
  ...{ form: null, products: [], hasFood: false, hasDaySeats: true, others: [] },
}
const times = {
  ...{ opensAt: '2031-01-31T12:00:00.000Z', closesAt: '2031-02-01T10:00:00.000Z' },
  ...{ drawsAt: '2031-02-01T10:00:00.000Z', payUntil: '2031-02-01T16:30:00.000Z' },
}
const entry = { id: '00000000-0000-4000-8000-000000000001', quantity: 2, choices: ['h-1'], place: null, instance: null, order: null }
const ballot: BallotView = {
  ...{
    kind: 'day-seats',
    state: 'open',
    ...times,
    maxQuantity: 2,
    holdHours: null,
    seedHash: 'a1',
    seed: null,
    entries: null,
    entry: null,
  },
  performances: ['h-1', 'h-2'].map((id) => ({
    ...{ instance: id, event: 'hamlet', title: 'Hamlet', copyLanguage: 'en' },
    startsAt: instance.startsAt,
    timeZone: 'Etc/UTC',
    seats: 4,
    price: 15_00 as never,
    times,
  })),
}

async function open(reply: BallotView) {
  await initI18n(aBrand(), 'en')
  await Promise.all([loadMessages('ballot'), loadMessages('problem')])
  const calls = fakeServer({
    catalogue: { instance: () => instance },
    ballot: { read: () => reply, enter: ({ body }) => ({ ...reply, entry: { ...entry, ...body, outcome: null, heldUntil: null } }) },
  })
  await openScreen({
    at: '/events/hamlet/h-1/register/first-choice',
    routes: [{ path: '/events/:event/:instance/register/first-choice', element: <FirstChoicePage /> }],
  })
  await screen.findByRole('heading', { level: 1, name: 'Day seats' })
  return calls
}

it('enters for day seats of one performance, and lists the times of each', async () => {
  const calls = await open(ballot)
  expect(screen.getByText(/^Winners’ seats cost £15/)).toBeTruthy()
  expect(screen.getByText('Pay until').nextElementSibling!.textContent).toContain('4.30pm')
  expect(screen.getAllByText(/^Entries from .* Winners pay until .*/)).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Enter the draw' }))
  expect(await screen.findByText('For 2 people.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Choose other performances' })).toBe(null)
  expect(calls.findLast(({ call }) => call === 'ballot.enter')!.body).toEqual({ quantity: 2, choices: ['h-1'] })
})

it('lists the performances of several productions with their titles and addresses, and never speaks of a ballot', async () => {
  const [own, other] = ballot.performances
  const performances = [own!, { ...other!, event: 'lear', title: 'King Lear' }]
  await open({ ...ballot, performances, entry: { ...entry, outcome: null, heldUntil: null } })
  const link = screen.getByRole('link', { name: /^King Lear, Saturday 1 February 2031/ })
  expect(link.getAttribute('href')).toBe('/events/lear/h-2/register/first-choice')
  expect(screen.getByRole('link', { name: /^Hamlet, Saturday/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Withdraw my entry' })).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/ballot/i)
})

it.each([
  ['can still pay', { order: 'ABCD2345', heldUntil: '2031-02-01T16:30:00.000Z', isPaid: false }, /^We keep them until/],
  ['has paid', { heldUntil: null, isPaid: true }, 'You have paid for them.'],
  ['did not pay in time', { heldUntil: null, isPaid: false }, 'The time to pay is over.'],
])('shows a winner who %s', async (_, outcome, text) => {
  await open({ ...ballot, state: 'drawn', entry: { ...entry, outcome: 'won', place: 1, instance: 'h-1', ...outcome } })
  expect(await screen.findByText(text)).toBeTruthy()
  await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Pay for my seats' })).toHaveLength(outcome.heldUntil === null ? 0 : 1))
})

it.each([
  ['lost', { ...entry, outcome: 'lost' as const, place: 9, heldUntil: null }, 'There were not enough seats for everyone who entered.'],
  ['did not enter', null, 'You did not enter for this performance.'],
])('shows a visitor who %s', async (_, mine, text) => {
  await open({ ...ballot, state: 'drawn', entry: mine })
  expect(await screen.findByText(text)).toBeTruthy()
})
