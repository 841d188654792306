import { expect } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { money } from '@playhouse/domain/money'
import { plainProduct, type StockedProduct } from '@playhouse/domain/product'
import type { CounterItem } from '#contract'
import { supper } from './offered-food.ts'
import { freeTable } from './offered-tables.ts'

const gifts = { body: '', presets: [money(10_00)], least: money(1_00), most: money(500_00), recognitionFrom: money(100_00) }

const monthly: Brand['giving'][number]['monthly'] = {
  ...{ presets: [money(5_00)], least: money(2_00), most: money(200_00), means: ['card', 'direct-debit'] },
}

/** A brand that sells every kind of item, to guests too. */
export const sellingBrand = (brand: Brand): Brand => ({
  ...brand,
  login: { ...brand.login, style: 'guest' },
  packages: true,
  listings: true,
  flexSubscriptions: true,
  features: { ...brand.features, donations: true, forms: true, giftAid: true, cancelOrders: true },
  limits: {
    ...brand.limits,
    ticketsPerPerformance: brand.limits.ticketsPerOrder,
    cancelHoursBefore: 0,
    dietaryNote: 40,
    paymentLinkHours: 24,
  },
  returnDays: { membership: 14, 'gift-voucher': 14, 'flex-subscription': 14 },
  account: { ...brand.account, birth: 'date' },
  giving: [
    { ...gifts, monthly, fund: 'stage', name: 'The stage fund' },
    { ...gifts, fund: 'roof', name: 'The roof appeal' },
    { ...gifts, monthly, fund: 'organ', name: 'The organ appeal', closesOn: '2020-12-31' },
  ],
  memberships: [
    { id: 'patron', name: 'Patron', sold: { price: money(250_00), months: 12 } },
    { id: 'friend', name: 'Friend', sold: { price: money(60_00), months: 12 } },
    { id: 'monthly', name: 'Monthly', sold: { price: money(4_00), months: 1, renewal: { days: 45, isAutomatic: true } } },
    { id: 'young', name: 'Young', ages: { least: 16, most: 25 }, sold: { price: money(5_00), months: 12 } },
    // Price lists of the fixtures have a price for its members.
    { id: 'priority', name: 'Priority', sold: { price: money(3_00), months: 12 } },
  ],
  giftMemberships: { claimMonths: 12 },
  productTypes: [
    { type: 'merchandise', name: 'Merchandise' },
    { type: 'visit', name: 'For your visit', names: { sv: 'Till ditt besök' } },
    { type: 'service', name: 'Services' },
  ],
  foodAndDrink: true,
  restaurant: true,
  refundProtection: { feePerTicket: money(2_50) },
  topUps: { roundUpTo: money(1_00), feeCover: { basisPoints: 150, flat: money(20) } },
  giftVouchers: {
    ...{ word: 'gift-vouchers', presets: [money(10_00), money(25_00)], least: money(10_00), most: money(200_00) },
    ...{ mostQuantity: 10, validMonths: 24, topUp: { mostBalance: money(300_00), lastDay: 'restarts' }, post: { fee: money(2_50) } },
  },
})

