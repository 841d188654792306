import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { timeLimit } from '@playhouse/testing/time-limit'
import { addItem, expireBaskets, findKeptBasket, openBasket, readBasket } from '#modules/basket'
import { cancelPayment, checkPayment, readReturnOffer, returnByCustomer, settlePayment } from '#modules/payment'
import { applyRetention } from '#modules/retention'
import { expectInvariants, type TestTheatre } from '#testing'
import { actor } from '../payment/testing/buyer.ts'
import { createItemBuyer, openTableTheatre, tableFor } from '../payment/testing/item-buyer.ts'
import { readSittings, readTableList, seedTables } from './index.ts'

/** What is free of the early sitting, such as "7: 2x2 1x4": covers, then tables by size. */
async function freeOf({ db }: TestTheatre, basket?: string): Promise<string> {
  const { coversLeft, tables } = (await readSittings(db, 'tonight', basket))!.sittings.find(({ sitting }) => sitting === 'early')!
  return `${coversLeft}: ${tables.map(({ size, free }) => `${free}x${size}`).join(' ')}`
}
const passDeadline = ({ db }: TestTheatre, basket: string) =>
  db
    .updateTable('basket')
    .set({ deadline: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', basket)
    .execute()
/** Moves the start of the performance to a number of minutes from now. */
const startIn = ({ db }: TestTheatre, minutes: number) =>
  sql`update performance set starts_at = now() + make_interval(mins => ${minutes}) where id = 'tonight'`.execute(db)
/** A basket with a table. */
async function hold(theatre: TestTheatre, party: number) {
  const basket = await openBasket(theatre.db, theatre.brand)
  return { basket, added: await addItem(theatre, basket, actor, tableFor(party)) }
}
const reader = { staff: 'host', actor: { name: 'staff host' } }
const full = (largest: number) => ({ error: { code: 'table-full', params: { name: 'The foyer', largest } } })

/** Buyers of the storm: `pnpm test:soak` sets more. */
const buyers = 90 * Number(process.env['PROOF_LONGER'] ?? 1)

it(
  'gives each table to one party of many at once, and sells each once',
  async () => {
    const tables = [
      { size: 2, least: 1, tables: 5 },
      { size: 4, least: 2, tables: 3 },
      { size: 6, least: 4, tables: 2 },
    ]
    await using theatre = await openTableTheatre(tables, 30)
    let [held, next] = [0, 0]
    const queue = async (): Promise<void> => {
      while (next < buyers) {
        const party = 1 + (next++ % 6)
        const { added } = await hold(theatre, party)
        if (added.ok) held += party
        else expect(added.error.code).toBe('table-full')
      }
    }
    await Promise.all(Array.from({ length: 8 }, queue))
    expect(await freeOf(theatre)).toMatch(new RegExp(`^${30 - held}: `))
    expect(held).toBeLessThanOrEqual(30)
    await expectInvariants(theatre)
    await sql`update basket set deadline = now() - interval '1 second' where deadline is not null`.execute(theatre.db)
    expect(await freeOf(theatre), 'after the deadline').toBe('30: 5x2 3x4 2x6')
    const sold = await Promise.all([2, 2, 4, 6].map(async (party) => (await createItemBuyer(theatre, [tableFor(party)])).pay()))
    expect(sold).not.toContain('')
    expect(await freeOf(theatre)).toBe('16: 3x2 2x4 1x6')
    await expireBaskets(theatre.db)
    await expectInvariants(theatre)
  },
  timeLimit(120_000),
)

describe('a table in a basket', () => {
  it('is free from the deadline on, before the basket is expired, which names the lost table', async () => {
    await using theatre = await openTableTheatre()
    const first = await hold(theatre, 4)
    expect((await hold(theatre, 3)).added).toMatchObject(full(2))
    await passDeadline(theatre, first.basket)
    expect((await hold(theatre, 3)).added).toMatchObject({ ok: true })
    const { kind: _, ...table } = tableFor(4)
    const lapsed = { state: 'expired', items: [], lapsedItems: [{ table, event: 'the-tempest', name: 'The foyer', quantity: 4 }] }
    expect(await readBasket(theatre, first.basket)).toMatchObject(lapsed)
    expect(await expireBaskets(theatre.db)).toBe(1)
    expect(await readBasket(theatre, first.basket)).toMatchObject(lapsed)
    expect(await freeOf(theatre)).toBe('4: 2x2 0x4')
    await expectInvariants(theatre)
  })

  it('is replaced by another for the same sitting, and is limited for the baskets of one network', async () => {
    await using theatre = await openTableTheatre([{ size: 6, least: 1, tables: 40 }], 100)
    const holdAt = async (party: number, network?: string) => {
      const basket = await openBasket(theatre.db, theatre.brand)
      return { basket, added: await addItem(theatre, basket, { ...actor, network }, tableFor(party)) }
    }
    const network = '192.0.2.7'
    const first = await holdAt(6, network)
    for (let nth = 0; nth < 2; nth++) expect(await holdAt(6, network)).toMatchObject({ added: { ok: true } })
    const limited = { error: { code: 'table-network-limit', params: { name: 'The foyer', maximum: 20 } } }
    expect((await holdAt(3, network)).added).toMatchObject(limited)
    expect(await addItem(theatre, first.basket, { ...actor, network }, tableFor(5)), 'its own basket').toMatchObject({ ok: true })
    expect((await holdAt(3, network)).added).toMatchObject({ ok: true })
    expect((await holdAt(6)).added, 'without a network').toMatchObject({ ok: true })
    for (let nth = 8; nth < 14; nth++) await holdAt(6, `192.0.2.${nth}`)
    for (let nth = 14; nth < 18; nth++) await holdAt(6, `192.0.2.${nth}`)
    expect((await holdAt(6, '192.0.2.99')).added).toMatchObject({ error: { code: 'bot-check-required' } })
    await expectInvariants(theatre)
  })

  it('loses its note where it outlives the session of its visitor', async () => {
    await using theatre = await openTableTheatre()
    const { db, brand } = theatre
    const { basket } = await hold(theatre, 2)
    await passDeadline(theatre, basket)
    expect(await findKeptBasket(db, brand, basket)).toBe(basket)
    expect(await db.selectFrom('basket_item').select('detail').where('basket_id', '=', basket).execute()).toMatchObject([
      { detail: { sitting: 'early', note: '' } },
    ])
  })
})

describe('bookings', () => {
  it('end the given minutes before the start, also for what is in a basket', async () => {
    await using theatre = await openTableTheatre()
    const { start, read } = await createItemBuyer(theatre, [tableFor(2)])
    await startIn(theatre, 60)
    expect((await hold(theatre, 1)).added).toMatchObject({ error: { code: 'table-closed', params: { name: 'The foyer' } } })
    expect(await start()).toMatchObject({ error: { code: 'table-closed' } })
    expect((await read()).items).toEqual([])
    await startIn(theatre, 61)
    expect((await hold(theatre, 1)).added).toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })

  it('end with the restaurant, the performance, and the sale of tables', async () => {
    await using theatre = await openTableTheatre()
    const { db, brand } = theatre
    const { start } = await createItemBuyer(theatre, [tableFor(2)])
    await sql`update restaurant set withdrawn_at = now()`.execute(db)
    expect(await start()).toMatchObject({ error: { code: 'table-not-found' } })
    expect((await readSittings(db, 'tonight'))!.sittings).toEqual([])
    expect((await hold(theatre, 1)).added).toMatchObject({ error: { code: 'table-not-found' } })
    await sql`update restaurant set withdrawn_at = null`.execute(db)
    await db.updateTable('performance').set({ sale: 'not-on-sale' }).where('id', '=', 'tonight').execute()
    expect((await hold(theatre, 1)).added, 'off sale').toMatchObject({ error: { code: 'table-not-found' } })
    await db.updateTable('performance').set({ sale: 'on-sale' }).where('id', '=', 'tonight').execute()
    expect((await readSittings(db, 'called-off'))!.sittings).toEqual([])
    const basket = await openBasket(db, brand)
    const { restaurant: _, ...without } = brand
    expect(await addItem({ ...theatre, brand: without }, basket, actor, tableFor(1))).toMatchObject({ error: { code: 'table-not-found' } })
    expect(await seedTables(db, { restaurants: [], sittings: [] })).toBe(false)
  })

  it('are on the list of the restaurant, whose reader is audited, and cancelled by their customer until the deadline', async () => {
    await using theatre = await openTableTheatre()
    const { shop, pay, customer } = await createItemBuyer(theatre, [tableFor(3)])
    const number = await pay()
    expect(await freeOf(theatre)).toBe('4: 2x2 0x4')
    expect((await readTableList(theatre.db, 'tonight', reader))!.tables).toMatchObject([
      { number, party: 3, table: 4, note: 'A high chair' },
    ])
    const entries = await theatre.db.selectFrom('audit').select(['actor', 'detail']).where('verb', '=', 'read-table-list').execute()
    expect(entries).toMatchObject([{ actor: 'staff host', detail: { performance: 'tonight', tables: 1 } }])
    const offer = await readReturnOffer(shop, customer.id, number)
    const [item] = offer!.items
    expect(item).toMatchObject({ value: 15_00, refusal: null })
    const chosen = { tickets: [], items: [item!.id], value: money(15_00) }
    expect(await returnByCustomer(shop, customer.id, number, chosen, actor)).toMatchObject({ ok: true })
    expect(await freeOf(theatre)).toBe('7: 2x2 1x4')
    expect((await readTableList(theatre.db, 'tonight', reader))!.tables).toEqual([])
    const late = await createItemBuyer(theatre, [tableFor(1)])
    const second = await late.pay()
    await startIn(theatre, 59)
    expect((await readReturnOffer(late.shop, late.customer.id, second))!.items).toMatchObject([{ refusal: 'too-late' }])
    await expectInvariants(theatre)
  })

  it('without a price are confirmed without a payment', async () => {
    await using theatre = await openTableTheatre()
    const { start, shop, customer } = await createItemBuyer(theatre, [tableFor(2, 'late')])
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    expect(await checkPayment(shop, customer.id, started.value.payment, actor)).toMatchObject({ value: { state: 'succeeded' } })
    expect((await readTableList(theatre.db, 'tonight', reader))!.tables).toMatchObject([{ sitting: 'late', party: 2 }])
    await expectInvariants(theatre)
  })

  it('stay held while they are paid for, past the deadline of the basket', async () => {
    await using theatre = await openTableTheatre()
    const { basket, start, end, shop, customer } = await createItemBuyer(theatre, [tableFor(4)])
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    await passDeadline(theatre, basket)
    expect((await hold(theatre, 3)).added).toMatchObject(full(2))
    end(started.value.payment, 'succeeded')
    expect(await checkPayment(shop, customer.id, started.value.payment, actor)).toMatchObject({ value: { state: 'succeeded' } })
    expect(await freeOf(theatre)).toBe('3: 2x2 0x4')
    await expectInvariants(theatre)
  })

  it.each([
    ['is refunded where another party has taken the table', 3, 'refund-due', '4: 2x2 0x4'],
    ['becomes an order where the table is free', 2, 'succeeded', '1: 1x2 0x4'],
  ] as const)('whose payment arrives late %s', async (_what, taken, state, free) => {
    await using theatre = await openTableTheatre()
    const { basket, start, shop, customer } = await createItemBuyer(theatre, [tableFor(4)])
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    const { payment } = started.value
    await cancelPayment(shop, customer.id, payment, actor)
    await passDeadline(theatre, basket)
    await expireBaskets(theatre.db)
    expect((await hold(theatre, taken)).added).toMatchObject({ ok: true })
    await settlePayment(shop, payment, { status: 'succeeded', amount: money(20_00), currency: 'GBP' }, actor)
    expect(await theatre.db.selectFrom('payment_attempt').select('state').where('id', '=', payment).executeTakeFirstOrThrow()).toEqual({
      state,
    })
    expect(await freeOf(theatre)).toBe(free)
    await expectInvariants(theatre)
  })

  it('that were sold before their tables were counted are counted from then on', async () => {
    await using theatre = await openTableTheatre()
    const { db } = theatre
    await (await createItemBuyer(theatre, [tableFor(3)])).pay()
    const tables = await db.selectFrom('sitting_table').selectAll().execute()
    const rows = await db.deleteFrom('sitting').returningAll().execute()
    await db
      .insertInto('sitting')
      .values(rows.map((row) => ({ ...row, sold: 0 })))
      .execute()
    await db
      .insertInto('sitting_table')
      .values(tables.map((row) => ({ ...row, sold: 0 })))
      .execute()
    expect(await freeOf(theatre)).toBe('4: 2x2 0x4')
    await expectInvariants(theatre)
  })

  it('lose their notes 30 days after the performance', async () => {
    await using theatre = await openTableTheatre()
    const { db } = theatre
    await (await createItemBuyer(theatre, [tableFor(2)])).pay()
    await sql`update customer_order set placed_at = now() - interval '60 days'`.execute(db)
    await startIn(theatre, -31 * 24 * 60)
    await applyRetention(db)
    const { rows } = await sql<{ note: string; sitting: string }>`
      select detail ->> 'note' as note, detail ->> 'sitting' as sitting from order_item
      union all select detail ->> 'note', detail ->> 'sitting' from basket_item
      union all select quote #>> '{items,0,detail,note}', quote #>> '{items,0,detail,sitting}' from payment_attempt`.execute(db)
    expect(rows).toEqual(rows.map(() => ({ note: '', sitting: 'early' })))
    await expectInvariants(theatre)
  })
})

it.each([
  ['more people are held than there are covers', sql`update sitting set covers = sold where id = 'early'`, 'oversold'],
  ['more tables are held than there are', sql`update sitting_table set tables = sold where sitting_id = 'early'`, 'oversold'],
  ['sold covers are not counted', sql`update sitting set sold = 0`, 'unlike_its_orders'],
  ['sold tables are not counted', sql`update sitting_table set sold = 0`, 'unlike_its_orders'],
  ['tables of a returned order still count', sql`update order_item set returned_at = now()`, 'unlike_its_orders'],
  ['tables are held without a deadline', sql`update basket set deadline = null where state = 'open'`, 'held_without_deadline'],
] as const)('reports where %s', async (_what, breakage, view) => {
  await using theatre = await openTableTheatre()
  await (await createItemBuyer(theatre, [tableFor(2)])).pay()
  await hold(theatre, 2)
  await expectInvariants(theatre)
  await breakage.execute(theatre.db)
  const { rows } = await sql.raw(`select id from invariant_table_${view}`).execute(theatre.db)
  expect(rows).not.toEqual([])
})
