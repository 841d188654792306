import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { FlexDefinition } from '@playhouse/domain/flex-subscription'
import { money } from '@playhouse/domain/money'
import { transact } from '#db'
import { addItem, readBasket, setSubscriptions } from '#modules/basket'
import { readOrder } from '#modules/order'
import { giveSubscription, listSubscriptions, seedFlexSubscriptions } from '#modules/subscription'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { cancelPayment, checkPayment, processReturn } from './index.ts'
import { settlePayment } from './settle-payment.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'
import { createItemBuyer } from './testing/item-buyer.ts'

const flex: FlexDefinition = {
  ...{ flex: 'two-plays', name: { text: 'Two plays' }, summary: { text: 'Two tickets.' }, price: money(50_00), vouchers: 2 },
  ...{ productions: ['the-tempest'], performances: [], bands: [], priceTypes: ['full'], perPerformance: null, perCustomer: null },
  ...{ validMonths: 12, validUntil: null, saleFrom: null, saleUntil: null },
}
async function openFlexTheatre(change: Partial<FlexDefinition> = {}): Promise<TestTheatre> {
  const theatre = await openTestTheatre((brand) => ({
    ...brand,
    flexSubscriptions: true,
    features: { ...brand.features, cancelOrders: true },
  }))
  await seedFlexSubscriptions(theatre.db, [{ ...flex, ...change }])
  return theatre
}
/** A customer with a subscription of so many vouchers. `expiresOn`: its last day, an ISO date. */
async function holderOf(theatre: TestTheatre, vouchers: number, expiresOn = '2999-12-31') {
  const customer = await customerOf(theatre)
  const subscription = {
    name: 'Two plays',
    pricingStructure: '',
    price: money(50_00),
    issuedOn: '2020-01-01',
    expiresOn,
    vouchers,
    used: 0,
  }
  await transact(theatre.db, (trx) => giveSubscription(trx, customer.id, { ...subscription, flex: 'two-plays' }, actor.name))
  return customer
}
const seatNames = ['A.1', 'A.2', 'A.3', 'A.4', 'B.1', 'B.2', 'B.3', 'B.4']
const left = async ({ db }: TestTheatre, customer: string) => (await listSubscriptions(db, customer))[0]!.vouchersAvailable
const today = async ({ db }: TestTheatre, days = 0): Promise<string> => {
  const zone = (await db.selectFrom('performance').select('time_zone').orderBy('id').executeTakeFirstOrThrow()).time_zone
  const { rows } = await sql<{ day: string }>`select ((now() at time zone ${zone})::date + ${days}::int)::text as day`.execute(db)
  return rows[0]!.day
}

