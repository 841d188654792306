import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newId, transact } from '#db'
import { addReservedOrder, expireBaskets, openBasket, readBasket } from '#modules/basket'
import { giveCredit } from '#modules/credit'
import { cancelPayment, reconcilePayments, settlePayment } from '#modules/payment'
import { lapseReservations, listReservations, reserveSeats } from '#modules/reservation'
import { money } from '@playhouse/domain/money'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { openManualProvider } from '../payment/testing/buyer.ts'
import { forgetReservationToken, issueReservationLink, payByLink, readPaymentLink } from './index.ts'
import { claims, codeOf, codeVault, orders, payer } from './testing/test-link.ts'

const actor = { name: 'ballot' }
const seatsOf = (...seats: number[]) =>
  seats.map((seat) => ({ performance: 'tonight', seat, band: 'a' as const, priceType: 'full', price: 40_00, fee: 4_00 }))

/** A winner of two seats, with the token of the link in their mail. */
async function openWinner(theatre: TestTheatre) {
  const { db } = theatre
  const { shop, sessions, end } = openManualProvider(theatre)
  const customer = await customerOf(theatre)
  const until = new Date(Date.now() + 3_600_000)
  const order = await reserveSeats(db, { customer: customer.id, seats: seatsOf(0, 1), until, note: 'day seats' }, actor)
  if (!order.ok) throw new Error(order.error.code)
  const { id: reservation, number } = order.value
  const message = newId()
  await sql`insert into outbox (id, topic, key, payload) values (${message}, 'mail.day-seats-won', 'entry', '{"entry":"1"}'::jsonb)`.execute(
    db,
  )
  const issue = () => issueReservationLink({ ...theatre, codeVault }, { reservation, message })
  const token = (await issue())!
  const read = async (key = token) => (await readPaymentLink(shop, key, payer.actor, true))!
  const pay = async (key = token, quote?: string) =>
    payByLink(shop, key, quote ?? (await readPaymentLink(shop, key, payer.actor, false))?.contents?.quote ?? '', payer)
  const start = async () => {
    const started = await pay()
    if (!started.ok) throw new Error(started.error.code)
    return started.value.payment
  }
  const endTime = () => sql`update reservation set held_until = now() - interval '1 second' where id = ${reservation}`.execute(db)
  const account = async () => (await listReservations(theatre, customer.id)).map(({ state }) => state)
  return { shop, sessions, end, customer, reservation, number, message, issue, token, read, pay, start, endTime, account }
}

it('stores only a digest of the token, and the same token encrypted for a repeat of the mail until it is sent', async () => {
  await using theatre = await openTestTheatre()
  const { token, issue, message } = await openWinner(theatre)
  expect(token).toHaveLength(43)
  expect(await issue(), 'of a repeat').toBe(token)
  for (const table of ['outbox', 'reservation_link', 'audit', 'basket', 'reservation']) {
    const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(theatre.db)
    for (const { text } of rows) expect(text, table).not.toContain(token)
  }
  await forgetReservationToken(theatre, message)
  const { payload } = await theatre.db.selectFrom('outbox').select('payload').where('id', '=', message).executeTakeFirstOrThrow()
  expect(payload).toEqual({ entry: '1' })
  expect(await issue(), 'after it was sent').toBeUndefined()
})

it('shows the seats at their reserved price and nothing of the customer, and changes nothing', async () => {
  await using theatre = await openTestTheatre()
  const { read, customer, account } = await openWinner(theatre)
  const view = await read()
  expect(view).toMatchObject({ state: 'open', order: null, contents: { tickets: [{}, {}], items: [], lastPayment: null } })
  expect(view.contents!.totals.leftToPay).toBeGreaterThanOrEqual(80_00)
  expect(JSON.stringify(view)).not.toContain(customer.email)
  expect(await claims(theatre)).toEqual(['reserved', 'reserved'])
  expect(await account()).toEqual(['reserved'])
  expect(await theatre.db.selectFrom('basket').select('id').execute()).toEqual([])
})

it('is paid once at the price that was shown, and becomes an order of the customer', async () => {
  await using theatre = await openTestTheatre()
  const { read, pay, end, sessions, customer, token, account, shop } = await openWinner(theatre)
  const { totals } = (await read()).contents!
  expect(codeOf(await pay(token, 'another'))).toBe('price-changed')
  const [first, second] = await Promise.all([pay(), pay()])
  if (!first.ok || !second.ok) throw new Error('not started')
  expect(first.value, 'the same page in two tabs').toEqual(second.value)
  expect(sessions.size).toBe(1)
  expect((await read()).state).toBe('paying')
  expect(await account()).toEqual(['in-basket'])
  const { amount } = await theatre.db.selectFrom('payment_attempt').select('amount').executeTakeFirstOrThrow()
  expect(amount).toBe(totals.leftToPay)
  end(first.value.payment, 'succeeded')
  const paid = await read()
  const [placed, ...more] = await orders(theatre)
  expect(paid).toMatchObject({ state: 'paid', order: placed!.number, contents: null })
  expect(more).toEqual([])
  expect(placed).toMatchObject({ channel: 'web', staff_id: null, customer_id: customer.id })
  expect(codeOf(await pay(token, 'again'))).toBe('payment-link-paid')
  expect(await claims(theatre)).toEqual(['sold', 'sold'])
  expect(await account()).toEqual([])
  await reconcilePayments(shop)
  await expectInvariants(theatre)
})

