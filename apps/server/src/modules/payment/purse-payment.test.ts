import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { transact } from '#db'
import { applyCredit, applyVoucher, readBasket, removeTicket, sweepBaskets } from '#modules/basket'
import { giveCredit, readCredit } from '#modules/credit'
import { findVoucher, issueVoucher } from '#modules/voucher'
import { customerOf, expectSound, smallHouse, type SmallHouse } from '#testing'
import { cancelPayment, checkPayment } from './index.ts'
import { settlePayment } from './settle-payment.ts'
import { actor, buyerOf, openTill } from './testing/buyer.ts'

const code = 'GIFT-OTHELLO'
const issue = (house: SmallHouse, amount: number, of = code) => issueVoucher(house.db, { amount: money(amount), code: of }, actor)
const leftOn = async (house: SmallHouse, of = code) => (await findVoucher(house.db, of))?.balance ?? 0
const orders = (house: SmallHouse) => house.db.selectFrom('customer_order').selectAll().execute()

describe('paying with a gift voucher', () => {
  it('reserves at the start, spends at the end, and asks the card for the rest', async () => {
    await using house = await smallHouse()
    await issue(house, 60_00)
    const till = openTill(house)
    const buyer = await buyerOf({ ...house, ...till.shop }, ['A.1', 'A.2'])
    await applyVoucher(house, buyer.basket, actor, code)
    await applyVoucher(house, buyer.basket, actor, code)
    const started = await buyer.start()
    if (!started.ok) throw new Error(started.error.code)
    const { payment } = started.value
    expect(till.sessions.get(`s-${payment}`)).toMatchObject({ amount: 30_00 })
    expect(await leftOn(house)).toBe(0)
    // To its own screens the voucher is still there while it is paid.
    expect(await buyer.read()).toMatchObject({ giftVouchers: [{ applied: 60_00, remaining: 0 }], totals: { leftToPay: 30_00 } })
    await expectSound(house)
    till.end(payment, 'succeeded')
    await Promise.all(Array.from({ length: 8 }, () => checkPayment(till.shop, buyer.customer.id, payment, actor)))
    expect(await orders(house)).toMatchObject([{ total: 90_00, paid: 90_00, state: 'confirmed' }])
    const spent = await house.db.selectFrom('ledger_entry').select('amount').where('house', '=', 'sales').execute()
    expect(spent).toEqual([{ amount: 60_00 }])
    expect(await leftOn(house)).toBe(0)
    await expectSound(house)
  })

  it('gives the reservation back when the payment comes to nothing', async () => {
    await using house = await smallHouse()
    await issue(house, 60_00)
    const till = openTill(house)
    const buyer = await buyerOf({ ...house, ...till.shop }, ['A.1', 'A.2'])
    await applyVoucher(house, buyer.basket, actor, code)
    const started = await buyer.start()
    if (!started.ok) throw new Error(started.error.code)
    await cancelPayment(till.shop, buyer.customer.id, started.value.payment, actor)
    expect(await leftOn(house)).toBe(60_00)
    expect(await buyer.read()).toMatchObject({ state: 'open', giftVouchers: [{ applied: 60_00 }] })
    await expectSound(house)
  })

  it('keeps the tickets in the basket while it is there', async () => {
    await using house = await smallHouse()
    await issue(house, 60_00)
    const till = openTill(house)
    const { basket, read } = await buyerOf({ ...house, ...till.shop }, ['A.1'])
    await applyVoucher(house, basket, actor, code)
    const ticket = (await read()).tickets[0]!.id
    expect(await removeTicket(house, basket, actor, ticket)).toMatchObject({ error: { code: 'voucher-in-basket' } })
  })

  it('in two baskets at once pays one; the other is told its new price before it pays', async () => {
    await using house = await smallHouse()
    await issue(house, 45_00)
    const till = openTill(house)
    const shop = { ...house, ...till.shop }
    const [one, other] = [await buyerOf(shop, ['A.1']), await buyerOf(shop, ['B.1'])]
    for (const { basket } of [one, other]) await applyVoucher(house, basket, actor, code)
    const both = await Promise.all([one.start(), other.start()])
    expect(both.filter((each) => each.ok)).toHaveLength(1)
    expect(both.find((each) => !each.ok)).toMatchObject({ error: { code: 'price-changed' } })
    const late = both[0]!.ok ? other : one
    expect(await late.read()).toMatchObject({ giftVouchers: [{ applied: 0 }], totals: { leftToPay: 45_00 } })
    expect(await late.start()).toMatchObject({ ok: true, value: { redirectUrl: expect.stringContaining('https://pay') } })
    await expectSound(house)
  })

  it('needs no provider where it pays for everything, and is settled all the same', async () => {
    await using house = await smallHouse()
    await issue(house, 200_00)
    const till = openTill(house)
    till.goAway()
    const buyer = await buyerOf({ ...house, ...till.shop }, ['A.1', 'A.2'])
    await applyVoucher(house, buyer.basket, actor, code)
    const presses = await Promise.all([buyer.start(), buyer.start(), buyer.start()])
    const done = presses.filter((press) => press.ok)
    expect(done.length).toBeGreaterThan(0)
    for (const press of done) expect(press.value.redirectUrl).toBeNull()
    expect(await buyer.start()).toMatchObject({ ok: true, value: { redirectUrl: null } })
    expect(await orders(house)).toMatchObject([{ total: 90_00, paid: 90_00 }])
    expect(await leftOn(house)).toBe(110_00)
    expect(await house.db.selectFrom('payment_attempt').select(['state', 'amount', 'provider']).execute()).toEqual([
      { state: 'succeeded', amount: 0, provider: 'none' },
    ])
    await expectSound(house)
  })

  it('that was spent elsewhere before a late success sends the card’s money back and sells nothing', async () => {
    await using house = await smallHouse()
    await issue(house, 45_00)
    const till = openTill(house)
    const shop = { ...house, ...till.shop }
    const buyer = await buyerOf(shop, ['A.1', 'A.2'])
    await applyVoucher(house, buyer.basket, actor, code)
    const started = await buyer.start()
    if (!started.ok) throw new Error(started.error.code)
    const { payment } = started.value
    await cancelPayment(till.shop, buyer.customer.id, payment, actor)
    await sql`update basket set deadline = now() - interval '1 minute'`.execute(house.db)
    await sweepBaskets(house.db)
    const other = await buyerOf(shop, ['C.1'])
    await applyVoucher(house, other.basket, actor, code)
    expect(await other.start()).toMatchObject({ ok: true })
    await settlePayment(till.shop, payment, { status: 'succeeded', amount: money(45_00), currency: 'GBP' }, actor)
    expect(await orders(house)).toHaveLength(1)
    expect(await house.db.selectFrom('refund').select(['amount', 'state', 'reason']).execute()).toEqual([
      { amount: 45_00, state: 'due', reason: 'seats-gone' },
    ])
    await expectSound(house)
  })

  it('still pays when a late success finds it untouched', async () => {
    await using house = await smallHouse()
    await issue(house, 45_00)
    const till = openTill(house)
    const buyer = await buyerOf({ ...house, ...till.shop }, ['A.1', 'A.2'])
    await applyVoucher(house, buyer.basket, actor, code)
    const started = await buyer.start()
    if (!started.ok) throw new Error(started.error.code)
    await cancelPayment(till.shop, buyer.customer.id, started.value.payment, actor)
    await settlePayment(till.shop, started.value.payment, { status: 'succeeded', amount: money(45_00), currency: 'GBP' }, actor)
    expect(await orders(house)).toMatchObject([{ total: 90_00, paid: 90_00 }])
    expect(await leftOn(house)).toBe(0)
    await expectSound(house)
  })
})

