import { expect, test, vi } from 'vitest'
import { openBasket, readBasket, resetBasket, expireBaskets } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { sql, type Transaction } from 'kysely'
import { type Database, newId } from '#db'
import { walkInCustomerId } from '#modules/customer'
import { readViolations } from '#modules/invariant'
import { freezeBasket, reconcilePayments } from '#modules/payment'
import { openManualProvider } from '../payment/testing/buyer.ts'
import { addStaff, staffActor } from '#modules/staff'
import { customerOf, expectInvariants, type TestTheatre, openTestTheatre } from '#testing'
import {
  ensureCounterBasket,
  findCustomers,
  holdAtCounter,
  blockSeats,
  type CounterPerformance,
  openCounterPerformance,
  unblockSeats,
  readUnfinishedSales,
  reserveAtCounter,
  reservedUntil,
  sellAtCounter,
  settleUnfinishedSale,
} from './index.ts'
import { readTestTakings } from './testing/test-counter.ts'

const seat = (name: string, priceType = 'full') => ({ seat: `stalls.${name}`, priceType })
const cash = (version: number, tendered?: number) => ({ version, way: 'cash', delivery: 'print', ...(tendered && { tendered }) }) as const

/** A counter with a manager and one open performance. */
async function counter(theatre: TestTheatre) {
  const { shop } = openManualProvider(theatre)
  await addStaff(theatre.db, { email: 'max@house.example', name: 'Max', role: 'manager', password: 'never-typed-by-anyone' }, 'test')
  const { id: staff } = await theatre.db.selectFrom('staff').select('id').executeTakeFirstOrThrow()
  const actor = { name: staffActor({ id: staff }) }
  const at = (await openCounterPerformance(theatre, 'tonight'))!
  const open = (customer?: string) => ensureCounterBasket(theatre, { staff, customer, basket: undefined })
  const hold = (basket: string, seats: readonly ReturnType<typeof seat>[], reason?: string, performance: CounterPerformance = at) =>
    holdAtCounter(theatre, basket, actor, performance, seats, { role: 'manager', reason })
  const version = async (basket: string) => (await readBasket(theatre, basket)).version
  const seller = { staff, role: 'manager', actor, locale: 'en' } as const
  return { shop, staff, actor, at, open, hold, version, seller }
}

test('gives all of the same seats to one of web and counter when they request them concurrently', async () => {
  await using theatre = await openTestTheatre()
  const { open, hold, shop, seller } = await counter(theatre)
  for (let round = 1; round <= 6; round++) {
    const pair = [seat(`A.${round}`), seat(`B.${round}`)]
    const web = await Promise.all([1, 2].map(() => openBasket(theatre.db, theatre.brand)))
    const counterBaskets = await Promise.all([1, 2].map(() => open()))
    const won = await Promise.all([
      ...web.map((basket) => addTickets(theatre, basket, { name: 'guest' }, 'tonight', pair)),
      ...counterBaskets.map((basket) => hold(basket, pair.toReversed())),
    ])
    expect(won.filter(({ ok }) => ok)).toHaveLength(1)
    for (const basket of counterBaskets) {
      const { version, tickets } = await readBasket(theatre, basket)
      if (tickets.length > 0) expect((await sellAtCounter(shop, basket, seller, cash(version))).ok).toBe(true)
    }
  }
  await expectInvariants(theatre)
})