it('neither sees nor spends what is in the account of the customer', async () => {
  await using theatre = await openTestTheatre()
  const { customer, start, read } = await openWinner(theatre)
  await transact(theatre.db, (trx) => giveCredit(trx, { customer: customer.id, amount: money(20_00), months: 12, from: 'issued' }, actor))
  const own = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  expect((await read()).contents!.totals).toMatchObject({ leftToPay: 80_00 })
  await start()
  const { rows } = await sql<{ customer_id: string | null; quote: { spends: unknown[] } }>`
    select b.customer_id, a.quote from payment_attempt a join basket b on b.id = a.basket_id`.execute(theatre.db)
  expect(rows).toMatchObject([{ customer_id: null, quote: { spends: [], billing: null } }])
  expect((await readBasket(theatre, own)).tickets).toEqual([])
  expect((await read()).contents!.tickets).toHaveLength(2)
})

it('returns the seats to the order after a cancelled payment, so that the link and the account can pay for them', async () => {
  await using theatre = await openTestTheatre()
  const { shop, customer, start, read, account, number, pay, end } = await openWinner(theatre)
  const payment = await start()
  await cancelPayment(shop, customer.id, payment, payer.actor)
  expect(await read()).toMatchObject({ state: 'open', contents: { tickets: [{}, {}], lastPayment: 'cancelled' } })
  expect(await account()).toEqual(['reserved'])
  expect(await claims(theatre)).toEqual(['reserved', 'reserved'])
  const own = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  expect(codeOf(await addReservedOrder(theatre, own, customer.id, number, actor))).toBe('ok')
  expect(await read()).toMatchObject({ state: 'in-basket', contents: null })
  expect(codeOf(await pay())).toBe('reserved-order-locked')
  await sql`update basket set deadline = now() - interval '1 second' where id = ${own}`.execute(theatre.db)
  await expireBaskets(theatre.db)
  expect((await read()).state).toBe('open')
  end(await start(), 'succeeded')
  expect((await read()).state).toBe('paid')
  await expectInvariants(theatre)
})

it('refuses a late success of a cancelled payment, with a refund, and sells the seats once', async () => {
  await using theatre = await openTestTheatre()
  const { shop, customer, start, end, read } = await openWinner(theatre)
  const cancelled = await start()
  await cancelPayment(shop, customer.id, cancelled, payer.actor)
  const next = await start()
  const { amount } = await theatre.db.selectFrom('payment_attempt').select('amount').where('id', '=', cancelled).executeTakeFirstOrThrow()
  await settlePayment(shop, cancelled, { status: 'succeeded', amount: money(amount), currency: 'GBP' }, actor)
  expect(await theatre.db.selectFrom('refund').select(['attempt_id', 'amount', 'reason']).execute()).toEqual([
    { attempt_id: cancelled, amount, reason: 'seats-gone' },
  ])
  end(next, 'succeeded')
  expect((await read()).state).toBe('paid')
  expect(await orders(theatre)).toHaveLength(1)
  await expectInvariants(theatre)
})

it('can be paid again where its basket lapsed before the payment began', async () => {
  await using theatre = await openTestTheatre()
  const { start, shop, customer, read, end, account } = await openWinner(theatre)
  const payment = await start()
  await sql`update basket set deadline = now() - interval '1 second'`.execute(theatre.db)
  await cancelPayment(shop, customer.id, payment, payer.actor)
  expect(await account()).toEqual(['reserved'])
  end(await start(), 'succeeded')
  expect((await read()).state).toBe('paid')
  await expectInvariants(theatre)
})

it('ends with the reserved order: lapsed, of a cancelled performance, and for any other token', async () => {
  await using theatre = await openTestTheatre()
  const { read, pay, endTime, token } = await openWinner(theatre)
  const { quote } = (await read()).contents!
  await transact(theatre.db, (trx) => sql`update performance set sale = 'cancelled' where id = 'tonight'`.execute(trx))
  expect(await read()).toMatchObject({ state: 'cancelled', contents: null })
  expect(codeOf(await pay(token, quote))).toBe('payment-link-cancelled')
  await sql`update performance set sale = 'on-sale' where id = 'tonight'`.execute(theatre.db)
  await endTime()
  expect(await read(), 'before the sweeper').toMatchObject({ state: 'expired', contents: null })
  expect(codeOf(await pay(token, quote))).toBe('payment-link-expired')
  await lapseReservations(theatre.db)
  expect(await read()).toMatchObject({ state: 'expired', contents: null })
  expect(codeOf(await pay(token, quote))).toBe('payment-link-expired')
  for (const other of [token.slice(0, -1), `${token}A`, token.toUpperCase(), 'x'.repeat(43)]) {
    expect(await read(other)).toBeUndefined()
    expect(codeOf(await pay(other, quote))).toBe('page-not-found')
  }
  expect(await orders(theatre)).toEqual([])
  await expectInvariants(theatre)
})

it('finishes a payment that began before the end, and then allows a last try of a declined card', async () => {
  await using theatre = await openTestTheatre()
  const { start, read, endTime, end, account } = await openWinner(theatre)
  const payment = await start()
  await endTime()
  expect((await read()).state).toBe('paying')
  end(payment, 'declined')
  expect(await read()).toMatchObject({ state: 'open', contents: { lastPayment: 'declined' } })
  await sql`update basket set deadline = now() - interval '1 second'`.execute(theatre.db)
  expect((await read()).state).toBe('expired')
  await expireBaskets(theatre.db)
  expect(await account()).toEqual([])
  expect((await read()).state).toBe('expired')
  await expectInvariants(theatre)
})
