import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { parseItemDetail } from './item-detail.ts'
import { hasClock, isEmpty, itemKindNames, kindsWithoutTickets, needsTickets } from './item-kind.ts'
import { offerItem, withGiftAmount } from './item-offer.ts'
import { itemPrice } from './item-price.ts'
import type { RequestedItem } from './requested-item.ts'
import { itemFee } from './stored-detail.ts'
import { plainProduct } from './plain-product.ts'

const brand = {
  features: { donations: true } as Parameters<typeof offerItem>[0]['features'],
  giving: [
    {
      ...{ fund: 'stage', name: 'The stage fund', body: '', presets: [money(10_00)] },
      ...{ least: money(1_00), most: money(500_00), recognitionFrom: money(100_00) },
      appeals: [{ appeal: 'lights', name: 'New lights' }],
    },
    {
      ...{ fund: 'roof', name: 'The roof appeal', body: '', presets: [money(10_00)] },
      ...{ least: money(1_00), most: money(500_00), recognitionFrom: money(100_00) },
    },
  ],
  memberships: [
    { id: 'friend', name: 'Friend', sold: { price: money(60_00), months: 12 } },
    { id: 'founder', name: 'Founder' },
  ],
  refundProtection: { feePerTicket: money(2_50) },
  giftVouchers: {
    ...{ word: 'gift-vouchers', presets: [money(10_00), money(250_00)], least: money(10_00), most: money(200_00) },
    ...{ mostQuantity: 20, validMonths: 24, topUp: { mostBalance: money(500_00), lastDay: 'restarts' }, post: { fee: money(2_50) } },
  },
  timeZone: 'Europe/London',
  productTypes: [{ type: 'merchandise', name: 'Merchandise' }],
  products: [
    {
      ...plainProduct,
      performance: null,
      ...{ product: 'poster', type: 'merchandise', name: 'Poster', summary: '', translations: {}, vatBasisPoints: 500, limit: 4 },
      variants: [
        { variant: 'a2', name: 'A2', price: money(12_00), fee: money(50) },
        { variant: 'plain', name: '', price: money(10_00), fee: money(0) },
      ],
    },
    {
      ...plainProduct,
      performance: null,
      ...{ product: 'space', type: 'parking', name: 'Space', summary: '', translations: {}, vatBasisPoints: null, limit: 1 },
      variants: [{ variant: 'one', name: '', price: money(8_00), fee: money(0) }],
    },
  ],
} as Parameters<typeof offerItem>[0]
const donation = {
  ...{ fund: 'stage', appeal: null, recognitionName: 'A. Quill' },
  ...{ isAnonymous: false, tributeName: 'Nan' },
}
const voucher = {
  kind: 'gift-voucher',
  value: money(25_00),
  quantity: 2,
  delivery: 'email',
  to: 'Nan',
  from: '',
  message: '',
  email: 'nan@example.org',
  sendOn: null,
} as const
const topUp = { kind: 'voucher-top-up', voucher: '00000000-0000-4000-8000-000000000001', amount: money(25_00) } as const
const address = { line1: '1 Stage Street', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9XY', country: 'GB' }
const letter = { ...voucher, delivery: 'post', email: null, address } as const
const requests: readonly RequestedItem[] = [
  { kind: 'donation', ...donation, amount: money(100_00) },
  { kind: 'membership', membership: 'friend' },
  { kind: 'refund-protection' },
  voucher,
  topUp,
  letter,
  { kind: 'product', product: 'poster', variant: 'a2', quantity: 4 },
]

it.each(requests)('offers $kind with a detail that can be read, and a price', (request) => {
  const offer = offerItem(brand, request)
  if (!offer.ok) throw new Error(offer.error.code)
  const { kind, detail } = offer.value
  expect(parseItemDetail(kind, detail).kind).toBe(request.kind)
  expect(itemPrice(brand, offer.value, 2)).toBeGreaterThan(0)
  expect(itemPrice(brand, offer.value, 0) === undefined).toBe(needsTickets(kind))
})

it.each([
  [{ kind: 'donation', ...donation, fund: 'bar', amount: money(10_00) }, 'page-not-found'],
  [{ kind: 'donation', ...donation, appeal: 'organ', amount: money(10_00) }, 'page-not-found'],
  [{ kind: 'donation', ...donation, fund: 'roof', appeal: 'lights', amount: money(10_00) }, 'page-not-found'],
  [{ kind: 'donation', ...donation, amount: money(99) }, 'invalid-input'],
  [{ kind: 'donation', ...donation, amount: money(500_01) }, 'invalid-input'],
  [{ kind: 'membership', membership: 'founder' }, 'page-not-found'],
  [{ kind: 'membership', membership: 'unknown' }, 'page-not-found'],
  [{ ...voucher, value: money(9_99) }, 'invalid-input'],
  [{ ...voucher, value: money(200_01) }, 'invalid-input'],
  [{ ...voucher, value: money(249_99) }, 'invalid-input'],
  [{ ...topUp, amount: money(9_99) }, 'invalid-input'],
  [{ ...topUp, amount: money(200_01) }, 'invalid-input'],
  [{ ...voucher, quantity: 0 }, 'invalid-input'],
  [{ ...voucher, quantity: 21 }, 'invalid-input'],
  [{ ...voucher, email: null }, 'invalid-input'],
  [{ ...voucher, delivery: 'print' }, 'invalid-input'],
  [{ ...voucher, delivery: 'print', email: null, sendOn: '2031-12-24' }, 'invalid-input'],
  [{ ...voucher, address }, 'invalid-input'],
  [{ ...letter, address: undefined }, 'invalid-input'],
  [{ ...letter, email: 'nan@example.org' }, 'invalid-input'],
  [{ ...letter, sendOn: '2031-12-24' }, 'invalid-input'],
  [{ kind: 'product', product: 'poster', variant: 'a2', quantity: 5 }, 'invalid-input'],
  [{ kind: 'product', product: 'poster', variant: 'a3', quantity: 1 }, 'merchandise-not-found'],
  [{ kind: 'product', product: 'space', variant: 'one', quantity: 1 }, 'merchandise-not-found'],
] as readonly (readonly [RequestedItem, string])[])('rejects %j with %s', (request, code) => {
  expect(offerItem(brand, request)).toMatchObject({ ok: false, error: { code } })
})

it('sells gift vouchers of a preset above the maximum, and of any value within the limits', () => {
  expect(offerItem(brand, { ...voucher, value: money(250_00) })).toMatchObject({ ok: true, value: { amount: 500_00, quantity: 2 } })
  expect(offerItem(brand, { ...voucher, value: money(12_34), quantity: 1 })).toMatchObject({ ok: true, value: { amount: 12_34 } })
})

it.each([
  ['restarts', 24],
  ['stays', null],
] as const)('keeps with a top-up for how long the voucher is valid, where its last day %s', (lastDay, months) => {
  const giftVouchers = { ...brand.giftVouchers!, topUp: { mostBalance: money(500_00), lastDay } }
  expect(offerItem({ ...brand, giftVouchers }, topUp)).toMatchObject({
    value: { product: topUp.voucher, detail: { months, mostBalance: 500_00 } },
  })
  expect(offerItem({ ...brand, giftVouchers: { ...giftVouchers, topUp: undefined } }, topUp)).toMatchObject({
    error: { code: 'page-not-found' },
  })
})

it('adds the fee of one letter to gift vouchers that are sent by post, and sends none where the brand has none', () => {
  const offer = offerItem(brand, letter)
  if (!offer.ok) throw new Error(offer.error.code)
  expect(offer.value).toMatchObject({ amount: 52_50, detail: { address, postage: 2_50 } })
  expect(itemFee(offer.value.detail, 2)).toBe(2_50)
  const withPost = (post?: { fee: ReturnType<typeof money> }) => ({ ...brand, giftVouchers: { ...brand.giftVouchers!, post } })
  expect(offerItem(withPost({ fee: money(0) }), letter)).toMatchObject({ ok: true, value: { amount: 50_00 } })
  expect(offerItem(withPost(), letter)).toMatchObject({ ok: false, error: { params: { fields: ['delivery'] } } })
})

it('addresses a letter to a name', () => {
  for (const to of ['', '  '])
    expect(offerItem(brand, { ...letter, to })).toMatchObject({ ok: false, error: { params: { fields: ['to'] } } })
  expect(offerItem(brand, { ...voucher, to: '' })).toMatchObject({ ok: true })
})

it('sells each variant of a product at its price and fee, under its own name', () => {
  const offer = (variant: string) => offerItem(brand, { kind: 'product', product: 'poster', variant, quantity: 3 })
  const a2 = offer('a2')
  if (!a2.ok) throw new Error(a2.error.code)
  expect(itemFee(a2.value.detail, 3)).toBe(1_50)
  expect(a2).toMatchObject({
    value: { product: 'poster/a2', quantity: 3, amount: 36_00, detail: { name: 'Poster, A2', fee: 50, vatBasisPoints: 500 } },
  })
  expect(offer('plain')).toMatchObject({ value: { product: 'poster/plain', amount: 30_00, detail: { name: 'Poster', fee: 0 } } })
})

it('stores the name of the appeal that the donor chose', () => {
  expect(offerItem(brand, { kind: 'donation', ...donation, appeal: 'lights', amount: money(10_00) })).toMatchObject({
    value: { detail: { appeal: 'lights', appealName: 'New lights' } },
  })
})

it('offers nothing that the brand does not sell', () => {
  const { refundProtection: _, giftVouchers: _vouchers, ...rest } = brand
  for (const request of requests)
    expect(
      offerItem({ ...rest, features: { ...brand.features, donations: false }, giving: [], memberships: [], products: [] }, request),
    ).toMatchObject({ error: { code: request.kind === 'product' ? 'merchandise-not-found' : 'page-not-found' } })
})

it('keeps the texts of a donation with another amount, except a recognition name below its minimum', () => {
  const detail = { ...donation, name: 'The stage fund' }
  expect(withGiftAmount(brand, detail, money(100_00))).toEqual({ ok: true, value: detail })
  expect(withGiftAmount(brand, detail, money(99_99))).toEqual({ ok: true, value: { ...detail, recognitionName: null } })
  expect(withGiftAmount(brand, detail, money(1))).toMatchObject({ error: { code: 'invalid-input' } })
})

it('reads details of older versions, with the values of fields that they lack', () => {
  expect(parseItemDetail('donation', { fund: 'stage', name: 'The stage fund' })).toEqual({
    kind: 'donation',
    detail: { fund: 'stage', appeal: null, appealName: null, recognitionName: null, isAnonymous: false, tributeName: null, topUp: null },
  })
  expect(parseItemDetail('membership', { membership: 'friend', name: 'Friend' }).detail).toEqual({
    ...{ membership: 'friend', months: 12, change: 'join' },
    ...{ startsOn: null, upgradeFrom: null, from: null, credit: 0 },
  })
  expect(parseItemDetail('refund-protection', null).detail).toBeNull()
  expect(() => parseItemDetail('donation', null)).toThrow('invalid_type')
})

it('calls a basket empty where nothing of it can be paid for, and runs a clock only for what is held', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.subarray([...itemKindNames]), (count, kinds) => {
      const basket = { tickets: Array.from({ length: count }), items: kinds.map((kind) => ({ kind })) }
      expect(isEmpty(basket)).toBe(count === 0 && !kinds.some((kind) => kindsWithoutTickets.includes(kind)))
      expect(hasClock(basket)).toBe(count > 0 || kinds.some((kind) => ['product', 'food', 'table'].includes(kind)))
    }),
  )
})
