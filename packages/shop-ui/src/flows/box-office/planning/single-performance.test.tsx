// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CounterState, PlannedPerformance, PlannedProduction } from '@playhouse/api-client/contract'
import { latePriority } from '@playhouse/domain/performance-plan'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, aBrand, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { PlannedPerformancePage, ProductionPage } from './index.ts'

afterEach(closeScreen)

const first: PlannedPerformance = {
  ...{ id: 'lear-1', production: 'lear', hall: 'main', planVersion: '1', priceList: 'weekday', type: null, timeZone: 'Europe/London' },
  ...{ startsAt: '2027-03-01T19:30', generalSaleAt: '2027-01-10T10:00', priority: [], programme: null, members: null, accessTags: [] },
  ...{ web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: true } },
  ...{ perCustomer: 6, state: 'draft', version: 2, tickets: 0, inBaskets: 0 },
}
let performances: PlannedPerformance[]
beforeEach(() => void (performances = [first]))
const lear = (): PlannedProduction => ({
  production: {
    ...{ id: 'lear', title: 'King Lear', credit: '', tagline: '', venue: 'Main House', copyLanguage: 'en', synopsis: [] },
    ...{ runningTime: 150, intervals: 1, ageGuidance: 12, warnings: [], poster: { hue: 20, motif: 'sun' }, state: 'draft' },
  },
  ...{ version: 3, performances, missing: [] },
})
const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role: 'programmer' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}
const schools = { id: 'schools', name: 'Schools', priceList: 'matinee', accessTags: ['relaxed' as const], perCustomer: 40, version: 1 }

