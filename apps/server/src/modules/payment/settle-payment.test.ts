import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { openBasket, readBasket, expireBaskets } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { customerOf, expectInvariants, type TestTheatre, openTestTheatre } from '#testing'
import {
  cancelPayment,
  checkPayment,
  closePayment,
  freezeBasket,
  makeRefund,
  reconcilePayments,
  startPayment,
  applyCallback,
} from './index.ts'
import { settlePayment } from './settle-payment.ts'
import { actor, createBuyer, openManualProvider, openPaymentPage, callbackOf } from './testing/buyer.ts'

const orders = (theatre: TestTheatre) => theatre.db.selectFrom('customer_order').selectAll().execute()
const soldTo = (theatre: TestTheatre) =>
  theatre.db.selectFrom('seat_claim').select('seat').where('state', '=', 'sold').where('order_id', 'is not', null).orderBy('seat').execute()

describe('a payment', () => {
  it('becomes one order with its tickets, however often and by whichever process it is settled', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, end } = await openPaymentPage(theatre)
    end(attempt, 'succeeded')
    const callback = callbackOf(attempt, { eventId: 'e1', type: 'session.succeeded', amount: money(90_00) })
    const { customer_id } = await theatre.db.selectFrom('payment_attempt').select('customer_id').executeTakeFirstOrThrow()
    await Promise.all([
      ...Array.from({ length: 20 }, () => applyCallback(shop, callback, actor)),
      ...Array.from({ length: 5 }, () => checkPayment(shop, customer_id, attempt, actor)),
    ])
    expect(await orders(theatre)).toMatchObject([{ total: 90_00, paid: 90_00, state: 'confirmed' }])
    expect(await soldTo(theatre)).toEqual([{ seat: 0 }, { seat: 1 }])
    const tickets = await theatre.db.selectFrom('ticket').selectAll().execute()
    expect(new Set(tickets.map((ticket) => ticket.qr)).size).toBe(2)
    const mails = await theatre.db.selectFrom('outbox').select('topic').where('topic', '=', 'mail.order-confirmed').execute()
    expect(mails).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('returns the same session to a second tab and after the back button', async () => {
    await using theatre = await openTestTheatre()
    const { start, attempt, url, sessions } = await openPaymentPage(theatre)
    const secondResult = await Promise.all([start(), start(), start()])
    for (const result of secondResult) expect(result).toEqual({ ok: true, value: { payment: attempt, redirectUrl: url } })
    expect(sessions.size).toBe(1)
  })

  it('that is cancelled reopens the basket unchanged', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, basket, customer, start } = await openPaymentPage(theatre)
    expect(await cancelPayment(shop, customer.id, attempt, actor)).toMatchObject({ value: { state: 'cancelled', order: null } })
    expect(await readBasket(theatre, basket)).toMatchObject({
      state: 'open',
      lastPayment: 'cancelled',
      tickets: [{ number: '1' }, { number: '2' }],
    })
    expect(await start()).toMatchObject({ ok: true })
  })

  it('that was declined is closed at the provider before the basket is reopened', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, basket, customer, end, sessions } = await openPaymentPage(theatre)
    end(attempt, 'declined')
    expect(await checkPayment(shop, customer.id, attempt, actor)).toMatchObject({ value: { state: 'declined' } })
    expect(sessions.get(`s-${attempt}`)?.status).toBe('expired')
    expect(await readBasket(theatre, basket)).toMatchObject({ state: 'open', lastPayment: 'declined' })
  })

  it('keeps its seats past the basket’s deadline, and releases them when it ends without money', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, basket, customer } = await openPaymentPage(theatre)
    await sql`update basket set deadline = now() - interval '1 minute'`.execute(theatre.db)
    expect(await expireBaskets(theatre.db)).toBe(0)
    const otherBasket = await openBasket(theatre.db, theatre.brand)
    expect(await addTickets(theatre, otherBasket, actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])).toMatchObject({
      error: { code: 'seats-taken' },
    })
    await cancelPayment(shop, customer.id, attempt, actor)
    expect(await readBasket(theatre, basket)).toMatchObject({
      state: 'expired',
      lapsed: [{ seats: ['stalls.A.1', 'stalls.A.2'] }],
      billing: { lastName: 'Quill' },
    })
    expect(await addTickets(theatre, otherBasket, actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])).toMatchObject({
      ok: true,
    })
  })

  it('that arrives late buys the seats if they are free', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, customer, end } = await openPaymentPage(theatre)
    await cancelPayment(shop, customer.id, attempt, actor)
    await sql`update basket set deadline = now() - interval '1 minute'`.execute(theatre.db)
    await expireBaskets(theatre.db)
    end(attempt, 'succeeded')
    await settlePayment(shop, attempt, { status: 'succeeded', amount: money(90_00), currency: 'GBP' }, actor)
    expect(await soldTo(theatre)).toHaveLength(2)
    expect(await orders(theatre)).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('that arrives after a seat was lost is refunded once, sells nothing and reports refund-due', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, customer, end, refunds } = await openPaymentPage(theatre)
    await cancelPayment(shop, customer.id, attempt, actor)
    await sql`update basket set deadline = now() - interval '1 minute'`.execute(theatre.db)
    await expireBaskets(theatre.db)
    const otherBasket = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, otherBasket, actor, 'tonight', [{ seat: 'stalls.A.2', priceType: 'full' }])
    end(attempt, 'succeeded')
    const settle = () => settlePayment(shop, attempt, { status: 'succeeded', amount: money(90_00), currency: 'GBP' }, actor)
    await Promise.all([settle(), settle(), settle()])
    expect(await orders(theatre)).toEqual([])
    expect(await soldTo(theatre)).toEqual([])
    await makeRefund(shop, attempt)
    await makeRefund(shop, attempt)
    expect([...refunds]).toEqual([[attempt, 90_00]])
    const topics = await theatre.db.selectFrom('outbox').select('topic').orderBy('topic').execute()
    expect(topics.map((row) => row.topic)).toEqual(['mail.refund-made', 'payment.refund'])
    expect((await readBasket(theatre, otherBasket)).tickets).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('of a different amount than the quote buys nothing and is refunded', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, basket } = await openPaymentPage(theatre)
    await settlePayment(shop, attempt, { status: 'succeeded', amount: money(1_00), currency: 'GBP' }, actor)
    expect(await orders(theatre)).toEqual([])
    expect(await readBasket(theatre, basket)).toMatchObject({ state: 'open' })
    const due = await theatre.db.selectFrom('refund').selectAll().executeTakeFirstOrThrow()
    expect(due).toMatchObject({ id: attempt, amount: 1_00, state: 'due', reason: 'wrong-sum' })
  })

  it('whose first attempt succeeds after the second bought the seats is refunded', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, customer, start, end } = await openPaymentPage(theatre)
    await cancelPayment(shop, customer.id, attempt, actor)
    const second = await start()
    if (!second.ok) throw new Error('second try')
    end(second.value.payment, 'succeeded')
    await checkPayment(shop, customer.id, second.value.payment, actor)
    end(attempt, 'succeeded')
    await closePayment(shop, attempt)
    expect(await orders(theatre)).toHaveLength(1)
    expect(await theatre.db.selectFrom('payment_attempt').select('state').where('id', '=', attempt).executeTakeFirst()).toEqual({
      state: 'refund-due',
    })
    await expectInvariants(theatre)
  })

  it('leaves the basket usable while the provider is unreachable', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, customer, start, goAway, comeBack, basket } = await openPaymentPage(theatre)
    await cancelPayment(shop, customer.id, attempt, actor)
    goAway()
    expect(await start()).toMatchObject({ error: { code: 'payment-unreachable' } })
    expect(await readBasket(theatre, basket)).toMatchObject({ state: 'open', tickets: [{}, {}] })
    comeBack()
    expect(await start()).toMatchObject({ ok: true })
  })

  it('is settled by the reconciler when every callback was lost', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, end } = await openPaymentPage(theatre)
    end(attempt, 'succeeded')
    await sql`update payment_attempt set created_at = now() - interval '1 minute'`.execute(theatre.db)
    await reconcilePayments(shop)
    expect(await orders(theatre)).toHaveLength(1)
  })

  it('that crashed before its page was opened is ended by the reconciler', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, basket } = await openPaymentPage(theatre)
    await sql`update payment_attempt set state = 'created', session_id = null, url = null, created_at = now() - interval '2 minutes'`.execute(
      theatre.db,
    )
    await reconcilePayments(shop)
    expect(await readBasket(theatre, basket)).toMatchObject({ state: 'open', lastPayment: 'timed-out' })
    expect(await theatre.db.selectFrom('payment_attempt').select('state').where('id', '=', attempt).executeTakeFirst()).toEqual({
      state: 'timed-out',
    })
  })

  it('cannot be read or cancelled by another customer', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt } = await openPaymentPage(theatre)
    const stranger = await customerOf(theatre)
    expect(await checkPayment(shop, stranger.id, attempt, actor)).toMatchObject({ error: { code: 'payment-unknown' } })
    expect(await cancelPayment(shop, stranger.id, attempt, actor)).toMatchObject({ error: { code: 'payment-unknown' } })
  })
})

