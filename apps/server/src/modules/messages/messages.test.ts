import { expect, test } from 'vitest'
import { type BrandMessages, createMessages } from './index.ts'

const words = {
  hello: 'Welcome to {{brand}}',
  seat_one: '{{count}} seat',
  seat_other: '{{count}} seats',
  ask: 'Call {{boxOffice}}, {{phone}}',
}
const messagesOf = createMessages('mail', { en: words, 'en-us': words, sv: words, de: words, es: words, ht: words })
const contact = { boxOffice: 'The box office', phone: '020', email: 'a@b.example', groupSales: 'g@b.example', address: 'London' }
const speaker = (texts: Record<string, string> = {}): BrandMessages => ({ name: '<The Globe>', contact, words: { en: texts } })

test('inserts the brand’s fields without escaping', () => {
  const t = messagesOf(speaker(), 'en')
  expect(t('hello')).toBe('Welcome to <The Globe>')
  expect(t('ask')).toBe('Call The box office, 020')
})

test('overrides a text of one namespace with the brand’s own, for that brand only', () => {
  expect(messagesOf(speaker({ 'mail:hello': 'Curtain up: {{brand}}', 'ticket:hello': 'no' }), 'en')('hello')).toBe(
    'Curtain up: <The Globe>',
  )
  expect(messagesOf(speaker(), 'en')('hello')).toBe('Welcome to <The Globe>')
})

test.each(['en', 'ht'] as const)('counts in %s', (locale) => {
  expect([1, 2].map((count) => messagesOf(speaker(), locale)('seat', { count }))).toEqual(['1 seat', '2 seats'])
})
