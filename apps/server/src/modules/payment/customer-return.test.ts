import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { addItem, applyVoucher } from '#modules/basket'
import { readCredit } from '#modules/credit'
import { addTickets } from '#modules/hold'
import { listMemberships } from '#modules/membership'
import { readOrder } from '#modules/order'
import { issueVoucher } from '#modules/voucher'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { readReturnOffer, returnByCustomer } from './index.ts'
import { actor } from './testing/buyer.ts'
import { createItemBuyer, friend, gift, protection, selling, vouchers } from './testing/item-buyer.ts'

const returning = (brand: Brand): Brand => ({
  ...selling(brand),
  limits: { ...brand.limits, cancelHoursBefore: 1 },
  returnDays: { membership: 14, 'gift-voucher': 14 },
})

/** An order of two tickets and an item of each kind. */
async function bought(theatre: TestTheatre, voucher?: string) {
  const buyer = await createItemBuyer(theatre, [gift(20_00), friend, vouchers(25_00)])
  // A performance that does not start for days.
  await sql`update performance set starts_at = now() + interval '10 days' where id = 'tonight'`.execute(theatre.db)
  const seats = ['stalls.A.1', 'stalls.A.2'].map((seat) => ({ seat, priceType: 'full' }))
  expect(await addTickets(theatre, buyer.basket, actor, 'tonight', seats)).toMatchObject({ ok: true })
  await addItem(theatre, buyer.basket, actor, protection)
  if (voucher !== undefined) expect(await applyVoucher(theatre, buyer.basket, actor, voucher)).toMatchObject({ ok: true })
  const number = await buyer.pay()
  const { order } = (await readOrder(buyer.shop, buyer.customer.id, number))!
  const itemOf = (kind: string) => order.items.find((item) => item.kind === kind)!.id
  const offer = async () => (await readReturnOffer(theatre, buyer.customer.id, number))!
  const giveBack = (tickets: readonly string[], items: readonly string[], value: number) =>
    returnByCustomer(theatre, buyer.customer.id, number, { tickets, items, value: money(value) }, actor)
  const read = async () => (await readOrder(buyer.shop, buyer.customer.id, number))!.order
  return { ...buyer, number, tickets: order.tickets.map(({ id }) => id), itemOf, offer, giveBack, read }
}
const refused = { ok: false, error: { code: 'cancel-order-failed' } }
const mails = async ({ db }: TestTheatre) =>
  (await db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.parts-returned').execute()).map(({ payload }) => payload)

describe('a return of parts by the customer', () => {
  it('pays a ticket as credit and a voucher to the card, with one mail, and puts the seat on sale', async () => {
    await using theatre = await openTestTheatre(returning)
    const sale = await bought(theatre)
    const [first] = sale.tickets
    const { tickets, items, remaining } = await sale.offer()
    expect(remaining).toBe(200_00)
    expect(tickets.map(({ value, refusal }) => [value, refusal])).toEqual([
      [45_00, null],
      [45_00, null],
    ])
    expect(items.map(({ value, refusal }) => [value, refusal])).toEqual([
      [20_00, 'not-offered'],
      [60_00, null],
      [25_00, null],
      [5_00, 'with-tickets'],
    ])
    expect(await sale.giveBack([first!], [sale.itemOf('gift-voucher')], 70_00)).toEqual({
      ok: true,
      value: { origin: 25_00, credit: 45_00, purses: 0 },
    })
    expect(await sale.read()).toMatchObject({ state: 'confirmed', refunded: 25_00, credited: 45_00, returnedTickets: [{ id: first }] })
    expect((await readCredit(theatre.db, sale.customer.id)).balance).toBe(45_00)
    expect(await theatre.db.selectFrom('refund').select(['amount', 'state']).execute()).toEqual([{ amount: 25_00, state: 'due' }])
    const claims = theatre.db.selectFrom('seat_claim').where('order_id', 'is not', null)
    expect(await claims.select('seat').execute()).toHaveLength(1)
    expect(await mails(theatre)).toMatchObject([
      { tickets: [first], items: [sale.itemOf('gift-voucher')], origin: 25_00, credit: 45_00, purses: 0, ended: 0 },
    ])
    await expectInvariants(theatre)
  })

  it('returns each part once, however often it is asked for at the same time', async () => {
    await using theatre = await openTestTheatre(returning)
    const sale = await bought(theatre)
    const [first] = sale.tickets
    const tries = await Promise.all(Array.from({ length: 4 }, () => sale.giveBack([first!], [], 45_00)))
    expect(tries.map((each) => (each.ok ? 'ok' : each.error.code)).toSorted()).toEqual([...Array(3).fill('cancel-order-failed'), 'ok'])
    expect((await readCredit(theatre.db, sale.customer.id)).balance).toBe(45_00)
    expect(await mails(theatre)).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('rejects a ticket and a voucher after their deadlines by the database clock', async () => {
    await using theatre = await openTestTheatre(returning)
    const sale = await bought(theatre)
    await sql`update performance set starts_at = now() + interval '1 hour' where id = 'tonight'`.execute(theatre.db)
    expect(await sale.giveBack([sale.tickets[0]!], [], 45_00)).toMatchObject(refused)
    await sql`update performance set starts_at = now() + interval '61 minutes' where id = 'tonight'`.execute(theatre.db)
    expect(await sale.giveBack([sale.tickets[0]!], [], 45_00)).toMatchObject({ ok: true })
    await sql`update customer_order set placed_at = now() - interval '14 days'`.execute(theatre.db)
    expect((await sale.offer()).items.map(({ refusal }) => refusal)).toEqual(['not-offered', 'too-late', 'too-late', 'with-tickets'])
    expect(await sale.giveBack([], [sale.itemOf('gift-voucher')], 25_00)).toMatchObject(refused)
    await expectInvariants(theatre)
  })

  it('returns a membership with the tickets of its order, and none that was used since', async () => {
    await using theatre = await openTestTheatre(returning)
    const sale = await bought(theatre)
    expect(await sale.giveBack([], [sale.itemOf('membership')], 60_00), 'without its tickets').toMatchObject(refused)
    expect(await sale.giveBack(sale.tickets, [sale.itemOf('membership')], 155_00)).toEqual({
      ok: true,
      value: { origin: 60_00, credit: 95_00, purses: 0 },
    })
    expect(await listMemberships(theatre.db, theatre.brand, sale.customer.id)).toEqual([])
    await expectInvariants(theatre)

    const joined = await createItemBuyer(theatre, [friend])
    const number = await joined.pay()
    await (await createItemBuyer(theatre, [gift(5_00)], false, joined.customer)).pay()
    expect((await readReturnOffer(theatre, joined.customer.id, number))!.items).toMatchObject([{ refusal: 'used' }])
  })

  it('refuses a gift voucher that was spent in part', async () => {
    await using theatre = await openTestTheatre(returning)
    const sale = await bought(theatre)
    await sql`update ledger_account set reserved = 100 where id in (select account_id from gift_voucher)`.execute(theatre.db)
    expect((await sale.offer()).items.find(({ id }) => id === sale.itemOf('gift-voucher'))).toMatchObject({ value: 0, refusal: 'used' })
    expect(await sale.giveBack([], [sale.itemOf('gift-voucher')], 25_00)).toMatchObject(refused)
    await sql`update ledger_account set reserved = 0`.execute(theatre.db)
  })

  it('returns what a voucher paid for to that voucher', async () => {
    await using theatre = await openTestTheatre(returning)
    const code = 'GIFT-RETURNS'
    await issueVoucher(theatre.db, { code, amount: money(130_00) }, actor)
    // 200.00 less the voucher: 70.00 by card.
    const sale = await bought(theatre, code)
    expect(await sale.giveBack(sale.tickets, [sale.itemOf('membership')], 155_00)).toEqual({
      ok: true,
      value: { origin: 60_00, credit: 10_00, purses: 85_00 },
    })
    await expectInvariants(theatre)
  })

  it('offers nothing of an order that was returned, or is of another customer', async () => {
    await using theatre = await openTestTheatre((brand) => ({ ...returning(brand), returnDays: { 'gift-voucher': 14 } }))
    const buyer = await createItemBuyer(theatre, [vouchers(25_00, 2)])
    const number = await buyer.pay()
    const [item] = (await readReturnOffer(theatre, buyer.customer.id, number))!.items
    const request = { tickets: [], items: [item!.id], value: money(50_00) }
    const stranger = await createItemBuyer(theatre, [])
    expect(await readReturnOffer(theatre, stranger.customer.id, number)).toBeUndefined()
    expect(await returnByCustomer(theatre, stranger.customer.id, number, request, actor)).toMatchObject({
      error: { code: 'order-not-found' },
    })
    expect(await returnByCustomer(theatre, buyer.customer.id, number, request, actor)).toMatchObject({ value: { origin: 50_00 } })
    expect(await readReturnOffer(theatre, buyer.customer.id, number)).toMatchObject({ tickets: [], items: [] })
    expect((await readOrder(buyer.shop, buyer.customer.id, number))!.order.state).toBe('returned')
    await expectInvariants(theatre)
  })
})
