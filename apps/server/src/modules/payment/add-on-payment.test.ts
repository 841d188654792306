import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { addItem, openBasket, readBasket, setBilling, setNotes, startAddOns } from '#modules/basket'
import { customerOf, expectInvariants, type TestTheatre } from '#testing'
import { readTestTakings } from '../counter/testing/test-counter.ts'
import { cancelPayment, checkPayment, processReturn, settlePayment, startPayment } from './index.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'
import { billing, openPosterShop, posters } from './testing/item-buyer.ts'

type Customer = Awaited<ReturnType<typeof customerOf>>

/** A customer with a paid order of one ticket for 45.00, who can fill baskets that add a poster to it. */
async function buyTicket(theatre: TestTheatre, isGuest = false) {
  const manual = openManualProvider(theatre)
  const shop = { ...theatre, ...manual.shop }
  const { customer, start } = await createBuyer(shop, ['A.1'])
  if (isGuest) await theatre.db.updateTable('customer').set({ is_guest: true }).where('id', '=', customer.id).execute()
  /** The payer pays, and the shop asks the provider. @returns the number of the order, if there is one */
  const pay = async (payment: string, payer: Customer = customer): Promise<string | undefined> => {
    manual.end(payment, 'succeeded')
    const paid = await checkPayment(shop, payer.id, payment, actor)
    return paid.ok ? paid.value.order?.number : undefined
  }
  const number = (await pay(paymentOf(await start())))!
  const addPoster = async () => {
    const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
    expect(await startAddOns(theatre, basket, { order: number, customer: customer.id }, actor)).toMatchObject({ ok: true })
    expect(await addItem(theatre, basket, actor, posters(1))).toMatchObject({ ok: true })
    await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
    await setBilling(theatre, basket, actor, billing)
    const startAs = async (payer: Customer = customer) =>
      startPayment(shop, payer, basket, (await readBasket(theatre, basket)).version, 'en', actor)
    return { basket, start: startAs }
  }
  const giveBack = async (
    order: string,
    returned: { readonly tickets?: readonly string[]; readonly items?: readonly string[] },
    value: number,
  ) =>
    processReturn(
      shop,
      order,
      { tickets: [], items: [], ...returned, to: 'origin', value: money(value), reason: 'ill', isLateAllowed: false },
      { name: 'staff Prospero' },
    )
  const giveBackTicket = async () => {
    const { id } = await theatre.db.selectFrom('ticket').select('id').executeTakeFirstOrThrow()
    expect(await giveBack(number, { tickets: [id] }, 45_00)).toMatchObject({ ok: true })
  }
  return { shop, customer, number, pay, addPoster, giveBack, giveBackTicket }
}

function paymentOf(started: Awaited<ReturnType<typeof startPayment>>): string {
  if (!started.ok) throw new Error(started.error.code)
  return started.value.payment
}
const stateOf = async ({ db }: TestTheatre, id: string) =>
  (await db.selectFrom('payment_attempt').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const ordersOf = async ({ db }: TestTheatre) =>
  (await db.selectFrom('customer_order').select('number').orderBy('number').execute()).map(({ number }) => number)

describe('the payment of a basket that adds to an order', () => {
  it.each(['open', 'cancelled'] as const)('%s while the order is returned, is refunded when its money arrives', async (state) => {
    await using theatre = await openPosterShop(1)
    const { addPoster, giveBackTicket, number, shop, customer } = await buyTicket(theatre)
    const payment = paymentOf(await (await addPoster()).start())
    if (state === 'cancelled') await cancelPayment(shop, customer.id, payment, actor)
    await giveBackTicket()
    const success = { status: 'succeeded', amount: money(20_00), currency: 'GBP' } as const
    expect(await settlePayment(shop, payment, success, actor)).toBe(false)
    expect(await stateOf(theatre, payment)).toBe('refund-due')
    expect(await ordersOf(theatre)).toEqual([number])
    const refunds = await theatre.db.selectFrom('refund').select('amount').where('attempt_id', '=', payment).execute()
    expect(refunds).toEqual([{ amount: 20_00 }])
    await expectInvariants(theatre)
  })

  it('is started by the holder of the order link of a guest, and not by another customer for an order with an account', async () => {
    for (const isGuest of [true, false]) {
      await using theatre = await openPosterShop(1)
      const { addPoster, pay, number } = await buyTicket(theatre, isGuest)
      const { basket, start } = await addPoster()
      const holder = await customerOf(theatre)
      await theatre.db.updateTable('basket').set({ customer_id: holder.id }).where('id', '=', basket).execute()
      const started = await start(holder)
      if (isGuest) expect(await pay(paymentOf(started), holder)).toBe(`${number}-2`)
      else expect(started).toMatchObject({ error: { code: 'order-not-found' } })
      await expectInvariants(theatre)
    }
  })

  it('is the same in two tabs, and buys once; two baskets are two orders', async () => {
    await using theatre = await openPosterShop(2)
    const { addPoster, pay, number } = await buyTicket(theatre)
    const [one, other] = [await addPoster(), await addPoster()]
    const [payment, again] = (await Promise.all([one.start(), one.start()])).map(paymentOf)
    expect(again).toBe(payment)
    const placed = await Promise.all([pay(payment!), pay(payment!), pay(paymentOf(await other.start()))])
    expect(placed[0]).toBe(placed[1])
    expect(new Set(placed)).toEqual(new Set([`${number}-2`, `${number}-3`]))
    expect(await ordersOf(theatre)).toEqual([number, `${number}-2`, `${number}-3`])
    await expectInvariants(theatre)
  })

  it('is returned by staff once in the sales report, without the order that it adds to', async () => {
    await using theatre = await openPosterShop(1)
    const { addPoster, pay, giveBack, giveBackTicket } = await buyTicket(theatre)
    const addOn = (await pay(paymentOf(await (await addPoster()).start())))!
    const { id } = await theatre.db.selectFrom('order_item').select('id').executeTakeFirstOrThrow()
    expect(await giveBack(addOn, { items: [id] }, 20_00)).toMatchObject({ ok: true })
    const poster = { kind: 'product', count: 1, amount: 20_00 }
    expect((await readTestTakings(theatre)).refunds).toMatchObject([poster])
    await giveBackTicket()
    const { refunds } = await readTestTakings(theatre)
    expect(refunds.filter(({ kind }) => kind === 'product')).toMatchObject([poster])
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(65_00)
    await expectInvariants(theatre)
  })
})
