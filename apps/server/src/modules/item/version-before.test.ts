import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newId } from '#db'
import { addItem, openBasket, readBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { readOrder } from '#modules/order'
import { processReturn } from '#modules/payment'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { actor } from '../payment/testing/buyer.ts'
import { createItemBuyer, friend, gift, protection, selling } from '../payment/testing/item-buyer.ts'

// A process of an older version runs beside this version while processes change over: these are its statements.

/** How a process of the version before 51 adds an item to a basket: in place of an item of the same kind. */
async function addAsBefore({ db }: TestTheatre, basket: string, kind: string, amount: number | null, detail: object | null): Promise<void> {
  const stored = detail && JSON.stringify(detail)
  const { numAffectedRows } = await sql`
    update basket_item set amount = ${amount}, detail = ${stored} where basket_id = ${basket} and kind = ${kind}`.execute(db)
  if (numAffectedRows) return
  await sql`insert into basket_item (id, basket_id, kind, amount, detail) values (${newId()}, ${basket}, ${kind}, ${amount}, ${stored})`.execute(
    db,
  )
}
const donation = { fund: 'stage', name: 'The stage fund', appeal: null, recognitionName: null, isAnonymous: true, tributeName: null }
const membership = { membership: 'friend', name: 'Friend', months: 12, timeZone: 'Europe/London' }

/** An order of a seat and of every kind of item, whose items were not written: the lines alone, as it writes them. */
async function orderAsBefore(theatre: TestTheatre) {
  const buyer = await createItemBuyer(theatre, [gift(20_00), friend])
  await addTickets(theatre, buyer.basket, actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])
  await addItem(theatre, buyer.basket, actor, protection)
  const number = await buyer.pay()
  const read = async () => (await readOrder(buyer.shop, buyer.customer.id, number))!.order
  const written = await read()
  const lines = await theatre.db.deleteFrom('order_line').returningAll().execute()
  await theatre.db.updateTable('donation').set({ order_item_id: null }).execute()
  await theatre.db.deleteFrom('order_item').execute()
  await theatre.db
    .updateTable('payment_attempt')
    .set({
      quote: sql`jsonb_set(quote, '{items}', (select jsonb_agg(e - 'product' - 'quantity' - 'performance') from jsonb_array_elements(quote -> 'items') e))`,
    })
    .execute()
  await theatre.db
    .insertInto('order_line')
    .values(lines.toSorted((a, b) => a.position - b.position))
    .execute()
  return { ...buyer, number, read, written }
}
const withoutIds = (items: readonly { readonly id: string }[]) => items.map(({ id: _id, ...item }) => item)

describe('a process of the version before', () => {
  it('adds and replaces items that this version reads', async () => {
    await using theatre = await openTestTheatre(selling)
    const basket = await openBasket(theatre.db, theatre.brand)
    await addAsBefore(theatre, basket, 'donation', 10_00, { ...donation, fund: 'roof' })
    await addAsBefore(theatre, basket, 'donation', 20_00, donation)
    await addAsBefore(theatre, basket, 'membership', 60_00, membership)
    expect((await readBasket(theatre, basket)).items).toMatchObject([
      { kind: 'donation', amount: 20_00, quantity: 1, performance: null, detail: { fund: 'stage', isAnonymous: true } },
      { kind: 'membership', amount: 60_00, detail: { membership: 'friend' } },
    ])
    expect(await theatre.db.selectFrom('basket_item').select('product').orderBy('added_at').execute()).toEqual([
      { product: 'stage' },
      { product: 'friend' },
    ])
    await addItem(theatre, basket, actor, gift(30_00))
    await addAsBefore(theatre, basket, 'donation', 40_00, donation)
    expect((await readBasket(theatre, basket)).totals.total).toBe(100_00)
  })

  it('writes orders whose items this version reads, and returns one by one', async () => {
    await using theatre = await openTestTheatre(selling)
    const { read, written, shop, number } = await orderAsBefore(theatre)
    const order = await read()
    expect(withoutIds(order.items)).toEqual(withoutIds(written.items))
    expect(order.totals).toEqual(written.totals)
    await expectInvariants(theatre)
    const [gave] = order.items
    const returned = { tickets: [], items: [gave!.id], to: 'origin', value: money(20_00), reason: 'asked', isLateAllowed: false } as const
    expect(await processReturn(shop, number, returned, { name: 'staff Prospero' })).toMatchObject({ value: { card: 20_00 } })
    await expectInvariants(theatre)
  })

  it('marks items as returned by changing the state of their order alone', async () => {
    await using theatre = await openTestTheatre(selling)
    const { read } = await orderAsBefore(theatre)
    await sql`update customer_order set state = 'returned'`.execute(theatre.db)
    expect((await read()).items.every(({ isReturned }) => isReturned)).toBe(true)
  })
})
