import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { timeLimit } from '@playhouse/testing/time-limit'
import { transact } from '#db'
import { addItem, expireBaskets, findKeptBasket, lockBasket, openBasket, readBasket } from '#modules/basket'
import { checkPayment, cancelPayment, readReturnOffer, returnByCustomer, settlePayment } from '#modules/payment'
import { expectInvariants, type TestTheatre } from '#testing'
import { actor } from '../payment/testing/buyer.ts'
import { createItemBuyer, openSupperTheatre, supperFor } from '../payment/testing/item-buyer.ts'
import { findMenus, listFoodPerformances, readFoodOffer, readKitchenList, validateGuests } from './index.ts'

const placesOf = async ({ db }: TestTheatre, basket?: string) =>
  (await readFoodOffer(db, 'tonight', basket))!.menus[0]!.servings.find(({ point }) => point === 'restaurant')!.placesLeft
const soldOf = async ({ db }: TestTheatre) =>
  (
    await db
      .selectFrom('menu_performance')
      .select('sold')
      .where('performance_id', '=', 'tonight')
      .where('point_id', '=', 'restaurant')
      .executeTakeFirstOrThrow()
  ).sold
const passDeadline = ({ db }: TestTheatre, basket: string) =>
  db
    .updateTable('basket')
    .set({ deadline: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', basket)
    .execute()
/** Moves the start of the performance to a number of minutes from now. */
const startIn = ({ db }: TestTheatre, minutes: number) =>
  sql`update performance set starts_at = now() + make_interval(mins => ${minutes}) where id = 'tonight'`.execute(db)
const lockedBasket = ({ db }: TestTheatre, basket: string) => db.transaction().execute((trx) => lockBasket(trx, basket))
/** A basket with supper. */
async function hold(theatre: TestTheatre, guests: number) {
  const basket = await openBasket(theatre.db, theatre.brand)
  return { basket, added: await addItem(theatre, basket, actor, supperFor(guests)) }
}

const reader = { staff: 'cook', actor: { name: 'staff cook' } }

/** Buyers of the storm: `pnpm test:soak` sets more. */
const buyers = 120 * Number(process.env['PROOF_LONGER'] ?? 1)

it(
  'holds no place twice for many parties at once, of whom some lose their connection, and sells each once',
  async () => {
    await using theatre = await openSupperTheatre(40)
    const { db } = theatre
    const order = async (nth: number): Promise<number> => {
      const guests = 1 + (nth % 3)
      if (nth % 10 > 0) return (await hold(theatre, guests)).added.ok ? guests : 0
      // The database ends the connection after the check of the places, before the commit.
      const basket = await openBasket(db, theatre.brand)
      const lost = transact(db, async (trx) => {
        await lockBasket(trx, basket)
        const { performance, menus } = (await readFoodOffer(db, 'tonight'))!
        const { menu, name, fee, servings } = menus[0]!
        const detail = { menu, name, point: 'restaurant', pointName: '', performance, courses: [], note: '', fee, vatBasisPoints: null }
        const times = { closesBefore: servings[0]!.closesBefore, servedBefore: servings[0]!.servedBefore }
        await validateGuests(trx, { basket, product: 'supper@tonight', detail: { ...detail, ...times }, guests })
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
      })
      return lost.then(
        () => guests,
        () => 0,
      )
    }
    let held = 0
    let next = 0
    const queue = async (): Promise<void> => {
      while (next < buyers) {
        const guests = await order(next++)
        held += guests
      }
    }
    await Promise.all(Array.from({ length: 8 }, queue))
    expect(held).toBe(40)
    expect(await placesOf(theatre)).toBe(0)
    await expectInvariants(theatre)
    await sql`update basket set deadline = now() - interval '1 second' where deadline is not null`.execute(db)
    expect(await placesOf(theatre), 'after the deadline').toBe(40)
    for (let sale = 0; sale < 3; sale++) expect(await (await createItemBuyer(theatre, [supperFor(13)])).pay()).not.toBe('')
    expect((await hold(theatre, 2)).added).toMatchObject({ error: { code: 'food-sold-out', params: { name: 'Supper', placesLeft: 1 } } })
    expect(await soldOf(theatre)).toBe(39)
    await expireBaskets(db)
    await expectInvariants(theatre)
  },
  timeLimit(120_000),
)

describe('places in a basket', () => {
  it('are free from the deadline on, before the basket is expired, which names the lost order', async () => {
    await using theatre = await openSupperTheatre(4)
    const first = await hold(theatre, 4)
    expect((await hold(theatre, 1)).added).toMatchObject({ error: { code: 'food-sold-out' } })
    await passDeadline(theatre, first.basket)
    expect((await hold(theatre, 2)).added).toMatchObject({ ok: true })
    const { kind: _, ...food } = supperFor(4)
    const lapsed = { state: 'expired', items: [], lapsedItems: [{ food, name: 'Supper', quantity: 4 }] }
    expect(await readBasket(theatre, first.basket)).toMatchObject(lapsed)
    expect(await expireBaskets(theatre.db)).toBe(1)
    expect(await readBasket(theatre, first.basket)).toMatchObject(lapsed)
    expect(await placesOf(theatre)).toBe(2)
    await expectInvariants(theatre)
  })

  it('are counted by collection point', async () => {
    await using theatre = await openSupperTheatre(4)
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(await addItem(theatre, basket, actor, supperFor(20, 'bar'))).toMatchObject({ ok: true })
    expect(await placesOf(theatre)).toBe(4)
    await theatre.db.updateTable('menu_performance').set({ guests: 20 }).where('point_id', '=', 'bar').execute()
    expect((await hold(theatre, 4)).added).toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })

  it('are limited for the baskets of one network, until these lapse', async () => {
    await using theatre = await openSupperTheatre(100)
    const holdAt = async (guests: number, network?: string) => {
      const basket = await openBasket(theatre.db, theatre.brand)
      return { basket, added: await addItem(theatre, basket, { ...actor, network }, supperFor(guests)) }
    }
    const network = '192.0.2.7'
    const first = await holdAt(12, network)
    expect(await holdAt(8, network)).toMatchObject({ added: { ok: true } })
    const limited = { added: { error: { code: 'food-network-limit', params: { name: 'Supper', maximum: 20 } } } }
    expect(await holdAt(1, network)).toMatchObject(limited)
    expect(await holdAt(20, '192.0.2.8')).toMatchObject({ added: { ok: true } })
    expect(await holdAt(1), 'without a network').toMatchObject({ added: { ok: true } })
    const changed = await addItem(theatre, first.basket, { ...actor, network }, supperFor(11))
    expect(changed, 'its own basket').toMatchObject({ ok: true })
    expect(await holdAt(2, network)).toMatchObject(limited)
    await passDeadline(theatre, first.basket)
    expect(await holdAt(2, network)).toMatchObject({ added: { ok: true } })
    await expectInvariants(theatre)
  })

  it('are limited for the networks of one range without a bot check', async () => {
    await using theatre = await openSupperTheatre(200)
    const holdAt = async (guests: number, network: string, isVerified = false) => {
      const basket = await openBasket(theatre.db, theatre.brand)
      return addItem(theatre, basket, { ...actor, network, isVerified }, supperFor(guests))
    }
    for (let nth = 0; nth < 4; nth++) expect(await holdAt(20, `2001:db8:5:${nth}::/64`)).toMatchObject({ ok: true })
    expect(await holdAt(1, '2001:db8:5:9::/64')).toMatchObject({ error: { code: 'bot-check-required' } })
    expect(await holdAt(1, '2001:db8:5:9::/64', true)).toMatchObject({ ok: true })
    expect(await holdAt(1, '2001:db8:6:9::/64')).toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })

  it('that were sold before they were counted are counted from then on', async () => {
    await using theatre = await openSupperTheatre(4)
    await (await createItemBuyer(theatre, [supperFor(3)])).pay()
    const rows = await theatre.db.deleteFrom('menu_performance').where('point_id', '=', 'restaurant').returningAll().execute()
    await theatre.db
      .insertInto('menu_performance')
      .values(rows.map((row) => ({ ...row, sold: 0 })))
      .execute()
    expect(await soldOf(theatre)).toBe(3)
    await expectInvariants(theatre)
  })
})

describe('orders of food', () => {
  it('end the given minutes before the start, also for what is in a basket', async () => {
    await using theatre = await openSupperTheatre(10)
    const { start, read } = await createItemBuyer(theatre, [supperFor(2)])
    await startIn(theatre, 30)
    expect((await hold(theatre, 1)).added).toMatchObject({ error: { code: 'food-closed', params: { name: 'Supper' } } })
    expect(await start()).toMatchObject({ error: { code: 'food-closed' } })
    expect((await read()).items).toEqual([])
    await startIn(theatre, 31)
    expect((await hold(theatre, 1)).added).toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })

  it('end with the menu, the performance, and the sale of food', async () => {
    await using theatre = await openSupperTheatre(10)
    const { db, brand } = theatre
    const { start } = await createItemBuyer(theatre, [supperFor(2)])
    await db
      .updateTable('menu')
      .set({ withdrawn_at: sql<Date>`now()` })
      .execute()
    expect(await start()).toMatchObject({ error: { code: 'food-not-found' } })
    expect((await hold(theatre, 1)).added).toMatchObject({ error: { code: 'food-not-found' } })
    expect(await listFoodPerformances(db, 'the-tempest')).toMatchObject({ performances: [] })
    await db.updateTable('menu').set({ withdrawn_at: null }).execute()
    await db.updateTable('performance').set({ sale: 'not-on-sale' }).where('id', '=', 'tonight').execute()
    expect((await hold(theatre, 1)).added, 'off sale').toMatchObject({ error: { code: 'food-not-found' } })
    expect((await readFoodOffer(db, 'tonight'))!.menus, 'off sale').toEqual([])
    expect(await findMenus(db, 'tonight'), 'off sale').toEqual({ hasMenus: false, isOpen: false })
    expect((await listFoodPerformances(db, 'the-tempest'))!.performances.map(({ instance }) => instance)).not.toContain('tonight')
    await db.updateTable('performance').set({ sale: 'on-sale' }).where('id', '=', 'tonight').execute()
    const { performances } = (await listFoodPerformances(db, 'the-tempest'))!
    expect(performances.map(({ instance }) => instance)).not.toContain('called-off')
    expect((await readFoodOffer(db, 'called-off'))!.menus).toEqual([])
    const basket = await openBasket(db, brand)
    const { foodAndDrink: _, ...without } = brand
    expect(await addItem({ ...theatre, brand: without }, basket, actor, supperFor(1))).toMatchObject({ error: { code: 'food-not-found' } })
  })

  it('are cancelled by their customer until then, alone, and refunded', async () => {
    await using theatre = await openSupperTheatre(10)
    const { shop, pay, customer } = await createItemBuyer(theatre, [supperFor(2)])
    const number = await pay()
    expect(await soldOf(theatre)).toBe(2)
    expect((await readKitchenList(theatre.db, 'tonight', reader))!.orders).toMatchObject([{ number, guests: 2, note: 'No nuts' }])
    const offerOf = async () => (await readReturnOffer(shop, customer.id, number))!.items
    await startIn(theatre, 30)
    const [closed] = await offerOf()
    expect(closed).toMatchObject({ value: 60_00, refusal: 'too-late' })
    const request = { tickets: [], items: [closed!.id], value: money(60_00) }
    expect(await returnByCustomer(shop, customer.id, number, request, actor)).toMatchObject({ error: { code: 'cancel-order-failed' } })
    await startIn(theatre, 90)
    expect(await offerOf()).toMatchObject([{ refusal: null }])
    expect(await returnByCustomer(shop, customer.id, number, request, actor)).toMatchObject({ value: { origin: 60_00, credit: 0 } })
    expect(await soldOf(theatre)).toBe(0)
    expect(await placesOf(theatre)).toBe(10)
    expect((await readKitchenList(theatre.db, 'tonight', reader))!.orders).toEqual([])
    await expectInvariants(theatre)
  })

  it.each([
    ['are paid with the places that are left', 1, 'succeeded', 2],
    ['are refunded where another basket holds the places', 2, 'refund-due', 0],
  ] as const)('whose money arrives after the payment was cancelled %s', async (_what, taken, state, sold) => {
    await using theatre = await openSupperTheatre(3)
    const { basket, start, shop, customer } = await createItemBuyer(theatre, [supperFor(2)])
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    const { payment } = started.value
    await cancelPayment(shop, customer.id, payment, actor)
    await passDeadline(theatre, basket)
    await expireBaskets(theatre.db)
    expect((await hold(theatre, taken)).added).toMatchObject({ ok: true })
    await settlePayment(shop, payment, { status: 'succeeded', amount: money(60_00), currency: 'GBP' }, actor)
    expect(await theatre.db.selectFrom('payment_attempt').select('state').where('id', '=', payment).executeTakeFirstOrThrow()).toEqual({
      state,
    })
    expect(await soldOf(theatre)).toBe(sold)
    await expectInvariants(theatre)
  })

  it('stay held while they are paid for, past the deadline of the basket', async () => {
    await using theatre = await openSupperTheatre(2)
    const { basket, start, end, shop, customer } = await createItemBuyer(theatre, [supperFor(2)])
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    await passDeadline(theatre, basket)
    expect((await hold(theatre, 1)).added).toMatchObject({ error: { code: 'food-sold-out' } })
    end(started.value.payment, 'succeeded')
    expect(await checkPayment(shop, customer.id, started.value.payment, actor)).toMatchObject({ value: { state: 'succeeded' } })
    expect(await soldOf(theatre)).toBe(2)
    await expectInvariants(theatre)
  })
})

describe('diets of guests', () => {
  it('are shown to the kitchen with the notes of the order and of the order that it adds to; the reader is audited', async () => {
    await using theatre = await openSupperTheatre(10)
    const { db } = theatre
    const first = await (await createItemBuyer(theatre, [supperFor(1)])).pay()
    const second = await (await createItemBuyer(theatre, [supperFor(1)])).pay()
    const noteOf = (number: string, dietary: string) =>
      sql`update customer_order set notes = notes || ${JSON.stringify({ dietary })}::jsonb where number = ${number}`.execute(db)
    await noteOf(first, 'One vegan')
    await noteOf(second, 'No nuts')
    await sql`update customer_order set adds_to = (select id from customer_order where number = ${first}) where number = ${second}`.execute(
      db,
    )
    const { orders } = (await readKitchenList(db, 'tonight', reader))!
    expect(orders.map(({ note }) => note)).toEqual(['No nuts · One vegan', 'No nuts · One vegan'])
    const entries = await db.selectFrom('audit').select(['actor', 'detail']).where('verb', '=', 'read-kitchen-list').execute()
    expect(entries).toMatchObject([{ actor: 'staff cook', detail: { performance: 'tonight', orders: 2 } }])
  })

  it('are removed from a basket that outlives the session of its visitor, also of what it has lost', async () => {
    await using theatre = await openSupperTheatre(10)
    const { db, brand } = theatre
    const { basket } = await hold(theatre, 2)
    await passDeadline(theatre, basket)
    expect(await findKeptBasket(db, brand, basket)).toBe(basket)
    expect(await db.selectFrom('basket_item').select('detail').where('basket_id', '=', basket).execute()).toMatchObject([
      { detail: { menu: 'supper', note: '' } },
    ])
    await sql`update basket set lapsed_items = '[{"name":"Supper","food":{"note":"No nuts"}}]' where id = ${basket}`.execute(db)
    expect(await findKeptBasket(db, brand, basket)).toBe(basket)
    expect((await lockedBasket(theatre, basket)).lapsed_items).toEqual([])
  })
})

it('increments the version of public pages with a menu, and not with an order', async () => {
  await using theatre = await openSupperTheatre(10)
  const { db } = theatre
  const version = async () => (await sql<{ version: string }>`select version::text from page_version`.execute(db)).rows[0]!.version
  const before = await version()
  await (await createItemBuyer(theatre, [supperFor(2)])).pay()
  expect(await version()).toBe(before)
  await db.updateTable('menu').set({ price: 35_00 }).execute()
  expect(await version()).not.toBe(before)
})

it.each([
  ['more guests are held than there is room for', sql`update menu_performance set guests = sold where point_id = 'restaurant'`, 'oversold'],
  ['sold guests are not counted', sql`update menu_performance set sold = 0`, 'unlike_its_orders'],
  ['guests of a returned order still count', sql`update order_item set returned_at = now()`, 'unlike_its_orders'],
  ['guests are held without a deadline', sql`update basket set deadline = null where state = 'open'`, 'held_without_deadline'],
] as const)('reports where %s', async (_what, breakage, view) => {
  await using theatre = await openSupperTheatre(10)
  await (await createItemBuyer(theatre, [supperFor(2)])).pay()
  await hold(theatre, 3)
  await expectInvariants(theatre)
  await breakage.execute(theatre.db)
  const { rows } = await sql.raw(`select id from invariant_food_${view}`).execute(theatre.db)
  expect(rows).not.toEqual([])
})
