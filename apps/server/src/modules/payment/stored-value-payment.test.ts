import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { transact } from '#db'
import { applyCredit, applyVoucher, readBasket, removeTicket, expireBaskets } from '#modules/basket'
import { giveCredit, readCredit } from '#modules/credit'
import { findVoucher, issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { cancelPayment, checkPayment } from './index.ts'
import { settlePayment } from './settle-payment.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'

const code = 'GIFT-OTHELLO'
const issue = (theatre: TestTheatre, amount: number, of = code) => issueVoucher(theatre.db, { amount: money(amount), code: of }, actor)
const leftOn = async (theatre: TestTheatre, of = code) => (await findVoucher(theatre.db, of))?.balance ?? 0
/** Starts a payment for two seats of £45 with a voucher of `amount` applied. */
async function startWithVoucher(theatre: TestTheatre, amount: number) {
  await issue(theatre, amount)
  const manual = openManualProvider(theatre)
  const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1', 'A.2'])
  await applyVoucher(theatre, buyer.basket, actor, code)
  const startResult = await buyer.start()
  if (!startResult.ok) throw new Error(startResult.error.code)
  return { manual, buyer, payment: startResult.value.payment }
}
const orders = (theatre: TestTheatre) => theatre.db.selectFrom('customer_order').selectAll().execute()

describe('paying with a gift voucher', () => {
  it('reserves at the start, spends at the end, and charges the card for the rest', async () => {
    await using theatre = await openTestTheatre()
    await issue(theatre, 60_00)
    const manual = openManualProvider(theatre)
    const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1', 'A.2'])
    await applyVoucher(theatre, buyer.basket, actor, code)
    await applyVoucher(theatre, buyer.basket, actor, code)
    const startResult = await buyer.start()
    if (!startResult.ok) throw new Error(startResult.error.code)
    const { payment } = startResult.value
    expect(manual.sessions.get(`s-${payment}`)).toMatchObject({ amount: 30_00 })
    expect(await leftOn(theatre)).toBe(0)
    // The basket's own screens still show the voucher during the payment.
    expect(await buyer.read()).toMatchObject({ giftVouchers: [{ applied: 60_00, remaining: 0 }], totals: { leftToPay: 30_00 } })
    await expectInvariants(theatre)
    manual.end(payment, 'succeeded')
    await Promise.all(Array.from({ length: 8 }, () => checkPayment(manual.shop, buyer.customer.id, payment, actor)))
    expect(await orders(theatre)).toMatchObject([{ total: 90_00, paid: 90_00, state: 'confirmed' }])
    const salesEntries = await theatre.db.selectFrom('ledger_entry').select('amount').where('house', '=', 'sales').execute()
    expect(salesEntries).toEqual([{ amount: 60_00 }])
    expect(await leftOn(theatre)).toBe(0)
    await expectInvariants(theatre)
  })

  it('releases the reservation when the payment fails', async () => {
    await using theatre = await openTestTheatre()
    const { manual, buyer, payment } = await startWithVoucher(theatre, 60_00)
    await cancelPayment(manual.shop, buyer.customer.id, payment, actor)
    expect(await leftOn(theatre)).toBe(60_00)
    expect(await buyer.read()).toMatchObject({ state: 'open', giftVouchers: [{ applied: 60_00 }] })
    await expectInvariants(theatre)
  })

  it('prevents the removal of tickets while a voucher is applied', async () => {
    await using theatre = await openTestTheatre()
    await issue(theatre, 60_00)
    const manual = openManualProvider(theatre)
    const { basket, read } = await createBuyer({ ...theatre, ...manual.shop }, ['A.1'])
    await applyVoucher(theatre, basket, actor, code)
    const ticket = (await read()).tickets[0]!.id
    expect(await removeTicket(theatre, basket, actor, ticket)).toMatchObject({ error: { code: 'voucher-in-basket' } })
  })

  it('applied to two baskets pays for one; the other gets price-changed before it pays', async () => {
    await using theatre = await openTestTheatre()
    await issue(theatre, 45_00)
    const manual = openManualProvider(theatre)
    const shop = { ...theatre, ...manual.shop }
    const [firstBuyer, secondBuyer] = [await createBuyer(shop, ['A.1']), await createBuyer(shop, ['B.1'])]
    for (const { basket } of [firstBuyer, secondBuyer]) await applyVoucher(theatre, basket, actor, code)
    const payments = await Promise.all([firstBuyer.start(), secondBuyer.start()])
    expect(payments.filter((each) => each.ok)).toHaveLength(1)
    expect(payments.find((each) => !each.ok)).toMatchObject({ error: { code: 'price-changed' } })
    const late = payments[0]!.ok ? secondBuyer : firstBuyer
    expect(await late.read()).toMatchObject({ giftVouchers: [{ applied: 0 }], totals: { leftToPay: 45_00 } })
    expect(await late.start()).toMatchObject({ ok: true, value: { redirectUrl: expect.stringContaining('https://pay') } })
    await expectInvariants(theatre)
  })

  it('is settled without a provider where it covers the total', async () => {
    await using theatre = await openTestTheatre()
    await issue(theatre, 200_00)
    const manual = openManualProvider(theatre)
    manual.goAway()
    const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1', 'A.2'])
    await applyVoucher(theatre, buyer.basket, actor, code)
    const presses = await Promise.all([buyer.start(), buyer.start(), buyer.start()])
    const done = presses.filter((press) => press.ok)
    expect(done.length).toBeGreaterThan(0)
    for (const press of done) expect(press.value.redirectUrl).toBeNull()
    expect(await buyer.start()).toMatchObject({ ok: true, value: { redirectUrl: null } })
    expect(await orders(theatre)).toMatchObject([{ total: 90_00, paid: 90_00 }])
    expect(await leftOn(theatre)).toBe(110_00)
    expect(await theatre.db.selectFrom('payment_attempt').select(['state', 'amount', 'provider']).execute()).toEqual([
      { state: 'succeeded', amount: 0, provider: 'none' },
    ])
    await expectInvariants(theatre)
  })

  it('that was spent elsewhere before a late success causes a refund of the card, and nothing is sold', async () => {
    await using theatre = await openTestTheatre()
    await issue(theatre, 45_00)
    const manual = openManualProvider(theatre)
    const shop = { ...theatre, ...manual.shop }
    const buyer = await createBuyer(shop, ['A.1', 'A.2'])
    await applyVoucher(theatre, buyer.basket, actor, code)
    const startResult = await buyer.start()
    if (!startResult.ok) throw new Error(startResult.error.code)
    const { payment } = startResult.value
    await cancelPayment(manual.shop, buyer.customer.id, payment, actor)
    await sql`update basket set deadline = now() - interval '1 minute'`.execute(theatre.db)
    await expireBaskets(theatre.db)
    const otherBuyer = await createBuyer(shop, ['C.1'])
    await applyVoucher(theatre, otherBuyer.basket, actor, code)
    expect(await otherBuyer.start()).toMatchObject({ ok: true })
    await settlePayment(manual.shop, payment, { status: 'succeeded', amount: money(45_00), currency: 'GBP' }, actor)
    expect(await orders(theatre)).toHaveLength(1)
    expect(await theatre.db.selectFrom('refund').select(['amount', 'state', 'reason']).execute()).toEqual([
      { amount: 45_00, state: 'due', reason: 'seats-gone' },
    ])
    await expectInvariants(theatre)
  })

  it('pays for a late success where its balance is unchanged', async () => {
    await using theatre = await openTestTheatre()
    const { manual, buyer, payment } = await startWithVoucher(theatre, 45_00)
    await cancelPayment(manual.shop, buyer.customer.id, payment, actor)
    await settlePayment(manual.shop, payment, { status: 'succeeded', amount: money(45_00), currency: 'GBP' }, actor)
    expect(await orders(theatre)).toMatchObject([{ total: 90_00, paid: 90_00 }])
    expect(await leftOn(theatre)).toBe(0)
    await expectInvariants(theatre)
  })
})

describe('paying with account credit', () => {
  const grant = (theatre: TestTheatre, customer: string, amount: number, months: number) =>
    transact(theatre.db, (trx) => giveCredit(trx, { customer, amount: money(amount), months, from: 'issued' }, actor))

  it('spends the credit that expires first', async () => {
    await using theatre = await openTestTheatre()
    const manual = openManualProvider(theatre)
    const customer = await customerOf(theatre)
    await grant(theatre, customer.id, 30_00, 6)
    await grant(theatre, customer.id, 20_00, 2)
    const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1'], customer)
    expect(await buyer.read()).toMatchObject({ credit: { applied: 0, balance: 50_00 }, totals: { leftToPay: 45_00 } })
    await applyCredit(theatre, buyer.basket, actor)
    expect(await buyer.start()).toMatchObject({ ok: true, value: { redirectUrl: null } })
    const remainingRows = await theatre.db.selectFrom('ledger_account').select('balance').orderBy('expires_on').execute()
    expect(remainingRows).toEqual([{ balance: 0 }, { balance: 5_00 }])
    expect(await readCredit(theatre.db, customer.id)).toMatchObject({ balance: 5_00 })
    await expectInvariants(theatre)
  })

  it('is spent after the vouchers, by one of two concurrent baskets', async () => {
    await using theatre = await openTestTheatre()
    await issue(theatre, 10_00)
    const manual = openManualProvider(theatre)
    const shop = { ...theatre, ...manual.shop }
    const customer = await customerOf(theatre)
    await grant(theatre, customer.id, 40_00, 6)
    const [firstBuyer, secondBuyer] = [await createBuyer(shop, ['A.1'], customer), await createBuyer(shop, ['B.1'], customer)]
    for (const { basket } of [firstBuyer, secondBuyer]) await applyCredit(theatre, basket, actor)
    await applyVoucher(theatre, firstBuyer.basket, actor, code)
    expect(await readBasket(theatre, firstBuyer.basket)).toMatchObject({ giftVouchers: [{ applied: 10_00 }], credit: { applied: 35_00 } })
    const payments = await Promise.all([firstBuyer.start(), secondBuyer.start()])
    expect(payments.map((each) => each.ok).toSorted()).toEqual([false, true])
    await expectInvariants(theatre)
  })
})
