import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { applyPromo, openBasket, readBasket, removePromo } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { announcePromo } from '#modules/promo'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { cancelPayment, checkPayment } from './index.ts'
import { settlePayment } from './settle-payment.ts'
import { actor, createBuyer, openManualProvider, openPaymentPage } from './testing/buyer.ts'

const claims = ({ db }: TestTheatre) =>
  db
    .selectFrom('seat_claim')
    .select(['seat', 'state'])
    .where('performance_id', '=', 'tonight')
    .where('seat', '<', 10)
    .orderBy('seat')
    .execute()
const stateOf = async ({ db }: TestTheatre, id: string) =>
  (await db.selectFrom('payment_attempt').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const discount = { opensPriority: false, opensPriceTypes: [], discount: { kind: 'percent' as const, percent: 10 } }

/** A payer who cancelled, changed the basket and pays again, while the money of the first attempt is still pending. */
async function payingAnew(theatre: TestTheatre, change: (basket: string) => Promise<unknown> = async () => {}) {
  const first = await openPaymentPage(theatre)
  await cancelPayment(first.shop, first.customer.id, first.attempt, actor)
  await change(first.basket)
  const second = await first.start()
  if (!second.ok) throw new Error(second.error.code)
  const succeed = (amount = 90_00) =>
    settlePayment(first.shop, first.attempt, { status: 'succeeded', amount: money(amount), currency: 'GBP' }, actor)
  return { ...first, second: second.value.payment, succeed }
}

describe('money of an earlier attempt that arrives during another attempt', () => {
  it('buys its frozen quote, and releases the other seats of the basket', async () => {
    await using theatre = await openTestTheatre()
    const { succeed, attempt, second } = await payingAnew(theatre, (basket) =>
      addTickets(theatre, basket, actor, 'tonight', [{ seat: 'stalls.A.3', priceType: 'full' }]),
    )
    await succeed()
    expect([await stateOf(theatre, attempt), await stateOf(theatre, second)]).toEqual(['succeeded', 'cancelled'])
    expect(await claims(theatre)).toEqual([
      { seat: 0, state: 'sold' },
      { seat: 1, state: 'sold' },
    ])
    await expectInvariants(theatre)
  })

  it('in the wrong amount is refunded, and leaves the current payment of the basket open', async () => {
    await using theatre = await openTestTheatre()
    const { shop, succeed, attempt, second, basket, customer, start, end } = await payingAnew(theatre)
    await succeed(1_00)
    expect(await stateOf(theatre, attempt)).toBe('refund-due')
    expect(await readBasket(theatre, basket)).toMatchObject({ state: 'paying' })
    expect(await start()).toMatchObject({ ok: true, value: { payment: second } })
    end(second, 'succeeded')
    expect(await checkPayment(shop, customer.id, second, actor)).toMatchObject({ value: { state: 'succeeded' } })
    await expectInvariants(theatre)
  })

  it.each([
    ['another code', async (theatre: TestTheatre, basket: string) => applyPromo(theatre, basket, actor, 'OTHER')],
    ['no code', async (theatre: TestTheatre, basket: string) => removePromo(theatre, basket, actor)],
  ])('counts only the use of the frozen code, where the basket has %s now', async (_, change) => {
    await using theatre = await openTestTheatre()
    for (const code of ['FIRST', 'OTHER']) await announcePromo(theatre.db, { code, name: code, rule: discount, maxUses: 1 }, actor)
    const manual = openManualProvider(theatre)
    const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1', 'A.2'])
    await applyPromo(theatre, buyer.basket, actor, 'FIRST')
    const first = await buyer.start()
    if (!first.ok) throw new Error(first.error.code)
    await cancelPayment(manual.shop, buyer.customer.id, first.value.payment, actor)
    await change(theatre, buyer.basket)
    expect(await buyer.start()).toMatchObject({ ok: true })
    await settlePayment(manual.shop, first.value.payment, { status: 'succeeded', amount: money(81_00), currency: 'GBP' }, actor)
    expect(await stateOf(theatre, first.value.payment)).toBe('succeeded')
    const uses = await theatre.db.selectFrom('promo').select(['code', 'used']).orderBy('code').execute()
    expect(uses).toEqual([
      { code: 'FIRST', used: 1 },
      { code: 'OTHER', used: 0 },
    ])
    await expectInvariants(theatre)
  })

  it('releases the promo code use, where the current payment has none', async () => {
    await using theatre = await openTestTheatre()
    await announcePromo(theatre.db, { code: 'OTHER', name: 'Other', rule: discount, maxUses: 1 }, actor)
    const { succeed } = await payingAnew(theatre, (basket) => applyPromo(theatre, basket, actor, 'OTHER'))
    await succeed()
    expect(await theatre.db.selectFrom('promo').select('used').execute()).toEqual([{ used: 0 }])
    await expectInvariants(theatre)
  })

  it('makes one order where both succeed concurrently', async () => {
    await using theatre = await openTestTheatre()
    const { shop, succeed, second, end } = await payingAnew(theatre)
    end(second, 'succeeded')
    await Promise.all([succeed(), settlePayment(shop, second, { status: 'succeeded', amount: money(90_00), currency: 'GBP' }, actor)])
    expect(await theatre.db.selectFrom('customer_order').select('total').execute()).toEqual([{ total: 90_00 }])
    expect(await theatre.db.selectFrom('refund').select(['amount', 'state']).execute()).toEqual([{ amount: 90_00, state: 'due' }])
    await expectInvariants(theatre)
  })
})

describe('money that arrives late', () => {
  it('buys for its own customer, though another customer has adopted the basket since', async () => {
    await using theatre = await openTestTheatre()
    const { shop, customer, attempt, basket } = await openPaymentPage(theatre)
    await cancelPayment(shop, customer.id, attempt, actor)
    const otherCustomer = await customerOf(theatre)
    await theatre.db.updateTable('basket').set({ customer_id: otherCustomer.id }).where('id', '=', basket).execute()
    await settlePayment(shop, attempt, { status: 'succeeded', amount: money(90_00), currency: 'GBP' }, actor)
    const orders = await theatre.db.selectFrom('customer_order').select('customer_id').execute()
    expect(orders).toEqual([{ customer_id: customer.id }])
    await expectInvariants(theatre)
  })

  it('is refunded where the purchase would exceed the ticket limit', async () => {
    await using theatre = await openTestTheatre()
    const manual = openManualProvider(theatre)
    const shop = { ...theatre, ...manual.shop }
    const under26 = async (basket: string, ...seats: string[]) => {
      const { tickets } = await readBasket(theatre, basket)
      await addTickets(
        theatre,
        basket,
        actor,
        'tonight',
        seats.map((seat) => ({ seat: `stalls.${seat}`, priceType: 'under-26' })),
      )
      return tickets
    }
    const buyer = await createBuyer(shop, ['A.5'])
    await under26(buyer.basket, 'A.1', 'A.2')
    const first = await buyer.start()
    if (!first.ok) throw new Error(first.error.code)
    await cancelPayment(shop, buyer.customer.id, first.value.payment, actor)
    await theatre.db
      .updateTable('basket')
      .set({ deadline: new Date(Date.now() - 60_000) })
      .where('id', '=', buyer.basket)
      .execute()
    const secondResult = await openBasket(theatre.db, theatre.brand, { customer_id: buyer.customer.id })
    await under26(secondResult, 'B.1', 'B.2')
    await settlePayment(shop, first.value.payment, { status: 'succeeded', amount: money(85_00), currency: 'GBP' }, actor)
    expect(await stateOf(theatre, first.value.payment)).toBe('refund-due')
    await expectInvariants(theatre)
  })
})
