import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brandSchema, locales } from '@playhouse/domain/brand'
import { formatMoney, money } from '@playhouse/domain/money'
import { orderConfirmation } from './order-confirmation.ts'
import { mailWords } from './mail-words.ts'

const brandFile = new URL('../../../../../brands/kingston/brand.json', import.meta.url)
const brand = brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8')))
const ticket = {
  ...{ instance: 'the-rivals-1', title: 'The Rivals', startsAt: '2031-07-03T18:30:00Z', timeZone: 'Europe/London', hallName: 'Exchange' },
  ...{ area: 'Stalls', row: 'F', number: '12', entrance: 'Door 2', priceTypeName: 'Full price', price: money(40_00) },
  seating: 'row' as const,
}
const choice = ['a', 'b'].map((part) => ({ package: null, part, instance: part }))
const order = {
  ...{ number: 'ABCD2345', placedAt: '2031-06-01T10:00:00Z', firstName: 'Ada', tickets: [ticket], items: [] },
  delivery: { method: 'print-at-home' as const, address: null },
  packages: [
    {
      ...{ id: 'p', package: 'pair', kind: 'fixed' as const, name: { text: 'The pair' }, choice },
      ...{ tickets: [], amount: money(80_00), saved: money(10_00) },
    },
  ],
  totals: {
    ...{ subtotal: money(80_00), discount: money(0), delivery: money(0), fees: money(3_00) },
    ...{ vat: money(0), total: money(80_00), paid: money(0), leftToPay: money(80_00) },
  },
}
const plainText = (text: string): string => text.replaceAll(/\s+/g, ' ')

test.each(locales)('names each package of an order with its price in %s', async (locale) => {
  const { html, text } = await orderConfirmation({ brand, locale, order, links: { order: 'https://shop.example/order' } })
  const t = mailWords(brand, locale)
  const amountOf = (amount: number): string => formatMoney(money(amount), brand.currency, locale)
  expect(html).toContain('The pair')
  expect(plainText(text)).toContain(plainText(t('order.package.summary', { count: 2, amount: amountOf(80_00) })))
  expect(plainText(text)).toContain(plainText(t('order.package.saved', { amount: amountOf(10_00) })))
})
