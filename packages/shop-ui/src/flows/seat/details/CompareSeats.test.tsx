// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Instance } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { openScreen, closeScreen } from '#testing'
import { sampleModel } from '../model/sample-model.ts'
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
  closeScreen()
})

const compare = () => {
  const dialog = (
    <CompareSeats
      now={Date.now}
      instance={
        {
          id: 'tonight',
          event: 'play',
          startsAt: '2027-02-12T19:30:00Z',
          timeZone: 'Europe/London',
          production: { title: 'The Tempest' },
        } as Instance
      }
      model={sampleModel}
      statusOf={() => 'free'}
      onToggle={() => {}}
      onClose={() => {}}
    />
  )
  return openScreen({ at: '/', routes: [{ path: '/', element: dialog }] })
}
const cellsOf = async (heading: string): Promise<(string | null)[]> => {
  const row = (await screen.findByRole('rowheader', { name: heading })).closest('tr')!
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}

it('names a seat in a row, at a table, or as stored by versions without tables', async () => {
  usePins.setState({
    pins: [pin({ seating: 'row' }), pin({ seat: 'y', seating: 'table', area: 'Tables', row: '4' }), pin({ seat: 'z', row: 'D' })],
  })
  await compare()
  const headings = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)
  expect(headings.slice(1)).toEqual([
    expect.stringMatching(/^Stalls, row C, seat 4/),
    expect.stringMatching(/^Tables, table 4, seat 4/),
    expect.stringMatching(/^Stalls, row D, seat 4/),
  ])
})

it('shows current facts for this performance, and facts at the time of pinning for others', async () => {
  usePins.setState({ pins: [pin({ seat: 'stalls.B.2', price: money(900) }), pin({ instance: 'tomorrow', price: money(900) })] })
  await compare()
  expect(await cellsOf('Price')).toEqual(['£45.00', '£9.00'])
})

it('shows a restricted view where the theatre reports one', async () => {
  usePins.setState({
    pins: [
      pin({ seat: 'stalls.C.4' }),
      pin({ instance: 'tomorrow', isRestricted: true, share: { adult: 0.9, child: 0.9, wheelchair: 0.9 } }),
      pin({ instance: 'tomorrow', seat: 'y', isSpace: true, share: { adult: 1, child: 1, wheelchair: 0.8 } }),
      pin({ instance: 'tomorrow', seat: 'z', share: null }),
    ],
  })
  await compare()
  expect(await cellsOf('Of the stage you see')).toEqual([
    expect.stringMatching(/^Restricted view(?!.*100)/),
    'Restricted view90% at most',
    '80%As seen by: A wheelchair user',
    '',
  ])
})

it('shows a full view for the same share as the details', async () => {
  usePins.setState({ pins: [pin({ instance: 'tomorrow', share: { adult: 0.996, child: 0.5, wheelchair: 0.5 } })] })
  await compare()
  expect(await cellsOf('Of the stage you see')).toEqual(['100%'])
})

it('links to another date while it is on sale', async () => {
  usePins.setState({
    pins: [
      pin({ instance: 'tomorrow', startsAt: '2096-02-12T19:30:00Z' }),
      pin({ instance: 'yesterday', startsAt: '2020-02-12T19:30:00Z' }),
    ],
  })
  await compare()
  expect(await cellsOf('Choose')).toEqual(['Go to this dateRemove', 'This performance is overRemove'])
})
