import { expect } from 'vitest'
import type { ItemToAdd } from '@playhouse/api-client/contract'
import { offeredDishes, offeredFood, offeredTables } from '@playhouse/api-client/suite'
import type { Brand } from '@playhouse/domain/brand'
import type { FlexDefinition } from '@playhouse/domain/flex-subscription'
import { money } from '@playhouse/domain/money'
import { plainProduct } from '@playhouse/domain/product'
import { newId } from '#db'
import { addItem, openBasket, readBasket, setBilling, setNotes } from '#modules/basket'
import { seedFood } from '#modules/food'
import { seedTables } from '#modules/table'
import { seedProducts } from '#modules/product'
import { customerOf, openTestTheatre, type TestTheatre } from '#testing'
import { checkPayment, startPayment } from '../index.ts'
import { actor, openManualProvider } from './buyer.ts'

/** A brand that sells every kind of item. */
export const selling = (brand: Brand): Brand => ({
  ...brand,
  features: { ...brand.features, donations: true, giftAid: true, cancelOrders: true },
  giving: [
    {
      ...{ fund: 'stage', name: 'The stage fund', body: '', presets: [money(10_00)] },
      ...{ least: money(1_00), most: money(500_00), recognitionFrom: money(100_00) },
    },
    {
      ...{ fund: 'roof', name: 'The roof appeal', body: '', presets: [money(10_00)] },
      ...{ least: money(1_00), most: money(500_00), recognitionFrom: money(100_00) },
    },
  ],
  memberships: [
    { id: 'patron', name: 'Patron', sold: { price: money(240_00), months: 12, renewal: { days: 60, isAutomatic: true } } },
    { id: 'friend', name: 'Friend', sold: { price: money(60_00), months: 12, renewal: { days: 60, isAutomatic: true } } },
  ],
  giftMemberships: { claimMonths: 12 },
  flexSubscriptions: true,
  productTypes: [{ type: 'merchandise', name: 'Merchandise' }],
  foodAndDrink: true,
  restaurant: true,
  refundProtection: { feePerTicket: money(2_50) },
  giftVouchers: {
    ...{ word: 'gift-vouchers', presets: [money(10_00), money(25_00)], least: money(10_00), most: money(200_00) },
    ...{ mostQuantity: 10, validMonths: 24, topUp: { mostBalance: money(500_00), lastDay: 'restarts' }, post: { fee: money(2_50) } },
  },
})
/** A donation in minor units, in honour of Nan. */
export const gift = (amount: number, fund = 'stage') =>
  ({
    kind: 'donation',
    fund,
    appeal: null,
    amount: money(amount),
    recognitionName: null,
    isAnonymous: false,
    tributeName: 'Nan',
  }) as const
export const friend = { kind: 'membership', membership: 'friend' } as const
/** The upgrade of a friend. */
export const patronUpgrade = { kind: 'membership', membership: 'patron', upgradeFrom: 'friend' } as const
/** A membership for Nan. */
export const friendForNan = {
  kind: 'gift-membership',
  membership: 'friend',
  to: 'Nan',
  from: 'Ada',
  message: 'Welcome',
  email: 'nan@example.org',
  sendOn: null,
} as const
/** Gift vouchers of `value` minor units, for the buyer to print. */
export const vouchers = (value: number, quantity = 1) =>
  ({
    kind: 'gift-voucher',
    value: money(value),
    quantity,
    delivery: 'print',
    to: 'Nan',
    from: 'Ada',
    message: '',
    email: null,
    sendOn: null,
  }) as const
/** Posters of the size A1 at 20.00, of which `openPosterShop` has a number. */
export const posters = (quantity: number) => ({ kind: 'product', product: 'poster', variant: 'a1', quantity }) as const
/** A theatre that sells every kind of item, with a stock of posters. */
export async function openPosterShop(pieces: number): Promise<TestTheatre> {
  const theatre = await openTestTheatre(selling)
  await seedProducts(theatre.db, [
    {
      ...plainProduct,
      ...{ product: 'poster', type: 'merchandise', name: 'Poster', summary: '', translations: {}, vatBasisPoints: null, limit: 4 },
      variants: [{ variant: 'a1', name: 'A1', price: money(20_00), fee: money(1_00) }],
      stock: { a1: pieces },
    },
  ])
  return theatre
}
/** Supper in the restaurant for a number of guests, at 30.00 each, of which a fee of 1.00. */
export const supperFor = (guests: number, point = 'restaurant') =>
  ({
    ...{ kind: 'food' as const, instance: 'tonight', menu: 'supper', guests, point, note: 'No nuts' },
    choices: [
      { course: 'starter', product: 'soup', count: guests },
      { course: 'main', product: 'pie', count: guests },
    ],
  }) satisfies ItemToAdd
