import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { transact } from '#db'
import { createGuest } from '#modules/auth'
import { addItem, applyCredit, openBasket } from '#modules/basket'
import { addTickets, holdPerformances } from '#modules/hold'
import { giveCredit } from '#modules/credit'
import { checkPayment, freezeBasket, refundOrder, settlePayment } from '#modules/payment'
import { customerOf, expectInvariants, fullPriceSeats, openTestTheatre, type TestTheatre } from '#testing'
import { moveGuestOrders } from '../modules/auth/guest-orders.ts'
import { actor, createBuyer, openManualProvider } from '../modules/payment/testing/buyer.ts'

/** Returns the number of deadlocks of this database so far, after each connection has flushed its statistics. */
async function deadlocksOf({ db }: TestTheatre): Promise<number> {
  await Promise.all(Array.from({ length: 40 }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.02)`.execute(db)))
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]!.deadlocks
}

it('moves the orders of a guest to an account while they are refunded without a deadlock', async () => {
  await using theatre = await openTestTheatre()
  const manualProvider = openManualProvider(theatre)
  const shop = { ...theatre, ...manualProvider.shop }
  for (let round = 0; round < 8; round++) {
    const { id: account, email } = await customerOf(theatre)
    const id = await createGuest(theatre.db, { email, firstName: 'Gwen', lastName: 'Guest', phone: '' }, { requestId: 'r', locale: 'en' })
    const guest = await theatre.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { start } = await createBuyer(shop, [`B.${round + 1}`], guest)
    const startResult = await start()
    if (!startResult.ok) throw new Error(startResult.error.code)
    const { payment } = startResult.value
    manualProvider.end(payment, 'succeeded')
    await checkPayment(shop, id, payment, actor)
    const { number } = await theatre.db
      .selectFrom('customer_order')
      .select('number')
      .where('customer_id', '=', id)
      .executeTakeFirstOrThrow()
    const refundRequest = { amount: money(1_00), reason: 'ill' }
    const [adoption, ...refunds] = await Promise.all([
      transact(theatre.db, (trx) => moveGuestOrders(trx, account, 'r')),
      ...[1, 2, 3].map(() => refundOrder(shop, number, refundRequest, actor)),
    ])
    expect([adoption, ...refunds.map(({ ok }) => ok)]).toEqual([1, true, true, true])
  }
  expect(await deadlocksOf(theatre)).toBe(0)
  await expectInvariants(theatre)
})

it('settles a payment with a membership while the customer starts another without a deadlock', async () => {
  await using theatre = await openTestTheatre((brand) => ({
    ...brand,
    memberships: [{ id: 'priority', name: 'Priority', sold: { price: money(60_00), months: 12 } }],
  }))
  const manualProvider = openManualProvider(theatre)
  const shop = { ...theatre, ...manualProvider.shop }
  for (let round = 0; round < 8; round++) {
    const customer = await customerOf(theatre)
    await transact(theatre.db, (trx) => giveCredit(trx, { customer: customer.id, amount: money(10_00), months: 6, from: 'issued' }, actor))
    const [first, second] = [await createBuyer(shop, [`B.${round + 1}`], customer), await createBuyer(shop, [`C.${round + 1}`], customer)]
    await addItem(theatre, first.basket, actor, { kind: 'membership', membership: 'priority' })
    await applyCredit(theatre, first.basket, actor)
    const startResult = await first.start()
    if (!startResult.ok) throw new Error(startResult.error.code)
    const { payment } = startResult.value
    const { amount } = manualProvider.sessions.get(`s-${payment}`)!
    await addTickets(theatre, second.basket, actor, 'tonight', [{ seat: `stalls.D.${round + 1}`, priceType: 'under-26' }])
    await giveMore(theatre, customer.id)
    await applyCredit(theatre, second.basket, actor)
    const { version } = await second.read()
    const [isSold] = await Promise.all([
      settlePayment(shop, payment, { status: 'succeeded', amount, currency: 'GBP' }, actor),
      ...[1, 2, 3].map(() => freezeBasket(shop, { customer: customer.id, basket: second.basket, version, locale: 'en' }, actor)),
    ])
    expect(isSold).toBe(true)
  }
  expect(await deadlocksOf(theatre)).toBe(0)
  await expectInvariants(theatre)
})

const giveMore = (theatre: TestTheatre, customer: string) =>
  transact(theatre.db, (trx) => giveCredit(trx, { customer, amount: money(5_00), months: 6, from: 'issued' }, actor))

it('holds seats with limits for the same customers in two batches without a deadlock', async () => {
  await using theatre = await openTestTheatre()
  const customers = await Promise.all(Array.from({ length: 10 }, () => customerOf(theatre)))
  for (let round = 0; round < 6; round++) {
    const baskets = await Promise.all(
      [...customers, ...customers.toReversed()].map(({ id }) => openBasket(theatre.db, theatre.brand, { customer_id: id })),
    )
    await Promise.all(
      baskets.map((basket, nth) =>
        addTickets(theatre, basket, actor, 'tonight', [
          { seat: `stalls.${'ABCD'[Math.floor(nth / 5)]}.${(nth % 5) + 1}`, priceType: 'under-26' },
        ]),
      ),
    )
    await sql`update basket set deadline = now() - interval '1 minute' where state = 'open'`.execute(theatre.db)
    await sql`update seat_claim set until = now() - interval '1 minute' where state = 'held'`.execute(theatre.db)
  }
  expect(await deadlocksOf(theatre)).toBe(0)
})

it('holds chosen seats of several performances in opposite orders without a deadlock, each series complete or not at all', async () => {
  await using theatre = await openTestTheatre((brand) => ({ ...brand, limits: { ...brand.limits, ticketsPerPerformance: 9 } }))
  const dates = ['tonight', 'tomorrow', 'kept-back']
  const rows = ['A', 'B', 'C', 'D']
  for (let round = 0; round < 6; round++) {
    const baskets = await Promise.all(Array.from({ length: 24 }, () => openBasket(theatre.db, theatre.brand)))
    const holds = baskets.map((basket, nth) => {
      // Each pair of neighbours wants one seat in common, on all dates.
      const first = (nth % 4) + 1
      const seats = fullPriceSeats(`${rows[nth % rows.length]}.${first}`, `${rows[nth % rows.length]}.${first + 1}`)
      const performances = dates.map((instance) => ({ instance, seats }))
      return holdPerformances(theatre, basket, actor, { performances: nth % 2 === 0 ? performances : performances.toReversed() })
    })
    const single = await openBasket(theatre.db, theatre.brand)
    await Promise.all([...holds, ...dates.map((date) => addTickets(theatre, single, actor, date, fullPriceSeats('A.1')))])
    const results = await Promise.all(holds)
    expect(results.some(({ ok }) => ok)).toBe(true)
    for (const [nth, basket] of baskets.entries()) {
      const tickets = await theatre.db.selectFrom('basket_ticket').select('performance_id').where('basket_id', '=', basket).execute()
      expect(tickets).toHaveLength(results[nth]!.ok ? 2 * dates.length : 0)
    }
    await expectInvariants(theatre)
    await sql`update basket set deadline = now() - interval '1 minute' where state = 'open' and deadline is not null`.execute(theatre.db)
    await sql`update seat_claim set until = now() - interval '1 minute' where state = 'held'`.execute(theatre.db)
  }
  expect(await deadlocksOf(theatre)).toBe(0)
})

it('replaces seats of a series beside holds that keep what is free, in opposite orders, without a deadlock', async () => {
  await using theatre = await openTestTheatre((brand) => ({ ...brand, limits: { ...brand.limits, ticketsPerPerformance: 9 } }))
  const dates = ['tonight', 'tomorrow', 'kept-back']
  const rows = ['A', 'B', 'C', 'D']
  const pair = (row: string, first: number) => fullPriceSeats(`${row}.${first}`, `${row}.${first + 1}`)
  for (let round = 0; round < 6; round++) {
    const owners = await Promise.all(
      rows.map(async (row) => {
        const basket = await openBasket(theatre.db, theatre.brand)
        const held = await holdPerformances(theatre, basket, actor, {
          performances: dates.map((instance) => ({ instance, seats: pair(row, 3) })),
        })
        if (!held.ok) throw new Error(held.error.code)
        return { basket, row, series: held.value.series }
      }),
    )
    const inOrder = <Item>(items: readonly Item[], nth: number): readonly Item[] => (nth % 2 === 0 ? items : items.toReversed())
    // Owners move to a pair that others want, and their seats become free for these.
    const moves = owners.map(({ basket, row, series }, nth) => {
      const performances = dates.map((instance) => ({
        instance,
        seats: pair(rows[(nth + 1) % rows.length]!, 5),
        giveBack: pair(row, 3).map(({ seat }) => seat),
      }))
      return holdPerformances(theatre, basket, actor, { performances: inOrder(performances, nth), series })
    })
    const baskets = await Promise.all(Array.from({ length: 24 }, () => openBasket(theatre.db, theatre.brand)))
    const holds = baskets.map((basket, nth) => {
      const performances = dates.map((instance) => ({ instance, seats: pair(rows[nth % rows.length]!, nth % 3 === 0 ? 3 : 5) }))
      return holdPerformances(theatre, basket, actor, { performances: inOrder(performances, nth), ifTaken: 'keep' })
    })
    const [moved] = await Promise.all([Promise.all(moves), Promise.all(holds)])
    for (const [nth, { basket, row }] of owners.entries()) {
      const tickets = await theatre.db.selectFrom('basket_ticket').select('performance_id').where('basket_id', '=', basket).execute()
      // A move that is refused changes nothing.
      expect([row, moved[nth]!.ok, tickets.length]).toEqual([row, moved[nth]!.ok, 2 * dates.length])
    }
    await expectInvariants(theatre)
    await sql`update basket set deadline = now() - interval '1 minute' where state = 'open' and deadline is not null`.execute(theatre.db)
    await sql`update seat_claim set until = now() - interval '1 minute' where state = 'held'`.execute(theatre.db)
  }
  expect(await deadlocksOf(theatre)).toBe(0)
})
