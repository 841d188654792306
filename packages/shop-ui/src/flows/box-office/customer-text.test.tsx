// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, CounterCustomer } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { loadMessages, initI18n } from '#i18n'
import { aBasket, aBrand, openScreen, closeScreen } from '#testing'
import { CustomerCard } from './CustomerCard.tsx'
import { setCounterState } from './counter-state.ts'
import { CustomerResults } from './CustomerResults.tsx'
import { CurrentCustomer } from './CurrentCustomer.tsx'

afterEach(closeScreen)

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}} $t(held.clear) {{money}}',
  '=HYPERLINK("http://evil.example","refund")',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  'javascript:alert(1)',
  '\u202Edrawkcab\u202C \u2066isolated\u2069 \u200Fmark',
  `Z${'\u0335\u0489'.repeat(200)}algo`,
  'null\u0000byte \u001b[31mred\u0007 bell\u0008',
  'W'.repeat(10_000),
  `${'\u200D\u200C'.repeat(5_000)}joined`,
  'ä½ å¥½ שלום مرحبا 👩‍👩‍👧 नमस्ते',
] as const

const customerWithText = (text: string): CounterCustomer => ({
  id: 'c1',
  title: text,
  firstName: text,
  lastName: text,
  email: 'eve@example.org',
  phone: text,
  postcode: text,
  memberships: [],
  access: null,
  credit: money(0),
  notes: [{ order: 'ABCD2345', at: '2026-11-21T12:00:00Z', note: text, accessNote: text, dietaryNote: text }],
  orders: [],
  giftAid: null,
})
const counterStateWith = (customer: CounterCustomer): CounterState => ({
  clerk: { id: 's1', name: 'Ann', email: 'ann@house.example', role: 'clerk' },
  customer,
  basket: aBasket(),
  ways: ['cash'],
  serverTime: '2026-11-21T12:00:00Z',
  idleSeconds: 900,
})

async function openScreens(text: string) {
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  const customer = customerWithText(text)
  setCounterState(counterStateWith(customer))
  const screen = (
    <>
      <CustomerResults customers={[customer]} onSelect={() => {}} />
      <CustomerCard customer={customer} />
      <CurrentCustomer />
    </>
  )
  return openScreen({ at: '/smart', routes: [{ path: '/smart', element: screen }] })
}

it.each(hostile.map((text) => [text.slice(0, 24), text] as const))('shows %j as text and nothing else', async (_, text) => {
  const { container } = await openScreens(text)
  expect(container.querySelectorAll('script, img, iframe, object, svg image, [onerror]')).toHaveLength(0)
  for (const link of container.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^\/smart\//)
  expect(container.textContent).not.toMatch(/[\u202A-\u202E\u2066-\u2069]|(?!\n)\p{Cc}/u)
  const words = [...container.querySelectorAll('bdi')]
  expect(words.length).toBeGreaterThan(4)
  // Long texts are collapsed everywhere.
  expect(Math.max(...words.map((word) => word.textContent.length))).toBeLessThanOrEqual(241)
})

it('expands a long note on request', async () => {
  const { findAllByRole, container } = await openScreens('x'.repeat(10_000))
  const [expandButton] = await findAllByRole('button', { name: 'Read all' })
  fireEvent.click(expandButton!)
  expect(Math.max(...[...container.querySelectorAll('bdi')].map((word) => word.textContent.length))).toBe(10_000)
  expect(expandButton!.getAttribute('aria-expanded')).toBe('true')
})
