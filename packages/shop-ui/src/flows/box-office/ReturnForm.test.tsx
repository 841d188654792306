// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { SoldOrder } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { loadMessages, initI18n } from '#i18n'
import { aBrand, anOrder, openScreen, fakeServer, closeScreen } from '#testing'
import { ReturnForm } from './ReturnForm.tsx'

afterEach(closeScreen)

/** An order on hold whose tickets are all back already. */
const onHold = (left: number): SoldOrder => ({
  order: { ...anOrder(), state: 'on-hold', tickets: [] },
  customer: null,
  alert: 'dispute-lost',
  channel: 'web',
  soldBy: null,
  origin: 'card',
  taken: money(45_00),
  left: money(left),
  back: money(45_00 - left),
  refunds: [],
  worth: [],
  may: { exchange: false, credit: false, origin: true, refund: true },
})

async function show(sold: SoldOrder) {
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  const onReturned = vi.fn()
  const element = <ReturnForm sold={sold} chosen={[]} onReturned={onReturned} />
  return { ...(await openScreen({ at: '/smart', routes: [{ path: '/smart', element }] })), onReturned }
}

it('closes an order on hold that has neither tickets nor money left, with a reason', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const sold = onHold(0)
  const { findByRole, findByText, queryByRole, onReturned } = await show(sold)
  const nothing = { cash: money(0), card: money(0), credit: money(0), purses: money(0) }
  const closed = { ...sold, order: { ...sold.order, state: 'returned' as const } }
  const arrived = fakeServer({ afterSale: { giveBack: () => ({ given: nothing, sold: closed }) } })
  const close = await findByRole('button', { name: 'Close the order' })
  expect(queryByRole('button', { name: 'Return to the card' })).toBeNull()
  fireEvent.click(close)
  expect(await findByText('Please say why')).toBeTruthy()
  expect(arrived).toEqual([])
  fireEvent.change(await findByRole('textbox', { name: /^Why the order is closed/ }), { target: { value: 'dispute lost' } })
  fireEvent.click(close)
  await waitFor(() => expect(onReturned).toHaveBeenCalledWith(nothing, closed))
  expect(arrived).toMatchObject([{ body: { tickets: [], to: 'origin', value: 0, reason: 'dispute lost' } }])
})

it('offers the money that is left of an order on hold without tickets', async () => {
  const { findByText, findByRole, queryByRole } = await show(onHold(12_00))
  expect(await findByText(/£12\.00 is still to be refunded/)).toBeTruthy()
  expect(await findByRole('button', { name: 'Return to the card' })).toBeTruthy()
  expect(queryByRole('button', { name: 'Close the order' })).toBeNull()
})
