// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { RecordPage } from './index.ts'

afterEach(closeScreen)

const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role: 'programmer' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}

it('adds pasted codes, names the lines that are wrong, and keeps what was typed until it is saved', async () => {
  const counts = { programme: 'schools', forAnyone: 1, forNames: 0 }
  let isRefused = true
  const calls = fakeServer({
    records: {
      one: ({ params }) => ({ ...params, version: 1, isWithdrawn: false, record: { name: 'Schools' } }),
      names: () => ({ productions: [], performances: [], priceTypes: [], packages: [], dishes: [], collectionPoints: [], halls: [] }),
    },
    programmeCodes: {
      read: () => counts,
      change: () => {
        if (isRefused) return refuse(problem('invalid-input', { fields: ['codes.1'] }))
        counts.forNames += 1
        return { ...counts, changed: 1, changeSet: null }
      },
    },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({
    at: '/smart/catalogue/programme/schools',
    routes: [{ path: '/smart/catalogue/:kind/:id', element: <RecordPage /> }],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  expect(await screen.findByText('1 code for any account')).toBeTruthy()
  const lines = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Codes' })
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send the codes' }))
  send()
  expect(await screen.findByText('Please fill this in.')).toBeTruthy()
  fireEvent.change(lines, { target: { value: 'CHALK-1\nA-1\n\nSLATE-2;Quill' } })
  send()
  expect(await screen.findByText('Line 2 is not a code.')).toBeTruthy()
  expect(calls.some(({ call }) => call === 'programmeCodes.change')).toBe(false)
  fireEvent.change(lines, { target: { value: 'CHALK-1\n\nSLATE-2;Quill' } })
  send()
  expect(await screen.findByText('The programme does not have the code of line 3.')).toBeTruthy()
  expect(lines.value).toBe('CHALK-1\n\nSLATE-2;Quill')
  isRefused = false
  send()
  expect(await screen.findByText('1 code for one last name')).toBeTruthy()
  const codes = [
    { code: 'CHALK-1', lastName: null },
    { code: 'SLATE-2', lastName: 'Quill' },
  ]
  expect(calls.findLast(({ call }) => call === 'programmeCodes.change')!.body).toEqual({ action: 'add', codes })
  await waitFor(() => expect(lines.value).toBe(''))
})