/** The products that `sellingBrand` sells, and others of a type that it does not sell. */
export const offeredProducts: readonly StockedProduct[] = [
  {
    ...plainProduct,
    ...{
      product: 'poster',
      type: 'merchandise',
      name: 'Season poster',
      summary: 'Printed in two colours.',
      vatBasisPoints: null,
      limit: 4,
    },
    translations: { sv: { name: 'Säsongsaffisch', summary: 'Tryckt i två färger.' } },
    variants: [
      { variant: 'a2', name: 'A2', price: money(12_00), fee: money(0) },
      { variant: 'a1', name: 'A1', price: money(20_00), fee: money(1_00) },
    ],
    stock: { a2: 500, a1: 3 },
  },
  {
    ...plainProduct,
    ...{ product: 'programme', type: 'merchandise', name: 'Programme', summary: 'The cast, and an essay.', vatBasisPoints: 0, limit: 10 },
    translations: {},
    variants: [{ variant: 'one', name: '', price: money(5_00), fee: money(0) }],
    stock: {},
  },
  {
    ...plainProduct,
    ...{ product: 'mug', type: 'merchandise', name: 'Mug', summary: 'Stoneware.', vatBasisPoints: null, limit: 5 },
    translations: { sv: { name: 'Mugg', summary: 'Stengods.' } },
    variants: [{ variant: 'one', name: '', price: money(9_00), fee: money(0) }],
    options: [
      {
        ...{ option: 'glaze', name: 'Glaze', names: { sv: 'Glasyr' } },
        choices: [
          { choice: 'white', name: 'White', names: { sv: 'Vit' }, price: money(0) },
          { choice: 'gold', name: 'Gold', price: money(3_00) },
        ],
      },
    ],
    ...{ delivery: ['collect', 'post'], postage: money(4_00) },
    images: [{ path: '/brand/mug.svg', alt: 'A mug', alts: { sv: 'En mugg' }, width: 400, height: 300 }],
    stock: { one: 6 },
  },
  {
    ...plainProduct,
    ...{ product: 'place', type: 'visit', name: 'Parking place', summary: 'In the yard.', vatBasisPoints: null, limit: 2 },
    ...{ delivery: ['at-performance'], needsPerformance: true },
    translations: {},
    variants: [
      { variant: 'car', name: 'Car', price: money(8_00), fee: money(50) },
      { variant: 'van', name: 'Van', price: money(16_00), fee: money(0) },
    ],
    stock: {},
    performances: { stock: { car: 3 }, prices: { van: { price: money(14_00), fee: money(1_00) } } },
  },
  {
    ...plainProduct,
    ...{ product: 'unit', type: 'service', name: 'Captioning unit', summary: 'Shows the text.', vatBasisPoints: null, limit: 6 },
    ...{ delivery: ['at-performance'], needsPerformance: true, isReservation: true },
    translations: {},
    variants: [{ variant: 'one', name: '', price: money(0), fee: money(0) }],
    stock: {},
    performances: { stock: {} },
  },
  {
    ...plainProduct,
    ...{ product: 'space', type: 'parking', name: 'Parking space', summary: 'In the yard.', vatBasisPoints: null, limit: 1 },
    translations: {},
    variants: [{ variant: 'one', name: '', price: money(8_00), fee: money(0) }],
    stock: {},
  },
]