describe('starting a payment', () => {
  it('that finds one of its seats lost releases the others, and keeps none', async () => {
    await using theatre = await openTestTheatre()
    const buyer = await createBuyer({ ...theatre, ...openManualProvider(theatre).shop }, ['A.1', 'A.2', 'A.3'])
    const quick = await openBasket(theatre.db, theatre.brand)
    // Another basket took a seat over between the deadline and the payment's check.
    await sql`delete from seat_claim where basket_id = ${buyer.basket}::uuid and seat = 1`.execute(theatre.db)
    await addTickets(theatre, quick, actor, 'tonight', [{ seat: 'stalls.A.2', priceType: 'full' }])
    expect(await buyer.start()).toMatchObject({ ok: false, error: { code: 'basket-error' } })
    const remainingRows = await theatre.db.selectFrom('seat_claim').select(['seat', 'state']).where('basket_id', 'is not', null).execute()
    expect(remainingRows).toEqual([{ seat: 1, state: 'held' }])
    await expectInvariants(theatre)
  })

  it('rejects cash while a card payment of the same basket is open', async () => {
    await using theatre = await openTestTheatre()
    const { shop, customer, basket, read, attempt } = await openPaymentPage(theatre)
    const payable = { customer: customer.id, basket, locale: 'en' as const }
    const tender = { provider: 'cash', record: async () => {}, due: 45_00 }
    const inCash = await freezeBasket(shop, { ...payable, version: (await read()).version, tender }, actor)
    expect(inCash).toMatchObject({ ok: false, error: { code: 'basket-paying' } })
    const byCard = await freezeBasket(shop, { ...payable, version: (await read()).version }, actor)
    expect(byCard).toMatchObject({ ok: true, value: { id: attempt } })
  })

  it('rejects a basket that has changed since it was shown, and incomplete steps', async () => {
    await using theatre = await openTestTheatre()
    const { shop, customer } = await openPaymentPage(theatre)
    const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
    const start = async (version: number) => startPayment(shop, customer, basket, version, 'en', actor)
    expect(await start(1)).toMatchObject({ error: { code: 'basket-empty' } })
    await addTickets(theatre, basket, actor, 'tomorrow', [{ seat: 'stalls.A.1', priceType: 'full' }])
    expect(await start(1)).toMatchObject({ error: { code: 'price-changed' } })
    const { version } = await readBasket(theatre, basket)
    expect(await start(version)).toMatchObject({ error: { code: 'step-incomplete', params: { step: 'summary' } } })
  })
})