describe('vouchers of subscriptions', () => {
  it('are never spent twice by concurrent payments of one customer', async () => {
    await using theatre = await openFlexTheatre()
    const customer = await holderOf(theatre, 3)
    const { shop } = openManualProvider(theatre)
    const buyers = []
    for (const seat of seatNames) buyers.push(await createBuyer({ ...theatre, ...shop }, [seat], customer))
    for (const { read } of buyers)
      expect(await read()).toMatchObject({ totals: { total: 0 }, tickets: [{ voucher: { name: 'Two plays' } }] })
    const started = await Promise.all(buyers.map(({ start }) => start()))
    const paid = started.filter((each) => each.ok && each.value.redirectUrl === null)
    expect(paid).toHaveLength(3)
    expect(await left(theatre, customer.id)).toBe(0)
    await expectInvariants(theatre)
  })

  it('are reserved by an open payment, and free again when it ends', async () => {
    await using theatre = await openFlexTheatre()
    const customer = await holderOf(theatre, 1)
    const { shop } = openManualProvider(theatre)
    const deps = { ...theatre, ...shop }
    const first = await createBuyer(deps, ['A.1', 'A.2'], customer)
    const second = await createBuyer(deps, ['B.1'], customer)
    const started = await first.start()
    if (!started.ok) throw new Error(started.error.code)
    expect(await first.read()).toMatchObject({ state: 'paying', totals: { total: 45_00 } })
    expect(await second.read()).toMatchObject({ totals: { total: 45_00 } })
    expect((await second.read()).subscriptions).toBeUndefined()
    await expectInvariants(theatre)
    await cancelPayment(deps, customer.id, started.value.payment, actor)
    expect(await second.read()).toMatchObject({ totals: { total: 0 }, subscriptions: { used: [{ vouchers: 1, left: 1 }] } })
    await expectInvariants(theatre)
  })

  it('refund a payment that arrives after its voucher was spent by another basket', async () => {
    await using theatre = await openFlexTheatre()
    const customer = await holderOf(theatre, 1)
    const { shop } = openManualProvider(theatre)
    const deps = { ...theatre, ...shop }
    const first = await createBuyer(deps, ['A.1', 'A.2'], customer)
    const started = await first.start()
    if (!started.ok) throw new Error(started.error.code)
    await cancelPayment(deps, customer.id, started.value.payment, actor)
    const second = await createBuyer(deps, ['B.1'], customer)
    expect(await second.start()).toMatchObject({ ok: true, value: { redirectUrl: null } })
    await settlePayment(deps, started.value.payment, { status: 'succeeded', amount: money(45_00), currency: 'GBP' }, actor)
    const { state } = await theatre.db
      .selectFrom('payment_attempt')
      .select('state')
      .where('id', '=', started.value.payment)
      .executeTakeFirstOrThrow()
    expect(state).toBe('refund-due')
    await expectInvariants(theatre)
  })

  it('can be left out and used again', async () => {
    await using theatre = await openFlexTheatre()
    const customer = await holderOf(theatre, 2)
    const { basket, read } = await createBuyer({ ...theatre, ...openManualProvider(theatre).shop }, ['A.1', 'A.2'], customer)
    await setSubscriptions(theatre, basket, actor, false)
    expect(await read()).toMatchObject({ totals: { total: 90_00 }, subscriptions: { isUsed: false } })
    await setSubscriptions(theatre, basket, actor, true)
    expect(await read()).toMatchObject({ totals: { total: 0, fees: 0 }, subscriptions: { isUsed: true } })
  })

  it('are valid on the last day of their subscription at the theatre, and not after it', async () => {
    await using theatre = await openFlexTheatre()
    const deps = { ...theatre, ...openManualProvider(theatre).shop }
    for (const [days, total] of [
      [0, 0],
      [-1, 45_00],
    ] as const) {
      const customer = await holderOf(theatre, 2, await today(theatre, days))
      const { read } = await createBuyer(deps, [days === 0 ? 'A.1' : 'B.1'], customer)
      expect((await read()).totals.total).toBe(total)
    }
  })

  it('are available again when their ticket is returned; one that the theatre returns can be used for thirty more days', async () => {
    await using theatre = await openFlexTheatre()
    const customer = await holderOf(theatre, 2)
    const { shop } = openManualProvider(theatre)
    const deps = { ...theatre, ...shop }
    const buyer = await createBuyer(deps, ['A.1', 'A.2'], customer)
    const started = await buyer.start()
    if (!started.ok) throw new Error(started.error.code)
    const paid = await checkPayment(deps, customer.id, started.value.payment, actor)
    const { number } = paid.ok ? paid.value.order! : { number: '' }
    const { order } = (await readOrder(deps, customer.id, number))!
    expect(order.tickets).toMatchObject([{ price: 0, voucher: 'Two plays' }, { voucher: 'Two plays' }])
    expect(await left(theatre, customer.id)).toBe(0)
    await sql`update ticket_subscription set expires_on = ${await today(theatre, -3)}::date`.execute(theatre.db)
    const ticket = order.tickets[0]!.id
    const request = { tickets: [ticket], to: 'origin' as const, value: money(0), reason: 'ill', isLateAllowed: false }
    expect(await processReturn(deps, number, request, actor)).toMatchObject({ ok: true })
    expect(await listSubscriptions(theatre.db, customer.id)).toMatchObject([
      { vouchersAvailable: 1, vouchersUsed: 1, expiresOn: await today(theatre, 30) },
    ])
    await expectInvariants(theatre)
  })

  it('pay for no ticket of another production, band or price type, and for no more of a performance than allowed', async () => {
    await using theatre = await openFlexTheatre({ perPerformance: 1 })
    const customer = await holderOf(theatre, 2)
    const deps = { ...theatre, ...openManualProvider(theatre).shop }
    const { read } = await createBuyer(deps, ['A.1', 'A.2'], customer)
    expect((await read()).tickets.filter(({ voucher }) => voucher)).toHaveLength(1)
    await theatre.db
      .updateTable('flex_subscription')
      .set({ price_types: ['concession'] })
      .execute()
    expect((await read()).subscriptions).toBeUndefined()
  })
})

