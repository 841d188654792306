// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { brandSchema } from '@playhouse/domain/brand'
import { problem, problemCodes } from '@playhouse/domain/problem'
import { availabilityLabels } from '@playhouse/domain/season'
import { initI18n, loadMessages } from '#i18n'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { AlertDialog } from './AlertDialog.tsx'
import { announce, StatusRegion } from './announce.tsx'
import { AvailabilityBadge } from '#ticketing/AvailabilityBadge'
import { Button } from './Button.tsx'
import { HoldTimer } from '#ticketing/HoldTimer'
import { PageHeading } from './PageHeading.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { ProgressSteps } from './ProgressSteps.tsx'
import { Tooltip } from './Tooltip.tsx'

beforeAll(async () => {
  await initI18n(
    brandSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../../brands/bridge/brand.json'), 'utf8'))),
    'en',
  )
  await loadMessages('problem')
})
afterEach(cleanup)
const inRouter = (element: ReactNode) => render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)

it('sets the document title, and takes the focus on every page but the first', async () => {
  const router = createMemoryRouter([
    { path: '/', element: <PageHeading>Home</PageHeading> },
    { path: '/basket', element: <PageHeading title="Your basket, 2 tickets">Basket</PageHeading> },
  ])
  render(<RouterProvider router={router} />)
  expect(document.title).toBe('Home – Bridge Theatre')
  expect(document.activeElement).toBe(document.body)
  await act(() => router.navigate('/basket'))
  expect(document.title).toBe('Your basket, 2 tickets – Bridge Theatre')
  expect(document.activeElement?.textContent).toBe('Basket')
})

it('shows parameters and a link for a problem', () => {
  inRouter(<ProblemNotice problem={{ ...problem('max-tickets-per-order', { maximum: 9, requested: 12 }), requestId: 'r-7' }} />)
  expect(screen.getByRole('alert').textContent).toContain('You can book up to 9 tickets in one order')
  expect(screen.getByRole('alert').textContent).toContain('groups@bridge.example')
  expect(screen.getByRole('link', { name: 'Go to your basket' }).getAttribute('href')).toBe('/checkout/basket')
  expect(screen.getByText('Reference for the box office: r-7')).toBeTruthy()
})

it('omits the title that the heading of a screen shows', () => {
  inRouter(<ProblemNotice problem={problem('event-unavailable')} hasNoTitle />)
  const alertText = screen.getByRole('alert').textContent
  expect(alertText).toContain('The link may be old.')
  expect(alertText).not.toContain('could not find this event')
})

it('offers to retry when the screen supports it', () => {
  let tries = 0
  inRouter(<ProblemNotice problem={problem('payment-unreachable')} onRetry={() => tries++} />)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(tries).toBe(1)
})

it('formats dates and lists of a problem in the visitor’s locale', () => {
  inRouter(<ProblemNotice problem={problem('instance-priority', { generalSaleAt: '2026-02-03T10:00:00Z' })} />)
  expect(screen.getByRole('alert').textContent).toContain('General booking opens Tue 3 Feb, 10am')
  cleanup()
  inRouter(<ProblemNotice problem={problem('seats-taken', { seats: ['Row C seat 14', 'Row C seat 15'], instead: null })} />)
  expect(screen.getByRole('alert').textContent).toContain('Row C seat 14 and Row C seat 15: already taken')
})

it('has a title and a detail for every code, without unfilled parameters', () => {
  const facts = {
    band: 'A',
    requested: 3,
    seats: ['C14'],
    seat: 'C14',
    priceType: 'Full',
    name: 'Advance',
    maximum: 9,
    performance: 'Hedda',
    previouslyPurchased: 2,
    step: 'Billing',
    generalSaleAt: '2026-02-03T10:00:00Z',
    fields: ['email'],
    retryAfterSeconds: 5,
    minutes: 1,
    until: '2026-02-03T10:00:00Z',
  }
  for (const code of problemCodes) {
    inRouter(<ProblemNotice problem={{ code, params: facts } as never} />)
    expect(screen.getByRole('alert').textContent, code).not.toMatch(/\{\{|\.title|\.detail/)
    cleanup()
  }
})

it('is a timer that is not announced', () => {
  render(<HoldTimer millisecondsLeft={755_000} holdSeconds={1200} />)
  const timer = screen.getByRole('timer')
  expect(timer.getAttribute('aria-live')).toBe('off')
  expect(timer.textContent).toContain('12:35')
})

it('calls back once when the hold ends', () => {
  let ends = 0
  const timer = (millisecondsLeft: number) => <HoldTimer millisecondsLeft={millisecondsLeft} holdSeconds={1200} onEnd={() => ends++} />
  const { rerender } = render(timer(1000))
  rerender(timer(0))
  rerender(timer(0))
  expect(ends).toBe(1)
})

it('announces only the last sentence of a burst, and repeats the same sentence', async () => {
  render(<StatusRegion />)
  const status = screen.getByRole('status')
  act(() => {
    announce('1 seat selected.')
    announce('2 seats selected.')
  })
  await waitFor(() => expect(status.textContent).toBe('2 seats selected.'))
  const before = status.textContent
  act(() => announce('2 seats selected.'))
  await waitFor(() => expect(status.textContent).not.toBe(before))
  expect(status.textContent?.trim()).toBe('2 seats selected.')
})

it('focuses the safe action of an alert and waits for a choice', async () => {
  let isClosed = false
  render(
    <AlertDialog
      isOpen
      title="2 more minutes"
      safe={{ label: 'More time', onPress: () => {} }}
      other={{ label: 'Pay', onPress: () => (isClosed = true) }}
    >
      Your seats are held for a while.
    </AlertDialog>,
  )
  expect(screen.getByRole('alertdialog', { name: '2 more minutes' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('More time'))
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Pay' }))
  expect(isClosed).toBe(true)
})

it('ignores presses while busy, and keeps the focus', () => {
  let presses = 0
  render(
    <Button isPending onPress={() => presses++}>
      Pay
    </Button>,
  )
  const button = screen.getByRole('button')
  button.focus()
  fireEvent.click(button)
  expect(presses).toBe(0)
  expect(document.activeElement).toBe(button)
})

it('shows the name of an icon button and does not describe it by the same text', async () => {
  render(
    <Tooltip text="Zoom in">
      <Button look="icon" aria-label="Zoom in">
        +
      </Button>
    </Tooltip>,
  )
  const button = screen.getByRole('button', { name: 'Zoom in' })
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(() => button.focus())
  await screen.findByRole('tooltip')
  expect(button.getAttribute('aria-describedby')).toBe('')
})

it('marks the current step and links to completed ones', () => {
  const steps = ['basket', 'account', 'delivery'].map((id) => ({ id, name: id, to: `/checkout/${id}` }))
  inRouter(<ProgressSteps steps={steps} current="account" />)
  expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null])
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

it('shows every availability by its own word and shape', () => {
  const icons = availabilityLabels.map((availability) => {
    const { container } = render(<AvailabilityBadge availability={availability} />)
    const badge = { word: container.textContent, shape: container.querySelector('svg')?.innerHTML }
    cleanup()
    return badge
  })
  expect(new Set(icons.map(({ word }) => word)).size).toBe(8)
  expect(new Set(icons.map(({ shape }) => shape)).size).toBe(8)
})