test('holds the seats of all performances until the deadline of the basket, whichever performance is added to', async () => {
  await using theatre = await openTestTheatre()
  const { open, hold, at } = await counter(theatre)
  const tomorrow = (await openCounterPerformance(theatre, 'tomorrow'))!
  const basket = await open()
  const elapse = async (): Promise<void> => {
    await sql`update seat_claim set until = until - interval '3 minutes' where basket_id = ${basket}`.execute(theatre.db)
    await sql`update basket set deadline = deadline - interval '3 minutes' where id = ${basket}`.execute(theatre.db)
  }
  const readHolds = async () => {
    const { rows } = await sql<{ performance: string; isUntilDeadline: boolean }>`
      select c.performance_id as performance, c.until = b.deadline as "isUntilDeadline"
      from seat_claim c join basket b on b.id = c.basket_id where b.id = ${basket} order by c.performance_id, c.seat`.execute(theatre.db)
    return rows
  }
  const held = (performance: string) => ({ performance, isUntilDeadline: true })
  expect((await hold(basket, [seat('A.1')])).ok).toBe(true)
  await elapse()
  expect((await hold(basket, [seat('B.1')], undefined, tomorrow)).ok).toBe(true)
  expect(await readHolds()).toEqual([held('tomorrow'), held('tonight')])
  await elapse()
  expect((await hold(basket, [seat('A.2')], undefined, at)).ok).toBe(true)
  expect(await readHolds()).toEqual([held('tomorrow'), held('tonight'), held('tonight')])
  await expectInvariants(theatre)
})

/** A cash sale of one seat for £45 that was interrupted after the freeze. */
async function freezeCashSale({ open, hold, shop, version, actor, staff }: Awaited<ReturnType<typeof counter>>, name: string) {
  const basket = await open()
  await hold(basket, [seat(name)])
  const seenVersion = await version(basket)
  const record = async (trx: Transaction<Database>, { id }: { readonly id: string }): Promise<void> => {
    await trx
      .insertInto('counter_payment')
      .values({ attempt_id: id, staff_id: staff, way: 'cash', tendered: 50_00, change: 5_00 })
      .execute()
  }
  const payable = {
    customer: walkInCustomerId,
    basket,
    version: seenVersion,
    locale: 'en',
    tender: { provider: 'cash', record, due: 45_00 },
  } as const
  const frozen = await freezeBasket(shop, payable, actor)
  if (!frozen.ok) throw new Error(frozen.error.code)
  return { basket, seen: seenVersion, payment: frozen.value.id }
}

test('settles cash once where the first request was interrupted before the sale, however often it is repeated', async () => {
  await using theatre = await openTestTheatre()
  const testCounter = await counter(theatre)
  const { shop, seller } = testCounter
  const { basket, seen: seenQuote } = await freezeCashSale(testCounter, 'A.1')
  const pressed = await Promise.all([1, 2, 3].map(() => sellAtCounter(shop, basket, seller, cash(seenQuote, 50_00))))
  for (const sale of pressed) expect(sale).toMatchObject({ ok: true, value: { paid: 45_00, tendered: 50_00, change: 5_00 } })
  expect(await theatre.db.selectFrom('payment_attempt').select('state').execute()).toEqual([{ state: 'succeeded' }])
  await expectInvariants(theatre)
})

test('completes an interrupted cash sale where the repeated request names a card, and charges no card', async () => {
  await using theatre = await openTestTheatre()
  const testCounter = await counter(theatre)
  const { shop, seller } = testCounter
  const { basket, seen: seenQuote } = await freezeCashSale(testCounter, 'A.1')
  const read = vi.fn(async () => 'declined' as const)
  const repeated = { version: seenQuote, way: 'card', delivery: 'print' } as const
  const sale = await sellAtCounter({ ...shop, terminal: { read } }, basket, seller, repeated)
  expect(sale).toMatchObject({ ok: true, value: { way: 'cash', paid: 45_00 } })
  expect(read).not.toHaveBeenCalled()
  expect(await theatre.db.selectFrom('payment_attempt').select(['provider', 'state']).execute()).toEqual([
    { provider: 'cash', state: 'succeeded' },
  ])
  await expectInvariants(theatre)
})

/** An interrupted cash sale that the reconciler has ended. */
async function interruptedSale(theatre: TestTheatre, testCounter: Awaited<ReturnType<typeof counter>>, name: string) {
  const sale = await freezeCashSale(testCounter, name)
  await sql`update payment_attempt set created_at = now() - interval '90 seconds' where id = ${sale.payment}`.execute(theatre.db)
  await reconcilePayments(testCounter.shop)
  return sale
}

