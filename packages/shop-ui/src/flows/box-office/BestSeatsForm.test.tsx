// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CounterState } from '@playhouse/api-client/contract'
import type { AccessType } from '@playhouse/domain/access'
import { money } from '@playhouse/domain/money'
import { seatFlag, seatTypes } from '@playhouse/domain/plan'
import { initI18n, loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, aBrand, aCustomer, closeScreen, openScreen } from '#testing'
import { BestSeatsForm } from './BestSeatsForm.tsx'
import { counterStateQuery } from './counter-state.ts'
import { NeedChips } from './NeedChips.tsx'
import { useSeatNeeds } from './useSeatNeeds.ts'

afterEach(closeScreen)

/** Some seats have the properties and others do not; no seat has a hearing loop. */
const plan = {
  type: Uint8Array.from(['standard', 'standard', 'wheelchair', 'companion'] as const, (type) => seatTypes.indexOf(type)),
  flags: Uint8Array.of(0, seatFlag.endOfRow, 0, 0),
}
const prices = {
  ...{ seatingVersion: '1', priceTypes: [{ id: 'full', name: 'Full price', kind: 'full' as const }], seatBands: [] },
  prices: { a: { full: { price: money(60_00), fee: money(2_00) } } },
}

const stateOf = (access: AccessType[] | null): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Ann', email: 'ann@example.org', role: 'clerk' },
  customer: {
    ...{ ...aCustomer, id: 'a4b5c6d7-0000-4000-8000-000000000012', postcode: null, memberships: [], access, credit: money(0) },
    ...{ notes: [], orders: [], giftAid: null },
  },
  ...{ basket: aBasket(), ways: ['card', 'cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})

async function open(access: AccessType[] | null) {
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  queryClient.setQueryData(counterStateQuery.queryKey, stateOf(access))
  const onBest = vi.fn(async () => true)
  function Screen() {
    const seatNeeds = useSeatNeeds(plan)
    return (
      <>
        <NeedChips seatNeeds={seatNeeds} onRemoved={() => {}} />
        <BestSeatsForm instance={{ prices }} plan={plan} seatNeeds={seatNeeds} isPending={false} onBest={onBest} />
      </>
    )
  }
  await openScreen({ at: '/smart', routes: [{ path: '/smart', element: <Screen /> }] })
  await screen.findByRole('button', { name: 'Find the best seats' })
  return onBest
}
const requestedNeeds = (onBest: ReturnType<typeof vi.fn>) => (onBest.mock.lastCall![0] as { wish: { needs?: string[] } }).wish.needs

it('fills in the needs of the access ID that the hall has seats for, and lets staff take each away', async () => {
  const onBest = await open(['wheelchair', 'plus-one', 'hearing'])
  expect(screen.getByText(/^Filled in from the customer's access ID/)).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: /hearing loop/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Find and hold' }))
  await waitFor(() => expect(requestedNeeds(onBest)).toEqual(['wheelchair', 'companion']))
  fireEvent.click(screen.getByRole('checkbox', { name: /companion seat/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Find and hold' }))
  await waitFor(() => expect(requestedNeeds(onBest)).toEqual(['wheelchair']))
})

it('names the needs that are taken into account, and leaves out each by its button, the companion seat with the wheelchair space', async () => {
  const onBest = await open(['wheelchair', 'plus-one'])
  fireEvent.click(screen.getByRole('button', { name: 'Leave out companion seat' }))
  fireEvent.click(screen.getByRole('button', { name: 'Find and hold' }))
  await waitFor(() => expect(requestedNeeds(onBest)).toEqual(['wheelchair']))
  fireEvent.click(screen.getByRole('checkbox', { name: /companion seat/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Leave out wheelchair space' }))
  expect(screen.queryByText('Taken into account for the best seats:')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Find and hold' }))
  await waitFor(() => expect(requestedNeeds(onBest)).toBeUndefined())
})

it('fills in nothing for a customer without an access ID', async () => {
  const onBest = await open(null)
  fireEvent.click(screen.getByRole('button', { name: 'Find the best seats' }))
  expect(screen.queryByText(/^Filled in/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Find and hold' }))
  await waitFor(() => expect(onBest).toHaveBeenCalledTimes(1))
  expect(requestedNeeds(onBest)).toBeUndefined()
})
