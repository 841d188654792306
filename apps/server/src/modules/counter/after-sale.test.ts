import { expect, test } from 'vitest'
import { applyPromo, applyVoucher, readBasket } from '#modules/basket'
import { readCredit } from '#modules/credit'
import { announcePromo } from '#modules/promo'
import { issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants, openTestTheatre } from '#testing'
import { money, zero } from '@playhouse/domain/money'
import {
  ensureCounterBasket,
  changeBasketCustomer,
  holdBestAtCounter,
  openCounterPerformance,
  readActivityLog,
  readTakings,
} from './index.ts'
import { openTestCounter, readTestTakings } from './testing/test-counter.ts'

const ids = ({ order }: { readonly order: { readonly tickets: readonly { readonly id: string }[] } }) => order.tickets.map(({ id }) => id)

test('returns one ticket for credit, and the rest for cash: the seats are on sale, and nothing is refunded twice', async () => {
  await using theatre = await openTestTheatre()
  const { sell, read, giveBack, hold } = await openTestCounter(theatre)
  const customer = await customerOf(theatre)
  const sold = await sell(customer.id, ['A.1', 'A.2', 'A.3'])
  const { number } = sold.order
  const [first, ...otherTickets] = ids(sold)
  expect(sold).toMatchObject({ left: 135_00, back: 0, origin: 'cash', may: { exchange: true, credit: true, origin: true } })
  expect(await giveBack(number, [first!], 'credit', money(44_00))).toMatchObject({ error: { code: 'price-changed' } })
  expect(await giveBack(number, [first!], 'credit', money(45_00))).toMatchObject({ value: { credit: 45_00, cash: 0 } })
  expect(await giveBack(number, [first!], 'credit', money(45_00)), 'twice').toMatchObject({ error: { code: 'cancel-order-failed' } })
  expect((await readCredit(theatre.db, customer.id)).balance).toBe(45_00)
  await hold(undefined, ['A.1'])
  expect(await read(number)).toMatchObject({ left: 90_00, back: 45_00, order: { state: 'confirmed' } })
  expect(await giveBack(number, otherTickets, 'origin', money(90_00))).toMatchObject({ value: { cash: 90_00, credit: 0 } })
  expect(await read(number)).toMatchObject({ left: 0, order: { state: 'returned', tickets: [] }, may: { exchange: false, origin: false } })
  await expectInvariants(theatre)
})

test('exchanges seats in one step: more expensive ones for the difference, cheaper ones with the rest refunded, and nothing on failure', async () => {
  await using theatre = await openTestTheatre()
  const { sell, hold, pay, read, at, actor } = await openTestCounter(theatre)
  const customer = await customerOf(theatre)
  const cheap = await sell(customer.id, ['C.1', 'C.2'])
  const request = { order: cheap.order.number, tickets: ids(cheap).slice(0, 1), value: money(30_00), rest: 'credit' as const }

  const dear = await hold(customer.id, ['A.5'])
  expect(await pay(dear, { ...request, value: money(31_00) })).toMatchObject({ error: { code: 'price-changed' } })
  expect(await pay(await hold(undefined, ['B.9']), request), 'for another customer').toMatchObject({ error: { code: 'invalid-input' } })
  expect((await read(cheap.order.number)).order.tickets, 'nothing was returned').toHaveLength(2)
  const dearerSale = await pay(dear, request)
  expect(dearerSale).toMatchObject({ value: { total: 45_00, paid: 15_00, exchanged: 30_00, credit: 0, back: null } })
  expect(await read(cheap.order.number)).toMatchObject({ left: 30_00, back: 30_00, order: { tickets: [{}] } })
  expect(await pay(await hold(customer.id, ['A.6']), request), 'those are gone').toMatchObject({ error: { code: 'cancel-order-failed' } })

  const number = dearerSale.ok ? dearerSale.value.order : ''
  const down = await pay(await hold(customer.id, ['D.1']), {
    order: number,
    tickets: ids(await read(number)),
    value: money(45_00),
    rest: 'credit',
  })
  expect(down).toMatchObject({ value: { total: 30_00, paid: 0, way: 'none', exchanged: 30_00, back: { amount: 15_00, to: 'credit' } } })
  expect((await readCredit(theatre.db, customer.id)).balance).toBe(15_00)
  expect(await read(number)).toMatchObject({ left: 0, order: { state: 'returned' } })
  const verbs = (await readActivityLog(theatre, at)).map(({ verb }) => verb)
  expect(verbs.filter((verb) => verb === 'exchange')).toHaveLength(2)
  expect(actor.name).toMatch(/^staff /)
  await expectInvariants(theatre)
})

