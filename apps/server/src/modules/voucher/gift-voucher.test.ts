import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { applyVoucher } from '#modules/basket'
import { createSecretVault } from '#modules/staff'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { cancelOrder, processReturn, readOrderWorth, refundOrder } from '#modules/payment'
import { money } from '@playhouse/domain/money'
import { actor } from '../payment/testing/buyer.ts'
import { createItemBuyer, gift, selling, vouchers } from '../payment/testing/item-buyer.ts'
import { findVoucher, issueDueVouchers, reissueVouchers } from './index.ts'

const codeVault = createSecretVault(['a secret of the tests that is thirty-two long'], 'gift voucher code')

/** Makes the codes of vouchers that are due. @returns every code that waits to be mailed, oldest first */
async function issue({ db }: TestTheatre): Promise<string[]> {
  await issueDueVouchers({ db, codeVault })
  const sent = await db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.gift-voucher').orderBy('id').execute()
  return sent.flatMap(({ payload }) => (payload as { vouchers: { code: string }[] }).vouchers.map(({ code }) => codeVault.decrypt(code)))
}
const houseSum = async ({ db }: TestTheatre, reason: string): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::int as sum from ledger_entry where account_id is not null and reason = ${reason}`.execute(db)
  return rows[0]!.sum
}
async function worthOf({ db }: TestTheatre, number: string) {
  const order = await db.selectFrom('customer_order').select(['id', 'paid', 'state']).where('number', '=', number).executeTakeFirstOrThrow()
  return { order, worth: await readOrderWorth(db, order) }
}

describe('sold gift vouchers', () => {
  it('are a liability from the sale on, and can be spent from the moment they are sent', async () => {
    await using theatre = await openTestTheatre(selling)
    const buyer = await createItemBuyer(theatre, [vouchers(25_00, 3)])
    expect((await buyer.read()).totals).toMatchObject({ total: 75_00, vat: 0 })
    await buyer.pay()
    expect(await houseSum(theatre, 'sold')).toBe(75_00)
    const codes = await issue(theatre)
    expect(new Set(codes).size).toBe(3)
    expect(await issue(theatre), 'issued once').toEqual(codes)
    for (const code of codes) expect(await findVoucher(theatre.db, code)).toMatchObject({ balance: 25_00, expiresOn: expect.any(String) })
    await expectInvariants(theatre)
  })

  it('store no code in a readable form', async () => {
    await using theatre = await openTestTheatre(selling)
    await (await createItemBuyer(theatre, [vouchers(25_00)])).pay()
    const [code] = await issue(theatre)
    for (const table of ['outbox', 'ledger_account', 'gift_voucher', 'order_item', 'audit']) {
      const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(theatre.db)
      for (const { text } of rows) expect(text, table).not.toContain(code!.slice(5))
    }
  })

  it('wait for their day, and are issued once by processes that run at the same time', async () => {
    await using theatre = await openTestTheatre(selling)
    const { rows } = await sql<{ day: string }>`select ((now() at time zone ${theatre.brand.timeZone})::date + 30)::text as day`.execute(
      theatre.db,
    )
    const later = { ...vouchers(25_00), delivery: 'email', email: 'nan@example.org', sendOn: rows[0]!.day } as const
    await (await createItemBuyer(theatre, [later])).pay()
    expect(await issue(theatre)).toEqual([])
    const { at, expires } = await theatre.db
      .selectFrom('gift_voucher')
      .innerJoin('ledger_account', 'ledger_account.id', 'account_id')
      .select([sql<string>`(send_at at time zone ${theatre.brand.timeZone})::text`.as('at'), 'expires_on as expires'])
      .executeTakeFirstOrThrow()
    expect(at).toBe(`${rows[0]!.day} 09:00:00`)
    expect(expires).toBe(Temporal.PlainDate.from(rows[0]!.day).add({ months: 24 }).toString())
    await sql`update gift_voucher set send_at = now()`.execute(theatre.db)
    const counts = await Promise.all([1, 2, 3, 4].map(() => issueDueVouchers({ db: theatre.db, codeVault })))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await issue(theatre)).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('pay for a ticket of another customer in part, and keep the rest', async () => {
    await using theatre = await openTestTheatre(selling)
    await (await createItemBuyer(theatre, [vouchers(100_00)])).pay()
    const [code] = await issue(theatre)
    const guest = await createItemBuyer(theatre, [gift(40_00)], true)
    expect(await applyVoucher(theatre, guest.basket, actor, code!)).toMatchObject({ ok: true })
    expect((await guest.read()).totals).toMatchObject({ paid: 40_00, leftToPay: 0 })
    expect(await guest.start()).toMatchObject({ ok: true })
    expect(await findVoucher(theatre.db, code!)).toMatchObject({ balance: 60_00 })
    await expectInvariants(theatre)
  })

  it('are not overspent by 16 baskets at once', async () => {
    await using theatre = await openTestTheatre(selling)
    await (await createItemBuyer(theatre, [vouchers(100_00)])).pay()
    const [code] = await issue(theatre)
    const baskets = await Promise.all(Array.from({ length: 16 }, () => createItemBuyer(theatre, [gift(30_00)])))
    for (const { basket } of baskets) expect(await applyVoucher(theatre, basket, actor, code!)).toMatchObject({ ok: true })
    const started = await Promise.all(baskets.map(({ start }) => start()))
    expect(started.filter(({ ok }) => ok)).toHaveLength(3)
    for (const result of started) if (!result.ok) expect(result.error.code).toBe('price-changed')
    expect(await findVoucher(theatre.db, code!)).toMatchObject({ balance: 10_00 })
    await expectInvariants(theatre)
  })

  it('are paid neither by vouchers nor by credit', async () => {
    await using theatre = await openTestTheatre(selling)
    await (await createItemBuyer(theatre, [vouchers(100_00)])).pay()
    const [code] = await issue(theatre)
    const buyer = await createItemBuyer(theatre, [vouchers(50_00), gift(10_00)])
    await applyVoucher(theatre, buyer.basket, actor, code!)
    expect((await buyer.read()).totals).toMatchObject({ total: 60_00, paid: 10_00, leftToPay: 50_00 })
    await buyer.pay()
    expect(await findVoucher(theatre.db, code!)).toMatchObject({ balance: 90_00 })
    await expectInvariants(theatre)
  })
})

describe('reissued gift vouchers', () => {
  it('have another code and the same balance, and leave the baskets that the blocked code was applied to', async () => {
    await using theatre = await openTestTheatre(selling)
    const number = await (await createItemBuyer(theatre, [vouchers(100_00)])).pay()
    expect(await reissueVouchers(theatre.db, number, actor), 'not sent yet').toBe(false)
    const [code] = await issue(theatre)
    const [paying, open] = [await createItemBuyer(theatre, [gift(30_00)]), await createItemBuyer(theatre, [gift(20_00)])]
    for (const { basket } of [paying, open]) expect(await applyVoucher(theatre, basket, actor, code!)).toMatchObject({ ok: true })
    expect(await paying.start()).toMatchObject({ ok: true })
    const { version } = await open.read()
    expect(await reissueVouchers(theatre.db, number, actor)).toBe(true)
    expect(await findVoucher(theatre.db, code!)).toBeUndefined()
    expect(await open.read()).toMatchObject({ giftVouchers: [], version: version + 1, totals: { leftToPay: 20_00 } })
    const codes = await issue(theatre)
    expect(codes).toHaveLength(2)
    expect(await findVoucher(theatre.db, codes[1]!)).toMatchObject({ balance: 70_00 })
    await expectInvariants(theatre)
  })
})

describe('returned gift vouchers', () => {
  const returnRequest = { tickets: [], to: 'origin', reason: 'asked', isLateAllowed: true } as const

  it('are taken back while they are unspent, and can no longer be spent', async () => {
    await using theatre = await openTestTheatre(selling)
    const buyer = await createItemBuyer(theatre, [vouchers(25_00, 2), gift(5_00)])
    const number = await buyer.pay()
    const [code] = await issue(theatre)
    const { worth } = await worthOf(theatre, number)
    const [item] = [...worth.items].find(([, { value }]) => value === 50_00)!
    const returned = await processReturn(buyer.shop, number, { ...returnRequest, items: [item], value: money(50_00) }, actor)
    expect(returned).toMatchObject({ ok: true, value: { card: 50_00 } })
    expect(await findVoucher(theatre.db, code!)).toBeUndefined()
    expect(await houseSum(theatre, 'recalled')).toBe(-50_00)
    await expectInvariants(theatre)
  })

  it('stay sold once a part is spent or promised, and the rest of the order can be returned', async () => {
    await using theatre = await openTestTheatre(selling)
    const buyer = await createItemBuyer(theatre, [vouchers(25_00, 2), gift(5_00)])
    const number = await buyer.pay()
    const [code] = await issue(theatre)
    const spender = await createItemBuyer(theatre, [gift(7_00)])
    await applyVoucher(theatre, spender.basket, actor, code!)
    expect(await spender.start()).toMatchObject({ ok: true })
    const before = await worthOf(theatre, number)
    expect(before.worth).toMatchObject({ remaining: 5_00, kept: 50_00 })
    expect([...before.worth.items.values()]).toEqual([{ value: 5_00, isAlone: true, keptPostage: 0 }])
    const [item] = await theatre.db.selectFrom('order_item').select('id').where('kind', '=', 'gift-voucher').execute()
    const refused = await processReturn(buyer.shop, number, { ...returnRequest, items: [item!.id], value: money(50_00) }, actor)
    expect(refused).toMatchObject({ ok: false, error: { code: 'cancel-order-failed' } })
    expect(await cancelOrder(buyer.shop, buyer.customer.id, number, actor)).toMatchObject({ ok: false })
    expect(await refundOrder(buyer.shop, number, { amount: money(5_01), reason: 'asked' }, actor)).toMatchObject({ ok: false })
    const [rest] = [...before.worth.items.keys()]
    const returned = await processReturn(buyer.shop, number, { ...returnRequest, items: [rest!], value: money(5_00) }, actor)
    expect(returned).toMatchObject({ ok: true, value: { card: 5_00 } })
    expect((await worthOf(theatre, number)).order.state).toBe('confirmed')
    await expectInvariants(theatre)
  })

  it('are returned or promised, never both, where a full return and 8 payments run at the same time', async () => {
    await using theatre = await openTestTheatre(selling)
    const buyer = await createItemBuyer(theatre, [vouchers(25_00)])
    const number = await buyer.pay()
    const [code] = await issue(theatre)
    const spenders = await Promise.all(Array.from({ length: 8 }, () => createItemBuyer(theatre, [gift(7_00)])))
    for (const { basket } of spenders) expect(await applyVoucher(theatre, basket, actor, code!)).toMatchObject({ ok: true })
    const [refunded, ...started] = await Promise.all([
      refundOrder(buyer.shop, number, { amount: money(25_00), reason: 'asked' }, actor),
      ...spenders.map(({ start }) => start()),
    ])
    // Without the voucher a payment has another price, or goes to the card.
    const { rows } = await sql<{ amount: number }>`
      select coalesce(-sum(amount), 0)::int as amount from ledger_entry where account_id is not null and reason = 'spent'`.execute(
      theatre.db,
    )
    expect(rows[0]!.amount > 0).toBe(!refunded.ok)
    if (!refunded.ok) expect(refunded.error.code).toBe('invalid-input')
    for (const result of started) if (!result.ok) expect(result.error.code).toBe('price-changed')
    expect(await houseSum(theatre, 'recalled')).toBe(refunded.ok ? -25_00 : 0)
    expect(await findVoucher(theatre.db, code!)).toEqual(
      refunded.ok ? undefined : expect.objectContaining({ balance: 25_00 - rows[0]!.amount }),
    )
    await expectInvariants(theatre)
  })

  it('are not sent after their return', async () => {
    await using theatre = await openTestTheatre(selling)
    const buyer = await createItemBuyer(theatre, [vouchers(25_00)])
    const number = await buyer.pay()
    await refundOrder(buyer.shop, number, { amount: money(25_00), reason: 'asked' }, actor)
    expect((await worthOf(theatre, number)).order.state).toBe('returned')
    expect(await issue(theatre)).toEqual([])
    await expectInvariants(theatre)
  })

  it('take the refund of what they paid for', async () => {
    await using theatre = await openTestTheatre(selling)
    await (await createItemBuyer(theatre, [vouchers(100_00)])).pay()
    const [code] = await issue(theatre)
    const buyer = await createItemBuyer(theatre, [gift(30_00)])
    await applyVoucher(theatre, buyer.basket, actor, code!)
    expect(await buyer.start()).toMatchObject({ ok: true })
    expect(await findVoucher(theatre.db, code!)).toMatchObject({ balance: 70_00 })
    const { number } = await theatre.db.selectFrom('customer_order').select('number').where('total', '=', 30_00).executeTakeFirstOrThrow()
    await refundOrder(buyer.shop, number, { amount: money(30_00), reason: 'asked' }, actor)
    expect(await findVoucher(theatre.db, code!)).toMatchObject({ balance: 100_00 })
    await expectInvariants(theatre)
  })
})
