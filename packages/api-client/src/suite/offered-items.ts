import { expect } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { money } from '@playhouse/domain/money'
import type { CounterItem } from '#contract'

const gifts = { body: '', presets: [money(10_00)], least: money(1_00), most: money(500_00), recognitionFrom: money(100_00) }

const monthly: Brand['giving'][number]['monthly'] = {
  ...{ presets: [money(5_00)], least: money(2_00), most: money(200_00), means: ['card', 'direct-debit'] },
}

/** A brand that sells every kind of item, to guests too. */
export const sellingBrand = (brand: Brand): Brand => ({
  ...brand,
  login: { ...brand.login, style: 'guest' },
  features: { ...brand.features, donations: true, giftAid: true, cancelOrders: true },
  limits: { ...brand.limits, cancelHoursBefore: 0, dietaryNote: 40, paymentLinkHours: 24 },
  returnDays: { membership: 14, 'gift-voucher': 14 },
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
  refundProtection: { feePerTicket: money(2_50) },
  topUps: { roundUpTo: money(1_00), feeCover: { basisPoints: 150, flat: money(20) } },
  giftVouchers: {
    ...{ word: 'gift-vouchers', presets: [money(10_00), money(25_00)], least: money(10_00), most: money(200_00) },
    ...{ mostQuantity: 10, validMonths: 24, topUp: { mostBalance: money(300_00), lastDay: 'restarts' }, post: { fee: money(2_50) } },
  },
})

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
}