test('exchanges tickets for another performance, or of several performances at once, and logs it with each', async () => {
  await using theatre = await openTestTheatre()
  const { sell, hold, pay, read, at, giveBack } = await openTestCounter(theatre)
  const tomorrow = (await openCounterPerformance(theatre, 'tomorrow'))!
  const customer = await customerOf(theatre)
  const first = await sell(customer.id, ['C.1', 'C.2'])
  const request = (sold: Awaited<ReturnType<typeof read>>, tickets: readonly string[]) => ({
    order: sold.order.number,
    tickets,
    value: money(sold.worth.reduce((sum, { ticket, value }) => (tickets.includes(ticket) ? sum + value : sum), 0)),
    rest: 'credit' as const,
  })
  // Exchanges one of two tickets for a more expensive seat tomorrow and another seat tonight.
  const basket = await hold(customer.id, ['A.1'], 'full', tomorrow)
  await hold(customer.id, ['C.5'], 'full', at, basket)
  const exchangeSale = await pay(basket, request(first, ids(first).slice(0, 1)))
  expect(exchangeSale).toMatchObject({ value: { total: 75_00, exchanged: 30_00, paid: 45_00 } })
  const second = await read(exchangeSale.ok ? exchangeSale.value.order : '')
  expect(second.order.tickets.map(({ instance }) => instance).toSorted()).toEqual(['tomorrow', 'tonight'])
  await hold(undefined, ['C.1'])

  // Both of those, of two performances, for one seat of the next day.
  const sale = await pay(await hold(customer.id, ['D.1'], 'full', tomorrow), request(second, ids(second)))
  expect(sale).toMatchObject({ value: { total: 30_00, exchanged: 30_00, paid: 0, back: { amount: 45_00, to: 'credit' } } })
  expect(await read(second.order.number)).toMatchObject({ left: 0, order: { state: 'returned', tickets: [] } })
  for (const performance of [at, tomorrow])
    expect((await readActivityLog(theatre, performance)).map(({ verb }) => verb)).toEqual(expect.arrayContaining(['exchange', 'sell']))

  // A started performance cannot be exchanged or returned, though another one of the order is ahead.
  const third = await sell(customer.id, ['B.1'])
  const later = await hold(customer.id, ['B.2'], 'full', tomorrow)
  await theatre.db
    .updateTable('performance')
    .set({ starts_at: new Date(Date.now() - 60_000) })
    .where('id', '=', 'tonight')
    .execute()
  expect(await pay(later, request(third, ids(third)))).toMatchObject({ error: { code: 'cancel-order-failed' } })
  expect(await giveBack(third.order.number, ids(third), 'credit', money(45_00))).toMatchObject({ error: { code: 'cancel-order-failed' } })
  await expectInvariants(theatre)
})

test('a return without a customer refunds the cash of the first sale, through every exchange', async () => {
  await using theatre = await openTestTheatre()
  const { sell, hold, pay, read, giveBack, staff } = await openTestCounter(theatre)
  const first = await sell(undefined, ['C.1'])
  const exchange = async (from: Awaited<ReturnType<typeof read>>, seat: string) => {
    const value = money(from.worth.reduce((sum, part) => sum + part.value, 0))
    const sold = await pay(await hold(undefined, [seat]), { order: from.order.number, tickets: ids(from), value, rest: 'origin' })
    if (!sold.ok) throw new Error(sold.error.code)
    return read(sold.value.order)
  }
  const second = await exchange(first, 'A.1')
  const third = await exchange(second, 'A.2')
  expect(third).toMatchObject({ left: 45_00, origin: 'none' })
  expect(await giveBack(third.order.number, ids(third), 'origin', money(45_00))).toMatchObject({
    value: { cash: 45_00, purses: 0, credit: 0, card: 0 },
  })
  const { people } = await readTestTakings(theatre)
  expect(people).toMatchObject([{ staff: { id: staff }, sales: 3, cashIn: 45_00, cashBack: 45_00, otherIn: 75_00 }])
  expect(await theatre.db.selectFrom('ledger_account').select('balance').execute()).toEqual([{ balance: 0 }, { balance: 0 }])
  await expectInvariants(theatre)
})

