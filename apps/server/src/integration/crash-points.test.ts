import { expect, it } from 'vitest'
import { claimGuestOrders, createGuestOrdersLink, createGuest } from '#modules/auth'
import { announceBallot, drawBallots, enterBallot, seatWinner } from '#modules/ballot'
import { addReservedOrder, adoptBasket, applyCredit, applyPromo, applyVoucher, openBasket, readBasket, resetBasket } from '#modules/basket'
import { ensureCounterBasket, holdAtCounter, openCounterPerformance, readSoldOrder, sellAtCounter } from '#modules/counter'
import { giveCredit } from '#modules/credit'
import { drawDaySeats, enterDraw, writeDraws } from '#modules/day-seats'
import { listOrders } from '#modules/order'
import { cancelOrder, cancelPayment, checkPayment, processReturn, makeRefund, settlePayment, startPayment } from '#modules/payment'
import { announcePromo } from '#modules/promo'
import { lapseReservations, reserveSeats } from '#modules/reservation'
import { claimSeats } from '#modules/seating'
import { addStaff, staffActor } from '#modules/staff'
import { findVoucher, issueVoucher } from '#modules/voucher'
import { newId, transact } from '#db'
import { customerOf, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { timeLimit } from '@playhouse/testing/time-limit'
import { actor, createBuyer, openManualProvider } from '../modules/payment/testing/buyer.ts'
import { runWithKills } from './run-with-kills.ts'

const half = { discount: { kind: 'percent' as const, percent: 50 }, opensPriority: false, opensPriceTypes: [] }
const cancelling = (brand: TestTheatre['brand']) => ({ ...brand, features: { ...brand.features, cancelOrders: true } })

/** A payer with two seats at £45, a promo code for 50 %, £20 of a voucher and £10 of credit: £15 remain for the card. */
async function payer(theatre: TestTheatre) {
  const manualProvider = openManualProvider(theatre)
  const shop = { ...theatre, ...manualProvider.shop }
  const customer = await customerOf(theatre)
  await announcePromo(theatre.db, { code: 'HALF', name: 'Half', rule: half, maxUses: 1 }, actor)
  await issueVoucher(theatre.db, { amount: money(20_00), code: 'GIFT-OTHELLO' }, actor)
  await transact(theatre.db, (trx) => giveCredit(trx, { customer: customer.id, amount: money(10_00), months: 6, from: 'issued' }, actor))
  const buyer = await createBuyer(shop, ['A.1', 'A.2'], customer)
  await applyPromo(theatre, buyer.basket, actor, 'HALF')
  await applyVoucher(theatre, buyer.basket, actor, 'GIFT-OTHELLO')
  await applyCredit(theatre, buyer.basket, actor)
  const { version } = await buyer.read()
  const start = (context: typeof shop) => startPayment(context, customer, buyer.basket, version, 'en', actor)
  return { ...manualProvider, ...buyer, shop, start }
}
const orders = ({ db }: TestTheatre) => db.selectFrom('customer_order').select(['number', 'state', 'total', 'paid']).execute()

it(
  'a payment by promo code, voucher, credit and card, then its return, refund and cancellation',
  { timeout: timeLimit(120_000) },
  async () => {
    await using theatre = await openTestTheatre(cancelling)
    const { shop, customer, sessions, refunds, end, start } = await payer(theatre)
    const startedPayment = await runWithKills(shop, start)
    if (!startedPayment.ok) throw new Error(startedPayment.error.code)
    const { payment } = startedPayment.value
    expect([...sessions.values()]).toMatchObject([{ amount: 15_00 }])
    const keptCard = { token: 'card-1', masked: '•••• 4242', cardholder: 'Ada Quill', expires: '2031-04' }
    end(payment, 'succeeded', { keptCard })
    const paid = await runWithKills(shop, (dying) => checkPayment(dying, customer.id, payment, actor))
    expect(paid).toMatchObject({ value: { state: 'succeeded' } })
    const [order, ...otherOrders] = await orders(theatre)
    expect([order, otherOrders]).toMatchObject([{ state: 'confirmed', total: 45_00, paid: 45_00 }, []])
    expect(await findVoucher(theatre.db, 'GIFT-OTHELLO')).toBeUndefined()

    const [firstTicket] = await theatre.db.selectFrom('ticket').select('id').orderBy('seat').execute()
    const wish = { tickets: [firstTicket!.id], to: 'origin', value: money(22_50), reason: 'ill', isLateAllowed: false } as const
    const refund = await runWithKills(shop, (dying) => processReturn(dying, order!.number, wish, actor))
    expect(refund).toMatchObject({ value: { card: 15_00, purses: 7_50 } })
    for (const { id } of await theatre.db.selectFrom('refund').select('id').execute())
      await runWithKills(shop, (dying) => makeRefund(dying, id))
    expect([...refunds.values()]).toEqual([15_00])
    expect((await runWithKills(shop, (dying) => cancelOrder(dying, customer.id, order!.number, actor))).ok).toBe(true)
    expect(await orders(theatre)).toMatchObject([{ state: 'returned' }])
    const purses = await theatre.db.selectFrom('ledger_account').select('balance').execute()
    expect(
      purses.reduce((sum, { balance }) => sum + balance, 0),
      'voucher and credit are restored',
    ).toBe(30_00)
  },
)

it('a payment that is cancelled, and paid afterwards', { timeout: timeLimit(120_000) }, async () => {
  await using theatre = await openTestTheatre()
  const { shop, customer, basket, start, read } = await payer(theatre)
  const startResult = await start(shop)
  if (!startResult.ok) throw new Error(startResult.error.code)
  const { payment } = startResult.value
  await runWithKills(shop, (dying) => cancelPayment(dying, customer.id, payment, actor))
  expect(await read()).toMatchObject({ state: 'open' })
  await runWithKills(shop, (dying) => resetBasket(dying, basket, actor))
  const paid = { status: 'succeeded', amount: money(15_00), currency: 'GBP' } as const
  expect(await runWithKills(shop, (dying) => settlePayment(dying, payment, paid, actor))).toBe(true)
  expect(await orders(theatre)).toMatchObject([{ state: 'confirmed', paid: 45_00 }])
})

it('an exchange at the counter for cash', { timeout: timeLimit(120_000) }, async () => {
  await using theatre = await openTestTheatre()
  const { shop } = openManualProvider(theatre)
  await addStaff(theatre.db, { email: 'max@house.example', name: 'Max', role: 'manager', password: 'never-typed-by-anyone' }, 'test')
  const { id: staff } = await theatre.db.selectFrom('staff').select('id').executeTakeFirstOrThrow()
  const clerk = { name: staffActor({ id: staff }) }
  const at = (await openCounterPerformance(theatre, 'tonight'))!
  const hold = async (seat: string): Promise<string> => {
    const basket = await ensureCounterBasket(theatre, { staff, customer: undefined, basket: undefined })
    await holdAtCounter(theatre, basket, clerk, at, [{ seat: `stalls.${seat}`, priceType: 'full' }], { role: 'manager' })
    return basket
  }
  const sell = async (dying: typeof shop, basket: string, exchange?: Parameters<typeof sellAtCounter>[3]['exchange']) => {
    const { version } = await readBasket(dying, basket)
    const seller = { staff, role: 'manager', actor: clerk, locale: 'en' } as const
    return sellAtCounter(dying, basket, seller, { version, way: 'cash', delivery: 'print', exchange })
  }
  const cheap = await hold('C.1')
  const first = await runWithKills(shop, (dying) => sell(dying, cheap))
  if (!first.ok) throw new Error(first.error.code)
  const sold = (await readSoldOrder(shop, first.value.order, 'manager'))!
  const wish = { order: sold.order.number, tickets: sold.order.tickets.map(({ id }) => id), value: money(30_00), rest: 'origin' } as const
  const basket = await hold('A.1')
  const second = await runWithKills(shop, (dying) => sell(dying, basket, wish))
  expect(second).toMatchObject({ value: { exchanged: 30_00, paid: 15_00 } })
  const all = await theatre.db.selectFrom('customer_order').select(['state', 'paid']).orderBy('placed_at').execute()
  expect(all).toEqual([
    { state: 'returned', paid: 30_00 },
    { state: 'confirmed', paid: 45_00 },
  ])
})

it('a reserved order that is added to a basket, removed from it, and lapses', { timeout: timeLimit(120_000) }, async () => {
  await using theatre = await openTestTheatre()
  const customer = await customerOf(theatre)
  const until = new Date(Date.now() + 3_600_000)
  const seats = [0, 1].map((seat) => ({ performance: 'tonight', seat, band: 'a' as const, priceType: 'full', price: 40_00, fee: 4_00 }))
  const reserved = await runWithKills(theatre, (dying) => reserveSeats(dying.db, { customer: customer.id, seats, until, note: '' }, actor))
  if (!reserved.ok) throw new Error(reserved.error.code)
  const { number } = reserved.value
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  expect((await runWithKills(theatre, (dying) => addReservedOrder(dying, basket, customer.id, number, actor))).ok).toBe(true)
  await runWithKills(theatre, (dying) => resetBasket(dying, basket, actor))
  const state = async () => (await theatre.db.selectFrom('reservation').select('state').executeTakeFirstOrThrow()).state
  expect(await state()).toBe('reserved')
  await theatre.db
    .updateTable('reservation')
    .set({ held_until: new Date(Date.now() - 1_000) })
    .execute()
  // The job reports the reservations that it could not end, and tries them again in its next run.
  await runWithKills(theatre, async (dying) => {
    await lapseReservations(dying.db).catch((error: unknown) => {
      throw error instanceof AggregateError ? error.errors[0] : error
    })
  })
  expect(await state()).toBe('lapsed')
})

it('two baskets that are merged, and guest orders that move to an account', { timeout: timeLimit(120_000) }, async () => {
  await using theatre = await openTestTheatre()
  const manualProvider = openManualProvider(theatre)
  const shop = { ...theatre, ...manualProvider.shop }
  const customer = await customerOf(theatre)
  await createBuyer(shop, ['A.1'], customer)
  const person = { email: customer.email, firstName: 'Ada', lastName: 'Quill', phone: '' }
  const id = await createGuest(theatre.db, person, { requestId: 'r', locale: 'en' })
  const guest = await theatre.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const otherBuyer = await createBuyer(shop, ['A.2'], guest)
  const bought = await createBuyer(shop, ['B.1'], guest)
  const startResult = await bought.start()
  if (!startResult.ok) throw new Error(startResult.error.code)
  manualProvider.end(startResult.value.payment, 'succeeded')
  await checkPayment(shop, id, startResult.value.payment, actor)

  const adopted = await runWithKills(theatre, (dying) => adoptBasket(dying, customer.id, otherBuyer.basket, actor))
  expect(adopted).toMatchObject({ basket: otherBuyer.basket, other: { became: 'joined' } })
  const { token } = (await createGuestOrdersLink(theatre.db, customer.id))!
  expect(await runWithKills(theatre, (dying) => claimGuestOrders(dying.db, token, customer.id, 'r'))).toEqual({ ok: true, value: 1 })
  expect(await listOrders(theatre, customer.id)).toHaveLength(1)
})

it('a ballot: its draw, and reserved seats for the winners', { timeout: timeLimit(120_000) }, async () => {
  await using theatre = await openTestTheatre()
  const minutes = (count: number): Date => new Date(Date.now() + count * 60_000)
  const times = { opensAt: minutes(-60), closesAt: minutes(60), drawsAt: minutes(120), holdHours: 48, maxQuantity: 4 }
  await announceBallot(theatre.db, { id: 'first', kind: 'choices', ...times, seats: new Map([['not-yet', 4]]) }, actor)
  for (let nth = 0; nth < 3; nth++)
    await enterBallot(theatre.db, 'not-yet', (await customerOf(theatre)).id, { quantity: 2, choices: ['not-yet'] }, actor)
  await theatre.db
    .updateTable('ballot')
    .set({ closes_at: minutes(-2), draws_at: minutes(-1) })
    .execute()
  await runWithKills(theatre, (dying) => drawBallots(dying.db))
  const entries = await theatre.db.selectFrom('ballot_entry').select(['id', 'outcome']).execute()
  expect(entries.filter(({ outcome }) => outcome === 'won')).toHaveLength(2)
  for (const { id } of entries) await runWithKills(theatre, (dying) => seatWinner(dying, id))
  expect(await theatre.db.selectFrom('reservation').select('state').execute()).toEqual([{ state: 'reserved' }, { state: 'reserved' }])
})

it(
  'a lottery of day seats: its draw with the seats of the winners, and their return to the lock',
  { timeout: timeLimit(120_000) },
  async () => {
    await using theatre = await openTestTheatre()
    const { db } = theatre
    const moment = (minutes: number) => ({ kind: 'minutes-before' as const, minutes })
    const moments = { opens: moment(400), closes: moment(300), draws: moment(200), payUntil: moment(100) }
    const record = { name: 'Daily', performances: ['tomorrow'], maxQuantity: 2, priceType: 'full', isWithdrawn: false, ...moments }
    await transact(db, (trx) => writeDraws(trx, 'daily', record))
    const shift = (minutes: number): Date => new Date(Date.now() + minutes * 60_000)
    await db
      .updateTable('day_seat_draw')
      .set({ opens_at: shift(-60), closes_at: shift(60), draws_at: shift(60), pay_until: shift(90) })
      .execute()
    const lock = newId()
    await transact(db, async (trx) => {
      const row = { id: lock, performance_id: 'tomorrow', kind: 'day-seats' as const, reason: '', staff_id: null, lifted_at: null }
      await trx.insertInto('seat_hold').values(row).execute()
      await claimSeats(trx, { performance: 'tomorrow', seats: [0, 1, 2, 3] }, { as: 'blocked', lock })
    })
    for (let nth = 0; nth < 3; nth++)
      await enterDraw(theatre, 'tomorrow', (await customerOf(theatre)).id, { quantity: 2, choices: ['tomorrow'] }, actor)
    await db
      .updateTable('day_seat_draw')
      .set({ closes_at: shift(-2), draws_at: shift(-1) })
      .execute()
    const firstOf = async (work: Promise<unknown>): Promise<void> => {
      await work.catch((error: unknown) => {
        throw error instanceof AggregateError ? error.errors[0] : error
      })
    }
    await runWithKills(theatre, (dying) => firstOf(drawDaySeats(dying)))
    const entries = await db.selectFrom('day_seat_entry').select('outcome').orderBy('place').execute()
    expect(entries.map(({ outcome }) => outcome)).toEqual(['won', 'won', 'lost'])
    const states = async () => {
      const claims = await db
        .selectFrom('seat_claim')
        .select('state')
        .where('performance_id', '=', 'tomorrow')
        .where('seat', '<', 4)
        .execute()
      return claims.map(({ state }) => state)
    }
    expect(await states()).toEqual(['reserved', 'reserved', 'reserved', 'reserved'])
    await db
      .updateTable('reservation')
      .set({ held_until: shift(-1) })
      .execute()
    await runWithKills(theatre, (dying) => firstOf(lapseReservations(dying.db)))
    expect(await states()).toEqual(['blocked', 'blocked', 'blocked', 'blocked'])
  },
)
