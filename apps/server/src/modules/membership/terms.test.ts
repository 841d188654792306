import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newId } from '#db'
import { addItem } from '#modules/basket'
import { loadEntitlement } from '#modules/eligibility'
import { checkPayment, processReturn, readOrderWorth } from '#modules/payment'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import type { Brand } from '@playhouse/domain/brand'
import { addDays } from '@playhouse/domain/membership-term'
import { money } from '@playhouse/domain/money'
import { actor } from '../payment/testing/buyer.ts'
import { createItemBuyer, friend, patronUpgrade as upgrade, selling } from '../payment/testing/item-buyer.ts'
import { listMemberships } from './index.ts'

const upgradeToGuild = { kind: 'membership', membership: 'guild', upgradeFrom: 'friend' } as const
/** With a membership that is more expensive than the others. */
const withGuild = (brand: Brand): Brand => {
  const { memberships, ...rest } = selling(brand)
  return { ...rest, memberships: [{ id: 'guild', name: 'Guild', sold: { price: money(900_00), months: 12 } }, ...memberships] }
}

/** Starts payments as a version that does not check whether their terms are being paid for. @returns their ids */
async function startUnchecked({ db }: TestTheatre, buyers: readonly Awaited<ReturnType<typeof createItemBuyer>>[]): Promise<string[]> {
  const quotes = new Map<string, unknown>()
  for (const { start } of buyers) {
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    const { payment } = started.value
    quotes.set(payment, (await db.selectFrom('payment_attempt').select('quote').where('id', '=', payment).executeTakeFirstOrThrow()).quote)
    await sql`update payment_attempt set quote = quote - 'items' where id = ${payment}`.execute(db)
  }
  for (const [payment, quote] of quotes)
    await sql`update payment_attempt set quote = ${JSON.stringify(quote)}::jsonb where id = ${payment}`.execute(db)
  return [...quotes.keys()]
}

/** Lets days pass: every term began and ends so many days earlier. */
const pass = ({ db }: TestTheatre, days: number) =>
  sql`update membership set starts_on = starts_on - ${days}::int, expires_on = expires_on - ${days}::int`.execute(db)
const listOf = ({ db, brand }: TestTheatre, customer: { id: string }) => listMemberships(db, brand, customer.id)
const heldBy = async ({ db, brand }: TestTheatre, customer: { id: string }) =>
  (await loadEntitlement(db, brand.timeZone, { customer: customer.id, basket: undefined })).memberships

async function returnOrder(theatre: TestTheatre, buyer: Awaited<ReturnType<typeof createItemBuyer>>, number: string, value: number) {
  const order = await theatre.db.selectFrom('customer_order').select(['id', 'paid']).where('number', '=', number).executeTakeFirstOrThrow()
  const items = [...(await readOrderWorth(theatre.db, order)).items.keys()]
  const returnRequest = { tickets: [], items, to: 'origin', reason: 'asked', isLateAllowed: true, value: money(value) } as const
  return processReturn(buyer.shop, number, returnRequest, actor)
}

