// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { SoldOrder, SoldRefund } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { loadMessages, initI18n } from '#i18n'
import { aBrand, anOrder, openScreen, fakeServer, closeScreen } from '#testing'
import { Refunds } from './Refunds.tsx'

afterEach(closeScreen)

const id = 'a4b5c6d7-0000-4000-8000-000000000001'
const aRefund = (fields: Partial<SoldRefund> = {}): SoldRefund => ({
  id,
  amount: money(20_00),
  state: 'made',
  failures: 0,
  at: '2026-11-21T12:00:00Z',
  refusal: null,
  byHand: null,
  means: 'card',
  isExternal: false,
  ...fields,
})
const soldWith = (refund: SoldRefund, fields: Partial<SoldOrder> = {}, canRefund = true): SoldOrder => ({
  order: anOrder(),
  customer: null,
  alert: null,
  channel: 'box-office',
  soldBy: 'Ann',
  origin: 'card',
  reference: null,
  refundMeans: 'card',
  taken: money(45_00),
  left: money(25_00),
  back: money(20_00),
  refunds: [refund],
  worth: [],
  itemWorth: [],
  letters: [],
  memberPrices: [],
  codes: [],
  may: { exchange: false, credit: false, origin: false, refund: canRefund, leaveMemberPrices: false },
  ...fields,
})

async function show(sold: SoldOrder) {
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  return openScreen({ at: '/smart', routes: [{ path: '/smart', element: <Refunds sold={sold} /> }] })
}

it.each([
  ['is sent', aRefund(), {}, /^£20\.00 sent to the card, /],
  ['is to be sent', aRefund({ state: 'due' }), {}, /^£20\.00 is on its way to the card$/],
  ['failed once and is retried', aRefund({ state: 'due', failures: 1 }), {}, /^£20\.00 did not arrive, and is sent to the card again$/],
  ['was paid another way', aRefund({ failures: 2, byHand: 'bank transfer 17' }), {}, /^£20\.00 paid another way, .*: bank transfer 17$/],
  ['was taken back by the bank', aRefund({ isExternal: true }), {}, /^£20\.00 refunded or taken back outside the shop, /],
  ['is cash', aRefund({ means: 'cash' }), {}, /^£20\.00 from the drawer, /],
  ['is in Theatre Tokens', aRefund({ means: 'theatre-tokens' }), {}, /^£20\.00 in Theatre Tokens, /],
  ['was transferred', aRefund({ means: 'bank-transfer', byHand: 'BACS 17' }), {}, /^£20\.00 by bank transfer, .*: BACS 17$/],
])('shows the state of a refund that %s, and no buttons', async (_, refund, fields, words) => {
  const { findByText, queryByRole } = await show(soldWith(refund, fields))
  expect(await findByText(words)).toBeTruthy()
  expect(queryByRole('button')).toBeNull()
})

it('leaves a refund that failed permanently to a manager', async () => {
  const { findByText, queryByRole } = await show(soldWith(aRefund({ state: 'failed', failures: 2 }), {}, false))
  expect(await findByText(/£20\.00 did not reach the customer/)).toBeTruthy()
  expect(await findByText('Only a manager can settle this refund.')).toBeTruthy()
  expect(queryByRole('button')).toBeNull()
})

it('shows a refund that the provider refused with its reason and date, and lets a manager act on it', async () => {
  const refusal = 'stripe: charge_disputed'
  const { findByText, findByRole } = await show(soldWith(aRefund({ state: 'failed', failures: 1, refusal })))
  expect(await findByText(/^The payment provider refused to refund £20\.00, .*21 Nov.*: .*stripe: charge_disputed/)).toBeTruthy()
  expect(await findByRole('button', { name: 'Send £20.00 again' })).toBeTruthy()
  expect(await findByRole('button', { name: 'It was paid another way' })).toBeTruthy()
})

it('lets a manager record a bank transfer that is to be made, and not send it', async () => {
  const { findByText, findByRole, queryByRole } = await show(soldWith(aRefund({ state: 'failed', means: 'bank-transfer' })))
  expect(await findByText('£20.00 is to be paid by bank transfer.')).toBeTruthy()
  expect(await findByRole('button', { name: 'It was done' })).toBeTruthy()
  expect(queryByRole('button', { name: /again/ })).toBeNull()
  fireEvent.click(await findByRole('button', { name: 'It was done' }))
  expect(await findByText('Please type the reference')).toBeTruthy()
  expect(document.activeElement).toBe(await findByRole('textbox', { name: /^Reference of the transfer/ }))
})

it('sends a failed refund again, or records the other way by which it was paid', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const failed = soldWith(aRefund({ state: 'failed', failures: 2 }))
  const { findByRole, findByText } = await show(failed)
  const calls = fakeServer({ afterSale: { sendRefundAgain: () => failed, settleRefund: () => failed } })
  fireEvent.click(await findByRole('button', { name: 'Send £20.00 again' }))
  const path = `/staff/orders/${failed.order.number}/refunds/${id}`
  await waitFor(() => expect(calls).toEqual([{ call: 'afterSale.sendRefundAgain', path: `${path}/again`, body: {} }]))

  const settle = await findByRole('button', { name: 'It was paid another way' })
  await waitFor(() => expect(settle.getAttribute('aria-disabled') ?? settle.getAttribute('disabled')).toBeNull())
  fireEvent.click(settle)
  expect(await findByText('Please say how')).toBeTruthy()
  expect(calls).toHaveLength(1)
  fireEvent.change(await findByRole('textbox', { name: /^How £20\.00 was paid/ }), { target: { value: 'bank transfer 17' } })
  fireEvent.click(settle)
  await waitFor(() =>
    expect(calls[1]).toEqual({ call: 'afterSale.settleRefund', path: `${path}/settled`, body: { how: 'bank transfer 17' } }),
  )
})
