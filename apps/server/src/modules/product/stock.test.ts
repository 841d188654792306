import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { timeLimit } from '@playhouse/testing/time-limit'
import { transact } from '#db'
import {
  addItem,
  adoptBasket,
  dismissLapsed,
  expireBaskets,
  extendBasket,
  lockBasket,
  openBasket,
  readBasket,
  removeItem,
  removeTicket,
  resetBasket,
} from '#modules/basket'
import { addTickets } from '#modules/hold'
import { cancelPayment, checkPayment, settlePayment } from '#modules/payment'
import { customerOf, expectInvariants, fullPriceSeats, type TestTheatre } from '#testing'
import { actor } from '../payment/testing/buyer.ts'
import { createItemBuyer, gift, openPosterShop, piecesFor, posters } from '../payment/testing/item-buyer.ts'
import { holdPieces, readProduct } from './index.ts'

const piecesLeftOf = async ({ db }: TestTheatre) => (await readProduct(db, 'poster'))!.variants[0]!.piecesLeft
const stockOf = ({ db }: TestTheatre) => db.selectFrom('product_stock').select(['total', 'sold']).executeTakeFirstOrThrow()
const passDeadline = ({ db }: TestTheatre, basket: string) =>
  db
    .updateTable('basket')
    .set({ deadline: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', basket)
    .execute()
/** A basket with posters. */
async function hold(theatre: TestTheatre, quantity: number, network?: string) {
  const basket = await openBasket(theatre.db, theatre.brand)
  return { basket, added: await addItem(theatre, basket, { ...actor, network }, posters(quantity)) }
}

const lapsedPosters = (quantity: number) => ({ product: 'poster', variant: 'a1', type: 'merchandise', name: 'Poster, A1', quantity })

/** Buyers of the storm: `pnpm test:soak` sets more. */
const buyers = 200 * Number(process.env['PROOF_LONGER'] ?? 1)

it(
  'holds no piece twice for many buyers at once, of whom some lose their connection, and sells each piece once',
  async () => {
    await using theatre = await openPosterShop(50)
    const { db } = theatre
    const buy = async (nth: number): Promise<number> => {
      const quantity = 1 + (nth % 3)
      if (nth % 10 > 0) return (await hold(theatre, quantity)).added.ok ? quantity : 0
      // The database ends the connection after the pieces are held, before the commit.
      const basket = await openBasket(db, theatre.brand)
      const lost = transact(db, async (trx) => {
        await lockBasket(trx, basket)
        await holdPieces(trx, [piecesFor(basket, quantity)])
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
      })
      return lost.then(
        () => quantity,
        () => 0,
      )
    }
    let held = 0
    let next = 0
    const queue = async (): Promise<void> => {
      while (next < buyers) {
        const pieces = await buy(next++)
        held += pieces
      }
    }
    await Promise.all(Array.from({ length: 8 }, queue))
    expect(held).toBe(50)
    expect(await piecesLeftOf(theatre)).toBe(0)
    await expectInvariants(theatre)
    await sql`update basket set deadline = now() - interval '1 second' where deadline is not null`.execute(db)
    expect(await piecesLeftOf(theatre), 'after the deadline').toBe(50)
    for (let sale = 0; sale < 12; sale++) expect(await (await createItemBuyer(theatre, [posters(4)])).pay()).not.toBe('')
    expect((await hold(theatre, 3)).added).toMatchObject({ error: { code: 'product-sold-out', params: { piecesLeft: 2 } } })
    expect(await stockOf(theatre)).toEqual({ total: 50, sold: 48 })
    await expireBaskets(db)
    await expectInvariants(theatre)
  },
  timeLimit(120_000),
)

describe('pieces in a basket', () => {
  it('are free from the deadline on, before the basket is expired', async () => {
    await using theatre = await openPosterShop(3)
    const first = await hold(theatre, 3)
    expect((await hold(theatre, 1)).added).toMatchObject({
      error: { code: 'product-sold-out', params: { name: 'Poster, A1', piecesLeft: 0 } },
    })
    await passDeadline(theatre, first.basket)
    expect((await hold(theatre, 2)).added).toMatchObject({ ok: true })
    expect(await readBasket(theatre, first.basket)).toMatchObject({ state: 'expired', items: [], lapsedItems: [lapsedPosters(3)] })
    expect((await hold(theatre, 1)).added).toMatchObject({ ok: true })
    expect(await expireBaskets(theatre.db)).toBe(1)
    expect(await piecesLeftOf(theatre)).toBe(0)
    expect(await readBasket(theatre, first.basket)).toMatchObject({ state: 'expired', lapsedItems: [lapsedPosters(3)] })
    await expectInvariants(theatre)
  })

  it('are removed at the deadline from a basket that stays open with a donation', async () => {
    await using theatre = await openPosterShop(3)
    const { basket } = await hold(theatre, 3)
    await addItem(theatre, basket, actor, gift(20_00))
    await passDeadline(theatre, basket)
    const isOpen = {
      ...{ state: 'open', items: [{ kind: 'donation' }], deadline: null, totals: { total: 20_00 } },
      lapsedItems: [lapsedPosters(3)],
    }
    expect(await readBasket(theatre, basket)).toMatchObject(isOpen)
    await expireBaskets(theatre.db)
    expect(await readBasket(theatre, basket)).toMatchObject(isOpen)
    expect(await piecesLeftOf(theatre)).toBe(3)
    await addItem(theatre, basket, actor, gift(10_00, 'roof'))
    expect(await readBasket(theatre, basket)).toMatchObject({ items: [{}, {}], lapsedItems: [] })
    await expectInvariants(theatre)
  })

  it('are forgotten when the visitor closes the notice, with an expired basket as a whole', async () => {
    await using theatre = await openPosterShop(3)
    const dismiss = async (basket: string) => {
      const next = await dismissLapsed(theatre, basket, actor)
      if (!next.ok) throw new Error(next.error.code)
      return next.value
    }
    const { basket } = await hold(theatre, 3)
    await passDeadline(theatre, basket)
    const next = await dismiss(basket)
    expect(next).not.toBe(basket)
    expect(await readBasket(theatre, basket)).toMatchObject({ state: 'expired', lapsedItems: [lapsedPosters(3)] })
    expect(await readBasket(theatre, next)).toMatchObject({ state: 'open', lapsedItems: [] })
    await addItem(theatre, next, actor, posters(2))
    await addItem(theatre, next, actor, gift(20_00))
    await passDeadline(theatre, next)
    expect(await dismiss(next)).toBe(next)
    expect(await readBasket(theatre, next)).toMatchObject({ state: 'open', items: [{ kind: 'donation' }], lapsedItems: [] })
  })

  it('still belong to the order that they add to when the visitor closes the notice', async () => {
    await using theatre = await openPosterShop(3)
    await (await createItemBuyer(theatre, [posters(1)])).pay()
    const { id } = await theatre.db.selectFrom('customer_order').select('id').executeTakeFirstOrThrow()
    const { basket } = await hold(theatre, 2)
    await theatre.db.updateTable('basket').set({ adds_to_order: id }).where('id', '=', basket).execute()
    await passDeadline(theatre, basket)
    const next = await dismissLapsed(theatre, basket, actor)
    if (!next.ok) throw new Error(next.error.code)
    const row = await theatre.db.selectFrom('basket').select('adds_to_order').where('id', '=', next.value).executeTakeFirstOrThrow()
    expect(row).toEqual({ adds_to_order: id })
  })

  it('are counted without reading those of baskets that have ended', async () => {
    await using theatre = await openPosterShop(50)
    const { db } = theatre
    const lapsed = await hold(theatre, 1)
    await passDeadline(theatre, lapsed.basket)
    await expireBaskets(db)
    await resetBasket(theatre, (await hold(theatre, 1)).basket, actor)
    await (await createItemBuyer(theatre, [posters(1)])).pay()
    const ends = await db
      .selectFrom('basket_item')
      .select(['has_ended', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('has_ended')
      .execute()
    expect(ends).toEqual([{ has_ended: true, count: 3 }])
    await sql`
      with ended as (
        insert into basket (id, state, delivery, notes)
        select gen_random_uuid(), 'expired', delivery, notes from basket, generate_series(1, 10000) where basket.id = ${lapsed.basket} returning id)
      insert into basket_item (id, basket_id, kind, product, quantity, amount, detail, has_ended)
      select gen_random_uuid(), ended.id, kind, product, quantity, amount, detail, has_ended
      from ended, basket_item where basket_id = ${lapsed.basket}`.execute(db)
    await sql`analyze basket_item`.execute(db)
    const held = await hold(theatre, 2)
    const basket = await openBasket(db, theatre.brand)
    const readRows = await transact(db, async (trx) => {
      const countRead = async () => {
        const { rows } = await sql<{ count: number }>`
          select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'basket_item'`.execute(trx)
        return rows[0]!.count
      }
      const before = await countRead()
      await holdPieces(trx, [piecesFor(basket, 1)])
      return (await countRead()) - before
    })
    expect(held.added.ok).toBe(true)
    expect(readRows).toBeLessThan(10)
  })

  it('are limited for the baskets of one network, until these lapse', async () => {
    await using theatre = await openPosterShop(50)
    const holdAt = (quantity: number, network = '192.0.2.7') => hold(theatre, quantity, network)
    const [first] = [await holdAt(4), await holdAt(4)]
    const limited = { error: { code: 'product-network-limit', params: { name: 'Poster, A1', maximum: 8 } } }
    expect((await holdAt(1)).added).toMatchObject(limited)
    expect((await holdAt(4, '192.0.2.8')).added).toMatchObject({ ok: true })
    expect((await hold(theatre, 4)).added, 'without a network').toMatchObject({ ok: true })
    expect(await addItem(theatre, first.basket, { ...actor, network: '192.0.2.7' }, posters(2)), 'its own basket').toMatchObject({
      ok: true,
    })
    expect((await holdAt(3)).added).toMatchObject(limited)
    await passDeadline(theatre, first.basket)
    expect((await holdAt(3)).added).toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })

  it('are held for many baskets that ask at once, each by its own result', async () => {
    await using theatre = await openPosterShop(50)
    const { db, brand } = theatre
    const first = await hold(theatre, 2)
    const baskets = await Promise.all(Array.from({ length: 20 }, () => openBasket(db, brand)))
    const added = await Promise.all([
      // Fewer than it holds: granted in whatever order the requests arrive.
      addItem(theatre, first.basket, actor, posters(1)),
      ...baskets.map((basket) => addItem(theatre, basket, actor, posters(3))),
    ])
    expect(added[0]).toMatchObject({ ok: true })
    expect(added.filter(({ ok }) => ok)).toHaveLength(17)
    expect(added.filter(({ ok }) => !ok)).toMatchObject(Array.from({ length: 4 }, () => ({ error: { code: 'product-sold-out' } })))
    expect(await readBasket(theatre, first.basket)).toMatchObject({ items: [{ quantity: 1 }] })
    expect(await piecesLeftOf(theatre)).toBe(1)
    await expectInvariants(theatre)
  })

  it('are refused to a lapsed basket that asks with others, and stored in it as lapsed', async () => {
    await using theatre = await openPosterShop(50)
    const lapsed = await hold(theatre, 2)
    await passDeadline(theatre, lapsed.basket)
    const others = [await hold(theatre, 1), await hold(theatre, 1)]
    const added = await Promise.all([lapsed, ...others].map(({ basket }) => addItem(theatre, basket, actor, posters(3))))
    expect(added).toMatchObject([{ error: { code: 'basket-expired' } }, { ok: true }, { ok: true }])
    expect(await readBasket(theatre, lapsed.basket)).toMatchObject({ state: 'expired', lapsedItems: [lapsedPosters(2)] })
    expect(await piecesLeftOf(theatre)).toBe(44)
    await expectInvariants(theatre)
  })

  it('are limited for the networks of one range without a bot check', async () => {
    await using theatre = await openPosterShop(50)
    const holdAt = async (quantity: number, network: string, isVerified = false) => {
      const basket = await openBasket(theatre.db, theatre.brand)
      return addItem(theatre, basket, { ...actor, network, isVerified }, posters(quantity))
    }
    for (let nth = 0; nth < 8; nth++) expect(await holdAt(4, `2001:db8:5:${nth >> 1}::/64`)).toMatchObject({ ok: true })
    expect(await holdAt(1, '2001:db8:5:9::/64')).toMatchObject({ error: { code: 'bot-check-required' } })
    expect(await holdAt(1, '2001:db8:5:9::/64', true)).toMatchObject({ ok: true })
    expect(await holdAt(1, '2001:db8:6:9::/64')).toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })

  it('keep the deadline of the basket when its seats are released, and end it when they are removed last', async () => {
    await using theatre = await openPosterShop(3)
    const { basket } = await hold(theatre, 1)
    const { deadline } = await readBasket(theatre, basket)
    await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.1'))
    const { tickets, items, ...filled } = await readBasket(theatre, basket)
    expect(filled.deadline).toBe(deadline)
    await removeTicket(theatre, basket, actor, tickets[0]!.id)
    expect(await readBasket(theatre, basket)).toMatchObject({ deadline, tickets: [] })
    expect(await extendBasket(theatre, basket, actor)).toMatchObject({ ok: true })
    await removeItem(theatre, basket, actor, items[0]!.id)
    expect(await readBasket(theatre, basket)).toMatchObject({ deadline: null, items: [] })
    await expectInvariants(theatre)
  })

  it('count for the network that held them after the customer has signed in with another basket', async () => {
    await using theatre = await openPosterShop(50)
    const network = '192.0.2.7'
    const { id: customer } = await customerOf(theatre)
    for (const quantity of [4, 4]) {
      const last = await openBasket(theatre.db, theatre.brand, { customer_id: customer })
      await addItem(theatre, last, { ...actor, network }, posters(quantity))
      const visit = await openBasket(theatre.db, theatre.brand)
      await addItem(theatre, visit, actor, gift(20_00))
      expect(await adoptBasket(theatre, customer, visit, actor)).toMatchObject({ basket: visit })
      await theatre.db.updateTable('basket').set({ customer_id: null }).where('id', '=', visit).execute()
    }
    expect((await hold(theatre, 1, network)).added).toMatchObject({ error: { code: 'product-network-limit' } })
  })

  it('that were sold before they were counted are counted from then on', async () => {
    await using theatre = await openPosterShop(3)
    await theatre.db.deleteFrom('product_stock').execute()
    const { pay } = await createItemBuyer(theatre, [posters(2)])
    await pay()
    await theatre.db.insertInto('product_stock').values({ product_id: 'poster', variant_id: 'a1', total: 3 }).execute()
    expect(await stockOf(theatre)).toEqual({ total: 3, sold: 2 })
    await expectInvariants(theatre)
  })

  it('stay held while the basket is paid for, past its deadline', async () => {
    await using theatre = await openPosterShop(3)
    const { basket, start, end, shop, customer } = await createItemBuyer(theatre, [posters(3)])
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    await passDeadline(theatre, basket)
    expect((await hold(theatre, 1)).added).toMatchObject({ error: { code: 'product-sold-out' } })
    end(started.value.payment, 'succeeded')
    expect(await checkPayment(shop, customer.id, started.value.payment, actor)).toMatchObject({ value: { state: 'succeeded' } })
    expect(await stockOf(theatre)).toEqual({ total: 3, sold: 3 })
    await expectInvariants(theatre)
  })
})

describe('money that arrives after its payment was cancelled', () => {
  it.each([
    ['buys the pieces that are left', 1, 'succeeded', 2],
    ['is refunded where another basket holds them', 2, 'refund-due', 0],
  ] as const)('%s', async (_what, taken, state, sold) => {
    await using theatre = await openPosterShop(3)
    const { db } = theatre
    const { basket, start, shop, customer } = await createItemBuyer(theatre, [posters(2)])
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    const { payment } = started.value
    await cancelPayment(shop, customer.id, payment, actor)
    await passDeadline(theatre, basket)
    await expireBaskets(db)
    expect((await hold(theatre, taken)).added).toMatchObject({ ok: true })
    await settlePayment(shop, payment, { status: 'succeeded', amount: money(40_00), currency: 'GBP' }, actor)
    expect(await db.selectFrom('payment_attempt').select('state').where('id', '=', payment).executeTakeFirstOrThrow()).toEqual({ state })
    expect(await stockOf(theatre)).toEqual({ total: 3, sold })
    await expectInvariants(theatre)
  })
})

it.each([
  ['succeeded', 2],
  ['failed', 0],
] as const)('sells pieces with the promise of a debit, and %s of the bank leaves %d sold', async (status, sold) => {
  await using theatre = await openPosterShop(2)
  const { start, shop } = await createItemBuyer(theatre, [posters(2)])
  const started = await start()
  if (!started.ok) throw new Error(started.error.code)
  const { payment } = started.value
  await settlePayment(shop, payment, { status: 'processing' }, actor)
  expect((await hold(theatre, 1)).added, 'while the bank decides').toMatchObject({ error: { code: 'product-sold-out' } })
  await settlePayment(shop, payment, status === 'failed' ? { status } : { status, amount: money(40_00), currency: 'GBP' }, actor)
  expect(await stockOf(theatre)).toEqual({ total: 2, sold })
  await expectInvariants(theatre)
})