describe('a renewal', () => {
  it('is sold in the window, starts the day after the old term, and can be returned', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    await pass(theatre, 330)
    const [old] = await listOf(theatre, customer)
    expect(old).toMatchObject({ state: 'expiring', renewal: { price: 60_00, startsOn: addDays(old!.expiresOn, 1) } })
    const renewing = await createItemBuyer(theatre, [friend], false, customer)
    const number = await renewing.pay()
    const [renewed, former] = await listOf(theatre, customer)
    expect(renewed).toMatchObject({ state: 'pending', startsOn: addDays(old!.expiresOn, 1), renewal: null })
    expect(former).toMatchObject({ id: old!.id, state: 'active', renewal: null })
    expect(await addItem(theatre, renewing.basket, actor, friend)).toMatchObject({ ok: false })
    await expectInvariants(theatre)
    expect(await returnOrder(theatre, renewing, number, 60_00)).toMatchObject({ ok: true })
    expect(await listOf(theatre, customer)).toMatchObject([{ id: old!.id, state: 'expiring', renewal: { price: 60_00 } }])
    await expectInvariants(theatre)
  })

  it('is paid for in one basket at a time', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    await pass(theatre, 330)
    const buyers = [
      await createItemBuyer(theatre, [friend], false, customer),
      await createItemBuyer(theatre, [friend], false, customer),
    ] as const
    const started = await Promise.all(buyers.map(({ start }) => start()))
    expect(started.map((each) => (each.ok ? 'ok' : each.error.code)).toSorted()).toEqual(['basket-paying', 'ok'])
    const [refused, payer] = started[0]!.ok ? [buyers[1], buyers[0]] : buyers
    const other = await createItemBuyer(theatre, [], false, customer)
    expect(await addItem(theatre, other.basket, actor, upgrade), 'nor is the term upgraded').toMatchObject({
      error: { code: 'basket-paying' },
    })
    expect((await refused.read()).items, 'it stays in its basket').toHaveLength(1)
    await payer.pay()
    expect(await refused.start(), 'it has left this basket').toMatchObject({ error: { code: 'basket-empty' } })
    expect((await refused.read()).heldMemberships).toHaveLength(1)
    expect(await listOf(theatre, customer)).toHaveLength(2)
    await expectInvariants(theatre)
  })

  it('is sold once where two payments were started by a version without the check, and the second payment is refunded', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    await pass(theatre, 330)
    const buyers = [await createItemBuyer(theatre, [friend], false, customer), await createItemBuyer(theatre, [friend], false, customer)]
    const payments = await startUnchecked(theatre, buyers)
    await Promise.all(
      buyers.map(async ({ shop, end }, nth) => {
        end(payments[nth]!, 'succeeded')
        await checkPayment(shop, customer.id, payments[nth]!, actor)
      }),
    )
    expect(await listOf(theatre, customer)).toHaveLength(2)
    const attempts = await theatre.db.selectFrom('payment_attempt').select('state').orderBy('state').execute()
    expect(attempts.map(({ state }) => state)).toEqual(['refund-due', 'succeeded', 'succeeded'])
    expect(await theatre.db.selectFrom('refund').select('amount').execute()).toEqual([{ amount: 60_00 }])
    await expectInvariants(theatre)
  })

  it('is a new term from today once the old one has ended', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    await pass(theatre, 400)
    expect(await listOf(theatre, customer)).toMatchObject([{ state: 'lapsed', renewal: null, upgrades: [] }])
    expect(await heldBy(theatre, customer)).toEqual([])
    await (await createItemBuyer(theatre, [friend], false, customer)).pay()
    expect(await listOf(theatre, customer)).toMatchObject([{ state: 'active' }, { state: 'lapsed' }])
    expect(await heldBy(theatre, customer)).toEqual(['friend'])
    await expectInvariants(theatre)
  })
})

