import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { transact } from '#db'
import { addItem, lockBasket, moveBasket } from '#modules/basket'
import { createCatalogue, isAnyCancelled } from '#modules/catalogue'
import { listMemberships } from '#modules/membership'
import { expectInvariants, openTestTheatre } from '#testing'
import { cancelOrder, checkPayment, readReturnOffer, returnByCustomer, startPayment, validatePage } from './index.ts'
import { actor, createBuyer, openManualProvider, openPaymentPage } from './testing/buyer.ts'

it('sells no seat of a performance that was cancelled while it was in a basket', async () => {
  await using theatre = await openTestTheatre()
  const { shop, ...manual } = openManualProvider(theatre)
  const buyer = await createBuyer({ ...theatre, ...shop }, ['A.1'])
  await sql`update performance set sale = 'cancelled' where id = 'tonight'`.execute(theatre.db)
  // A process that read the catalogue after the change.
  const knowing = { ...theatre, ...shop, catalogue: createCatalogue(theatre.db) }
  expect(await validatePage(knowing, buyer.customer.id, buyer.basket, 'payment')).toMatchObject({ error: { code: 'instance-cancelled' } })
  const { version } = await buyer.read()
  expect(await startPayment(knowing, buyer.customer, buyer.basket, version, 'en', actor)).toMatchObject({
    error: { code: 'instance-cancelled' },
  })
  expect([...manual.sessions]).toEqual([])
  expect(await buyer.read()).toMatchObject({ state: 'open' })
  await expectInvariants(theatre)
})

it('refunds a payment for a performance that was cancelled during the payment', async () => {
  await using theatre = await openTestTheatre()
  const { shop, customer, attempt, end } = await openPaymentPage(theatre, ['A.1'])
  end(attempt, 'succeeded')
  await sql`update performance set sale = 'cancelled' where id = 'tonight'`.execute(theatre.db)
  const knowing = { ...shop, catalogue: createCatalogue(theatre.db) }
  for (let times = 0; times < 2; times++)
    expect(await checkPayment(knowing, customer.id, attempt, actor)).toMatchObject({ value: { state: 'refund-due', order: null } })
  expect(await theatre.db.selectFrom('refund').select(['amount', 'reason']).execute()).toEqual([{ amount: 45_00, reason: 'seats-gone' }])
  await expectInvariants(theatre)
})

it('sells no seat of a cancelled performance, though the process still has the old catalogue in its cache', async () => {
  await using theatre = await openTestTheatre()
  const { shop, ...manual } = openManualProvider(theatre)
  const buyer = await createBuyer({ ...theatre, ...shop }, ['A.1'])
  const early = await openPaymentPage(theatre, ['A.2'])
  early.end(early.attempt, 'succeeded')
  expect((await theatre.catalogue.performanceDetails('tonight'))!.sale, 'the programme is read').toBe('on-sale')
  await sql`update performance set sale = 'cancelled' where id = 'tonight'`.execute(theatre.db)
  expect((await theatre.catalogue.performanceDetails('tonight'))!.sale).toBe('on-sale')
  const { version } = await buyer.read()
  expect(await startPayment(shop, buyer.customer, buyer.basket, version, 'en', actor)).toMatchObject({
    error: { code: 'instance-cancelled' },
  })
  expect([...manual.sessions]).toEqual([])
  expect(await checkPayment(early.shop, early.customer.id, early.attempt, actor)).toMatchObject({
    value: { state: 'refund-due', order: null },
  })
  await expectInvariants(theatre)
})

it('blocks the cancellation of a performance during a sale', async () => {
  await using theatre = await openTestTheatre()
  await theatre.db.transaction().execute(async (trx) => {
    expect(await isAnyCancelled(trx, ['tonight'], true)).toBe(false)
    const cancelling = theatre.db.transaction().execute(async (otherTrx) => {
      await sql`set local lock_timeout = '300ms'`.execute(otherTrx)
      await sql`update performance set sale = 'cancelled' where id = 'tonight'`.execute(otherTrx)
    })
    await expect(cancelling).rejects.toMatchObject({ code: '55P03' })
  })
})