test('lists an interrupted cash sale until a staff user confirms whether the cash was taken', async () => {
  await using theatre = await openTestTheatre()
  const testCounter = await counter(theatre)
  const { shop, actor, staff } = testCounter
  const settle = async (payment: string, isTaken: boolean, staffId?: string) =>
    (await settleUnfinishedSale(shop, { payment, staffId }, isTaken, actor))?.outcome
  const taken = await interruptedSale(theatre, testCounter, 'A.1')
  const notTaken = await interruptedSale(theatre, testCounter, 'A.2')
  const soldOn = await interruptedSale(theatre, testCounter, 'A.3')
  const repeated = await interruptedSale(theatre, testCounter, 'A.4')
  const openSales = async () => (await readUnfinishedSales(theatre.db)).map(({ payment }) => payment)
  expect(await readViolations(theatre.db)).toHaveLength(4)
  expect(await readUnfinishedSales(theatre.db, newId()), 'of another staff user').toEqual([])
  expect((await readUnfinishedSales(theatre.db, staff))[0]).toMatchObject({ payment: taken.payment, amount: 45_00, staff: { name: 'Max' } })

  const repeatedSale = await sellAtCounter(shop, repeated.basket, testCounter.seller, cash(await testCounter.version(repeated.basket)))
  expect(repeatedSale.ok).toBe(true)
  expect(await openSales(), 'the cash may be in the drawer twice').toEqual(
    [taken, notTaken, soldOn, repeated].map(({ payment }) => payment),
  )
  expect(await settle(repeated.payment, false)).toBe('closed')
  expect(await settle(taken.payment, true, newId()), 'by a clerk whose sale it is not').toBeUndefined()
  expect(await settle(taken.payment, true)).toBe('sold')
  expect(await settle(taken.payment, true), 'twice').toBeUndefined()
  expect(await settle(notTaken.payment, false)).toBe('closed')
  expect(await settle(notTaken.payment, true)).toBeUndefined()
  await resetBasket(theatre, soldOn.basket, actor)
  const otherBasket = await testCounter.open()
  await testCounter.hold(otherBasket, [seat('A.3')])
  expect((await sellAtCounter(shop, otherBasket, testCounter.seller, cash(await testCounter.version(otherBasket)))).ok).toBe(true)
  expect(await settle(soldOn.payment, true)).toBe('seats-gone')

  expect(await openSales()).toEqual([])
  const { people } = await readTestTakings(theatre)
  expect(people, 'A.1, A.3 and A.4').toMatchObject([{ sales: 3, cashIn: 135_00 }])
  const trail = await theatre.db.selectFrom('audit').select(['actor', 'detail']).where('verb', '=', 'note-not-taken').execute()
  expect(trail).toEqual(Array.from({ length: 2 }, () => ({ actor: actor.name, detail: { amount: 45_00 } })))
})

test('hands cash back that was taken for a basket which was sold again', async () => {
  await using theatre = await openTestTheatre()
  const testCounter = await counter(theatre)
  const { shop, actor } = testCounter
  const sale = await interruptedSale(theatre, testCounter, 'A.1')
  expect((await sellAtCounter(shop, sale.basket, testCounter.seller, cash(await testCounter.version(sale.basket)))).ok).toBe(true)
  const settledSale = await settleUnfinishedSale(shop, { payment: sale.payment, staffId: undefined }, true, actor)
  expect(settledSale).toEqual({ outcome: 'seats-gone', order: null })
  expect(await theatre.db.selectFrom('refund').select(['amount', 'attempt_id']).execute()).toEqual([
    { amount: 45_00, attempt_id: sale.payment },
  ])
  expect(await theatre.db.selectFrom('customer_order').select('id').execute()).toHaveLength(1)
  expect(await readUnfinishedSales(theatre.db)).toEqual([])
})