/** A requested gift voucher, without its quantity. */
export const voucher = {
  value: money(25_00),
  delivery: 'email',
  to: 'Nan',
  from: 'Ada',
  message: 'Break a leg',
  email: 'nan@example.org',
  sendOn: null,
} as const
/** Stands for a voucher that exists, which each implementation has by another id. */
export const anyVoucher = '00000000-0000-4000-8000-000000000001'
/** The texts of a gift membership. */
export const giftTexts = { to: 'Nan', from: 'Ada', message: 'Welcome', email: 'nan@example.org', sendOn: null } as const
/** What is chosen with a donation. */
export const donation = { fund: 'stage', appeal: null, recognitionName: null, isAnonymous: true, tributeName: 'Nan' }
/** The request for each kind, what baskets and orders return of it, and its price. */
export const offered: {
  readonly [Kind in ItemKind]: { readonly asked: Extract<CounterItem, { kind: Kind }>; readonly shown: object; readonly amount: number }
} = {
  donation: {
    asked: { kind: 'donation', ...donation, amount: money(20_00) },
    shown: { name: 'The stage fund', detail: donation },
    amount: 20_00,
  },
  membership: {
    asked: { kind: 'membership', membership: 'friend' },
    shown: { name: 'Friend', detail: { membership: 'friend', months: 12 } },
    amount: 60_00,
  },
  'gift-membership': {
    asked: { kind: 'gift-membership', membership: 'friend', ...giftTexts },
    shown: { name: 'Friend', detail: { level: 'friend', months: 12, ...giftTexts } },
    amount: 60_00,
  },
  'refund-protection': { asked: { kind: 'refund-protection' }, shown: { name: '', detail: null }, amount: 2_50 },
  'gift-voucher': {
    asked: { kind: 'gift-voucher', ...voucher, quantity: 1 },
    shown: { name: '', detail: { ...voucher, months: 24 } },
    amount: 25_00,
  },
  'voucher-top-up': {
    asked: { kind: 'voucher-top-up', voucher: anyVoucher, amount: money(40_00) },
    shown: { name: '', detail: { hint: expect.stringMatching(/^..$/), months: 24 } },
    amount: 40_00,
  },
  product: {
    asked: { kind: 'product', product: 'poster', variant: 'a2', quantity: 1 },
    shown: { name: 'Season poster, A2', detail: { product: 'poster', variant: 'a2', type: 'merchandise', vatBasisPoints: null } },
    amount: 12_00,
  },
  food: {
    asked: supper,
    shown: {
      ...{ name: 'Supper', performance: expect.any(String), fee: 1_00 },
      detail: {
        ...{ menu: 'supper', point: 'bar', pointName: 'The bar', note: 'No nuts', closesBefore: 30, servedBefore: null },
        courses: [
          { course: 'starter', name: 'Starter', dishes: [{ product: 'soup', name: 'The soup', count: 1, supplement: 0 }] },
          { course: 'main', name: 'Main', dishes: [{ product: 'fish', name: 'The fish', count: 1, supplement: 4_00 }] },
        ],
      },
    },
    amount: 34_00,
  },
  table: {
    asked: freeTable,
    shown: {
      ...{ name: 'The foyer', performance: expect.any(String), fee: 0 },
      detail: { sitting: 'long', restaurant: 'foyer', table: 2, note: 'A high chair', startsBefore: 90, minutes: 90, closesBefore: 60 },
    },
    amount: 5_00,
  },
  'flex-subscription': {
    asked: { kind: 'flex-subscription', flex: 'two-plays', quantity: 1 },
    shown: { name: 'Two plays', detail: { flex: 'two-plays', vouchers: 2, validMonths: 12, validUntil: null } },
    amount: 50_00,
  },
}

/** Amounts and quantities that no brand sells: below, above, negative, zero, fractional and huge, or chosen where the brand sets the price. */
export const unsold: { readonly [Kind in ItemKind]: readonly object[] } = {
  donation: [99, 500_01, -20_00, 0, 12.5, 1e12, 2 ** 53, '2000', null].map((amount) => ({ amount })),
  membership: [{ amount: money(1_00) }, { quantity: 2 }],
  'gift-membership': [
    { amount: money(1_00) },
    { quantity: 2 },
    { email: null },
    { email: 'nobody' },
    { to: '' },
    { message: 'x'.repeat(301) },
  ],
  'refund-protection': [{ amount: money(1_00) }, { quantity: 2 }],
  'gift-voucher': [
    ...[9_99, 200_01, -25_00, 0, 12.5, 1e12, 2 ** 53, '2500', null].map((value) => ({ value })),
    ...[0, -1, 11, 1.5, 1e12].map((quantity) => ({ quantity })),
  ],
  'voucher-top-up': [9_99, 200_01, -25_00, 0, 12.5, 1e12, 2 ** 53, '2500', null].map((amount) => ({ amount })),
  food: [{ amount: money(1_00) }, { quantity: 2 }, { note: 'x'.repeat(301) }, { choices: [{ course: 'main', product: 'cake', count: 1 }] }],
  table: [{ amount: money(1_00) }, { quantity: 2 }, { note: 'x'.repeat(301) }, { party: 1.5 }, { party: -1 }, { table: 4 }],
  'flex-subscription': [{ amount: money(1_00) }, ...[0, -1, 1.5, 21, 1e12].map((quantity) => ({ quantity }))],
  product: [{ amount: money(1_00) }, ...[0, -1, 5, 1.5, 1e12].map((quantity) => ({ quantity }))],
}
