import { describe, expect, it } from 'vitest'
import { setBilling, setNotes } from '#modules/basket'
import { readSoldOrder } from '#modules/counter'
import { addTickets } from '#modules/hold'
import { listMemberships } from '#modules/membership'
import { readOrder } from '#modules/order'
import { reserveSeats } from '#modules/reservation'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { processReturn, readReturnOffer, startPayment } from './index.ts'
import { actor } from './testing/buyer.ts'
import { billing, createItemBuyer, gift, selling } from './testing/item-buyer.ts'

/** The price list of the tests has a price for members of this one. */
const withPriority = (brand: Brand): Brand => {
  const { memberships, ...rest } = selling(brand)
  const sold = { price: money(95_00), months: 12, renewal: { days: 400, isAutomatic: false } }
  return { ...rest, returnDays: { membership: 14 }, memberships: [...memberships, { id: 'priority', name: 'Priority', sold }] }
}
const priority = { kind: 'membership', membership: 'priority' } as const
const staff = { name: 'staff Prospero' }

/** A member who has bought their membership, alone or with a ticket at the price for members. */
async function joined(theatre: TestTheatre, seats: readonly string[] = []) {
  const buyer = await createItemBuyer(theatre, [priority])
  const hold = async (basket: string, ...names: readonly string[]) => {
    const wanted = names.map((name) => ({ seat: `stalls.${name}`, priceType: 'member' }))
    expect(await addTickets(theatre, basket, actor, 'tonight', wanted)).toMatchObject({ ok: true })
  }
  if (seats.length > 0) await hold(buyer.basket, ...seats)
  const number = await buyer.pay()
  const { shop, customer } = buyer
  /** A basket of the member with tickets at the price for members. */
  const fill = async (...names: readonly string[]) => {
    const next = await createItemBuyer(theatre, [gift(1_00)], false, customer)
    await hold(next.basket, ...names)
    await setNotes(theatre, next.basket, actor, { order: '', access: '', termsAccepted: true })
    await setBilling(theatre, next.basket, actor, billing)
    return next
  }
  const read = async (order = number) => (await readSoldOrder(shop, order, 'manager'))!
  const giveBack = async (
    { order = number, tickets = [], items = [] }: { order?: string; tickets?: readonly string[]; items?: readonly string[] },
    value: number,
    leavesMemberPrices?: boolean,
  ) => {
    const request = {
      tickets,
      items,
      to: 'origin',
      value: money(value),
      reason: 'asked',
      isLateAllowed: false,
      leavesMemberPrices,
    } as const
    const returned = await processReturn(shop, order, request, staff)
    return returned.ok ? 'ok' : returned.error.code
  }
  const { item } = (await read()).itemWorth[0]!
  const held = async () => (await listMemberships(theatre.db, theatre.brand, customer.id)).map(({ membership }) => membership)
  return { ...buyer, number, item, fill, read, giveBack, held }
}

