import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { plainProduct } from '@playhouse/domain/product'
import { addItem } from '#modules/basket'
import { openCounterPerformance } from '#modules/counter'
import { addTickets } from '#modules/hold'
import { readOrder } from '#modules/order'
import { seedProducts } from '#modules/product'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { openTestCounter } from '../counter/testing/test-counter.ts'
import { returnByCustomer } from './index.ts'
import { actor } from './testing/buyer.ts'
import { createItemBuyer, gift, selling } from './testing/item-buyer.ts'

const returning = (brand: Brand): Brand => ({ ...selling(brand), limits: { ...brand.limits, cancelHoursBefore: 1 } })

/** A theatre with ten captioning units for each performance, which do not start for days. */
async function openUnitTheatre(): Promise<TestTheatre> {
  const theatre = await openTestTheatre(returning)
  await sql`update performance set starts_at = now() + interval '10 days'`.execute(theatre.db)
  await seedProducts(theatre.db, [
    {
      ...{ ...plainProduct, product: 'unit', type: 'merchandise', name: 'Captioning unit', summary: '', translations: {} },
      ...{ vatBasisPoints: null, limit: 4, needsPerformance: true, isReservation: true, delivery: ['at-performance'], stock: {} },
      variants: [{ variant: 'one', name: '', price: money(0), fee: money(0) }],
      performances: { stock: { one: 10 } },
    },
  ])
  return theatre
}
const units = (quantity: number) => ({
  ...{ kind: 'product' as const, product: 'unit', variant: 'one', quantity, instance: 'tonight' },
  accepts: { terms: true, privacy: true },
})
const soldUnits = async ({ db }: TestTheatre): Promise<number> =>
  (await db.selectFrom('product_stock').select('sold').where('key', '=', 'unit/one@tonight').executeTakeFirst())?.sold ?? 0

it('returns the reservations of tickets that the customer returns, and the mail says it', async () => {
  await using theatre = await openUnitTheatre()
  const { basket, shop, customer, pay } = await createItemBuyer(theatre, [gift(20_00)])
  const seats = ['stalls.A.1', 'stalls.A.2'].map((seat) => ({ seat, priceType: 'full' }))
  expect(await addTickets(theatre, basket, actor, 'tonight', seats)).toMatchObject({ ok: true })
  expect(await addItem(theatre, basket, actor, units(2))).toMatchObject({ ok: true })
  const number = await pay()
  expect(await soldUnits(theatre)).toBe(2)
  const read = async () => (await readOrder(shop, customer.id, number))!.order
  const { tickets, items } = await read()
  const unit = items.find(({ kind }) => kind === 'product')!.id
  const giveBack = (ticket: string) =>
    returnByCustomer(theatre, customer.id, number, { tickets: [ticket], items: [], value: money(45_00) }, actor)
  const lastMail = () =>
    theatre.db
      .selectFrom('outbox')
      .select('payload')
      .where('topic', '=', 'mail.parts-returned')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()

  expect(await giveBack(tickets[0]!.id)).toMatchObject({ ok: true })
  expect((await read()).items).toContainEqual(
    expect.objectContaining({ id: unit, quantity: 1, isReturned: false, detail: expect.objectContaining({ returned: 1 }) }),
  )
  expect(await lastMail()).toMatchObject({ payload: { items: [], hasReservations: true } })
  expect(await soldUnits(theatre)).toBe(1)

  expect(await giveBack(tickets[1]!.id)).toMatchObject({ ok: true })
  expect((await read()).items).toContainEqual(expect.objectContaining({ id: unit, isReturned: true }))
  expect(await lastMail()).toMatchObject({ payload: { items: [unit], hasReservations: true } })
  expect(await soldUnits(theatre)).toBe(0)
  await expectInvariants(theatre)
})

it('returns the reservations of tickets that are exchanged for another performance', async () => {
  await using theatre = await openUnitTheatre()
  const { hold, pay, read, actor: staff } = await openTestCounter(theatre)
  const tomorrow = (await openCounterPerformance(theatre, 'tomorrow'))!
  const customer = await customerOf(theatre)
  const basket = await hold(customer.id, ['C.1', 'C.2'])
  expect(await addItem(theatre, basket, staff, units(2))).toMatchObject({ ok: true })
  const sold = await pay(basket)
  if (!sold.ok) throw new Error(sold.error.code)
  const { order } = await read(sold.value.order)
  const exchange = { order: order.number, tickets: order.tickets.map(({ id }) => id), value: money(60_00), rest: 'credit' as const }
  expect(await pay(await hold(customer.id, ['C.1', 'C.2'], 'full', tomorrow), exchange)).toMatchObject({ ok: true })
  expect((await read(order.number)).order).toMatchObject({ state: 'returned', items: [{ isReturned: true }] })
  expect(await soldUnits(theatre)).toBe(0)
  await expectInvariants(theatre)
})
