import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { addItem, applyPromo, readBasket, setDelivery } from '#modules/basket'
import { createCatalogue } from '#modules/catalogue'
import { announcePromo } from '#modules/promo'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { checkPayment, type PaymentDeps, startPayment } from './index.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'

/** A brand with postal delivery for £2.50 and refund protection for £1 per ticket. */
const posting = (brand: Brand): Brand => ({
  ...brand,
  delivery: [
    { method: 'print-at-home', fee: money(0), needsAddress: false },
    { method: 'postal', fee: money(2_50), needsAddress: false },
  ],
  refundProtection: { feePerTicket: money(1_00) },
})
const code = (percent: number) => ({
  code: 'FRIENDS',
  name: 'Friends',
  rule: { opensPriority: false, opensPriceTypes: [], discount: { kind: 'percent' as const, percent } },
  maxUses: 5,
})

/** A basket of two seats with postal delivery, refund protection and a code for 10% off. */
async function ready(theatre: TestTheatre) {
  const manual = openManualProvider(theatre)
  await announcePromo(theatre.db, code(10), actor)
  const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1', 'A.2'])
  await setDelivery(theatre, buyer.basket, actor, { method: 'postal', address: null })
  await addItem(theatre, buyer.basket, actor, { kind: 'refund-protection' })
  await applyPromo(theatre, buyer.basket, actor, 'FRIENDS')
  const { version, quote, totals } = await buyer.read()
  expect(totals.total).toBe(81_00 + 2_50 + 2_00)
  const pay = (shop: PaymentDeps, seenQuote = quote) => startPayment(shop, buyer.customer, buyer.basket, version, 'en', actor, seenQuote)
  return { ...manual, ...buyer, version, quote, pay }
}

const deployments: [string, (theatre: TestTheatre) => Promise<unknown>, (brand: Brand) => Brand][] = [
  [
    'a dearer delivery',
    async () => {},
    (brand) => ({ ...brand, delivery: brand.delivery.map((way) => ({ ...way, fee: money(way.fee * 2) })) }),
  ],
  ['a delivery for nothing', async () => {}, (brand) => ({ ...brand, delivery: brand.delivery.map((way) => ({ ...way, fee: money(0) })) })],
  ['a dearer protection', async () => {}, (brand) => ({ ...brand, refundProtection: { feePerTicket: money(1_50) } })],
  ['no protection any more', async () => {}, ({ refundProtection: _, ...brand }) => brand],
  ['another tax', async () => {}, (brand) => ({ ...brand, vatBasisPoints: 1250 })],
  [
    'another tax of the price type',
    async ({ db, catalogue }) => {
      await sql`update price_list set data = jsonb_set(data, '{priceTypes,0,vatBasisPoints}', '500')`.execute(db)
      await catalogue.refresh()
    },
    (brand) => brand,
  ],
  [
    'a smaller discount of the code',
    ({ db }) => sql`update promo set rule = jsonb_set(rule, '{discount,percent}', '5')`.execute(db),
    (brand) => brand,
  ],
]

it.each(deployments)('rejects a payment after %s, until the new price was shown', async (_, change, rebrand) => {
  await using theatre = await openTestTheatre(posting)
  const { shop, pay, read, customer, basket, end } = await ready(theatre)
  await change(theatre)
  const after: PaymentDeps = { ...shop, brand: rebrand(shop.brand) }
  expect(await pay(after)).toMatchObject({ error: { code: 'price-changed' } })
  expect(await read()).toMatchObject({ state: 'open', tickets: [{}, {}] })
  const changedBasket = await readBasket({ ...theatre, brand: after.brand }, basket)
  const startResult = await startPayment(after, customer, basket, changedBasket.version, 'en', actor, changedBasket.quote)
  if (!startResult.ok) throw new Error(startResult.error.code)
  const { amount } = await theatre.db.selectFrom('payment_attempt').select('amount').executeTakeFirstOrThrow()
  expect(amount).toBe(changedBasket.totals.leftToPay)
  end(startResult.value.payment, 'succeeded')
  expect(await checkPayment(after, customer.id, startResult.value.payment, actor)).toMatchObject({ value: { state: 'succeeded' } })
  await expectInvariants(theatre)
})

it('keeps the price of a payment that has started', async () => {
  await using theatre = await openTestTheatre(posting)
  const { shop, pay, customer, end } = await ready(theatre)
  const first = await pay(shop)
  const after: PaymentDeps = { ...shop, brand: deployments[0]![2](shop.brand) }
  expect(await pay(after)).toEqual(first)
  if (!first.ok) throw new Error(first.error.code)
  end(first.value.payment, 'succeeded')
  expect(await checkPayment(after, customer.id, first.value.payment, actor)).toMatchObject({ value: { state: 'succeeded' } })
  expect(await theatre.db.selectFrom('customer_order').select('total').execute()).toEqual([{ total: 85_50 }])
  await expectInvariants(theatre)
})

it('keeps the price of a held ticket after its performance got another price list', async () => {
  await using theatre = await openTestTheatre(posting)
  const { shop, pay, read, quote } = await ready(theatre)
  await sql`insert into price_list (id, hall, data)
    select 'dearer', hall, jsonb_set(data, '{prices,a,full,price}', '9900') from price_list limit 1`.execute(theatre.db)
  await sql`update performance set price_list_id = 'dearer'`.execute(theatre.db)
  const catalogue = createCatalogue(theatre.db)
  const basket = await theatre.db.selectFrom('basket').select('id').executeTakeFirstOrThrow()
  const changedBasket = await readBasket({ ...theatre, catalogue }, basket.id)
  expect(changedBasket.tickets.map(({ price }) => price)).toEqual([45_00, 45_00])
  expect(changedBasket.tickets[0]!.choices.find(({ priceType }) => priceType === 'full')?.price, 'another is dearer').toBe(99_00)
  expect((await read()).quote).toBe(quote)
  expect(await pay({ ...shop, catalogue })).toMatchObject({ ok: true })
  await expectInvariants(theatre)
})
