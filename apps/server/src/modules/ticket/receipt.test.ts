import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderItem } from '@playhouse/api-client/contract'
import { brandSchema, locales } from '@playhouse/domain/brand'
import { hasFixedName, itemKindNames } from '@playhouse/domain/item-kind'
import { add, formatMoney, money, zero } from '@playhouse/domain/money'
import { offerText } from '@playhouse/domain/offer-text'
import { type Line, totalsOf } from '@playhouse/domain/pricing'
import { textIn } from '@playhouse/domain/text-in'
import { orderConfirmation } from '#modules/mail'
import { itemName } from '#modules/messages'
import { levyLines, paymentLine, taxLines, receiptLines, type ReceiptedOrder, receiptPdf } from './receipt.ts'

const brandFile = new URL('../../../../../brands/brooklyn/brand.json', import.meta.url)
const brand = brandSchema.parse(JSON.parse(readFileSync(brandFile, 'utf8')))

const amount = fc.integer({ min: 1, max: 500_00 }).map(money)
const details = {
  donation: {
    fund: 'stage',
    appeal: null,
    appealName: null,
    recognitionName: 'A. Quill',
    isAnonymous: false,
    tributeName: 'Nan',
    topUp: null,
  },
  membership: { membership: 'friend', months: 12, change: 'renewal', startsOn: '2032-01-01', upgradeFrom: null, from: null, credit: zero },
  'gift-membership': {
    ...{ level: 'friend', months: 12, to: 'Nan', from: 'Ada', message: 'Enjoy it', email: 'nan@example.org', sendOn: '2031-12-24' },
  },
  'refund-protection': null,
  'gift-voucher': {
    ...{ value: money(25_00), delivery: 'email', to: 'Nan', from: 'Ada', message: 'Enjoy it', email: 'nan@example.org' },
    ...{ sendOn: '2031-12-24', months: 24 },
  },
  'voucher-top-up': { hint: '5E', months: 24 },
  'flex-subscription': { flex: 'four', vouchers: 4, names: { de: 'Vier' }, validMonths: 12, validUntil: null },
  product: {
    ...{ product: 'poster', variant: 'a2', type: 'merchandise', fee: zero, vatBasisPoints: null, names: { de: 'Plakat' } },
    performance: {
      instance: 'tonight',
      event: 'the-tempest',
      name: 'The Tempest',
      startsAt: '2031-07-03T18:30:00Z',
      timeZone: 'Europe/London',
    },
    options: [{ option: 'frame', choice: 'oak', name: 'Frame: Oak', names: {} }],
    ...{ delivery: 'collect', postage: zero, isReservation: false },
  },
  food: {
    ...{
      menu: 'supper',
      point: 'bar',
      pointName: 'The bar',
      note: 'No nuts',
      closesBefore: 120,
      servedBefore: 60,
      fee: zero,
      vatBasisPoints: null,
    },
    performance: {
      instance: 'tonight',
      event: 'the-tempest',
      title: 'The Tempest',
      startsAt: '2031-07-03T18:30:00Z',
      timeZone: 'Europe/London',
    },
    courses: [{ course: 'main', name: 'Main', dishes: [{ product: 'pie', name: 'Pie', count: 1, supplement: zero }] }],
  },
  table: {
    ...{ sitting: 'early', restaurant: 'foyer', names: { de: 'Das Foyer' }, table: 2, note: 'A high chair' },
    ...{ startsBefore: 120, minutes: 90, closesBefore: 180, vatBasisPoints: null },
    performance: {
      instance: 'tonight',
      event: 'the-tempest',
      title: 'The Tempest',
      startsAt: '2031-07-03T18:30:00Z',
      timeZone: 'Europe/London',
    },
  },
} as const
const item: fc.Arbitrary<OrderItem> = fc
  .record({ id: fc.uuid(), kind: fc.constantFrom(...itemKindNames), amount, isReturned: fc.boolean(), nth: fc.nat(9) })
  .map(({ kind, nth, ...rest }) => {
    const name = hasFixedName(kind) ? '' : `${kind} ${nth}`
    return { ...rest, kind, name, detail: details[kind], quantity: 1, performance: null, fee: zero } as OrderItem
  })
