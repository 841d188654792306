// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CounterState, ListedAccessCard } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse, setNarrowScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { RecordsPage } from './index.ts'

beforeEach(() => setNarrowScreen(false))
afterEach(closeScreen)

const held: ListedAccessCard = {
  ...{ accessId: 'AC-1', lastName: 'Quill', types: ['wheelchair', 'plus-one'], isWithdrawn: false, isHeld: true, version: 3 },
}
const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Quince', email: 'quince@example.org', role: 'manager' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}

async function open(cards: readonly ListedAccessCard[], isTaken = false) {
  const calls = fakeServer({
    accessCards: {
      all: () => ({ cards: [...cards], hasMore: false }),
      change: ({ body }) =>
        isTaken ? refuse(problem('id-taken', { id: body.cards[0]!.accessId })) : { cards: [...cards], changeSet: crypto.randomUUID() },
    },
    staff: { desk: () => counterState },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({ at: '/smart/catalogue/access-cards', routes: [{ path: '/smart/catalogue/:kind', element: <RecordsPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  await screen.findByRole('heading', { level: 1, name: 'Access cards' })
  return calls
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (name: RegExp, text: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } })

it('lists cards, and withdraws one with a reason', async () => {
  const calls = await open([held])
  const row = (await screen.findByRole('button', { name: 'Change AC-1' })).closest('tr')!
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Quill', 'wheelchair and companion', 'Valid', 'In an account']])
  await press('Change AC-1')
  await screen.findByRole('heading', { level: 2, name: 'Change access card AC-1' })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Withdrawn' }))
  type(/^Reason/, 'Lost')
  await press('Save')
  await screen.findByRole('heading', { level: 2, name: 'New access card' })
  const { isHeld: _, ...card } = held
  expect(calls.findLast(({ call }) => call === 'accessCards.change')?.body).toEqual({
    ...{ cards: [{ ...card, isWithdrawn: true }], reason: 'Lost' },
  })
})

it('marks an ID that is taken, and a card without needs, and keeps what was typed', async () => {
  const calls = await open([], true)
  await screen.findByText('There is no such card.')
  type(/^Access ID/, 'ac 2')
  await press('Save')
  expect(await screen.findByText('Please choose a need at least.')).toBeTruthy()
  expect(calls.some(({ call }) => call === 'accessCards.change')).toBe(false)
  fireEvent.click(screen.getByRole('checkbox', { name: 'hearing' }))
  await press('Save')
  expect(await screen.findByText('Another one has this short name.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Access ID/ }).value).toBe('ac 2')
})

it('searches on the server', async () => {
  const calls = await open([held])
  await screen.findByRole('button', { name: 'Change AC-1' })
  type(/^Part of an ID/, ' qui ')
  await press('Search')
  await screen.findByRole('button', { name: 'Change AC-1' })
  expect(calls.filter(({ call }) => call === 'accessCards.all')).toHaveLength(2)
})