describe('paying with account credit', () => {
  const give = (house: SmallHouse, customer: string, amount: number, months: number) =>
    transact(house.db, (trx) => giveCredit(trx, { customer, amount: money(amount), months, from: 'issued' }, actor))

  it('takes what ends first first', async () => {
    await using house = await smallHouse()
    const till = openTill(house)
    const customer = await customerOf(house)
    await give(house, customer.id, 30_00, 6)
    await give(house, customer.id, 20_00, 2)
    const buyer = await buyerOf({ ...house, ...till.shop }, ['A.1'], customer)
    expect(await buyer.read()).toMatchObject({ credit: { applied: 0, balance: 50_00 }, totals: { leftToPay: 45_00 } })
    await applyCredit(house, buyer.basket, actor)
    expect(await buyer.start()).toMatchObject({ ok: true, value: { redirectUrl: null } })
    const left = await house.db.selectFrom('ledger_account').select('balance').orderBy('expires_on').execute()
    expect(left).toEqual([{ balance: 0 }, { balance: 5_00 }])
    expect(await readCredit(house.db, customer.id)).toMatchObject({ balance: 5_00 })
    await expectSound(house)
  })

  it('is spent after the vouchers, by one of two baskets', async () => {
    await using house = await smallHouse()
    await issue(house, 10_00)
    const till = openTill(house)
    const shop = { ...house, ...till.shop }
    const customer = await customerOf(house)
    await give(house, customer.id, 40_00, 6)
    const [one, other] = [await buyerOf(shop, ['A.1'], customer), await buyerOf(shop, ['B.1'], customer)]
    for (const { basket } of [one, other]) await applyCredit(house, basket, actor)
    await applyVoucher(house, one.basket, actor, code)
    expect(await readBasket(house, one.basket)).toMatchObject({ giftVouchers: [{ applied: 10_00 }], credit: { applied: 35_00 } })
    const both = await Promise.all([one.start(), other.start()])
    expect(both.map((each) => each.ok).toSorted()).toEqual([false, true])
    await expectSound(house)
  })
})