const ticket = fc.record({ price: amount, isReturned: fc.boolean(), number: fc.nat(99) }).map(({ price, isReturned, number }) => ({
  ...{ title: 'The Tempest', startsAt: '2031-07-03T18:30:00Z', timeZone: 'Europe/London', area: 'Stalls', row: 'F' },
  ...{ number: String(number), seating: 'row' as const, priceTypeName: 'Full price', price, isReturned },
}))
/** An order of tickets and items with a discount and a delivery. */
const order: fc.Arbitrary<ReceiptedOrder> = fc
  .record({
    tickets: fc.array(ticket, { maxLength: 4 }),
    items: fc.array(item, { maxLength: 4 }),
    delivery: fc.constantFrom(0, 1_00),
    discountShare: fc.integer({ min: 0, max: 100 }),
    /** Share of the first of two offers; 0 for an order from before offers were named. */
    namedShare: fc.integer({ min: 0, max: 100 }),
  })
  .filter(({ tickets, items }) => tickets.length + items.length > 0)
  .map(({ tickets, items, delivery, discountShare, namedShare }) => {
    const ofTickets = add(...tickets.map(({ price }) => price))
    const discount = Math.floor((ofTickets * discountShare) / 100)
    const lines: Line[] = [
      ...tickets.map(({ price }, nth): Line => ({ kind: 'ticket', ref: String(nth), amount: price, fee: zero })),
      ...items.map(({ kind, name, amount: price }): Line => ({ kind, ref: name, amount: price, fee: zero })),
      ...(discount > 0 ? [{ kind: 'discount', ref: 'code', amount: money(-discount), fee: zero } as const] : []),
      ...(tickets.length > 0 && delivery > 0 ? [{ kind: 'delivery', ref: 'postal', amount: money(delivery), fee: zero } as const] : []),
    ]
    const part = Math.floor((discount * namedShare) / 100)
    const discounts = [
      { name: 'Autumn', names: { de: 'Herbst' }, amount: money(part) },
      { name: 'Under 26', amount: money(discount - part) },
    ].filter(({ amount: taken }) => namedShare > 0 && taken > 0)
    const totals = totalsOf(lines, zero, 2000, discounts)
    return { number: 'ABCD2345', placedAt: '2031-06-01T10:00:00Z', customerName: 'Ada Quill', tickets, items, totals }
  })

