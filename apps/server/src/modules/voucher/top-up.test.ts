import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { transact } from '#db'
import { addItem, applyVoucher, readBasket } from '#modules/basket'
import { ensureCounterBasket, readSoldOrder, sellAtCounter } from '#modules/counter'
import { giveCredit } from '#modules/credit'
import { readViolations } from '#modules/invariant'
import { checkPayment, processReturn } from '#modules/payment'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { openTestCounter } from '../counter/testing/test-counter.ts'
import { createItemBuyer, gift, selling } from '../payment/testing/item-buyer.ts'
import { findVoucher, issueVoucher, setVoucherBlocked } from './index.ts'

const code = 'ABCD-EFGHJKM'
const topUp = (voucher: string, amount: number) => ({ kind: 'voucher-top-up', voucher, amount: money(amount) }) as const

/** A theatre with a voucher of 30.00 that is valid for ten more days, and a counter. */
async function openTopUps(theatre: TestTheatre) {
  const { rows } = await sql<{ day: string }>`select (current_date + 10)::text as day`.execute(theatre.db)
  const lastDay = rows[0]!.day
  await issueVoucher(theatre.db, { amount: money(30_00), code, expiresOn: lastDay }, { name: 'box office' })
  const { account: voucher } = (await findVoucher(theatre.db, code))!
  const { shop, staff, actor } = await openTestCounter(theatre)
  const sell = async (amount: number, onto = voucher) => {
    const basket = await ensureCounterBasket(theatre, { staff, customer: undefined, basket: undefined })
    const added = await addItem(theatre, basket, actor, topUp(onto, amount))
    if (!added.ok) return added
    const { version } = await readBasket(theatre, basket)
    return sellAtCounter(shop, basket, { staff, role: 'manager', actor, locale: 'en' }, { version, way: 'cash', delivery: 'print' })
  }
  const giveBack = async (number: string, value: number) => {
    const worth = (await readSoldOrder(shop, number, 'manager'))!.itemWorth
    const items = worth.map(({ item }) => item)
    return processReturn(
      shop,
      number,
      { tickets: [], items, to: 'origin', value: money(value), reason: 'asked', isLateAllowed: false },
      actor,
    )
  }
  return { voucher, lastDay, shop, actor, sell, giveBack, read: () => findVoucher(theatre.db, code) }
}
const staying = (brand: Brand): Brand => {
  const sold = selling(brand)
  return { ...sold, giftVouchers: { ...sold.giftVouchers!, topUp: { mostBalance: money(100_00), lastDay: 'stays' } } }
}

