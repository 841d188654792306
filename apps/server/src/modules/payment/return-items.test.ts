import { describe, expect, it } from 'vitest'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { money } from '@playhouse/domain/money'
import { timeLimit } from '@playhouse/testing/time-limit'
import { addItem } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { listMemberships } from '#modules/membership'
import { readOrder } from '#modules/order'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { processReturn, readOrderWorth } from './index.ts'
import { actor } from './testing/buyer.ts'
import {
  createItemBuyer,
  friend,
  friendForNan,
  gift,
  openPosterShop,
  posters,
  protection,
  selling,
  vouchers,
} from './testing/item-buyer.ts'

const staff = { name: 'staff Prospero' }

it('keeps a free item valid where only the paid part of its order is returned', async () => {
  await using theatre = await openPosterShop(3)
  await theatre.db.updateTable('product_variant').set({ price: 0, fee: 0 }).execute()
  const { shop, customer, pay } = await createItemBuyer(theatre, [gift(20_00), posters(1)])
  const number = await pay()
  const read = async () => (await readOrder(shop, customer.id, number))!.order
  const [donation, poster] = (await read()).items
  const giveBack = (item: string, value: number) =>
    processReturn(
      shop,
      number,
      { items: [item], tickets: [], to: 'origin', value: money(value), reason: 'asked', isLateAllowed: false },
      staff,
    )
  expect(await giveBack(donation!.id, 20_00)).toMatchObject({ value: { card: 20_00 } })
  expect(await read()).toMatchObject({ state: 'confirmed', items: [{ isReturned: true }, { kind: 'product', isReturned: false }] })
  expect(await giveBack(poster!.id, 0)).toMatchObject({ ok: true })
  expect(await read()).toMatchObject({ state: 'returned' })
  await expectInvariants(theatre)
})

describe('a return of items', () => {
  const returnRequest = (
    shop: Parameters<typeof processReturn>[0],
    number: string,
    items: readonly string[],
    tickets: readonly string[],
    value: number,
  ) => processReturn(shop, number, { items, tickets, to: 'origin', value: money(value), reason: 'asked', isLateAllowed: false }, staff)

  async function bought(theatre: TestTheatre) {
    const buyer = await createItemBuyer(theatre, [gift(20_00), friend])
    await addTickets(theatre, buyer.basket, actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])
    await addItem(theatre, buyer.basket, actor, protection)
    const number = await buyer.pay()
    const { order } = (await readOrder(buyer.shop, buyer.customer.id, number))!
    const itemOf = (kind: string) => order.items.find((item) => item.kind === kind)!.id
    return { ...buyer, number, ticket: order.tickets[0]!.id, itemOf }
  }
  const read = async ({ shop, customer, number }: Awaited<ReturnType<typeof bought>>) => (await readOrder(shop, customer.id, number))!.order

  it('returns each item by itself, and reverts what it caused; the order ends with the last of them', async () => {
    await using theatre = await openTestTheatre(selling)
    const sale = await bought(theatre)
    const { shop, number, ticket, itemOf, customer } = sale
    expect(await returnRequest(shop, number, [itemOf('refund-protection')], [], 2_50), 'only with its ticket').toMatchObject({
      error: { code: 'cancel-order-failed' },
    })
    expect(await returnRequest(shop, number, [itemOf('donation')], [], 19_00)).toMatchObject({ error: { code: 'price-changed' } })
    expect(await returnRequest(shop, number, [itemOf('donation')], [], 20_00)).toMatchObject({ value: { card: 20_00 } })
    expect(await theatre.db.selectFrom('donation').selectAll().execute()).toEqual([])
    expect(await read(sale)).toMatchObject({
      state: 'confirmed',
      items: [{ isReturned: true }, { isReturned: false }, { isReturned: false }],
    })
    await expectInvariants(theatre)
    expect(await returnRequest(shop, number, [itemOf('donation')], [], 20_00), 'twice').toMatchObject({
      error: { code: 'cancel-order-failed' },
    })
    expect(await returnRequest(shop, number, [], [ticket], 47_50), 'with its refund protection').toMatchObject({ value: { card: 47_50 } })
    expect(await read(sale)).toMatchObject({ state: 'confirmed', tickets: [] })
    await expectInvariants(theatre)
    expect(await listMemberships(theatre.db, theatre.brand, customer.id)).toHaveLength(1)
    expect(await returnRequest(shop, number, [itemOf('membership')], [], 60_00)).toMatchObject({ value: { card: 60_00 } })
    expect(await listMemberships(theatre.db, theatre.brand, customer.id)).toEqual([])
    expect((await read(sale)).state).toBe('returned')
    await expectInvariants(theatre)
  })

  it('is worth all that remains when everything is returned at once', async () => {
    await using theatre = await openTestTheatre(selling)
    const sale = await bought(theatre)
    const { id } = await theatre.db.selectFrom('customer_order').select('id').executeTakeFirstOrThrow()
    const worth = await readOrderWorth(theatre.db, { id, paid: 127_50 })
    expect([...worth.items.values()]).toEqual([
      { value: 20_00, isAlone: true, keptPostage: 0 },
      { value: 60_00, isAlone: true, keptPostage: 0 },
      { value: 2_50, isAlone: false, keptPostage: 0 },
    ])
    const all = [sale.itemOf('donation'), sale.itemOf('membership')]
    expect(await returnRequest(sale.shop, sale.number, all, [sale.ticket], 127_50)).toMatchObject({ value: { card: 127_50 } })
    expect((await read(sale)).state).toBe('returned')
    await expectInvariants(theatre)
  })

  it('returns a donation that was bought alone', async () => {
    await using theatre = await openTestTheatre(selling)
    const { shop, pay, customer } = await createItemBuyer(theatre, [gift(20_00)])
    const number = await pay()
    const { order } = (await readOrder(shop, customer.id, number))!
    expect(await returnRequest(shop, number, [order.items[0]!.id], [], 20_00)).toMatchObject({ value: { card: 20_00 } })
    expect((await readOrder(shop, customer.id, number))!.order).toMatchObject({ state: 'returned', items: [{ isReturned: true }] })
    await expectInvariants(theatre)
  })
})