test('a clerk can return to credit but not in cash; takings are counted by person and tender', async () => {
  await using theatre = await openTestTheatre()
  const max = await openTestCounter(theatre)
  const ann = await openTestCounter(theatre, 'clerk', 'Ann')
  const customer = await customerOf(theatre)
  const sold = await ann.sell(customer.id, ['A.1', 'A.2'])
  expect(sold.may).toEqual({ exchange: true, credit: true, origin: false, refund: false, leaveMemberPrices: false })
  expect((await ann.sell(undefined, ['A.3'])).may, 'no account for credit').toEqual({
    exchange: true,
    credit: false,
    origin: false,
    refund: false,
    leaveMemberPrices: false,
  })
  await max.sell(undefined, ['B.1'], 'comp')
  const dear = await ann.sell(undefined, ['B.2'])
  const cheaper = { order: dear.order.number, tickets: ids(dear), value: money(45_00), rest: 'origin' as const }
  expect(await ann.pay(await ann.hold(undefined, ['C.4']), cheaper), 'money out of the drawer').toMatchObject({
    error: { code: 'not-allowed' },
  })
  expect(await ann.giveBack(sold.order.number, ids(sold).slice(1), 'credit', money(45_00))).toMatchObject({ ok: true })
  const all = await readTestTakings(theatre)
  expect(all.day).toBe(all.today)
  expect(all.people).toMatchObject([
    { staff: { name: 'Ann' }, sales: 3, tickets: 4, gifts: 0, cashIn: 180_00, cashBack: 0, cardIn: 0, credited: 45_00 },
    { staff: { name: 'Max' }, sales: 1, tickets: 1, gifts: 1, cashIn: 0, cashBack: 0 },
  ])
  expect((await readTestTakings(theatre, ann.staff)).people).toHaveLength(1)
  expect((await readTakings(theatre, '2001-02-03', undefined)).people).toEqual([])
  await expectInvariants(theatre)
})

test('finds and holds the best seats, or others on request, beyond the limits of the web', async () => {
  await using theatre = await openTestTheatre()
  const { at, actor, staff } = await openTestCounter(theatre)
  const basket = await ensureCounterBasket(theatre, { staff, customer: undefined, basket: undefined })
  const best = (quantity: number, otherSeats: readonly string[] = [], options: object = {}) =>
    holdBestAtCounter(theatre, basket, actor, at, { quantity, together: true, others: [...otherSeats], ...options }, { role: 'clerk' })
  const first = await best(2)
  const readHeld = async () => (await readBasket(theatre, basket)).tickets.map(({ seat }) => seat).toSorted()
  if (!first.ok) throw new Error(first.error.code)
  expect(await readHeld()).toEqual([...first.value.seats].toSorted())
  const nextSeats = await best(2, first.value.seats)
  if (!nextSeats.ok) throw new Error(nextSeats.error.code)
  expect(await readHeld(), 'the first ones are free again').toEqual([...nextSeats.value.seats].toSorted())
  expect(nextSeats.value.seats.some((seat) => first.value.seats.includes(seat))).toBe(false)
  const cheap = await best(1, [], { band: 'b' })
  expect(cheap.ok && cheap.value.seats[0]).toMatch(/^stalls\.[CD]\./)
  expect(await best(4, [], { priceType: 'under-26' }), 'four at a price of two').toMatchObject({ ok: true })
  expect(await best(1, [], { priceType: 'comp' })).toMatchObject({ error: { code: 'not-allowed' } })
  expect(await best(11)).toMatchObject({ error: { code: 'seats-not-found' } })
  expect((await readBasket(theatre, basket)).totals.total).toBeGreaterThan(zero)
  await expectInvariants(theatre)
})