test('ignores the limits of the web, and applies all other rules', async () => {
  await using theatre = await openTestTheatre()
  const { open, hold, version, shop, seller } = await counter(theatre)
  const basket = await open()
  const row = Array.from({ length: 10 }, (_, place) => seat(`B.${place + 1}`, 'under-26'))
  expect((await hold(basket, [...row, seat('A.2'), seat('A.4')])).ok, 'twelve tickets, ten under 26, an orphan seat').toBe(true)
  expect((await sellAtCounter(shop, basket, seller, cash(await version(basket)))).ok).toBe(true)
  const next = await open()
  expect(await hold(next, [seat('A.5', 'comp')])).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['reason'] } } })
  expect(await hold(next, [seat('Z.1')])).toMatchObject({ error: { code: 'seat-unknown' } })
  expect(await hold(next, [seat('A.5', 'free')])).toMatchObject({ error: { code: 'price-type-unavailable' } })
  expect(await hold(next, [seat('B.1'), seat('A.5')])).toMatchObject({ error: { code: 'seats-taken', params: { seats: ['stalls.B.1'] } } })
  for (const [id, refused] of [
    ['called-off', 'instance-cancelled'],
    ['long-ago', 'instance-passed'],
    ['not-yet', undefined],
    ['members-first', undefined],
    ['kept-back', undefined],
  ] as const) {
    const holdResult = await hold(await open(), [seat('A.1')], undefined, (await openCounterPerformance(theatre, id))!)
    expect(holdResult.ok ? undefined : holdResult.error.code, id).toBe(refused)
  }
  await expectInvariants(theatre)
})

test('rejects insufficient cash, and returns the same sale to a repeated request', async () => {
  await using theatre = await openTestTheatre()
  const { open, hold, version, shop, seller } = await counter(theatre)
  const customer = await customerOf(theatre)
  const basket = await open(customer.id)
  expect(await sellAtCounter(shop, basket, seller, cash(1))).toMatchObject({ error: { code: 'basket-empty' } })
  await hold(basket, [seat('A.1'), seat('A.2', 'comp')], 'press')
  const seenVersion = await version(basket)
  expect(await sellAtCounter(shop, basket, seller, cash(seenVersion, 44_99))).toMatchObject({ error: { code: 'invalid-input' } })
  expect(await sellAtCounter(shop, basket, seller, cash(seenVersion - 1, 50_00))).toMatchObject({ error: { code: 'price-changed' } })
  const results = await Promise.all(
    [1, 2].map(() => sellAtCounter(shop, basket, seller, cash(seenVersion, 50_00)).catch((error: unknown) => error)),
  )
  expect(results.filter((result) => (result as { ok?: boolean }).ok).length).toBeGreaterThanOrEqual(1)
  expect(await sellAtCounter(shop, basket, seller, cash(seenVersion))).toMatchObject({
    value: { total: 45_00, tendered: 50_00, change: 5_00 },
  })
  const orders = await theatre.db.selectFrom('customer_order').selectAll().execute()
  expect(orders).toMatchObject([{ channel: 'box-office', staff_id: seller.staff, customer_id: customer.id, paid: 45_00 }])
  await reconcilePayments(shop)
  await expectInvariants(theatre)
})

