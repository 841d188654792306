// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { loadMessages } from '#i18n'
import { aBrand, closeScreen, fakeServer, inDays, openScreen } from '#testing'
import { BookTable } from './BookTable.tsx'

afterEach(closeScreen)

const river = {
  partner: 'river',
  name: 'The River Room',
  host: 'tables.example',
  url: 'https://tables.example/b?d={date}&t={time}&n={party}',
}
const both = [river, { ...river, partner: 'loft', name: 'The Loft', most: 3 }]
const open = async (startsAt: string, partners?: typeof both) => {
  fakeServer({})
  const performance = { instance: 'tonight', title: 'The Play', startsAt, timeZone: 'Europe/London' }
  const button = <BookTable performance={performance} party={4} />
  const brand = aBrand(partners && { tablePartners: partners })
  await openScreen({ at: '/', routes: [{ path: '/', element: button }], brand })
  await loadMessages('table')
}
const press = async (name: RegExp | string) => fireEvent.click(await screen.findByRole('button', { name }))

it('opens the link of a partner only after the visitor has agreed to what is sent', async () => {
  vi.useFakeTimers({ now: Date.parse('2031-01-20T12:00:00Z'), toFake: ['Date'] })
  await open('2031-02-04T19:30:00Z', both)
  await press('Book a table')
  await press('Open The River Room')
  expect(await screen.findByText(/Please agree/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  fireEvent.click(screen.getByRole('checkbox'))
  const link = await screen.findByRole('link', { name: 'Open The River Room' })
  expect(link.getAttribute('href')).toBe('https://tables.example/b?d=2031-02-04&t=18%3A00&n=4')
  expect([link.getAttribute('rel'), link.getAttribute('referrerpolicy'), link.getAttribute('target')]).toEqual([
    'noopener noreferrer',
    'no-referrer',
    '_blank',
  ])
  // Another partner needs another agreement.
  fireEvent.click(screen.getByRole('radio', { name: /The Loft/ }))
  expect(screen.getByText(/^Please agree first: The Loft/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  fireEvent.click(screen.getByRole('checkbox'))
  expect((await screen.findByRole('link', { name: 'Open The Loft' })).getAttribute('href')).toContain('n=3')
})

it('offers no table more than 60 days ahead', async () => {
  await open(inDays(90), both)
  await press('Book a table')
  expect(await screen.findByText(/^Tables can be booked from /)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('renders nothing where the theatre has no partners', async () => {
  await open(inDays(10))
  expect(screen.queryByRole('button', { name: 'Book a table' })).toBeNull()
})