describe('a membership whose price for members was used', () => {
  it('is not returned without the tickets of its order, and is returned with them', async () => {
    await using theatre = await openTestTheatre(withPriority)
    const { item, read, giveBack, held } = await joined(theatre, ['A.1', 'A.2'])
    const { worth, memberPrices } = await read()
    const [first, second] = worth.map(({ ticket }) => ticket) as [string, string]
    expect(memberPrices.map(({ ticket, items }) => [ticket, items])).toEqual([
      [first, [item]],
      [second, [item]],
    ])
    expect(memberPrices[0]).toMatchObject({ area: 'Stalls', row: 'A', number: '1', order: expect.any(String) })
    expect(await giveBack({ items: [item] }, 95_00)).toBe('cancel-order-failed')
    expect(await giveBack({ items: [item], tickets: [first] }, 135_00)).toBe('cancel-order-failed')
    expect(await giveBack({ tickets: [first] }, 40_00)).toBe('ok')
    expect(await giveBack({ items: [item], tickets: [second] }, 135_00)).toBe('ok')
    expect(await held()).toEqual([])
    await expectInvariants(theatre)
  })

  it('is not returned before the tickets of other orders, unless a manager leaves them their price, which is audited', async () => {
    await using theatre = await openTestTheatre(withPriority)
    const { item, read, giveBack, fill, held, shop, customer } = await joined(theatre)
    const other = await (await fill('A.1', 'A.2')).pay()
    expect((await read()).memberPrices.map(({ order }) => order)).toEqual([other, other])
    const [first, second] = (await readOrder(shop, customer.id, other))!.order.tickets.map(({ id }) => id) as [string, string]
    expect(await giveBack({ items: [item] }, 95_00)).toBe('cancel-order-failed')
    expect(await giveBack({ order: other, tickets: [first] }, 40_00)).toBe('ok')
    expect(await giveBack({ items: [item] }, 95_00)).toBe('cancel-order-failed')
    expect(await held()).toEqual(['priority'])
    expect(await giveBack({ items: [item] }, 95_00, true)).toBe('ok')
    expect(await held()).toEqual([])
    const trail = await theatre.db.selectFrom('audit').select(['actor', 'detail']).where('verb', '=', 'leave-member-prices').execute()
    expect(trail).toMatchObject([{ actor: staff.name, detail: { tickets: [second], reason: 'asked' } }])
    await expectInvariants(theatre)
  })

  it('is not returned, by staff or by the customer, while a ticket at its price is being paid for', async () => {
    await using theatre = await openTestTheatre(withPriority)
    const { item, read, giveBack, fill, shop, customer, number } = await joined(theatre, ['A.1'])
    const offered = async () => (await readReturnOffer(shop, customer.id, number))!.items.map(({ refusal }) => refusal)
    const { worth } = await read()
    const tickets = worth.map(({ ticket }) => ticket)
    const paying = await fill('A.2')
    const started = await paying.start()
    expect(started).toMatchObject({ ok: true })
    expect((await read()).memberPrices).toMatchObject([{ order: expect.any(String) }, { order: null, row: 'A', number: '2' }])
    expect(await giveBack({ items: [item], tickets }, 135_00)).toBe('cancel-order-failed')
    expect(await offered()).toEqual(['used'])
    await theatre.db.updateTable('payment_attempt').set({ state: 'cancelled' }).where('state', '=', 'redirected').execute()
    expect(await offered()).toEqual([null])
  })

  it('is not returned, by staff or by the customer, while seats are reserved at its price', async () => {
    await using theatre = await openTestTheatre(withPriority)
    const { item, read, giveBack, shop, customer, number } = await joined(theatre)
    const seat = { performance: 'tonight', seat: 3, band: 'a', priceType: 'member', price: 40_00, fee: 0 } as const
    const until = new Date(Date.now() + 86_400_000)
    const reserved = await reserveSeats(theatre.db, { customer: customer.id, seats: [seat], until, note: '' }, staff)
    expect(reserved).toMatchObject({ ok: true })
    expect((await read()).memberPrices).toMatchObject([{ row: 'A', number: '4' }])
    expect(await giveBack({ items: [item] }, 95_00)).toBe('cancel-order-failed')
    expect((await readReturnOffer(shop, customer.id, number))!.items).toMatchObject([{ refusal: 'used' }])
  })

  it('opens no price for a payment that starts after its return', async () => {
    await using theatre = await openTestTheatre(withPriority)
    const { item, giveBack, fill, shop, customer } = await joined(theatre)
    const basket = await fill('A.1')
    expect(await giveBack({ items: [item] }, 95_00), 'a basket alone uses nothing').toBe('ok')
    const { version } = await basket.read()
    expect(await startPayment(shop, customer, basket.basket, version, 'en', actor)).toMatchObject({
      error: { code: 'price-type-unavailable' },
    })
  })

  it('is returned where the member holds it by another term', async () => {
    await using theatre = await openTestTheatre(withPriority)
    const { fill, giveBack, read, customer } = await joined(theatre)
    await (await fill('A.1')).pay()
    const renewal = await (await createItemBuyer(theatre, [priority], false, customer)).pay()
    const { memberPrices, itemWorth } = await read(renewal)
    expect(memberPrices).toEqual([])
    expect(await giveBack({ order: renewal, items: itemWorth.map(({ item }) => item) }, 95_00)).toBe('ok')
    expect((await read()).memberPrices).toHaveLength(1)
    await expectInvariants(theatre)
  })
})
