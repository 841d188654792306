// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { PlannedProduction } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { BulkEdit } from './BulkEdit.tsx'
import { RunPage } from './index.ts'
import { lear } from './sample-production.ts'

afterEach(closeScreen)

const options = {
  halls: [{ hall: 'main', planVersion: '1', name: 'Main House', seats: 4 }],
  priceLists: [{ id: 'weekday', name: 'Weekdays', hall: 'main', planVersion: null }],
  ...{ programmes: [], timeZone: 'Europe/London' },
}
const field = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)!
const type = (id: string, value: string) => fireEvent.change(field(id), { target: { value } })
const errors = () => [...document.querySelectorAll('[slot=errorMessage]')].map(({ textContent }) => textContent)

it('moves the focus to the first wrong field of a run, and states what is wrong', async () => {
  fakeServer({
    planning: {
      ...{ production: () => lear, options: () => options, performanceTypes: () => ({ types: [] }) },
      addRun: () => refuse(problem('invalid-input', { fields: ['pattern'] })),
    },
  })
  await openScreen({ at: '/smart/productions/lear/run', routes: [{ path: '/smart/productions/:event/run', element: <RunPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  const show = async (): Promise<void> => {
    const button = await screen.findByRole('button', { name: 'Show the calendar' })
    button.focus()
    fireEvent.click(button)
  }
  await screen.findByRole('button', { name: 'Show the calendar' })
  type('run-from', '2027-03-08')
  type('run-until', '2027-03-01')
  type('run-sale-day', '2027-01-01')
  await show()
  await waitFor(() => expect(document.activeElement).toBe(field('run-until')))
  expect(errors()).toEqual(['The last day is before the first'])
  type('run-until', '2037-03-08')
  expect(errors()).toEqual(['A run has at most 500 performances within 1,000 days'])

  // What the contract refuses.
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox', { checked: true })) fireEvent.click(box)
  type('run-time-0', '25:00')
  type('run-limit', '-2')
  await show()
  await waitFor(() =>
    expect(errors()).toEqual(['Please choose at least one', 'A time from 00:00 to 23:59, such as 19:30', 'A whole number from 1 to 500']),
  )
  expect(document.activeElement?.getAttribute('type')).toBe('checkbox')
})

it('moves the focus to the wrong field of a change of many performances', async () => {
  const performance: PlannedProduction['performances'][number] = {
    ...{ id: 'lear-1', production: 'lear', hall: 'main', planVersion: '1', priceList: 'weekday', timeZone: 'Europe/London' },
    ...{ type: null, programme: null, members: null, perCustomer: null, accessTags: [], generalSaleAt: '2027-01-01T10:00', priority: [] },
    ...{ startsAt: '2027-03-01T19:30', web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: true } },
    ...{ state: 'published', version: 1, tickets: 0, inBaskets: 0 },
  }
  fakeServer({
    planning: { options: () => options, editPerformances: () => refuse(problem('invalid-input', { fields: ['change.startTime'] })) },
  })
  await openScreen({ at: '/', routes: [{ path: '/', element: <BulkEdit performances={[performance]} /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  const button = await screen.findByRole('button', { name: 'Preview' })
  type('bulk-time', '25:00')
  fireEvent.click(button)
  await waitFor(() => expect(document.activeElement).toBe(field('bulk-time')))
  expect(errors()).toEqual(['A time from 00:00 to 23:59, such as 19:30'])
})