async function open(at: string) {
  const calls = fakeServer({
    planning: {
      production: lear,
      options: () => ({
        halls: [{ hall: 'main', planVersion: '1', name: 'The Main House', seats: 400 }],
        priceLists: ['weekday', 'matinee'].map((id) => ({ id, name: `List ${id}`, hall: 'main', planVersion: null })),
        programmes: [],
        timeZone: 'Europe/London',
      }),
      performanceTypes: () => ({ types: [schools] }),
      addPerformance: ({ body: { performance } }) => {
        if (performances.some(({ startsAt }) => startsAt === performance.startsAt))
          return refuse(problem('id-taken', { id: performance.id }))
        if (performance.startsAt === '2027-03-28T01:30') return refuse(problem('invalid-input', { fields: ['startsAt'] }))
        const late = latePriority(performance)
        if (late.length > 0) return refuse(problem('invalid-input', { fields: late }))
        performances = [...performances, { ...first, ...performance, version: 1 }]
        return lear()
      },
      editPerformances: ({
        body: {
          performances: [chosen],
          change,
          isPreview,
        },
      }) => {
        const stored = performances[0]!
        if (chosen!.version !== stored.version) return refuse(problem('changed-meanwhile', { version: stored.version, by: 'Theo Athens' }))
        const fields = Object.entries(change).map(([field, after]) => ({
          ...{ field, before: stored[field as keyof PlannedPerformance], after },
        }))
        if (!isPreview) performances = [{ ...stored, ...(change as Partial<PlannedPerformance>), version: stored.version + 1 }]
        const row = { subject: 'performance' as const, id: 'lear-1', effect: 'changed' as const, fields, tickets: 0, inBaskets: 0 }
        return { rows: [row], changeSet: null }
      },
    },
    staff: { desk: () => counterState },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({
    at,
    routes: [
      { path: '/smart/productions/:event', element: <ProductionPage /> },
      { path: '/smart/productions/:event/performances/:instance', element: <PlannedPerformancePage /> },
    ],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  return (call: string) => calls.findLast((each) => each.call === call)?.body
}
const field = (name: string) => document.querySelector<HTMLInputElement>(`#performance-${name}`)!
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('adds a single performance with the hall and prices of the last one, after a time that exists and one that clocks skip', async () => {
  const sent = await open('/smart/productions/lear')
  fireEvent.click(await screen.findByRole('button', { name: 'Add a performance' }))
  await screen.findByRole('form', { name: 'Add a performance' })
  type('day', '2027-03-01')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Captioned' }))
  press('Add 1 performance')
  await waitFor(() => expect(screen.getAllByText('Exists already.').length).toBeGreaterThan(0))
  expect(field('day').value).toBe('2027-03-01')
  type('day', '2027-03-28')
  type('time', '01:30')
  press('Add 1 performance')
  await waitFor(() => expect(screen.getAllByText('The clocks skip this time').length).toBeGreaterThan(0))
  type('time', '14:00')
  press('Add a priority period')
  type('priority-0-day', '2027-01-10')
  const level = aBrand().memberships[0]!
  fireEvent.click(within(screen.getByRole('group', { name: 'Priority booking' })).getByRole('checkbox', { name: level.name }))
  press('Add 1 performance')
  await waitFor(() => expect(screen.getAllByText('Please choose a time before the general sale').length).toBeGreaterThan(0))
  type('priority-0-day', '2027-01-05')
  press('Add a priority period')
  press('Remove priority period 2')
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Priority booking' }))
  press('Add 1 performance')
  expect(await screen.findByText('1 performance added as a draft.', { selector: 'p, h2, h3, div, span' })).toBeTruthy()
  expect(performances).toHaveLength(2)
  expect(sent('planning.addPerformance')).toEqual({
    performance: {
      ...{ id: 'lear-2027-03-28-1400', startsAt: '2027-03-28T14:00', timeZone: 'Europe/London', generalSaleAt: '2027-01-10T10:00' },
      ...{ hall: 'main', planVersion: '1', priceList: 'weekday', type: null, perCustomer: null, accessTags: ['captioned'], members: null },
      ...{ web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: true }, programme: null },
      priority: [{ from: '2027-01-05T10:00', memberships: [level.id] }],
    },
  })
})

it('changes the start and access of a performance after a preview, and keeps what was typed where another staff user changed it', async () => {
  const sent = await open('/smart/productions/lear/performances/lear-1')
  const form = await screen.findByRole('form', { name: 'Change this performance' })
  expect(within(form).getByRole<HTMLButtonElement>('button', { name: 'Preview' }).disabled).toBe(true)
  type('time', '18:00')
  performances = [{ ...first, perCustomer: 4, version: 3 }]
  press('Preview')
  expect(await screen.findByText(/Theo Athens has changed this meanwhile/)).toBeTruthy()
  expect(await screen.findByText('Tickets per customer: 6 → 4')).toBeTruthy()
  expect(field('time').value).toBe('18:00')
  press('Take these changes, keep mine')
  await waitFor(() => expect(field('limit').value).toBe('4'))
  press('Preview')
  const apply = await screen.findByRole('button', { name: 'Change 1 performance now' })
  expect(performances[0]!.startsAt, 'a preview changes nothing').toBe('2027-03-01T19:30')
  fireEvent.click(apply)
  await waitFor(() => expect(performances[0]!.startsAt).toBe('2027-03-01T18:00'))
  expect(sent('planning.editPerformances')).toEqual({
    ...{ performances: [{ id: 'lear-1', version: 3 }], change: { startsAt: '2027-03-01T18:00' }, isPreview: false },
  })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Change 1 performance now' })).toBeNull())
})

it('does not offer another time or hall where customers have seats', async () => {
  performances = [{ ...first, state: 'published', tickets: 2 }]
  await open('/smart/productions/lear/performances/lear-1')
  await screen.findByRole('form', { name: 'Change this performance' })
  expect(field('day').disabled).toBe(true)
  expect(field('time').disabled).toBe(true)
  expect(screen.getByText('Customers have seats: date and time can’t change.')).toBeTruthy()
  expect(field('saleDay').disabled).toBe(false)
})
