// @vitest-environment jsdom
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { SoldOrder } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { loadMessages, initI18n } from '#i18n'
import { aBrand, aDonation, anOrder, aProduct, aProtection, openScreen, fakeServer, closeScreen } from '#testing'
import { OrderPage } from './OrderPage.tsx'

afterEach(closeScreen)

const aSoldOrder = (changes: Partial<SoldOrder>): SoldOrder => ({
  order: anOrder(),
  customer: null,
  alert: null,
  channel: 'web',
  soldBy: null,
  origin: 'card',
  reference: null,
  refundMeans: 'card',
  taken: money(45_00),
  left: money(45_00),
  back: money(0),
  refunds: [],
  worth: [],
  itemWorth: [],
  letters: [],
  memberPrices: [],
  codes: [],
  may: { exchange: false, credit: false, origin: false, refund: false, leaveMemberPrices: false },
  ...changes,
})

async function show(sold: SoldOrder) {
  onTestFinished(() => void vi.unstubAllGlobals())
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  fakeServer({ afterSale: { order: () => sold } })
  return openScreen({ at: '/smart/orders/B1042', routes: [{ path: '/smart/orders/:number', element: <OrderPage /> }] })
}

it('names the promo codes of an order, and a single-use code by its offer', async () => {
  const codes: SoldOrder['codes'] = [
    { kind: 'named', code: 'METRO', label: 'Advert in Metro' },
    { kind: 'single-use', code: 'SUBSCRIBERS' },
  ]
  const { findByText, getByText } = await show(aSoldOrder({ codes }))
  expect((await findByText('Promo codes')).nextElementSibling!.textContent).toBe('METRO (Advert in Metro)Single-use code of SUBSCRIBERS')
  expect(getByText('Single-use code of SUBSCRIBERS')).toBeTruthy()
})

it('names the packages of an order with their prices', async () => {
  const sold = {
    id: '01920000-0000-7000-8000-000000000009',
    package: 'two-plays',
    kind: 'fixed' as const,
    name: { text: 'Two plays' },
    choice: [],
    tickets: [],
  }
  const { findByText } = await show(aSoldOrder({ order: anOrder({ packages: [{ ...sold, amount: money(60_00), saved: money(9_00) }] }) }))
  expect((await findByText('Package')).nextElementSibling!.textContent).toBe('Two plays · £60.00')
})

it('shows refund protection and other items of an order with their amounts', async () => {
  const order = anOrder({
    items: [
      { ...aProtection(), isReturned: false },
      { ...aDonation(12_00), isReturned: true },
    ],
  })
  const { findByText } = await show(aSoldOrder({ order }))
  const section = (await findByText('Other items')).closest('section')!
  expect(section.textContent).toMatch(/Refund protection.*£5\.00.*Donation: The stage fund · Returned.*£12\.00/)
})

it.each([
  ['post', false, true],
  ['post', true, false],
  ['collect', false, false],
] as const)('shows where goods are sent that are not returned (%s, returned: %s)', async (delivery, isReturned, isShown) => {
  const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }
  const poster = aProduct()
  const items = [{ ...poster, detail: { ...poster.detail, delivery }, isReturned }]
  const order = anOrder({ items, delivery: { method: 'print-at-home', address } })
  const { findByText, queryByText } = await show(aSoldOrder({ order }))
  await findByText('Other items')
  expect(queryByText('Send to') !== null).toBe(isShown)
  expect(queryByText('1 Globe Lane') !== null).toBe(isShown)
})

it.each(['dispute-lost', 'refunded'] as const)('asks to return the tickets of an order on hold (%s)', async (alert) => {
  const { findByText } = await show(aSoldOrder({ order: anOrder({ state: 'on-hold' }), alert }))
  expect(await findByText(/The tickets are not valid. Return them/)).toBeTruthy()
})

it.each([
  ['disputed', 'The payer disputes this payment'],
  ['dispute-lost', 'The dispute was lost'],
  ['refunded', 'This payment was refunded outside the shop'],
] as const)('does not ask to return tickets of an order that has none left (%s)', async (alert, start) => {
  const { findByText, queryByText } = await show(aSoldOrder({ order: anOrder({ state: 'on-hold', tickets: [] }), alert }))
  expect(await findByText(new RegExp(`^${start}.*This order has no tickets left`))).toBeTruthy()
  expect(queryByText(/Return them|The tickets are not valid/)).toBeNull()
})

it('offers to print and mail the tickets of a paid order, and not those of an order on hold', async () => {
  const customer = { id: null, name: 'Rosalind Arden', email: 'rosalind@audience.example' }
  const paid = await show(aSoldOrder({ customer }))
  expect(await paid.findByRole('link', { name: 'Print again' })).toBeTruthy()
  expect(paid.getByRole('button', { name: 'E-mail again' })).toBeTruthy()
  closeScreen()
  const onHold = await show(aSoldOrder({ order: anOrder({ state: 'on-hold' }), customer, alert: 'disputed' }))
  expect(await onHold.findByText(/^The payer disputes this payment/)).toBeTruthy()
  expect(onHold.queryByRole('link', { name: 'Print again' })).toBeNull()
  expect(onHold.queryByRole('button', { name: 'E-mail again' })).toBeNull()
})