describe('an upgrade', () => {
  it('ends the old membership at once, and its return restores it', async () => {
    await using theatre = await openTestTheatre(selling)
    const first = await createItemBuyer(theatre, [friend])
    const { customer } = first
    const friendOrder = await first.pay()
    const upgrading = await createItemBuyer(theatre, [upgrade], false, customer)
    expect((await upgrading.read()).totals).toMatchObject({ total: 180_00 })
    const number = await upgrading.pay()
    expect(await heldBy(theatre, customer)).toEqual(['patron'])
    expect((await listOf(theatre, customer)).map(({ state }) => state).toSorted()).toEqual(['active', 'cancelled'])
    await expectInvariants(theatre)
    expect(await returnOrder(theatre, first, friendOrder, 60_00), 'its value paid for the upgrade').toMatchObject({ ok: false })
    expect(await returnOrder(theatre, upgrading, number, 180_00)).toMatchObject({ ok: true })
    expect(await heldBy(theatre, customer)).toEqual(['friend'])
    await expectInvariants(theatre)
    expect(await returnOrder(theatre, first, friendOrder, 60_00)).toMatchObject({ ok: true })
    expect(await listOf(theatre, customer)).toEqual([])
    await expectInvariants(theatre)
  })

  it('is not settled by a process that leaves the old membership, such as one of a version without upgrades', async () => {
    await using theatre = await openTestTheatre(selling)
    const { db } = theatre
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    const upgrading = await createItemBuyer(theatre, [upgrade], false, customer)
    const number = await upgrading.pay()
    const { id: order } = await db.selectFrom('customer_order').select('id').where('number', '=', number).executeTakeFirstOrThrow()
    const settleAsBefore = db.transaction().execute(async (trx) => {
      await sql`update membership set cancelled_at = null, replaced_by = null where replaced_by = ${order}`.execute(trx)
      await sql`
        insert into membership (id, customer_id, order_id, membership, starts_on, expires_on)
        select ${newId()}, customer_id, order_id, membership, starts_on, expires_on from membership where order_id = ${order}`.execute(trx)
    })
    await expect(settleAsBefore).rejects.toMatchObject({ code: '23514', message: expect.stringContaining('leaves a term') })
    expect((await listOf(theatre, customer)).map(({ state }) => state).toSorted()).toEqual(['active', 'cancelled'])
    await expectInvariants(theatre)
  })

  it('credits the whole value of a membership that was an upgrade itself', async () => {
    await using theatre = await openTestTheatre(withGuild)
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    await (await createItemBuyer(theatre, [upgrade], false, customer)).pay()
    const next = { kind: 'membership', membership: 'guild', upgradeFrom: 'patron' } as const
    const upgrading = await createItemBuyer(theatre, [next], false, customer)
    expect((await upgrading.read()).totals).toMatchObject({ total: 660_00 })
    await upgrading.pay()
    expect(await heldBy(theatre, customer)).toEqual(['guild'])
    await expectInvariants(theatre)
  })

  it('is charged at the price of the day on which it is paid for', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    const upgrading = await createItemBuyer(theatre, [upgrade], false, customer)
    await pass(theatre, 100)
    expect(await upgrading.start()).toMatchObject({ ok: false, error: { code: 'price-changed' } })
    const { totals, items } = await upgrading.read()
    expect(totals.total).toBeGreaterThan(180_00)
    expect(items).toMatchObject([{ amount: totals.total, detail: { credit: 240_00 - totals.total } }])
    expect(await upgrading.start()).toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })

  it('counts a term towards one item of a basket', async () => {
    await using theatre = await openTestTheatre(withGuild)
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    const { basket, read, start } = await createItemBuyer(theatre, [upgrade], false, customer)
    const again = { error: { code: 'membership-upgrade-unavailable', params: { name: 'Guild' } } }
    expect(await addItem(theatre, basket, actor, upgradeToGuild)).toMatchObject(again)
    expect(await addItem(theatre, basket, actor, upgrade), 'the same one again').toMatchObject({ ok: true })
    // A version without the check has added both.
    const { detail } = await theatre.db.selectFrom('basket_item').select('detail').where('basket_id', '=', basket).executeTakeFirstOrThrow()
    const guildItem = { ...detail, membership: 'guild', name: 'Guild' }
    await sql`insert into basket_item (id, basket_id, kind, product, amount, detail)
      values (gen_random_uuid(), ${basket}, 'membership', 'guild', 84000, ${JSON.stringify(guildItem)}::jsonb)`.execute(theatre.db)
    expect(await start()).toMatchObject(again)
    expect((await read()).items.map(({ name }) => name)).toEqual(['Patron'])
    expect(await start()).toMatchObject({ ok: true })
  })

  it('counts a term towards one item of an order: the payment for two is refunded', async () => {
    await using theatre = await openTestTheatre(withGuild)
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    const { start, end, shop } = await createItemBuyer(theatre, [upgrade], false, customer)
    expect(await start()).toMatchObject({ ok: true })
    // As frozen by a version without the check: the item twice.
    const { id, amount } = await theatre.db
      .updateTable('payment_attempt')
      .set({ quote: sql`jsonb_set(quote, '{items}', (quote -> 'items') || (quote -> 'items'))` })
      .where('state', '=', 'redirected')
      .returning(['id', 'amount'])
      .executeTakeFirstOrThrow()
    end(id, 'succeeded')
    await checkPayment(shop, customer.id, id, actor)
    expect(await heldBy(theatre, customer)).toEqual(['friend'])
    expect(await theatre.db.selectFrom('refund').select('amount').execute()).toEqual([{ amount }])
    await expectInvariants(theatre)
  })

  it('is sold once where two payments were started by a version without the check', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    const buyers = [await createItemBuyer(theatre, [upgrade], false, customer), await createItemBuyer(theatre, [upgrade], false, customer)]
    for (const [nth, payment] of (await startUnchecked(theatre, buyers)).entries()) {
      buyers[nth]!.end(payment, 'succeeded')
      await checkPayment(buyers[nth]!.shop, customer.id, payment, actor)
    }
    expect(await heldBy(theatre, customer)).toEqual(['patron'])
    expect(await theatre.db.selectFrom('refund').select('amount').execute()).toEqual([{ amount: 180_00 }])
    await expectInvariants(theatre)
  })
})
