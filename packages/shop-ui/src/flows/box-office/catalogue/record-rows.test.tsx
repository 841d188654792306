// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CatalogueRecord, CounterState } from '@playhouse/api-client/contract'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { RecordPage } from './index.ts'

afterEach(closeScreen)

const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role: 'programmer' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}
const question = (text: string) => ({ kind: 'short-text', question: text, help: '', isRequired: true, maxLength: null, id: '' })
const enquiry: CatalogueRecord = {
  ...{ kind: 'form', id: 'school', version: 1, isWithdrawn: false },
  record: { name: 'School enquiry', intro: 'For schools.', keepDays: 90, fields: [question('Your name'), question('Your school')] },
}

async function open() {
  const calls = fakeServer({
    records: {
      one: () => enquiry,
      names: () =>
        ({ productions: [], performances: [], priceTypes: [], packages: [], dishes: [], collectionPoints: [], halls: [] }) as never,
      save: ({ body }) => ({ record: { ...enquiry, version: 2, record: body.record }, changeSet: null }),
    },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({ at: '/smart/catalogue/form/school', routes: [{ path: '/smart/catalogue/:kind/:id', element: <RecordPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  await screen.findByRole('button', { name: 'Save' })
  return calls
}
const summary = (name: string) => screen.getByRole('button', { name })
const row = (nth: number) => screen.getByRole('group', { name: `Questions: ${nth}` })
const question1 = () => within(row(1)).getByRole('textbox', { name: 'Question', hidden: true })

it('shows each question by its title, opens it by a press, and an added one at once', async () => {
  await open()
  expect(summary('Your name').getAttribute('aria-expanded')).toBe('false')
  expect(summary('Your school').getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(summary('Your name'))
  expect(summary('Your name').getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Add to: Questions' }))
  expect(summary('No text yet').getAttribute('aria-expanded')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(row(3)))
})

it('moves a closed question with the focus, and keeps what is open', async () => {
  await open()
  fireEvent.click(summary('Your school'))
  fireEvent.click(screen.getByRole('button', { name: 'Move up Questions: 2' }))
  await waitFor(() => expect(document.activeElement).toBe(row(1)))
  expect(within(row(1)).getByRole('button', { name: 'Your school' }).getAttribute('aria-expanded')).toBe('true')
  expect(within(row(2)).getByRole('button', { name: 'Your name' }).getAttribute('aria-expanded')).toBe('false')
})

it('opens a question with a fault, and moves the focus to its field', async () => {
  const calls = await open()
  fireEvent.change(question1(), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(document.activeElement).toBe(question1()))
  expect(within(row(1)).queryByRole('button', { name: 'No text yet' })).toBeNull()
  expect(summary('Your school').getAttribute('aria-expanded')).toBe('false')
  fireEvent.change(question1(), { target: { value: 'Your full name' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls.some(({ call }) => call === 'records.save')).toBe(true))
  expect(summary('Your full name').getAttribute('aria-expanded')).toBe('false')
})
