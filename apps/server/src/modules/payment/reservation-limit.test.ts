import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { plainProduct } from '@playhouse/domain/product'
import { addItem, openBasket, readBasket, setBilling, setNotes, startAddOns } from '#modules/basket'
import { seedProducts } from '#modules/product'
import { expectInvariants, openTestTheatre } from '#testing'
import { checkPayment, startPayment } from './index.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'
import { billing, selling } from './testing/item-buyer.ts'

const forPerformance = {
  ...{ ...plainProduct, type: 'merchandise', summary: '', translations: {}, vatBasisPoints: null, limit: 4, needsPerformance: true },
  ...{ delivery: ['at-performance' as const], stock: {}, performances: { stock: {} } },
}
const variant = (price: number) => [{ variant: 'one', name: '', price: money(price), fee: money(0) }]

it('refunds the second of two payments that reserve more for an order than it has tickets', async () => {
  await using theatre = await openTestTheatre(selling)
  await seedProducts(theatre.db, [
    { ...forPerformance, product: 'unit', name: 'Captioning unit', isReservation: true, variants: variant(0) },
    { ...forPerformance, product: 'programme', name: 'Programme', variants: variant(5_00) },
  ])
  const manual = openManualProvider(theatre)
  const shop = { ...theatre, ...manual.shop }
  const { customer, start: startFirst } = await createBuyer(shop, ['A.1'])
  const settle = async (payment: string) => {
    manual.end(payment, 'succeeded')
    const paid = await checkPayment(shop, customer.id, payment, actor)
    if (!paid.ok) throw new Error(paid.error.code)
    return paid.value
  }
  const first = await startFirst()
  if (!first.ok) throw new Error(first.error.code)
  const { number } = (await settle(first.value.payment)).order!
  const openAddOns = async () => {
    const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
    expect(await startAddOns(theatre, basket, { order: number, customer: customer.id }, actor)).toMatchObject({ ok: true })
    for (const product of ['unit', 'programme'])
      expect(
        await addItem(theatre, basket, actor, {
          ...{ kind: 'product', product, variant: 'one', quantity: 1, instance: 'tonight' },
          accepts: { terms: true, privacy: true },
        }),
      ).toMatchObject({ ok: true })
    await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
    await setBilling(theatre, basket, actor, billing)
    const { version } = await readBasket(theatre, basket)
    const started = await startPayment(shop, customer, basket, version, 'en', actor)
    if (!started.ok) throw new Error(started.error.code)
    return started.value.payment
  }
  const payments = [await openAddOns(), await openAddOns()]
  expect(await settle(payments[0]!)).toMatchObject({ state: 'succeeded', order: { number: `${number}-2` } })
  expect(await settle(payments[1]!)).toMatchObject({ state: 'refund-due', order: null })
  const units = await theatre.db.selectFrom('order_item').select('quantity').where('name', '=', 'Captioning unit').execute()
  expect(units).toEqual([{ quantity: 1 }])
  await expectInvariants(theatre)
})