describe('a return of each part, in any order', () => {
  /** The part of an order that each kind is returned as: by itself, or with the ticket. Stock has a separate test. Minor units. */
  const parts: Readonly<
    Record<
      'ticket' | Exclude<ItemKind, 'refund-protection' | 'voucher-top-up' | 'product' | 'food' | 'table' | 'flex-subscription'>,
      number
    >
  > = {
    ticket: 45_00 + 2_50,
    donation: 20_00,
    membership: 60_00,
    'gift-voucher': 25_00,
    'gift-membership': 60_00,
  }
  type Part = keyof typeof parts
  const permute = (rest: readonly Part[]): Part[][] =>
    rest.length === 0 ? [[]] : rest.flatMap((part) => permute(rest.filter((other) => other !== part)).map((order) => [part, ...order]))
  /** Every order of four parts, with the fifth one at each place in turn. */
  const orders = permute((Object.keys(parts) as Part[]).slice(0, 4)).map((order, nth) =>
    order.toSpliced(nth % (order.length + 1), 0, 'gift-membership'),
  )

  it(
    'returns the value of each, and everything that was paid, with the ledger even after each step',
    { timeout: timeLimit(120_000) },
    async () => {
      await using theatre = await openTestTheatre(selling, { rows: 6, sold: [] })
      for (const [nth, order] of orders.entries()) {
        const buyer = await createItemBuyer(theatre, [gift(20_00), friend, vouchers(25_00), friendForNan])
        const seat = `stalls.${'ABC'[Math.floor(nth / 10)]}.${(nth % 10) + 1}`
        await addTickets(theatre, buyer.basket, actor, 'tonight', [{ seat, priceType: 'full' }])
        await addItem(theatre, buyer.basket, actor, protection)
        const number = await buyer.pay()
        for (const [step, part] of order.entries()) {
          const { id, paid } = await theatre.db
            .selectFrom('customer_order')
            .select(['id', 'paid'])
            .where('number', '=', number)
            .executeTakeFirstOrThrow()
          const worth = await readOrderWorth(theatre.db, { id, paid })
          const rows = await theatre.db.selectFrom('order_item').select(['id', 'kind']).where('order_id', '=', id).execute()
          const chosen = {
            tickets: part === 'ticket' ? [...worth.tickets.keys()] : [],
            items: rows.flatMap((row) => (row.kind === part ? [row.id] : [])),
          }
          const value = money(parts[part])
          const returned = await processReturn(
            buyer.shop,
            number,
            { ...chosen, to: 'origin', value, reason: 'asked', isLateAllowed: false },
            staff,
          )
          expect(returned, `${order.join(', ')}: ${part}`).toMatchObject({ value: { card: parts[part] } })
          const { state, refunded } = (await readOrder(buyer.shop, buyer.customer.id, number))!.order
          expect([state, refunded]).toEqual([
            step === order.length - 1 ? 'returned' : 'confirmed',
            order.slice(0, step + 1).reduce((sum, each) => sum + parts[each], 0),
          ])
        }
      }
      await expectInvariants(theatre)
    },
  )
})