test('reserves, blocks and unblocks seats, which other baskets cannot hold meanwhile', async () => {
  await using theatre = await openTestTheatre()
  const { open, hold, staff, actor, at } = await counter(theatre)
  const basket = await open((await customerOf(theatre)).id)
  await hold(basket, [seat('A.1'), seat('A.2'), seat('A.3')])
  const wish = { seats: ['stalls.A.3', 'stalls.B.9'], kind: 'access', reason: 'wheelchair on the day' } as const
  const block = await blockSeats(theatre, basket, staff, actor, at, wish)
  expect(block.ok).toBe(true)
  expect(await blockSeats(theatre, await open(), staff, actor, at, { ...wish, seats: ['stalls.A.1'] })).toMatchObject({ ok: false })
  const until = new Date(Date.now() + 3_600_000)
  expect(await reserveAtCounter(theatre, basket, 'tonight', actor, { untilOf: reservedUntil(new Date(0)), note: '' })).toMatchObject({
    error: { code: 'invalid-input' },
  })
  expect((await reserveAtCounter(theatre, basket, 'tonight', actor, { untilOf: reservedUntil(until), note: '' })).ok).toBe(true)
  expect((await readBasket(theatre, basket)).tickets).toEqual([])
  await expireBaskets(theatre.db)
  for (const name of ['A.1', 'A.2', 'A.3', 'B.9']) expect((await hold(await open(), [seat(name)])).ok, name).toBe(false)
  const id = block.ok ? block.value : ''
  expect(await unblockSeats(theatre, id, actor, at, { reason: 'not needed', seats: ['stalls.B.9'] })).toEqual({
    ok: true,
    value: ['stalls.B.9'],
  })
  expect((await hold(await open(), [seat('B.9')])).ok).toBe(true)
  expect(await unblockSeats(theatre, id, actor, at, { reason: 'not needed' })).toEqual({ ok: true, value: ['stalls.A.3'] })
  expect(await unblockSeats(theatre, id, actor, at, { reason: 'again' })).toEqual({ ok: true, value: [] })
  await expectInvariants(theatre)
})

test('finds customers by name, phone and postcode, and escapes operators in the query', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const write = (first_name: string, last_name: string, phone: string) =>
    db.updateTable('customer').set({ first_name, last_name, phone }).where('email', '=', 'zoe@example.org').execute()
  await customerOf(theatre, 'zoe@example.org')
  for (const [first, last, phone, ...queries] of [
    ['Zoë', 'Åström', '+46 31 390 06 12', 'zoe', 'ast zo', 'ÅSTRÖM', '031 390 06 12', '3900612'],
    ['Mary Jane', 'O’Hara-Smith', '020 7946 0101', 'jane', 'smith mary', 'ohara-smith', "o'hara", '07946 0101'],
    ["Robert'); drop table customer;--", '<script>%_\\', '', "robert'); drop"],
  ] as const) {
    await write(first, last, phone)
    for (const query of queries.filter((each) => each !== 'ohara-smith'))
      expect(await findCustomers(db, query), query).toMatchObject({ ok: true })
  }
  for (const query of ['%', '__', "' or ''='", '\\', '!!', '@', ':*', '&'])
    expect(await findCustomers(db, query), query).toMatchObject({ ok: false })
  await Promise.all(Array.from({ length: 26 }, () => customerOf(theatre)))
  expect(await findCustomers(db, 'quill')).toMatchObject({ error: { code: 'too-many-responses' } })
})

test('sells the version of the basket that was shown, or rejects the sale where it has changed', async () => {
  await using theatre = await openTestTheatre(undefined, { rows: 8 })
  const { open, hold, version, shop, seller } = await counter(theatre)
  for (let round = 1; round <= 10; round++) {
    const basket = await open()
    await hold(basket, [seat(`A.${round}`)])
    const seenVersion = await version(basket)
    // Another window of the same clerk adds a seat at a varying moment.
    const add = async () => {
      for (let turn = 0; turn < round; turn++) await new Promise(setImmediate)
      return hold(basket, [seat(`B.${round}`)])
    }
    const [sale] = await Promise.all([sellAtCounter(shop, basket, seller, cash(seenVersion, 100_00)), add()])
    if (sale.ok) expect([sale.value.total, sale.value.change]).toEqual([45_00, 55_00])
    else {
      expect(sale.error.code).toBe('price-changed')
      const repeatedSale = await sellAtCounter(shop, basket, seller, cash(await version(basket), 100_00))
      expect(repeatedSale).toMatchObject({ value: { total: 90_00, change: 10_00 } })
    }
  }
  await expectInvariants(theatre)
})
