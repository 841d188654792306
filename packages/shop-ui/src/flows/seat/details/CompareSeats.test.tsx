// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Instance } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { enter, leave } from '#testing'
import { sampleHouse } from '../house/sample-house.ts'
import { type Pin, usePins } from './compare-pins.ts'
import { CompareSeats } from './CompareSeats.tsx'

const pin = (change: Partial<Pin>): Pin => ({
  instance: 'tonight',
  event: 'play',
  title: 'The Tempest',
  startsAt: '2027-02-12T19:30:00Z',
  timeZone: 'Europe/London',
  seat: 'x',
  area: 'Stalls',
  row: 'C',
  number: '4',
  price: money(4_500),
  share: { adult: 1, child: 1, wheelchair: 1 },
  metres: 8,
  steps: 0,
  endOfRow: false,
  stepFree: true,
  toiletMetres: 20,
  ...change,
})

afterEach(() => {
  usePins.setState({ pins: [] })
  leave()
})

it('names a seat as the hall does: in a row, at a table, or as it was kept before tables had words', async () => {
  usePins.setState({
    pins: [pin({ seating: 'row' }), pin({ seat: 'y', seating: 'table', area: 'Tables', row: '4' }), pin({ seat: 'z', row: 'D' })],
  })
  const compare = (
    <CompareSeats
      instance={{ id: 'tonight', event: 'play' } as Instance}
      house={sampleHouse}
      standingOf={() => 'free'}
      onToggle={() => {}}
      onClose={() => {}}
    />
  )
  await enter({ at: '/', routes: [{ path: '/', element: compare }] })
  const headings = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)
  expect(headings.slice(1)).toEqual([
    expect.stringMatching(/^Stalls, row C, seat 4/),
    expect.stringMatching(/^Tables, table 4, seat 4/),
    expect.stringMatching(/^Stalls, row D, seat 4/),
  ])
})
