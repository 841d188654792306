import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { offeredProducts } from '@playhouse/api-client/suite'
import { money } from '@playhouse/domain/money'
import { addItem, openBasket } from '#modules/basket'
import { settlePayment } from '#modules/payment'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { actor } from '../payment/testing/buyer.ts'
import { createItemBuyer, selling } from '../payment/testing/item-buyer.ts'
import { seedProducts } from './index.ts'

describe('pieces for a performance', () => {
  const parking = {
    kind: 'product',
    product: 'place',
    variant: 'car',
    quantity: 1,
    instance: 'tonight',
    delivery: 'at-performance',
  } as const
  async function openCarPark(): Promise<TestTheatre> {
    const theatre = await openTestTheatre((brand) => ({ ...selling(brand), productTypes: [{ type: 'visit', name: 'Visit' }] }))
    await seedProducts(
      theatre.db,
      offeredProducts.filter(({ product }) => product === 'place'),
    )
    return theatre
  }
  const setTonight = ({ db }: TestTheatre, columns: string) =>
    sql`update performance set ${sql.raw(columns)} where id = 'tonight'`.execute(db)

  it.each([
    ['was cancelled', `sale = 'cancelled'`, 'instance-cancelled'],
    ['is off sale', `sale = 'not-on-sale'`, 'instance-off-sale'],
    ['has begun', `starts_at = now() - interval '1 second'`, 'instance-passed'],
  ])('that %s are neither added nor paid for', async (_what, columns, code) => {
    await using theatre = await openCarPark()
    const { start, read } = await createItemBuyer(theatre, [parking])
    await setTonight(theatre, columns)
    expect(await start()).toMatchObject({ error: { code } })
    expect((await read()).items).toEqual([])
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(await addItem(theatre, basket, actor, parking)).toMatchObject({ error: { code: 'merchandise-not-found' } })
  })

  it('that was cancelled during the payment are refunded', async () => {
    await using theatre = await openCarPark()
    const { start, shop } = await createItemBuyer(theatre, [parking])
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    const { payment } = started.value
    await setTonight(theatre, `sale = 'cancelled'`)
    await settlePayment(shop, payment, { status: 'succeeded', amount: money(8_00), currency: 'GBP' }, actor)
    expect(await theatre.db.selectFrom('payment_attempt').select('state').where('id', '=', payment).executeTakeFirstOrThrow()).toEqual({
      state: 'refund-due',
    })
    await expectInvariants(theatre)
  })
})