describe('a flexible subscription that was bought', () => {
  const item = { kind: 'flex-subscription', flex: 'two-plays', quantity: 2 } as const

  it('belongs to its buyer with its vouchers, and ends after its months', async () => {
    await using theatre = await openFlexTheatre()
    const { customer, pay } = await createItemBuyer(theatre, [item])
    await pay()
    const { rows } = await sql<{ day: string }>`select (${await today(theatre)}::date + interval '12 months')::date::text as day`.execute(
      theatre.db,
    )
    const subscription = { name: 'Two plays', price: 50_00, vouchersAvailable: 2, vouchersUsed: 0, expiresOn: rows[0]!.day }
    expect(await listSubscriptions(theatre.db, customer.id)).toMatchObject([subscription, subscription])
    await expectInvariants(theatre)
  })

  it('is returned whole, while none of its vouchers is used', async () => {
    await using theatre = await openFlexTheatre()
    const { customer, shop, pay } = await createItemBuyer(theatre, [item])
    const number = await pay()
    const { order } = (await readOrder(shop, customer.id, number))!
    const giveBack = (value: number) =>
      processReturn(
        shop,
        number,
        { tickets: [], items: [order.items[0]!.id], to: 'origin', value: money(value), reason: 'ill', isLateAllowed: false },
        actor,
      )
    const user = await createBuyer({ ...theatre, ...shop }, ['A.1', 'A.2'], customer)
    const started = await user.start()
    expect(started).toMatchObject({ ok: true, value: { redirectUrl: null } })
    expect(await giveBack(100_00)).toMatchObject({ error: { code: 'cancel-order-failed' } })
    await theatre.db
      .updateTable('ticket')
      .set({ returned_at: sql<Date>`now()` })
      .execute()
    expect(await giveBack(100_00)).toMatchObject({ value: { card: 100_00 } })
    expect(await listSubscriptions(theatre.db, customer.id)).toMatchObject([{ isReturned: true }, { isReturned: true }])
    const next = await createBuyer({ ...theatre, ...shop }, ['B.1'], customer)
    expect((await next.read()).totals.total).toBe(45_00)
  })

  it('leaves the basket of a customer who may not buy it any more', async () => {
    await using theatre = await openFlexTheatre({ perCustomer: 2 })
    const { customer, basket, start } = await createItemBuyer(theatre, [item])
    const other = await createItemBuyer(theatre, [item], false, customer)
    await other.pay()
    expect(await start()).toMatchObject({ error: { code: 'subscription-limit', params: { maximum: 2 } } })
    expect((await readBasket(theatre, basket)).items).toEqual([])
    expect(await addItem(theatre, basket, actor, { ...item, quantity: 1 })).toMatchObject({ error: { code: 'subscription-limit' } })
  })

  it('is sold at the price of the day on which it is paid for', async () => {
    await using theatre = await openFlexTheatre()
    const { start, read } = await createItemBuyer(theatre, [item])
    await theatre.db.updateTable('flex_subscription').set({ price: 60_00 }).execute()
    expect(await start()).toMatchObject({ error: { code: 'price-changed' } })
    expect((await read()).totals.total).toBe(120_00)
  })
})
