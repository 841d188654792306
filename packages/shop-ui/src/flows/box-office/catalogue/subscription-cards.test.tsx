// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CardBatch, CounterState } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { SubscriptionCards } from './SubscriptionCards.tsx'

afterEach(closeScreen)

const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role: 'programmer' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}
const batch = 'a4b5c6d7-0000-4000-8000-000000000012'

it('issues cards, shows their numbers once, and cancels those of a batch that are not linked', async () => {
  const batches: CardBatch[] = []
  const calls = fakeServer({
    subscriptionCards: {
      batches: () => ({ batches }),
      issue: ({ body }) => {
        if (body.count !== 2) return refuse(problem('invalid-input', { fields: ['count'] }))
        batches.push({ batch, issuedAt: '2026-11-24T12:00:00Z', by: 'Petra Quince', cards: 2, linked: 0, used: 0, cancelled: 0 })
        return { batch, numbers: ['ABCD-2345-EFGH-6789', 'JKLM-2345-NPQR-6789'], changeSet: batch }
      },
      cancel: () => {
        batches[0] = { ...batches[0]!, cancelled: 2 }
        return { cancelled: 2, changeSet: batch }
      },
    },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({ at: '/', routes: [{ path: '/', element: <SubscriptionCards flex="two-plays" /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  expect(await screen.findByText('No cards have been issued.')).toBeTruthy()
  const count = screen.getByRole<HTMLInputElement>('textbox', { name: /^Number of cards/ })
  const issue = () => fireEvent.click(screen.getByRole('button', { name: 'Issue cards' }))
  fireEvent.change(count, { target: { value: '3' } })
  issue()
  await waitFor(() => expect(count.getAttribute('aria-invalid')).toBe('true'))
  expect(count.value).toBe('3')
  fireEvent.change(count, { target: { value: '2' } })
  issue()
  const list = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '2 numbers, one on each line' })
  expect(list.value).toBe('ABCD-2345-EFGH-6789\nJKLM-2345-NPQR-6789')
  expect(list.readOnly).toBe(true)
  expect(screen.getByText(/They are not stored, and cannot be shown again/)).toBeTruthy()
  expect(await screen.findByRole('cell', { name: 'Petra Quince' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Cancel unlinked cards of/ }))
  await waitFor(() => expect(calls.findLast(({ call }) => call === 'subscriptionCards.cancel')).toBeTruthy())
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cancel unlinked cards of/ })).toBeNull())
})