test('gives different seats to two clerks who request the best seats concurrently', async () => {
  await using theatre = await openTestTheatre()
  const { at, actor, staff } = await openTestCounter(theatre)
  const results = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const basket = await ensureCounterBasket(theatre, { staff, customer: undefined, basket: undefined })
      return holdBestAtCounter(theatre, basket, actor, at, { quantity: 3, together: true }, { role: 'clerk' })
    }),
  )
  const seats = results.flatMap((result) => (result.ok ? result.value.seats : []))
  expect(seats).toHaveLength(18)
  expect(new Set(seats).size).toBe(18)
  await expectInvariants(theatre)
})

test('divides a discount among the tickets: returns ticket by ticket add up to exactly what was paid', async () => {
  await using theatre = await openTestTheatre()
  const { hold, pay, read, giveBack, actor } = await openTestCounter(theatre)
  await announcePromo(
    theatre.db,
    {
      code: 'THIRD',
      name: 'A third off',
      rule: { discount: { kind: 'percent', percent: 33 }, opensPriority: false, opensPriceTypes: [] },
      perCustomer: 1,
    },
    actor,
  )
  const customer = await customerOf(theatre)
  const basket = await hold(customer.id, ['A.1', 'A.2', 'C.1'])
  expect((await applyPromo(theatre, basket, actor, 'third')).ok).toBe(true)
  const sold = await pay(basket)
  if (!sold.ok) throw new Error(sold.error.code)
  const { order: number, paid } = sold.value
  expect(paid).toBeLessThan(120_00)
  let givenTotal = 0
  for (let order = await read(number); order.order.tickets.length > 0; order = await read(number)) {
    const [{ ticket, value }] = order.worth as [(typeof order.worth)[number]]
    const amount = order.worth.length === 1 ? order.left : value
    expect(await giveBack(number, [ticket], 'origin', amount)).toMatchObject({ value: { cash: amount } })
    givenTotal += amount
  }
  expect(givenTotal).toBe(paid)
  expect((await read(number)).order.state).toBe('returned')
  await expectInvariants(theatre)
})

test('counts a single-use code per sale without a customer, and removes a voucher with its customer', async () => {
  await using theatre = await openTestTheatre()
  const { hold, pay, actor } = await openTestCounter(theatre)
  await announcePromo(
    theatre.db,
    {
      code: 'ONCE',
      name: 'Once',
      rule: { discount: { kind: 'percent', percent: 10 }, opensPriority: false, opensPriceTypes: [] },
      perCustomer: 1,
    },
    actor,
  )
  for (const seat of ['A.1', 'A.2']) {
    const basket = await hold(undefined, [seat])
    expect((await applyPromo(theatre, basket, actor, 'once')).ok, seat).toBe(true)
    expect(await pay(basket), seat).toMatchObject({ value: { total: 40_50 } })
  }
  const code = await issueVoucher(theatre.db, { amount: money(10_00) }, actor)
  const basket = await hold(undefined, ['A.3'])
  expect((await applyVoucher(theatre, basket, actor, code)).ok).toBe(true)
  expect((await readBasket(theatre, basket)).totals.leftToPay).toBe(35_00)
  const customer = await customerOf(theatre)
  expect((await changeBasketCustomer(theatre, basket, customer.id, actor)).ok).toBe(true)
  expect((await readBasket(theatre, basket)).giftVouchers).toEqual([])
  await expectInvariants(theatre)
})

test('lets one of two returns and an exchange of the same ticket succeed when they are concurrent', async () => {
  await using theatre = await openTestTheatre()
  const { sell, hold, pay, giveBack, read } = await openTestCounter(theatre)
  const sold = await sell(undefined, ['A.1', 'A.2'])
  const [ticket] = ids(sold)
  const basket = await hold(undefined, ['B.1'])
  const request = { order: sold.order.number, tickets: [ticket!], value: money(45_00), rest: 'origin' as const }
  const done = await Promise.all([
    giveBack(sold.order.number, [ticket!], 'origin', money(45_00)),
    giveBack(sold.order.number, [ticket!], 'origin', money(45_00)),
    pay(basket, request),
  ])
  expect(done.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await read(sold.order.number)).toMatchObject({ left: 45_00, back: 45_00, order: { tickets: [{}] } })
  await expectInvariants(theatre)
})