describe('nothing that was paid for is missing', () => {
  it('from the receipt, whose lines add up to the total', () => {
    fc.assert(
      fc.property(order, fc.constantFrom(...locales), (bought, locale) => {
        const { lines, total } = receiptLines({ brand, locale, order: bought })
        expect(add(...lines.map((line) => line.amount))).toBe(total)
        expect(total).toBe(bought.totals.total)
        const named = lines.map((line) => [line.name, line.amount])
        for (const each of bought.items) expect(named).toContainEqual([itemName(brand, locale, each), each.amount])
        for (const { amount, ...offer } of bought.totals.discounts ?? [])
          expect(named).toContainEqual([textIn(offerText(offer), locale), -amount])
        expect(lines.filter(({ name }) => name.startsWith('The Tempest'))).toHaveLength(bought.tickets.length)
      }),
    )
  })

  it('from the confirmation mail, whose sums add up to the total', async () => {
    await fc.assert(
      fc.asyncProperty(order, fc.constantFrom(...locales), async (bought, locale) => {
        const tickets = bought.tickets.map(({ isReturned: _, ...each }) => ({
          ...each,
          instance: 'tonight',
          hallName: 'The Bridge',
          entrance: '',
        }))
        const { text } = await orderConfirmation({
          brand,
          locale,
          order: { ...bought, tickets, firstName: 'Ada', delivery: { method: 'print-at-home', address: null } },
          links: { order: 'https://shop.example/order' },
        })
        const collapsedText = text.replaceAll(/\s+/g, ' ')
        const formatted = (sum: Parameters<typeof formatMoney>[0]) => formatMoney(sum, brand.currency, locale).replaceAll(/\s+/g, ' ')
        for (const each of bought.items) {
          expect(collapsedText).toContain(itemName(brand, locale, each))
          expect(collapsedText).toContain(formatted(each.amount))
        }
        for (const { amount, ...offer } of bought.totals.discounts ?? [])
          expect(collapsedText).toContain(`${textIn(offerText(offer), locale)} ${formatted(money(-amount))}`)
        expect(collapsedText).toContain(formatted(bought.totals.total))
        expect(collapsedText).not.toMatch(/\bundefined\b|\{\{/)
      }),
      { numRuns: 30 },
    )
  })
})

it('states net and tax of each rate, and what is outside tax, so that they add up to the total', () => {
  const sold = (kind: Line['kind'], price: number, vatBasisPoints?: number): Line => ({
    ...{ kind, ref: '', amount: money(price), fee: zero },
    ...(vatBasisPoints !== undefined && { vatBasisPoints }),
  })
  const textsOf = (totals: ReceiptedOrder['totals']) => taxLines({ brand, locale: 'en', order: { totals } })
  const totals = totalsOf(
    [sold('ticket', 45_00), sold('ticket', 12_00, 0), sold('product', 10_50, 500), sold('donation', 3_00)],
    zero,
    2000,
  )
  expect(textsOf(totals)).toEqual([
    'Includes $8.00 VAT.',
    'VAT 20%: net $37.50, VAT $7.50',
    'VAT 5%: net $10.00, VAT $0.50',
    'No VAT: $12.00',
    'Outside VAT, such as donations and vouchers: $3.00',
  ])
  const { taxes: _taxes, ...older } = totals
  expect(textsOf(older)).toEqual(['Includes $8.00 VAT.'])
  expect(textsOf(totalsOf([sold('donation', 3_00)], zero, 2000))).toEqual([])
})

it('names each levy within the prices in the language of the receipt, and nothing without any', () => {
  const levies = [{ name: { text: 'restoration levy', translations: { de: 'Restaurierungsabgabe' } }, amount: money(3_00) }]
  const totals = totalsOf([], zero, 2000)
  expect(levyLines({ brand, locale: 'en', order: { totals: { ...totals, levies } } })).toEqual(['Includes $3.00 restoration levy.'])
  expect(levyLines({ brand, locale: 'de', order: { totals: { ...totals, levies } } })[0]).toMatch(
    /^Enthält 3,00.\$ Restaurierungsabgabe\.$/,
  )
  expect(levyLines({ brand, locale: 'en', order: { totals } })).toEqual([])
})

it.each(locales)('prints the receipt of many lines on several pages in %s, as the same bytes each time', async (locale) => {
  const [bought] = fc.sample(
    order.filter(({ tickets }) => tickets.length > 0),
    { numRuns: 1, seed: 7 },
  )
  const many = { ...bought!, tickets: Array.from({ length: 45 }, () => bought!.tickets[0]!) }
  const [first, second] = await Promise.all([1, 2].map(() => receiptPdf({ brand, locale, order: many })))
  const text = Buffer.from(first!).toString('latin1')
  expect(text.startsWith('%PDF-1.7')).toBe(true)
  expect(text.match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(1)
  expect(Buffer.from(first!).equals(Buffer.from(second!))).toBe(true)
})

it('states how an order was paid at the counter, and nothing for a web order', () => {
  const [bought] = fc.sample(order, { numRuns: 1, seed: 7 })
  const amount = formatMoney(money(45_00), brand.currency, 'en')
  const line = (paidBy: ReceiptedOrder['paidBy']) => paymentLine({ brand, locale: 'en', order: { ...bought!, paidBy } })
  expect(line({ method: 'cheque', reference: '1042', amount: money(45_00) })).toBe(`${amount} by cheque, reference 1042`)
  expect(line({ method: 'cash', reference: null, amount: money(45_00) })).toBe(`${amount} in cash`)
  expect(line(undefined)).toBeUndefined()
})

it('names the address of goods by post alone', () => {
  const [bought] = fc.sample(order, { numRuns: 1, seed: 7 })
  const item = (delivery: 'collect' | 'post'): OrderItem => ({
    ...{ id: delivery, kind: 'product', name: 'Poster', quantity: 1, performance: null, amount: zero, fee: zero, isReturned: false },
    detail: { ...details.product, names: {}, performance: null, options: [], delivery },
  })
  const postalAddress = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }
  const printed = { ...bought!, tickets: [], items: [item('post'), item('collect')], postalAddress }
  const { lines } = receiptLines({ brand, locale: 'en', order: printed })
  expect(lines[0]!.notes).toEqual(['By post to 1 Globe Lane, London, SE1 9PH'])
  expect(lines[1]!.notes.join()).not.toContain('Globe Lane')
})