const selling = (brand: Brand): Brand => ({
  ...brand,
  features: { ...brand.features, cancelOrders: true },
  returnDays: { membership: 14 },
  memberships: [{ id: 'priority', name: 'Priority', sold: { price: money(60_00), months: 12 } }],
})

async function buy(manual: ReturnType<typeof openManualProvider>, buyer: Awaited<ReturnType<typeof createBuyer>>): Promise<string> {
  const startResult = await buyer.start()
  if (!startResult.ok) throw new Error(startResult.error.code)
  manual.end(startResult.value.payment, 'succeeded')
  const paid = await checkPayment(manual.shop, buyer.customer.id, startResult.value.payment, actor)
  return paid.ok && paid.value.order ? paid.value.order.number : ''
}

it('rejects the return of a membership by its customer after a later purchase', async () => {
  await using theatre = await openTestTheatre(selling)
  const manual = openManualProvider(theatre)
  const shop = { ...theatre, ...manual.shop }
  const first = await createBuyer(shop, ['A.1'])
  await addItem(theatre, first.basket, actor, { kind: 'membership', membership: 'priority' })
  const joined = await buy(manual, first)
  const later = await buy(manual, await createBuyer(shop, ['A.2'], first.customer))
  const offered = async () => (await readReturnOffer(shop, first.customer.id, joined))!
  const refusals = async () => (await offered()).items.map(({ refusal }) => refusal)
  expect(await refusals()).toEqual(['used'])
  expect(await listMemberships(theatre.db, theatre.brand, first.customer.id)).toHaveLength(1)
  expect((await cancelOrder(shop, first.customer.id, later, actor)).ok).toBe(true)
  expect(await refusals(), 'with nothing bought by it').toEqual([null])
  const { tickets, items, remaining } = await offered()
  const [ticketIds, itemIds] = [tickets, items].map((parts) => parts.map(({ id }) => id)) as [string[], string[]]
  const request = { tickets: ticketIds, items: itemIds, value: remaining }
  expect((await returnByCustomer(shop, first.customer.id, joined, request, actor)).ok).toBe(true)
  expect(await listMemberships(theatre.db, theatre.brand, first.customer.id)).toEqual([])
  await expectInvariants(theatre)
})

it('sells the seats that a basket has after its performance got another plan during the payment', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const { shop, customer, basket, attempt, end } = await openPaymentPage(theatre, ['A.1'])
  end(attempt, 'succeeded')
  // What the change of a plan does to a basket that is being paid for.
  await sql`update performance set replanned_at = clock_timestamp() where id = 'tonight'`.execute(db)
  await sql`update seat_claim set seat = 2 where basket_id = ${basket}`.execute(db)
  await sql`update basket_ticket set seat = 2 where basket_id = ${basket}`.execute(db)
  expect(await checkPayment(shop, customer.id, attempt, actor)).toMatchObject({ value: { state: 'succeeded' } })
  expect(await db.selectFrom('ticket').select(['seat', 'number', 'price']).execute()).toEqual([{ seat: 2, number: '3', price: 45_00 }])
  await expectInvariants(theatre)
})

it('refunds a payment whose basket had ended before its performance got another plan', async () => {
  await using theatre = await openTestTheatre()
  const early = await openPaymentPage(theatre, ['A.1'])
  early.end(early.attempt, 'succeeded')
  await sql`delete from seat_claim where basket_id = ${early.basket}`.execute(theatre.db)
  await transact(theatre.db, async (trx) => moveBasket(trx, await lockBasket(trx, early.basket), 'expire', actor))
  await sql`update performance set replanned_at = clock_timestamp() where id = 'tonight'`.execute(theatre.db)
  expect(await checkPayment(early.shop, early.customer.id, early.attempt, actor)).toMatchObject({
    value: { state: 'refund-due', order: null },
  })
  const later = await openPaymentPage(theatre, ['A.2'])
  later.end(later.attempt, 'succeeded')
  expect(await checkPayment(later.shop, later.customer.id, later.attempt, actor)).toMatchObject({ value: { state: 'succeeded' } })
  await expectInvariants(theatre)
})