/** A theatre that sells every kind of item, with room for a number of guests in the restaurant on each night. */
export async function openSupperTheatre(guests: number): Promise<TestTheatre> {
  const theatre = await openTestTheatre(selling)
  await seedProducts(theatre.db, offeredDishes)
  const [restaurant, bar] = offeredFood.servings
  await seedFood(theatre.db, { ...offeredFood, servings: [{ ...restaurant!, guests }, bar!] })
  return theatre
}
/** A table at the early sitting, at 5.00 for each cover. */
export const tableFor = (party: number, sitting = 'early') =>
  ({ kind: 'table' as const, instance: 'tonight', sitting, party, note: 'A high chair' }) satisfies ItemToAdd
/** A theatre that sells every kind of item, with the tables and covers of the early sitting on each night; those of `offeredTables` where absent. */
export async function openTableTheatre(tables?: (typeof offeredTables.sittings)[number]['tables'], covers = 1_000): Promise<TestTheatre> {
  const theatre = await openTestTheatre(selling)
  const [early, late] = offeredTables.sittings
  await seedTables(theatre.db, { ...offeredTables, sittings: [tables ? { ...early!, tables, covers } : early!, late!] })
  return theatre
}
export const protection = { kind: 'refund-protection' } as const
export const billing = {
  firstName: 'Ada',
  lastName: 'Quill',
  phone: '',
  address: { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' },
}
type Item = Parameters<typeof addItem>[3]

/**
 * A customer's basket with items and without tickets, ready to be paid for.
 * @param buyer the customer; a new one if omitted
 */
export async function createItemBuyer(
  theatre: TestTheatre,
  items: readonly Item[],
  isGuest = false,
  buyer?: Awaited<ReturnType<typeof customerOf>>,
) {
  const manual = openManualProvider(theatre)
  const shop = { ...theatre, ...manual.shop }
  const customer = buyer ?? (await customerOf(theatre))
  if (isGuest) await theatre.db.updateTable('customer').set({ is_guest: true }).where('id', '=', customer.id).execute()
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  for (const item of items) expect(await addItem(theatre, basket, actor, item)).toMatchObject({ ok: true })
  await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
  await setBilling(theatre, basket, actor, billing)
  const read = () => readBasket(theatre, basket)
  const start = async () => startPayment(shop, { ...customer, is_guest: isGuest }, basket, (await read()).version, 'en', actor)
  const pay = async () => {
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    manual.end(started.value.payment, 'succeeded')
    const paid = await checkPayment(shop, customer.id, started.value.payment, actor)
    return paid.ok && paid.value.order ? paid.value.order.number : ''
  }
  return { ...manual, shop, customer, basket, read, start, pay }
}

/** A flexible subscription that sells a voucher for a full-price ticket of any production, at £30. */
export const voucherOfOne: FlexDefinition = {
  ...{ flex: 'one-ticket', name: { text: 'One ticket' }, summary: { text: 'One ticket.' }, price: money(30_00), vouchers: 1 },
  ...{ productions: [], performances: [], bands: [], priceTypes: ['full'], perPerformance: null, perCustomer: null },
  ...{ validMonths: 12, validUntil: null, saleFrom: null, saleUntil: null },
}
/** A request for {@link voucherOfOne}. */
export const oneTicket = { kind: 'flex-subscription', flex: 'one-ticket', quantity: 1 } as const

/** A request of a basket for posters. */
export const piecesFor = (basket: string, quantity: number, network?: string) => ({
  ...{ basket, product: 'poster/a1', name: 'Poster, A1', quantity, network },
  item: { id: newId(), performance: null, amount: 1, detail: {} },
})
