// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Instance, WaitingRoomStatus, SaleProgress } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { type Answers, aBasket, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { QueuePage } from './QueuePage.tsx'
import { QueueGate } from './index.ts'

afterEach(closeScreen)

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
const sale: SaleProgress = { seats: 900, seatsLeft: 412, bands: [{ band: 'a', price: money(72_00), left: 12 }] }
const waiting = (ahead: number): WaitingRoomStatus => ({
  state: 'waiting',
  ahead,
  position: 1_000,
  estimatedWait: ahead,
  askAgainIn: 10,
  sale,
})
const insideStatus = (): WaitingRoomStatus => ({ state: 'inside', until: inMinutes(20), askAgainIn: 300 })
const admitted: WaitingRoomStatus = { state: 'admitted', until: inMinutes(10), askAgainIn: 60, sale }

const tonight: Instance = {
  id: 'tonight',
  event: 'the-tempest',
  startsAt: '2031-02-04T19:30:00Z',
  startsAtLocal: '2031-02-04T19:30',
  timeZone: 'Europe/London',
  availability: 'get-tickets',
  availabilityCode: 1,
  accessTags: [],
  priceFrom: money(20_00),
  seatsLeft: 412,
  production: {
    id: 'the-tempest',
    title: 'The Tempest',
    credit: '',
    tagline: '',
    synopsis: [],
    runningTime: 140,
    intervals: 1,
    ageGuidance: 10,
    warnings: [],
    venue: '',
    copyLanguage: 'en-GB',
    poster: { hue: 1, motif: 'waves' },
  },
  hall: 'main',
  ...{ planVersion: '1', seatingVersion: '1' },
  hallName: 'The main house',
  runningTime: 140,
  generalSaleAt: '2031-01-01T10:00:00Z',
  priority: [],
  isEarly: false,
  restrictedTo: [],
  waitingRoom: { gathersAt: '2031-01-01T09:00:00Z', opensAt: '2031-01-01T10:00:00Z' },
  form: null,
  products: [],
  hasFood: false,
  hasDaySeats: false,
  others: [],
}

const routes = [
  { path: '/queue', element: <QueuePage /> },
  { element: <QueueGate />, children: [{ path: '/events/:event/:instance/syos/:view', element: <p>the seats</p> }] },
]
const seats = '/events/the-tempest/tonight/syos/all?list'
const queueFor = (to: string): string => `/queue?${new URLSearchParams({ instance: 'tonight', to })}`

async function open(at: string, queue: NonNullable<Answers['queue']>) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls = fakeServer({ catalogue: { instance: () => tonight }, queue })
  const page = await openScreen({ at, routes, basket: aBasket({ tickets: [] }) })
  await pass(0.5)
  return { ...page, calls: () => calls.map(({ call }) => call) }
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

describe('QueueGate', () => {
  it('redirects a visitor without a queue pass to the waiting room, with the requested page', async () => {
    const { address } = await open(seats, { place: () => ({ ...waiting(5) }) })
    expect(address()).toBe(queueFor(seats))
  })

  it('admits a visitor with a queue pass, and keeps the pass alive', async () => {
    const { address, calls } = await open(seats, { place: insideStatus })
    expect(screen.getByText('the seats')).toBeTruthy()
    const callCount = calls().length
    await pass(301)
    expect(calls().length).toBeGreaterThan(callCount)
    expect(address()).toBe(seats)
  })
})

describe('the waiting room', () => {
  it('joins the queue, and announces the position without repetition', async () => {
    let ahead = 640
    const { calls } = await open(queueFor(seats), {
      place: () => (ahead === 640 ? { state: 'outside', opensAt: inMinutes(-1), isMoved: false, hasLapsed: false } : waiting(ahead)),
      join: () => waiting(ahead),
    })
    expect(calls()).toContain('queue.join')
    expect(screen.getByText('640 people ahead of you')).toBeTruthy()
    expect(screen.getByText('About 15 minutes')).toBeTruthy()
    expect(screen.getByText('412 of 900 seats')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('640 people ahead of you')
    for (let looks = 0; looks < 4; looks++) {
      ahead -= 2
      await pass(11)
    }
    expect(screen.getByText(`${ahead} people ahead of you`)).toBeTruthy()
    expect(screen.getByRole('status').textContent, 'said once').toContain('640 people ahead of you')
  })

  it('enters by itself after half a minute, to the requested page', async () => {
    const { address, calls } = await open(queueFor(seats), { place: () => admitted, enter: insideStatus })
    expect(document.activeElement?.textContent).toBe('Go in')
    await pass(20)
    expect(calls()).not.toContain('queue.enter')
    await pass(12)
    expect(calls()).toContain('queue.enter')
    expect(address()).toBe(seats)
  })

  it('stays without a time limit when the countdown is cancelled', async () => {
    const { address, calls } = await open(queueFor(seats), { place: () => admitted, enter: insideStatus })
    fireEvent.click(screen.getByRole('button', { name: "Don't go in by itself" }))
    await pass(120)
    expect(calls()).not.toContain('queue.enter')
    fireEvent.click(screen.getByRole('button', { name: 'Go in' }))
    await pass(1)
    expect(address()).toBe(seats)
  })

  it('shows that the turn has passed, and joins again on a press', async () => {
    let isOver = false
    const { calls } = await open(queueFor(seats), {
      place: () => (isOver ? { state: 'outside', opensAt: inMinutes(-30), isMoved: false, hasLapsed: true } : admitted),
      join: () => waiting(12),
    })
    fireEvent.click(screen.getByRole('button', { name: "Don't go in by itself" }))
    expect(screen.getByText(/it stays your turn until/)).toBeTruthy()
    isOver = true
    await pass(61)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your turn has passed')
    expect(calls()).not.toContain('queue.join')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Take a new place' }))
    expect(screen.getByRole('alert').textContent).toMatch(/^Your turn has passed. You were called/)
    fireEvent.click(screen.getByRole('button', { name: 'Take a new place' }))
    await pass(1)
    expect(screen.getByText('12 people ahead of you')).toBeTruthy()
  })

  it('redirects only to pages of the gate', async () => {
    const { address } = await open(queueFor('//evil.example'), { place: insideStatus })
    expect(address()).toBe('/events/the-tempest/tonight/syos/all')
  })

  it('continues to poll while the server is unreachable, and shows that the position is kept', async () => {
    let isDown = false
    await open(queueFor(seats), { place: () => (isDown ? refuse(problem('service-unavailable')) : waiting(8)) })
    isDown = true
    await pass(11)
    expect(screen.getByText(/Your place is kept, and we keep trying/)).toBeTruthy()
    expect(screen.getByText('8 people ahead of you')).toBeTruthy()
    isDown = false
    await pass(11)
    expect(screen.queryByText(/we keep trying/)).toBeNull()
  })

  it('uses neither sound, tab title nor notification by default', async () => {
    await open(queueFor(seats), { place: () => waiting(8) })
    expect(document.title).toContain("You're in line")
    for (const box of screen.getAllByRole('checkbox')) expect((box as HTMLInputElement).checked).toBe(false)
    fireEvent.click(screen.getByRole('checkbox', { name: "Show my place in the tab's title" }))
    await pass(0.1)
    expect(document.title).toBe('8 ahead of you')
  })
})
