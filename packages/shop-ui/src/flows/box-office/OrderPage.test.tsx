// @vitest-environment jsdom
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { SoldOrder } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { loadMessages, initI18n } from '#i18n'
import { aBrand, anOrder, openScreen, fakeServer, closeScreen } from '#testing'
import { OrderPage } from './OrderPage.tsx'

afterEach(closeScreen)

const single = { detail: null, quantity: 1, fee: money(0) }

it('shows refund protection and other items of an order with their amounts', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  const order = anOrder({
    items: [
      { kind: 'refund-protection', name: '', amount: money(5_00), ...single },
      { kind: 'donation', name: 'Young actors', amount: money(12_00), ...single },
    ],
  })
  const sold: SoldOrder = {
    order,
    customer: null,
    alert: null,
    channel: 'web',
    soldBy: null,
    origin: 'card',
    taken: money(45_00),
    left: money(45_00),
    back: money(0),
    refunds: [],
    worth: [],
    may: { exchange: false, credit: false, origin: false, refund: false },
  }
  fakeServer({ afterSale: { order: () => sold } })
  const { findByText } = await openScreen({
    at: '/smart/orders/B1042',
    routes: [{ path: '/smart/orders/:number', element: <OrderPage /> }],
  })
  expect((await findByText('Beside tickets')).nextElementSibling?.textContent).toMatch(/Refund protection.*£5\.00.*Young actors.*£12\.00/)
})
