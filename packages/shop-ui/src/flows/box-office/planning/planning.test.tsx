// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, PlannedProduction } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { editedProduction } from '@playhouse/domain/production-plan'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { changeOf, untouched } from './BulkEdit.tsx'
import { EditProductionPage, NewProductionPage, ProductionPage, TranslationsPage } from './index.ts'
import { lear } from './sample-production.ts'

afterEach(closeScreen)

const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const signedIn = (role: StaffRole) => queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (name: string | RegExp, value: string) => fireEvent.change(await field(name), { target: { value } })

it('asks for a fresh code where the second factor is old, and then publishes', async () => {
  let isFresh = false
  const calls = fakeServer({
    planning: {
      production: () => lear,
      publish: () =>
        isFresh ? { ...lear, production: { ...lear.production, state: 'published' } } : refuse(problem('second-factor-required')),
    },
    staff: {
      desk: () => counterState('programmer'),
      proveAgain: ({ body: { code } }) => {
        if (code !== '123456') return refuse(problem('login-failed'))
        isFresh = true
        return { proved: true }
      },
    },
  })
  signedIn('programmer')
  await openScreen({ at: '/smart/productions/lear', routes: [{ path: '/smart/productions/:event', element: <ProductionPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  await press('Publish')
  await waitFor(async () => expect(document.activeElement).toBe(await field('Code')))
  await type('Code', '111111')
  await press('Go on')
  expect(await screen.findByText(/That code isn’t right/)).toBeTruthy()
  expect(document.activeElement).toBe(await field('Code'))
  await type('Code', '123 456')
  await press('Go on')
  expect((await screen.findAllByText('King Lear is published.')).length).toBeGreaterThan(0)
  expect(screen.getByText('State: Published')).toBeTruthy()
  expect(calls.filter(({ call }) => call === 'planning.publish').map(({ body }) => body)).toEqual([{ version: 3 }, { version: 3 }])
})

it('offers no change to a role that only reads the programme', async () => {
  fakeServer({ planning: { production: () => lear }, staff: { desk: () => counterState('finance') } })
  signedIn('finance')
  await openScreen({ at: '/smart/productions/lear', routes: [{ path: '/smart/productions/:event', element: <ProductionPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  expect(await screen.findByText('State: Draft')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit texts' })).toBeNull()
})

it('keeps what was typed where another staff user has changed the production, and saves both', async () => {
  let current = lear
  const calls = fakeServer({
    planning: {
      production: () => current,
      editProduction: ({ body: { version, production } }) => {
        if (version !== current.version) return refuse(problem('changed-meanwhile', { version: current.version, by: 'Theo Athens' }))
        return { ...current, version: 5, production: editedProduction(current.production, production) }
      },
    },
  })
  await openScreen({
    at: '/smart/productions/lear/edit',
    routes: [
      { path: '/smart/productions/:event/edit', element: <EditProductionPage /> },
      { path: '/smart/productions/:event', element: <p>saved</p> },
    ],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  await type('Title', 'The Tragedy of King Lear')
  current = { ...lear, version: 4, production: { ...lear.production, credit: 'Edward Bond', title: 'Lear' } }
  await press('Save')
  const notice = (await screen.findByText('Theo Athens has changed this meanwhile')).closest<HTMLElement>('[role=alert]')!
  expect(await within(notice).findByText('By: William Shakespeare → Edward Bond')).toBeTruthy()
  expect((await field('Title')).value).toBe('The Tragedy of King Lear')
  await press('Take these changes, keep mine')
  expect((await field(/^By/)).value).toBe('Edward Bond')
  expect((await field('Title')).value).toBe('The Tragedy of King Lear')
  await press('Save')
  expect(await screen.findByText('saved')).toBeTruthy()
  expect(calls.findLast(({ call }) => call === 'planning.editProduction')?.body).toMatchObject({
    version: 4,
    production: { credit: 'Edward Bond', title: 'The Tragedy of King Lear' },
  })
})

it('suggests the short name from the title until another one is typed, and offers languages by their names', async () => {
  const calls = fakeServer({ planning: { createProduction: () => lear, production: () => lear } })
  await openScreen({
    at: '/smart/productions/new',
    routes: [
      { path: '/smart/productions/new', element: <NewProductionPage /> },
      { path: '/smart/productions/:event', element: <p>created</p> },
    ],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  await type('Title', 'King Lear')
  const shortName = await field(/^Short name/)
  expect(shortName.value).toBe('king-lear')
  await type('Title', 'König Lear')
  expect(shortName.value).toBe('konig-lear')
  await type(/^Short name/, 'lear')
  await type('Title', 'The Tragedy of King Lear')
  expect(shortName.value).toBe('lear')
  expect(screen.getByRole('button', { name: /^English.*Language of these texts|Language of these texts.*English/ })).toBeTruthy()
  await press('Create draft')
  expect(await screen.findByText('created')).toBeTruthy()
  expect(calls.find(({ call }) => call === 'planning.createProduction')?.body).toMatchObject({
    production: { id: 'lear', title: 'The Tragedy of King Lear', copyLanguage: 'en' },
  })
})

it('moves the focus to the first wrong field of a production, and states at each one what is allowed', async () => {
  const fields = ['title', 'runningTime', 'intervals', 'poster.hue', 'id'].map((name) => `production.${name}`)
  fakeServer({ planning: { createProduction: () => refuse(problem('invalid-input', { fields })), production: () => lear } })
  await openScreen({ at: '/', routes: [{ path: '/', element: <NewProductionPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  await type(/^Running time/, 'long')
  await type('Intervals', '-1')
  await type(/^Colour of the poster/, '400')
  await type(/^Short name/, 'The King')
  await press('Create draft')
  await waitFor(async () => expect(document.activeElement).toBe(await field('Title')))
  const errors = [...document.querySelectorAll('[slot=errorMessage]')].map(({ textContent }) => textContent)
  expect(errors).toEqual([
    'Please fill this in',
    'Lower-case letters from a to z, digits and hyphens only, at most 80 characters, such as king-lear',
    'A whole number from 1 to 1,440',
    'A whole number from 0 to 20',
    'A whole number from 0 to 359',
  ])
})

it('sends only the fields that were typed', () => {
  expect(changeOf(untouched)).toEqual({})
  expect(changeOf({ ...untouched, perCustomer: '0', isOnSale: 'no', sellsAtCounter: 'yes' })).toEqual({
    ...{ perCustomer: null, web: { sale: 'not-on-sale' }, counter: { isOnSale: true } },
  })
})

it('shows a performance that is cancelled or over as such on both channels, and the name of its hall', async () => {
  const performance = (id: string, startsAt: string, sale: 'on-sale' | 'cancelled'): PlannedProduction['performances'][number] => ({
    ...{ id, production: 'lear', hall: 'main', planVersion: '1', priceList: 'weekday', timeZone: 'Europe/London', startsAt },
    ...{ type: null, programme: null, members: null, perCustomer: null, accessTags: [], generalSaleAt: '2020-01-01T10:00', priority: [] },
    ...{ web: { isVisible: true, sale }, counter: { isVisible: true, isOnSale: true } },
    ...{ state: 'published', version: 1, tickets: 3, inBaskets: 1 },
  })
  const performances = [
    performance('over', '2020-03-01T19:30', 'on-sale'),
    performance('cancelled', '2099-03-01T19:30', 'cancelled'),
    performance('open', '2099-03-02T19:30', 'on-sale'),
  ]
  fakeServer({
    planning: {
      production: () => ({ ...lear, performances }),
      options: () => ({
        halls: [{ hall: 'main', planVersion: '1', name: 'Main House', seats: 4 }],
        priceLists: [{ id: 'weekday', name: 'Weekdays', hall: 'main', planVersion: null }],
        programmes: [],
        timeZone: 'Europe/London',
      }),
    },
    staff: { desk: () => counterState('programmer') },
  })
  signedIn('programmer')
  await openScreen({ at: '/smart/productions/lear', routes: [{ path: '/smart/productions/:event', element: <ProductionPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  await screen.findAllByRole('cell', { name: /^Main House/ })
  const cellsOf = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(screen.getAllByRole('row').slice(1).map(cellsOf)).toEqual([
    ['Main House', 'Weekdays', 'Published', 'Over', 'Over', '4', 'Details'],
    ['Main House', 'Weekdays', 'Published', 'Cancelled', 'Cancelled', '4', 'Details'],
    ['Main House', 'Weekdays', 'Published', 'On sale', 'On sale', '4', 'Details'],
  ])
})

it('translates texts beside their source, and names those that are missing', async () => {
  const calls = fakeServer({
    planning: {
      production: () => lear,
      editProduction: ({ body: { production } }) => ({ ...lear, version: 4, production: editedProduction(lear.production, production) }),
    },
    staff: { desk: () => counterState('programmer') },
  })
  signedIn('programmer')
  await openScreen({
    at: '/smart/productions/lear/translations?locale=de',
    routes: [{ path: '/smart/productions/:event/translations', element: <TranslationsPage /> }],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  expect(await screen.findByText(/^Missing in Deutsch: Title, By,? and Synopsis/)).toBeTruthy()
  await type(/^Title/, 'König Lear')
  await type(/^By/, 'William Shakespeare')
  await type(/^Synopsis/, 'Ein König teilt sein Reich.\n\n# Gut zu wissen')
  expect(screen.getByText('Deutsch: all texts are translated.')).toBeTruthy()
  await press('Save')
  await waitFor(() => expect(calls.some(({ call }) => call === 'planning.editProduction')).toBe(true))
  const { body } = calls.find(({ call }) => call === 'planning.editProduction')!
  expect(body).toMatchObject({
    version: 3,
    production: {
      translations: {
        de: {
          title: 'König Lear',
          synopsis: [
            { kind: 'paragraph', text: 'Ein König teilt sein Reich.' },
            { kind: 'heading', text: 'Gut zu wissen' },
          ],
        },
      },
    },
  })
})