describe('money onto a gift voucher', () => {
  it('restarts its last day where the brand states it, and the return restores it', async () => {
    await using theatre = await openTestTheatre(selling)
    const { lastDay, sell, giveBack, read } = await openTopUps(theatre)
    const sold = await sell(25_00)
    if (!sold.ok) throw new Error(sold.error.code)
    const { rows } = await sql<{ day: string }>`select (current_date + interval '24 months')::date::text as day`.execute(theatre.db)
    expect(await read()).toMatchObject({ balance: 55_00, expiresOn: rows[0]!.day })
    const second = await sell(10_00)
    await expectInvariants(theatre)
    expect(await giveBack(sold.value.order, 25_00)).toMatchObject({ ok: true })
    expect(await read(), 'the second one keeps its day').toMatchObject({ balance: 40_00, expiresOn: rows[0]!.day })
    if (second.ok) await giveBack(second.value.order, 10_00)
    expect(await read(), 'without top-ups').toMatchObject({ balance: 30_00, expiresOn: lastDay })
    await expectInvariants(theatre)
  })

  it('keeps the last day of the remaining top-ups, in whichever order they are returned', async () => {
    for (const order of [
      [0, 2, 1],
      [1, 0, 2],
    ]) {
      await using theatre = await openTestTheatre(selling)
      const { lastDay, sell, giveBack, read } = await openTopUps(theatre)
      const sold: { readonly order: string; readonly day: string }[] = []
      for (const [nth, days] of [200, 400, 300].entries()) {
        const sale = await sell(10_00 + nth * 100)
        if (!sale.ok) throw new Error(sale.error.code)
        // The brand has changed for how long a voucher is valid.
        const { rows } = await sql<{ day: string }>`
          update voucher_top_up t set last_day = greatest(t.last_day_before, current_date + ${days}::int) from order_item i, customer_order o
          where i.id = t.order_item_id and o.id = i.order_id and o.number = ${sale.value.order} returning t.last_day::text as day`.execute(
          theatre.db,
        )
        sold.push({ order: sale.value.order, day: rows[0]!.day })
        await sql`update ledger_account set expires_on = (select max(last_day) from voucher_top_up)`.execute(theatre.db)
      }
      const remaining = new Set(sold)
      for (const nth of order) {
        await giveBack(sold[nth]!.order, 10_00 + nth * 100)
        remaining.delete(sold[nth]!)
        const latest = [...remaining].map(({ day }) => day).reduce((one, other) => (one > other ? one : other), lastDay)
        expect((await read())!.expiresOn, `${order.join()}, after ${nth}`).toBe(latest)
      }
      await expectInvariants(theatre)
    }
  })

  it('restores the last day with the only top-up', async () => {
    await using theatre = await openTestTheatre(selling)
    const { lastDay, sell, giveBack, read } = await openTopUps(theatre)
    const sold = await sell(25_00)
    if (sold.ok) await giveBack(sold.value.order, 25_00)
    expect(await read()).toMatchObject({ balance: 30_00, expiresOn: lastDay })
  })

  it('leaves its last day, or that it has none, where the brand states it', async () => {
    await using theatre = await openTestTheatre(staying)
    const { lastDay, sell, read } = await openTopUps(theatre)
    expect(await sell(25_00)).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ balance: 55_00, expiresOn: lastDay })
    await theatre.db.updateTable('ledger_account').set({ expires_on: null }).execute()
    expect(await sell(25_00)).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ balance: 80_00, expiresOn: null })
    await expectInvariants(theatre)
  })

  it('is refused for an expired voucher, and for an account of credit', async () => {
    await using theatre = await openTestTheatre(selling)
    const { actor, sell } = await openTopUps(theatre)
    await theatre.db.updateTable('ledger_account').set({ expires_on: '2020-01-01' }).execute()
    expect(await sell(25_00)).toMatchObject({ error: { code: 'voucher-expired' } })
    const { id: customer } = await customerOf(theatre)
    const credit = { customer, amount: money(10_00), months: 6, from: 'issued' } as const
    await transact(theatre.db, (trx) => giveCredit(trx, credit, actor))
    const account = theatre.db.selectFrom('ledger_account').select('id').where('kind', '=', 'credit')
    expect(await sell(25_00, (await account.executeTakeFirstOrThrow()).id)).toMatchObject({ error: { code: 'voucher-not-recognised' } })
  })

  it('is not returned after a part of it was spent', async () => {
    await using theatre = await openTestTheatre(selling)
    const { actor, read, sell, giveBack, shop } = await openTopUps(theatre)
    const sold = await sell(25_00)
    if (!sold.ok) throw new Error(sold.error.code)
    const spend = async (amount: number) => {
      const buyer = await createItemBuyer(theatre, [gift(amount)])
      expect(await applyVoucher(theatre, buyer.basket, actor, code)).toMatchObject({ ok: true })
      await buyer.pay()
    }
    await spend(30_00)
    expect((await readSoldOrder(shop, sold.value.order, 'manager'))!.itemWorth, 'the rest covers it').toHaveLength(1)
    await spend(1_00)
    expect((await readSoldOrder(shop, sold.value.order, 'manager'))!.itemWorth).toEqual([])
    expect(await giveBack(sold.value.order, 25_00)).toMatchObject({ error: { code: 'cancel-order-failed' } })
    expect((await read())!.balance).toBe(24_00)
    await expectInvariants(theatre)
  })

  it('keeps a sold voucher from its return, also where its balance is again its value', async () => {
    await using theatre = await openTestTheatre(selling)
    const { sell, giveBack, shop } = await openTopUps(theatre)
    const present = { to: 'Nan', from: '', message: '', value: money(25_00), delivery: 'print', email: null, sendOn: null } as const
    const number = await (await createItemBuyer(theatre, [{ kind: 'gift-voucher', quantity: 1, ...present }])).pay()
    const { account_id: voucher } = await theatre.db.selectFrom('gift_voucher').select('account_id').executeTakeFirstOrThrow()
    await sql`update ledger_account set code_digest = sha256('a printed code') where id = ${voucher}`.execute(theatre.db)
    const returnable = async () => (await readSoldOrder(shop, number, 'manager'))!.itemWorth.map(({ value }) => value)
    expect(await returnable()).toEqual([25_00])
    const sold = await sell(10_00, voucher)
    if (!sold.ok) throw new Error(sold.error.code)
    await sql`update ledger_account set balance = balance - 1000 where id = ${voucher}`.execute(theatre.db)
    expect(await returnable(), 'ten of the first buyer are spent, ten of another customer are on it').toEqual([])
    await sql`update ledger_account set balance = balance + 1000 where id = ${voucher}`.execute(theatre.db)
    expect(await giveBack(sold.value.order, 10_00)).toMatchObject({ ok: true })
    expect(await returnable()).toEqual([25_00])
    await expectInvariants(theatre)
  })

  it('never exceeds the maximum balance by concurrent sales: the others are handed back', async () => {
    await using theatre = await openTestTheatre(staying)
    const { sell, read } = await openTopUps(theatre)
    const sales = await Promise.all(Array.from({ length: 5 }, () => sell(30_00)))
    expect(sales.filter(({ ok }) => ok)).toHaveLength(2)
    expect((await read())!.balance).toBe(90_00)
    await expectInvariants(theatre)
  })

  it.each([
    ['was not recorded', sql`delete from voucher_top_up`, 'invariant_top_up_unlike_its_item'],
    ['has another amount', sql`update voucher_top_up set amount = amount + 1`, 'invariant_top_up_unlike_its_entries'],
    ['was returned and is still on the voucher', sql`update order_item set returned_at = now()`, 'invariant_top_up_unlike_its_entries'],
  ])('is reported where it %s', async (_what, breakage, expected) => {
    await using theatre = await openTestTheatre(selling)
    const { sell } = await openTopUps(theatre)
    await sell(25_00)
    await breakage.execute(theatre.db)
    expect((await readViolations(theatre.db)).map(({ name }) => name)).toContain(expected)
  })

  it('is refunded where the voucher is blocked before the payment arrives', async () => {
    await using theatre = await openTestTheatre(selling)
    const { voucher, actor } = await openTopUps(theatre)
    const buyer = await createItemBuyer(theatre, [topUp(voucher, 25_00)])
    const started = await buyer.start()
    if (!started.ok) throw new Error(started.error.code)
    await setVoucherBlocked(theatre.db, voucher, { isBlocked: true, reason: 'lost' }, actor)
    buyer.end(started.value.payment, 'succeeded')
    await checkPayment(buyer.shop, buyer.customer.id, started.value.payment, actor)
    const { state } = await theatre.db.selectFrom('payment_attempt').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('refund-due')
    expect(await theatre.db.selectFrom('voucher_top_up').select('id').execute()).toEqual([])
    expect(await theatre.db.selectFrom('ledger_account').select('balance').execute()).toEqual([{ balance: 30_00 }])
    await expectInvariants(theatre)
  })
})
