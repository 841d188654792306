import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { transact } from '#db'
import { applyCredit, applyVoucher } from '#modules/basket'
import { createCatalogue } from '#modules/catalogue'
import { giveCredit, readCredit } from '#modules/credit'
import { today } from '#modules/ledger'
import { listOrders, readOrder } from '#modules/order'
import { findVoucher, issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import {
  cancelOrder,
  cancelPayment,
  checkPayment,
  processReturn,
  makeRefund,
  type PaymentProvider,
  ProviderUnreachable,
  readOrderWorth,
  reconcilePayments,
  refundOrder,
} from './index.ts'
import { settlePayment } from './settle-payment.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'

const staff = { name: 'staff Prospero' }
const cancelling = (brand: Brand): Brand => ({ ...brand, features: { ...brand.features, cancelOrders: true } })

/** An order of two seats for £90, paid by card, or by a voucher first. */
async function bought(theatre: TestTheatre, voucher = 0) {
  const manual = openManualProvider(theatre)
  const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1', 'A.2'])
  if (voucher > 0) {
    await issueVoucher(theatre.db, { amount: money(voucher), code: 'GIFT-OTHELLO' }, staff)
    await applyVoucher(theatre, buyer.basket, actor, 'GIFT-OTHELLO')
  }
  const startResult = await buyer.start()
  if (!startResult.ok) throw new Error(startResult.error.code)
  const { payment } = startResult.value
  manual.end(payment, 'succeeded')
  await checkPayment(manual.shop, buyer.customer.id, payment, actor)
  const { number } = await theatre.db.selectFrom('customer_order').select('number').executeTakeFirstOrThrow()
  return { ...manual, ...buyer, payment, number }
}

const stateOf = async (theatre: TestTheatre, number: string) =>
  (await theatre.db.selectFrom('customer_order').select('state').where('number', '=', number).executeTakeFirstOrThrow()).state
const soldSeats = async (theatre: TestTheatre) =>
  (await theatre.db.selectFrom('seat_claim').select('seat').where('state', '=', 'sold').where('order_id', 'is not', null).execute()).length
const topics = async (theatre: TestTheatre) =>
  (await theatre.db.selectFrom('outbox').select('topic').orderBy('topic').execute()).map((row) => row.topic)

describe('an order cancelled for credit', () => {
  it('releases its seats, invalidates its tickets and becomes credit for six months, once', async () => {
    await using theatre = await openTestTheatre(cancelling)
    const { customer, number, shop } = await bought(theatre)
    const tries = await Promise.all([1, 2, 3].map(() => cancelOrder(shop, customer.id, number, actor)))
    expect(tries.map((each) => (each.ok ? 'ok' : each.error.code)).toSorted()).toEqual(['cancel-order-failed', 'cancel-order-failed', 'ok'])
    expect(await stateOf(theatre, number)).toBe('returned')
    expect(await soldSeats(theatre)).toBe(0)
    expect(await readCredit(theatre.db, customer.id)).toMatchObject({
      balance: 90_00,
      entries: [{ amount: 90_00, reason: 'returned-order', order: number }],
    })
    expect((await readOrder(shop, customer.id, number))!.order).toMatchObject({ state: 'returned', tickets: [] })
    expect(await topics(theatre)).toContain('mail.order-returned')
    const otherBuyer = await createBuyer({ ...theatre, ...shop }, ['A.1', 'A.2'])
    expect((await otherBuyer.read()).tickets).toHaveLength(2)
    await expectInvariants(theatre)
  })

  it('refunds the voucher with its expiry date unchanged, and turns only the rest into new credit', async () => {
    await using theatre = await openTestTheatre(cancelling)
    const { customer, number, shop } = await bought(theatre, 50_00)
    await sql`update ledger_account set expires_on = ${today} + 3 where kind = 'gift-voucher'`.execute(theatre.db)
    const voucher = () => theatre.db.selectFrom('ledger_account').selectAll().where('kind', '=', 'gift-voucher').executeTakeFirstOrThrow()
    const before = await voucher()
    expect(before.balance).toBe(0)
    expect(await cancelOrder(shop, customer.id, number, actor)).toMatchObject({ ok: true })
    expect(await voucher()).toMatchObject({ balance: 50_00, expires_on: before.expires_on })
    expect(await readCredit(theatre.db, customer.id)).toMatchObject({ balance: 40_00 })
    const mail = await theatre.db
      .selectFrom('outbox')
      .select('payload')
      .where('topic', '=', 'mail.order-returned')
      .executeTakeFirstOrThrow()
    expect(mail.payload).toMatchObject({ amount: 40_00, purses: 50_00 })
    await expectInvariants(theatre)
  })

  it('does not renew an expired voucher by a cancellation, and mentions it in the mail', async () => {
    await using theatre = await openTestTheatre(cancelling)
    const { customer, number, shop } = await bought(theatre, 50_00)
    await sql`update ledger_account set expires_on = ${today} - 1 where kind = 'gift-voucher'`.execute(theatre.db)
    const voucher = () =>
      theatre.db.selectFrom('ledger_account').select(['balance', 'expires_on']).where('kind', '=', 'gift-voucher').executeTakeFirstOrThrow()
    const before = await voucher()
    expect(await cancelOrder(shop, customer.id, number, actor)).toMatchObject({ ok: true })
    expect(await voucher()).toEqual({ balance: 50_00, expires_on: before.expires_on })
    expect(await findVoucher(theatre.db, 'GIFT-OTHELLO')).toBeUndefined()
    expect(await readCredit(theatre.db, customer.id)).toMatchObject({ balance: 40_00 })
    const mail = theatre.db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.order-returned')
    expect((await mail.executeTakeFirstOrThrow()).payload).toMatchObject({ amount: 40_00, purses: 0, ended: 50_00 })
    await expectInvariants(theatre)
  })

  it('does not renew expired account credit by a cancellation', async () => {
    await using theatre = await openTestTheatre(cancelling)
    const { shop } = openManualProvider(theatre)
    const customer = await customerOf(theatre)
    await transact(theatre.db, (trx) => giveCredit(trx, { customer: customer.id, amount: money(90_00), months: 6, from: 'issued' }, staff))
    const buyer = await createBuyer({ ...theatre, ...shop }, ['A.1', 'A.2'], customer)
    await applyCredit(theatre, buyer.basket, actor)
    expect(await buyer.start()).toMatchObject({ value: { redirectUrl: null } })
    await sql`update ledger_account set expires_on = ${today} - 1`.execute(theatre.db)
    const { number } = await theatre.db.selectFrom('customer_order').select('number').executeTakeFirstOrThrow()
    expect(await cancelOrder(shop, customer.id, number, actor)).toMatchObject({ ok: true })
    expect((await readCredit(theatre.db, customer.id)).balance).toBe(0)
    expect(await theatre.db.selectFrom('ledger_account').select('balance').execute()).toEqual([{ balance: 90_00 }])
    await expectInvariants(theatre)
  })

  it('refunds the remaining part to the voucher, after the counter returned a part as credit', async () => {
    await using theatre = await openTestTheatre(cancelling)
    const { customer, number, shop } = await bought(theatre, 60_00)
    const order = await theatre.db.selectFrom('customer_order').selectAll().executeTakeFirstOrThrow()
    const [ticket] = (await readOrderWorth(theatre.db, order)).tickets
    const request = { tickets: [ticket![0]], to: 'credit' as const, value: ticket![1], reason: 'ill', isLateAllowed: false }
    const returned = await processReturn(shop, number, request, staff)
    expect(returned, 'the card paid £30').toMatchObject({ value: { credit: 30_00, purses: 15_00 } })
    expect(await cancelOrder(shop, customer.id, number, actor)).toMatchObject({ ok: true })
    const { balance } = (await findVoucher(theatre.db, 'GIFT-OTHELLO'))!
    expect([balance, (await readCredit(theatre.db, customer.id)).balance]).toEqual([60_00, 30_00])
    await expectInvariants(theatre)
  })

  it('is rejected where the brand disables it, past the time limit, and for other customers', async () => {
    await using off = await openTestTheatre()
    const boughtElsewhere = await bought(off)
    expect(await cancelOrder(boughtElsewhere.shop, boughtElsewhere.customer.id, boughtElsewhere.number, actor)).toMatchObject({
      error: { code: 'cancel-order-failed' },
    })
    await using theatre = await openTestTheatre(cancelling)
    const { shop, customer, number } = await bought(theatre)
    const stranger = await createBuyer({ ...theatre, ...shop }, ['C.1'])
    const setGuest = (is_guest: boolean) => theatre.db.updateTable('customer').set({ is_guest }).where('id', '=', customer.id).execute()
    await setGuest(true)
    expect(await cancelOrder(shop, customer.id, number, actor), 'a guest has no account for credit').toMatchObject({
      error: { code: 'cancel-order-failed' },
    })
    await setGuest(false)
    expect(await cancelOrder(shop, stranger.customer.id, number, actor)).toMatchObject({ error: { code: 'order-not-found' } })
    await sql`update performance set starts_at = now() + interval '47 hours 59 minutes' where id = 'tonight'`.execute(theatre.db)
    expect(await cancelOrder(shop, customer.id, number, actor)).toMatchObject({ error: { code: 'cancel-order-failed' } })
    await sql`update performance set starts_at = now() + interval '48 hours 1 minute' where id = 'tonight'`.execute(theatre.db)
    expect(await cancelOrder(shop, customer.id, number, actor)).toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })
})

describe('a refund by the box office', () => {
  const refundRequest = (amount: number) => ({ amount: money(amount), reason: 'ill' })

  it('refunds in parts and in full, never more than was paid, once each, and notifies the customer', async () => {
    await using theatre = await openTestTheatre()
    const { shop, number, payment, refunds } = await bought(theatre)
    expect(await refundOrder(shop, number, refundRequest(90_01), staff)).toMatchObject({ error: { code: 'invalid-input' } })
    expect(await refundOrder(shop, number, refundRequest(0), staff)).toMatchObject({ error: { code: 'invalid-input' } })
    expect(await refundOrder(shop, number, refundRequest(20_00), staff)).toEqual({ ok: true, value: 20_00 })
    expect(await stateOf(theatre, number)).toBe('confirmed')
    const rest = await Promise.all([1, 2, 3].map(() => refundOrder(shop, number, refundRequest(70_00), staff)))
    expect(rest.filter((each) => each.ok)).toHaveLength(1)
    expect(await stateOf(theatre, number)).toBe('returned')
    expect(await soldSeats(theatre)).toBe(0)
    const due = await theatre.db.selectFrom('refund').select(['id', 'amount', 'actor']).orderBy('amount').execute()
    expect(due).toMatchObject([
      { amount: 20_00, actor: 'staff Prospero' },
      { amount: 70_00, actor: 'staff Prospero' },
    ])
    await Promise.all(due.flatMap(({ id }) => [makeRefund(shop, id), makeRefund(shop, id)]))
    expect([...refunds.values()].toSorted((a, b) => a - b)).toEqual([20_00, 70_00])
    const sentTopics = await topics(theatre)
    expect(sentTopics.filter((topic) => topic === 'mail.refund-made')).toHaveLength(2)
    // The attempt has bought its order, whatever happened later.
    expect(await theatre.db.selectFrom('payment_attempt').select('state').where('id', '=', payment).executeTakeFirst()).toEqual({
      state: 'succeeded',
    })
    await expectInvariants(theatre)
  })

  it('whose response was lost is resent with its key, and made once', async () => {
    await using theatre = await openTestTheatre()
    const { shop, number, refunds } = await bought(theatre)
    await refundOrder(shop, number, refundRequest(20_00), staff)
    const { id } = await theatre.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
    const { provider } = shop
    const silent: PaymentProvider = Object.assign(Object.create(provider), {
      refund: async (refund: Parameters<PaymentProvider['refund']>[0]) => {
        await provider.refund(refund)
        throw new ProviderUnreachable('the answer was lost')
      },
    })
    await expect(makeRefund({ ...shop, provider: silent }, id)).rejects.toThrow(ProviderUnreachable)
    expect(await theatre.db.selectFrom('refund').select('state').execute()).toEqual([{ state: 'due' }])
    await makeRefund(shop, id)
    expect([...refunds]).toEqual([[id, 20_00]])
    expect(await theatre.db.selectFrom('refund').select('state').execute()).toEqual([{ state: 'made' }])
    await expectInvariants(theatre)
  })

  it('goes to the card first and then to the voucher', async () => {
    await using theatre = await openTestTheatre()
    const { shop, number } = await bought(theatre, 60_00)
    expect(await refundOrder(shop, number, refundRequest(50_00), staff)).toMatchObject({ ok: true })
    expect((await findVoucher(theatre.db, 'GIFT-OTHELLO'))?.balance).toBe(20_00)
    expect(await refundOrder(shop, number, refundRequest(40_00), staff)).toMatchObject({ ok: true, value: 90_00 })
    expect((await findVoucher(theatre.db, 'GIFT-OTHELLO'))?.balance).toBe(60_00)
    expect(await theatre.db.selectFrom('refund').select('amount').execute()).toEqual([{ amount: 30_00 }])
    expect(await stateOf(theatre, number)).toBe('returned')
    await expectInvariants(theatre)
  })

  it('extends an expired voucher, which then has the refund only and none of its expired balance', async () => {
    await using theatre = await openTestTheatre()
    const { shop, number } = await bought(theatre, 100_00)
    await sql`update ledger_account set expires_on = current_date - 10 where kind = 'gift-voucher'`.execute(theatre.db)
    expect(await findVoucher(theatre.db, 'GIFT-OTHELLO')).toBeUndefined()
    expect(await refundOrder(shop, number, refundRequest(90_00), staff)).toMatchObject({ ok: true })
    const secondResult = await findVoucher(theatre.db, 'GIFT-OTHELLO')
    expect(secondResult?.balance).toBe(90_00)
    expect(Temporal.PlainDate.compare(secondResult!.expiresOn!, Temporal.Now.plainDateISO().add({ months: 5 }))).toBe(1)
    await expectInvariants(theatre)
  })

  it('reduces the credit of a concurrent cancellation, so that the order is refunded once', async () => {
    await using theatre = await openTestTheatre(cancelling)
    const { shop, customer, number } = await bought(theatre)
    await refundOrder(shop, number, refundRequest(15_00), staff)
    await cancelOrder(shop, customer.id, number, actor)
    expect((await readCredit(theatre.db, customer.id)).balance).toBe(75_00)
    await expectInvariants(theatre)
  })
})

describe('a direct debit', () => {
  /** A payer who has agreed to the debit; the bank pays days later. */
  async function promised(theatre: TestTheatre) {
    const manual = openManualProvider(theatre)
    const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1', 'A.2'])
    await issueVoucher(theatre.db, { amount: money(10_00), code: 'GIFT-OTHELLO' }, staff)
    await applyVoucher(theatre, buyer.basket, actor, 'GIFT-OTHELLO')
    const startResult = await buyer.start()
    if (!startResult.ok) throw new Error(startResult.error.code)
    const { payment } = startResult.value
    manual.end(payment, 'processing')
    const status = () => checkPayment(manual.shop, buyer.customer.id, payment, actor)
    return { ...manual, ...buyer, payment, status }
  }
  const tickets = (theatre: TestTheatre) => theatre.db.selectFrom('ticket').select('returned_at').execute()

  it('keeps the seats and is confirming until the money is certain', async () => {
    await using theatre = await openTestTheatre()
    const { shop, customer, status, payment, end } = await promised(theatre)
    for (let times = 0; times < 3; times++)
      expect(await status()).toMatchObject({ value: { state: 'confirming', order: { state: 'confirming' } } })
    expect(await soldSeats(theatre)).toBe(2)
    expect(await topics(theatre)).toEqual([])
    const [listed] = await listOrders(shop, customer.id)
    expect(listed).toMatchObject({ state: 'confirming', count: 2 })
    // An unpaid ticket is not issued.
    expect((await readOrder(shop, customer.id, listed!.number))!.order.tickets).toEqual([])
    expect(await cancelPayment(shop, customer.id, payment, actor)).toMatchObject({ value: { state: 'confirming' } })
    await expectInvariants(theatre)
    end(payment, 'succeeded')
    await sql`update payment_attempt set ask_at = now() - interval '1 second'`.execute(theatre.db)
    await reconcilePayments(shop)
    expect(await status()).toMatchObject({ value: { state: 'succeeded', order: { state: 'confirmed' } } })
    expect((await readOrder(shop, customer.id, listed!.number))!.order).toMatchObject({
      totals: { paid: 90_00, leftToPay: 0 },
      tickets: [{ number: '1' }, { number: '2' }],
    })
    expect(await topics(theatre)).toEqual(['mail.order-confirmed'])
    await expectInvariants(theatre)
  })

  it('that the bank does not pay releases the seats and the voucher, and notifies the customer', async () => {
    await using theatre = await openTestTheatre()
    const { status, payment, end } = await promised(theatre)
    await status()
    end(payment, 'failed')
    await Promise.all([status(), status(), status()])
    expect(await status()).toMatchObject({ value: { state: 'declined', order: { state: 'failed' } } })
    expect(await soldSeats(theatre)).toBe(0)
    expect((await tickets(theatre)).every((ticket) => ticket.returned_at !== null)).toBe(true)
    expect((await findVoucher(theatre.db, 'GIFT-OTHELLO'))?.balance).toBe(10_00)
    expect(await topics(theatre)).toEqual(['mail.order-failed'])
    await expectInvariants(theatre)
  })

  it('reopens the basket where the sale fails, and still polls the bank', async () => {
    await using theatre = await openTestTheatre()
    const { shop, basket, status, payment, end } = await promised(theatre)
    await sql`update performance set sale = 'cancelled' where id = 'tonight'`.execute(theatre.db)
    await settlePayment({ ...shop, catalogue: createCatalogue(theatre.db) }, payment, { status: 'processing' }, actor)
    expect(await theatre.db.selectFrom('basket').select('state').where('id', '=', basket).execute()).toEqual([{ state: 'open' }])
    expect(
      await theatre.db
        .selectFrom('payment_attempt')
        .select(['state', sql<boolean>`ask_at > now()`.as('isAsked')])
        .execute(),
    ).toEqual([{ state: 'timed-out', isAsked: true }])
    await expectInvariants(theatre)
    end(payment, 'succeeded')
    await sql`update payment_attempt set ask_at = now() - interval '1 second'`.execute(theatre.db)
    await reconcilePayments({ ...shop, catalogue: createCatalogue(theatre.db) })
    expect(await status()).toMatchObject({ value: { state: 'refund-due' } })
  })

  it('of a different amount fails the order and is refunded', async () => {
    await using theatre = await openTestTheatre()
    const { shop, status, payment } = await promised(theatre)
    await status()
    await settlePayment(shop, payment, { status: 'succeeded', amount: money(1_00), currency: 'GBP' }, actor)
    expect(await theatre.db.selectFrom('refund').select(['amount', 'reason']).execute()).toEqual([{ amount: 1_00, reason: 'wrong-sum' }])
    expect(await soldSeats(theatre)).toBe(0)
    await expectInvariants(theatre)
  })
})
