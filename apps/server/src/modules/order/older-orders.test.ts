import { sql } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'
import { type Database, migrate, newId, openDatabase } from '#db'
import { readBasket } from '#modules/basket'
import { listMemberships } from '#modules/membership'
import { processReturn, readOrderWorth } from '#modules/payment'
import { expectInvariants, openTestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import type { Kysely } from 'kysely'
import { migrations } from '../../db/migrations/index.ts'
import { addressOf, administer } from '../../db/testing/administer.ts'
import { openManualProvider } from '../payment/testing/buyer.ts'
import { selling } from '../payment/testing/item-buyer.ts'
import { listOrders, readOrder } from './index.ts'

/** The last step of the version that wrote order lines without items. */
const lastStep = '0046-page-version'
const json = JSON.stringify
const delivery = json({ method: 'collect', address: null })
const notes = json({ order: 'Hello', access: '' })
const donation = { fund: 'stage', name: 'The stage fund', recognitionName: 'Ada' }
const membership = { membership: 'friend', name: 'Friend', months: 12, timeZone: 'Europe/London' }
const items = [
  { kind: 'donation', amount: 20_00, detail: donation },
  { kind: 'membership', amount: 60_00, detail: membership },
]
const paid = { subtotal: 80_00, fees: 0, discount: 0, delivery: 0, vat: 0, total: 80_00, paid: 80_00, leftToPay: 0 }
const totals = json(paid)
const lines = items.map(({ kind, amount, detail }) => ({ kind, ref: detail.name, amount, fee: 0 }))

/** A database as the version before items left it: an order, a returned one, and an open basket with a donation. */
async function openOlderDatabase() {
  const { address: server, template } = inject('database')
  const name = `${template}_${newId().replaceAll('-', '')}`
  await administer(server, `create database ${name}`)
  const address = addressOf(server, name)
  const db = openDatabase(address)
  onTestFinished(async () => {
    await db.destroy()
    await administer(server, `drop database ${name} with (force)`)
  })
  const names = Object.keys(migrations)
  await migrate(db, { steps: Object.fromEntries(Object.entries(migrations).slice(0, names.indexOf(lastStep) + 1)) })
  const [customer, basket] = [newId(), newId()]
  await sql`insert into customer (id, email, password_hash, first_name, last_name)
    values (${customer}, 'ada@example.org', 'none', 'Ada', 'Quill')`.execute(db)
  const number = await insertOrder(db, customer, 'confirmed')
  const returned = await insertOrder(db, customer, 'returned')
  await sql`insert into basket (id, customer_id, state, delivery, notes) values (${basket}, ${customer}, 'open', ${delivery}, ${notes})`.execute(
    db,
  )
  await sql`insert into basket_item (id, basket_id, kind, amount, detail)
    values (${newId()}, ${basket}, 'donation', ${20_00}, ${json(donation)})`.execute(db)
  await migrate(db)
  return {
    database: { db, owner: db, address, ownerAddress: address, drop: async () => {}, [Symbol.asyncDispose]: async () => {} },
    customer,
    basket,
    number,
    returned,
  }
}

async function insertOrder(db: Kysely<Database>, customer: string, state: 'confirmed' | 'returned'): Promise<string> {
  const [basket, attempt, order] = [newId(), newId(), newId()]
  const number = `OLD-${order.slice(-8)}`
  await sql`insert into basket (id, customer_id, state, delivery, notes)
    values (${basket}, ${customer}, 'completed', ${delivery}, ${notes})`.execute(db)
  const quote = json({
    lines,
    totals: { ...paid, paid: 0, leftToPay: 80_00 },
    tickets: [],
    items,
    delivery: JSON.parse(delivery),
    billing: null,
    notes: JSON.parse(notes),
  })
  await sql`insert into payment_attempt
      (id, basket_id, customer_id, provider, session_id, state, amount, currency, quote, quote_hash, locale, pay_until, settled_at)
    values (${attempt}, ${basket}, ${customer}, 'hand', ${`s-${attempt}`}, 'succeeded', ${80_00}, 'GBP', ${quote}, '', 'en', now(), now())`.execute(
    db,
  )
  await sql`insert into customer_order (id, number, customer_id, basket_id, attempt_id, state, total, paid, totals, delivery, notes, locale)
    values (${order}, ${number}, ${customer}, ${basket}, ${attempt}, ${state}, ${80_00}, ${80_00}, ${totals}, ${delivery}, ${notes}, 'en')`.execute(
    db,
  )
  for (const [position, { kind, ref, amount }] of lines.entries())
    await sql`insert into order_line (order_id, position, kind, ref, amount, fee) values (${order}, ${position}, ${kind}, ${ref}, ${amount}, 0)`.execute(
      db,
    )
  for (const [subject, id, to] of [
    ['basket', basket, 'completed'],
    ['payment', attempt, 'succeeded'],
    ['order', order, state],
  ] as const)
    await sql`insert into audit (id, actor, subject, subject_id, verb, to_state) values (${newId()}, 'guest', ${subject}, ${id}, 'move', ${to})`.execute(
      db,
    )
  if (state === 'returned') {
    await sql`insert into refund (id, attempt_id, order_id, amount, state, actor, reason, made_at)
      values (${newId()}, ${attempt}, ${order}, ${80_00}, 'made', 'staff', 'asked', now())`.execute(db)
    return number
  }
  await sql`insert into donation (id, customer_id, order_id, fund, amount, recognition_name)
    values (${newId()}, ${customer}, ${order}, 'The stage fund', ${20_00}, 'Ada')`.execute(db)
  await sql`insert into membership (id, customer_id, order_id, membership, starts_on, expires_on)
    values (${newId()}, ${customer}, ${order}, 'friend', current_date, current_date + 364)`.execute(db)
  return number
}

it('reads, lists and returns in part orders whose items a migration has made of their lines, and reads their baskets', async () => {
  const { database, customer, basket, number, returned } = await openOlderDatabase()
  const theatre = await openTestTheatre(selling, {}, database)
  onTestFinished(() => theatre.availability.close())
  const { shop } = openManualProvider(theatre)
  const read = async (which: string) => (await readOrder(theatre, customer, which))!.order
  const detail = { fund: 'stage', appeal: null, recognitionName: 'Ada', isAnonymous: false, tributeName: null }
  const [gave, joined] = (await read(number)).items
  expect([gave, joined]).toMatchObject([
    { kind: 'donation', name: 'The stage fund', amount: 20_00, quantity: 1, detail, isReturned: false },
    { kind: 'membership', name: 'Friend', amount: 60_00, detail: { membership: 'friend', months: 12 }, isReturned: false },
  ])
  expect(await read(returned)).toMatchObject({ state: 'returned', refunded: 80_00, items: [{ isReturned: true }, { isReturned: true }] })
  expect((await listOrders(theatre, customer)).map(({ items: listed }) => listed.map(({ kind }) => kind))).toEqual([
    ['donation', 'membership'],
    ['donation', 'membership'],
  ])
  expect(await readBasket(theatre, basket)).toMatchObject({ items: [{ kind: 'donation', detail, quantity: 1 }], totals: { total: 20_00 } })

  const { id } = await theatre.db.selectFrom('customer_order').select('id').where('number', '=', number).executeTakeFirstOrThrow()
  expect(await readOrderWorth(theatre.db, { id, paid: 80_00 })).toMatchObject({ remaining: 80_00, kept: 0 })
  const back = (item: string, value: number) =>
    processReturn(
      shop,
      number,
      { tickets: [], items: [item], to: 'origin', value: money(value), reason: 'asked', isLateAllowed: false },
      { name: 'staff' },
    )
  expect(await back(gave!.id, 20_00)).toMatchObject({ value: { card: 20_00 } })
  expect(await theatre.db.selectFrom('donation').selectAll().execute()).toEqual([])
  expect(await listMemberships(theatre.db, theatre.brand, customer)).toHaveLength(1)
  expect(await back(joined!.id, 60_00)).toMatchObject({ value: { card: 60_00 } })
  expect(await read(number)).toMatchObject({ state: 'returned', refunded: 80_00 })
  expect(await listMemberships(theatre.db, theatre.brand, customer)).toEqual([])
  await expectInvariants(theatre)
})
