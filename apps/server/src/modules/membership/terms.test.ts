import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addItem } from '#modules/basket'
import { loadEntitlement } from '#modules/eligibility'
import { checkPayment, processReturn, readOrderWorth } from '#modules/payment'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { addDays } from '@playhouse/domain/membership-term'
import { money } from '@playhouse/domain/money'
import { actor } from '../payment/testing/buyer.ts'
import { createItemBuyer, friend, selling } from '../payment/testing/item-buyer.ts'
import { listMemberships } from './index.ts'

const upgrade = { kind: 'membership', membership: 'patron', upgradeFrom: 'friend' } as const

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

  it('is sold once where it is paid twice, and the second payment is refunded', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    await pass(theatre, 330)
    const buyers = [await createItemBuyer(theatre, [friend], false, customer), await createItemBuyer(theatre, [friend], false, customer)]
    const started = await Promise.all(buyers.map(({ start }) => start()))
    await Promise.all(
      buyers.map(async ({ shop, end }, nth) => {
        const { payment } = (started[nth] as { value: { payment: string } }).value
        end(payment, 'succeeded')
        await checkPayment(shop, customer.id, payment, actor)
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

  it('credits the whole value of a membership that was an upgrade itself', async () => {
    const guild = { id: 'guild', name: 'Guild', sold: { price: money(900_00), months: 12 } }
    await using theatre = await openTestTheatre((brand) => {
      const { memberships, ...rest } = selling(brand)
      return { ...rest, memberships: [guild, ...memberships] }
    })
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

  it('counts a term towards one item of an order, and a second upgrade of it is refunded', async () => {
    const guild = { id: 'guild', name: 'Guild', sold: { price: money(900_00), months: 12 } }
    await using theatre = await openTestTheatre((brand) => {
      const { memberships, ...rest } = selling(brand)
      return { ...rest, memberships: [guild, ...memberships] }
    })
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    const other = { kind: 'membership', membership: 'guild', upgradeFrom: 'friend' } as const
    const { start, end, shop } = await createItemBuyer(theatre, [upgrade, other], false, customer)
    expect(await start()).toMatchObject({ ok: true })
    const { id, amount } = await theatre.db
      .selectFrom('payment_attempt')
      .select(['id', 'amount'])
      .where('state', '=', 'redirected')
      .executeTakeFirstOrThrow()
    end(id, 'succeeded')
    await checkPayment(shop, customer.id, id, actor)
    expect(await heldBy(theatre, customer)).toEqual(['friend'])
    expect(await theatre.db.selectFrom('refund').select('amount').execute()).toEqual([{ amount }])
    await expectInvariants(theatre)
  })

  it('is sold once where it is paid twice', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, pay } = await createItemBuyer(theatre, [friend])
    await pay()
    const buyers = [await createItemBuyer(theatre, [upgrade], false, customer), await createItemBuyer(theatre, [upgrade], false, customer)]
    for (const { start } of buyers) expect(await start()).toMatchObject({ ok: true })
    const attempts = await theatre.db.selectFrom('payment_attempt').select(['id', 'basket_id']).where('state', '=', 'redirected').execute()
    for (const { basket, shop, end } of buyers) {
      const { id } = attempts.find((attempt) => attempt.basket_id === basket)!
      end(id, 'succeeded')
      await checkPayment(shop, customer.id, id, actor)
    }
    expect(await heldBy(theatre, customer)).toEqual(['patron'])
    expect(await theatre.db.selectFrom('refund').select('amount').execute()).toEqual([{ amount: 180_00 }])
    await expectInvariants(theatre)
  })
})
