// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { SoldOrder } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { loadMessages, initI18n } from '#i18n'
import { aBrand, anOrder, openScreen, fakeServer, closeScreen } from '#testing'
import { ReturnForm } from './ReturnForm.tsx'

const noMoney = {
  ...{ cash: money(0), card: money(0), 'theatre-tokens': money(0), 'bank-transfer': money(0), 'credit-note': money(0) },
  ...{ credit: money(0), purses: money(0) },
}

afterEach(closeScreen)

/** An order on hold whose tickets are all back already. */
const onHold = (amountLeft: number): SoldOrder => ({
  order: { ...anOrder(), state: 'on-hold', tickets: [] },
  customer: null,
  alert: 'dispute-lost',
  channel: 'web',
  soldBy: null,
  origin: 'card',
  reference: null,
  refundMeans: 'card',
  taken: money(45_00),
  left: money(amountLeft),
  back: money(45_00 - amountLeft),
  refunds: [],
  worth: [],
  itemWorth: [],
  letters: [],
  memberPrices: [],
  codes: [],
  may: { exchange: false, credit: false, origin: true, refund: true, leaveMemberPrices: false },
})

const ticket = anOrder().tickets[0]!
/** An order with one ticket of this value. */
const withTicket = (value: number, changes: Partial<SoldOrder> = {}): SoldOrder => ({
  ...onHold(value),
  order: { ...anOrder(), tickets: [ticket] },
  customer: { id: 'a4b5c6d7-0000-4000-8000-000000000012', name: 'Rosalind Arden', email: 'rosalind@audience.example' },
  worth: [{ ticket: ticket.id, value: money(value) }],
  may: { exchange: false, credit: true, origin: true, refund: true, leaveMemberPrices: false },
  ...changes,
})

async function show(sold: SoldOrder, tickets: readonly string[] = [], items: readonly string[] = []) {
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  const onReturned = vi.fn()
  const element = <ReturnForm sold={sold} chosen={{ tickets, items }} onReturned={onReturned} />
  return { ...(await openScreen({ at: '/smart', routes: [{ path: '/smart', element }] })), onReturned }
}

it('closes an order on hold that has neither tickets nor money left, with a reason', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const sold = onHold(0)
  const { findByRole, findByText, queryByRole, onReturned } = await show(sold)
  const closedOrder = { ...sold, order: { ...sold.order, state: 'returned' as const } }
  const calls = fakeServer({ afterSale: { giveBack: () => ({ given: noMoney, sold: closedOrder }) } })
  const close = await findByRole('button', { name: 'Close the order' })
  expect(queryByRole('button', { name: 'Return to the card' })).toBeNull()
  fireEvent.click(close)
  expect(await findByText('Please say why')).toBeTruthy()
  expect(calls).toEqual([])
  fireEvent.change(await findByRole('textbox', { name: /^Why the order is closed/ }), { target: { value: 'dispute lost' } })
  fireEvent.click(close)
  await waitFor(() => expect(onReturned).toHaveBeenCalledWith(noMoney, closedOrder))
  expect(calls).toMatchObject([{ body: { tickets: [], to: 'origin', value: 0, reason: 'dispute lost' } }])
})

it('offers the money that is left of an order on hold without tickets', async () => {
  const { findByText, findByRole, queryByRole } = await show(onHold(12_00))
  expect(await findByText(/£12\.00 is still to be refunded/)).toBeTruthy()
  expect(await findByRole('button', { name: 'Return to the card' })).toBeTruthy()
  expect(queryByRole('button', { name: 'Close the order' })).toBeNull()
})

