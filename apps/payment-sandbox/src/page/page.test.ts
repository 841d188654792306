import { expect, test } from 'vitest'
import { locales } from '@playhouse/domain/locale'
import type { Session } from '../session.ts'
import { renderChallenge, renderClosed, renderPayForm, renderWaiting } from './page.ts'

const session: Session = {
  id: 'ses_1',
  attemptId: '1',
  status: 'open',
  amount: 9050,
  currency: 'GBP',
  description: 'Order <1>',
  lines: [{ description: '2 × "Hamlet"', amount: 9050 }],
  customer: { name: "O'Casey & Sons", email: 'sean@example.org' },
  locale: 'en',
  returnUrl: 'https://shop.example/return?a=1&b="2"',
  cancelUrl: 'https://shop.example/cancel',
  callbackUrl: 'https://shop.example/callback',
  expiresAt: Date.now() + 600_000,
  createdAt: Date.now(),
  refunded: 0,
}

const address = { line1: null, line2: null, city: null, postcode: 'SE1 2SG', country: null }
const keptCard = { token: 'card_1', brand: 'visa' as const, masked: '•••• 4242', cardholder: 'Sean', expires: '2031-04', address }
const input = { name: '', email: '', postcode: '', expiry: '04/31' }

test.each(locales)('in %s no page has a hole in its words, and each has one first heading', (locale) => {
  const localised = { ...session, locale }
  const { customer: _, ...withoutCustomer } = localised
  const pages = [
    renderPayForm({ ...localised, keptCards: ['card_1'] }, 'Bridge', [keptCard]),
    renderPayForm({ ...localised, status: 'declined', cardMasked: '•••• 0002' }, 'Bridge', []),
    renderPayForm({ ...localised, keptCards: [] }, 'Bridge', [], { ...input, fault: 'card' }),
    renderPayForm({ ...localised, keptCards: ['card_1'] }, 'Bridge', [keptCard], { ...input, fault: 'expiry' }),
    renderChallenge({ ...localised, pending: { kind: 'challenge', card: '•••• 3220' } }, 'Bridge'),
    renderWaiting({ ...localised, pending: { kind: 'slow', card: '•••• 0077', settlesAt: 0 } }, 'Bridge'),
    ...(['succeeded', 'processing', 'failed', 'cancelled', 'expired'] as const).map((status) =>
      renderClosed({ ...localised, status, cardMasked: '•••• 4242' }, 'Bridge'),
    ),
    renderPayForm(withoutCustomer, 'Bridge', []),
    renderPayForm({ ...localised, currency: 'DKK' }, 'Bridge', []),
    renderClosed({ ...localised, status: 'succeeded', paidBy: 'MobilePay' }, 'Bridge'),
  ].map(({ text }) => text)
  for (const page of pages) {
    expect(page).not.toMatch(/\{\w*\}|undefined|>false<|\[object/)
    expect(page.match(/<h1/g)).toHaveLength(1)
    expect(page).not.toMatch(/<script>|style="|\son\w+="/)
  }
  expect(pages[1]).toContain('•••• 0002')
  expect(pages[4]).toContain('•••• 3220')
  expect(pages.at(-2)).toContain('>MobilePay</button>')
  for (const waiting of [pages[5], pages[7]]) expect(waiting).toContain('action="/pay/ses_1/answer-now"')
  expect(pages[6]).toContain('href="https://shop.example/return?a=1&#38;b=&#34;2&#34;"')
})

test('what others wrote is text', () => {
  const { text } = renderPayForm(session, '<Bridge>', [{ ...keptCard, masked: '<b>' }])
  expect(text).toContain('Order &#60;1&#62;')
  expect(text).toContain('value="O&#39;Casey &#38; Sons"')
  expect(text).not.toContain('<Bridge>')
  expect(text).not.toContain('<b>')
})