it('returns the tickets of a lost dispute, after which no money is left, without credit or a refund', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const sold = withTicket(0, { order: { ...anOrder(), state: 'on-hold', tickets: [ticket] } })
  const { findByRole, queryByRole, onReturned } = await show(sold, [ticket.id])
  const returned = { ...sold, order: { ...sold.order, state: 'returned' as const, tickets: [] }, worth: [] }
  const calls = fakeServer({ afterSale: { giveBack: () => ({ given: noMoney, sold: returned }) } })
  const submit = await findByRole('button', { name: 'Return' })
  for (const name of ['Return for credit', 'Return to the card']) expect(queryByRole('button', { name }), name).toBeNull()
  fireEvent.change(await findByRole('textbox', { name: /^Reason for the return/ }), { target: { value: 'dispute lost' } })
  fireEvent.click(submit)
  await waitFor(() => expect(onReturned).toHaveBeenCalledWith(noMoney, returned))
  expect(calls).toMatchObject([{ body: { tickets: [ticket.id], value: 0, reason: 'dispute lost' } }])
})

it('offers credit and a refund for a ticket that has a value', async () => {
  const { findByRole, queryByRole } = await show(withTicket(45_00), [ticket.id])
  for (const name of ['Return for credit', 'Return to the card']) expect(await findByRole('button', { name }), name).toBeTruthy()
  expect(queryByRole('button', { name: 'Return' })).toBeNull()
})

it('lets a clerk return a free ticket, without the hint that only a manager refunds money', async () => {
  const may = { exchange: false, credit: true, origin: false, refund: false, leaveMemberPrices: false }
  const { findByRole, queryByText } = await show(withTicket(0, { may }), [ticket.id])
  expect(await findByRole('button', { name: 'Return' })).toBeTruthy()
  expect(queryByText('Only a manager can refund money.')).toBeNull()
})

it('names the tickets at the price for members that keep a membership from its return, and lets a manager leave them their price', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const item = 'a4b5c6d7-0000-4000-8000-000000000077'
  const use = { area: 'Stalls', row: 'C', items: [item] }
  const sold = (leaveMemberPrices: boolean): SoldOrder => ({
    ...withTicket(40_00, { itemWorth: [{ item, value: money(95_00), isAlone: true, keptPostage: money(0) }], left: money(135_00) }),
    may: { exchange: false, credit: true, origin: true, refund: true, leaveMemberPrices },
    memberPrices: [
      { ...use, ticket: ticket.id, order: 'B1042', number: '1' },
      { ...use, ticket: 'a4b5c6d7-0000-4000-8000-000000000078', order: 'B1043', number: '14' },
      { ...use, ticket: 'a4b5c6d7-0000-4000-8000-000000000079', order: null, number: '15' },
    ],
  })
  const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled')
  const byClerk = await show(sold(false), [ticket.id], [item])
  expect(await byClerk.findByText('Stalls C14, order B1043')).toBeTruthy()
  expect(byClerk.getByText('Stalls C15, being paid for now')).toBeTruthy()
  expect(byClerk.queryByText(/B1042/), 'it is returned with the membership').toBeNull()
  expect(byClerk.getByText('Only a manager can return the membership without them.')).toBeTruthy()
  expect(isDisabled(byClerk.getByRole('button', { name: 'Return for credit' }))).toBe(true)
  closeScreen()

  const { findByRole, getByRole, onReturned } = await show(sold(true), [ticket.id], [item])
  const noRefund = { ...noMoney, credit: money(135_00) }
  const calls = fakeServer({ afterSale: { giveBack: () => ({ given: noRefund, sold: sold(true) }) } })
  const submit = await findByRole('button', { name: 'Return for credit' })
  expect(isDisabled(submit)).toBe(true)
  fireEvent.click(getByRole('checkbox', { name: 'Return the membership, and leave these tickets their price' }))
  expect(isDisabled(submit)).toBe(false)
  fireEvent.change(getByRole('textbox', { name: /^Reason for the return/ }), { target: { value: 'moved away' } })
  fireEvent.click(submit)
  await waitFor(() => expect(onReturned).toHaveBeenCalled())
  expect(calls).toMatchObject([{ body: { items: [item], tickets: [ticket.id], value: 135_00, leavesMemberPrices: true } }])
})
