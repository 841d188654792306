import { expect, it } from 'vitest'
import type { ReturnRefusal } from '@playhouse/domain/customer-return'
import { isSoldOnline, type ItemKind, itemKindNames, type OnlineKind } from '@playhouse/domain/item-kind'
import { money } from '@playhouse/domain/money'
import type { ApiClient } from '#client'
import { offered } from './offered-items.ts'
import { billing, code, findBookablePerformance, newAddress, register, value, visitorOf } from './visitor.ts'

/** Why `sellingBrand` leaves the return of a kind to staff; null where customers return it. */
const refusals: Readonly<Record<ItemKind, ReturnRefusal | null>> = {
  donation: 'not-offered',
  membership: null,
  'gift-membership': 'not-offered',
  'refund-protection': 'with-tickets',
  'gift-voucher': null,
  'voucher-top-up': 'not-offered',
  product: 'not-offered',
  food: null,
  table: null,
  'flex-subscription': null,
}

/** Returns of parts of an order by its customer, over `sellingBrand`. */
export function describeOrderReturns(
  host: () => { readonly origin: string; pay(redirectUrl: string): Promise<void> },
  staff: () => ApiClient,
): void {
  /** An order of a new customer with two tickets and an item of each kind that is sold online. */
  async function buyEverything(client: ApiClient, kinds: readonly OnlineKind[] = itemKindNames.filter(isSoldOnline)) {
    value(await register(client))
    const { id: instance } = await findBookablePerformance(client, 20)
    value(await client.seats.bestAvailable({ params: { instance }, body: { quantity: 2, together: true } }))
    for (const kind of kinds) value(await client.basket.addItem({ body: offered[kind].asked }))
    value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
    const { version } = value(await client.basket.setBilling({ body: billing }))
    const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
    await host().pay(redirectUrl!)
    const { number } = value(await client.checkout.status({ params: { payment } })).order!
    const params = { number }
    const order = value(await client.me.order({ params }))
    return { params, order, itemOf: (kind: ItemKind) => order.items.find((item) => item.kind === kind)!.id }
  }

  it('keeps a dietary note of the length that the brand allows, and shows it in the order and at the counter', async () => {
    const client = visitorOf(host())
    const email = newAddress()
    value(await register(client, email))
    value(await client.basket.addItem({ body: offered.donation.asked }))
    const write = async (dietary?: string) =>
      client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true, ...(dietary !== undefined && { dietary }) } })
    expect(value(await write('')).notes).toEqual({ order: '', access: '' })
    expect(await write('x'.repeat(41))).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['dietary'] } } })
    expect(value(await write('No nuts <b>')).notes.dietary).toBe('No nuts <b>')
    expect(value(await write()).notes.dietary, 'kept by older pages').toBe('No nuts <b>')
    const { version } = value(await client.basket.setBilling({ body: billing }))
    const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
    await host().pay(redirectUrl!)
    const { number } = value(await client.checkout.status({ params: { payment } })).order!
    const notes = { order: '', access: '', dietary: 'No nuts <b>' }
    expect(value(await client.me.order({ params: { number } })).notes).toEqual(notes)
    expect(value(await staff().afterSale.order({ params: { number } })).order.notes).toEqual(notes)
    const { customers } = value(await staff().staff.findCustomers({ body: { query: email } }))
    const desk = value(await staff().staff.actFor({ body: { customer: customers[0]!.id } }))
    expect(desk.customer!.notes).toMatchObject([{ order: number, note: '', accessNote: '', dietaryNote: 'No nuts <b>' }])
    value(await staff().staff.actFor({ body: { customer: null } }))
  })

  it('cancels an order of tickets and refund protection for credit, once, and none with parts that do not become credit', async () => {
    const mixed = visitorOf(host())
    expect(code(await mixed.me.cancelOrder({ params: (await buyEverything(mixed)).params }))).toBe('cancel-order-failed')
    const client = visitorOf(host())
    const { params, order } = await buyEverything(client, ['refund-protection'])
    const { total } = order.totals
    const cancelled = value(await client.me.cancelOrder({ params }))
    expect(cancelled).toMatchObject({ state: 'returned', tickets: [], items: [{ isReturned: true }], credited: total, refunded: 0 })
    expect(value(await client.me.credit()).balance).toBe(total)
    expect(code(await client.me.cancelOrder({ params }))).toBe('cancel-order-failed')
    expect(value(await client.me.credit()).balance).toBe(total)
  })

  it('offers each part of an order for return by its own rule', async () => {
    const client = visitorOf(host())
    const { params, order } = await buyEverything(client)
    const offer = value(await client.me.returnOffer({ params }))
    expect(offer.tickets.map(({ id, value: worth, refusal }) => [id, worth, refusal]).toSorted()).toEqual(
      order.tickets.map(({ id, price }) => [id, price, null]).toSorted(),
    )
    expect(offer.items.map(({ id, value: worth, refusal }) => [id, worth, refusal])).toEqual(
      order.items.map(({ id, kind, amount }) => [id, amount, refusals[kind]]),
    )
    expect(offer).toMatchObject({ remaining: order.totals.total, money: { taken: order.totals.total, refunded: 0, credited: 0 } })
  })

  it('returns a ticket as credit and a gift voucher to the card, once, and shows both at the counter', async () => {
    const client = visitorOf(host())
    const { params, order, itemOf } = await buyEverything(client)
    const [ticket] = value(await client.me.returnOffer({ params })).tickets
    const body = { tickets: [ticket!.id], items: [itemOf('gift-voucher')], value: money(ticket!.value + 25_00) }
    expect(code(await client.me.returnParts({ params, body: { ...body, value: money(body.value - 1) } }))).toBe('price-changed')
    const returned = value(await client.me.returnParts({ params, body }))
    expect(returned).toMatchObject({ origin: 25_00, credit: ticket!.value, purses: 0 })
    expect(returned.order).toMatchObject({
      ...{ state: 'confirmed', refunded: 25_00, credited: ticket!.value, returnedTickets: [{ id: ticket!.id }] },
      items: order.items.map(({ id, kind }) => ({ id, isReturned: kind === 'gift-voucher' })),
    })
    expect(returned.order.tickets).toHaveLength(1)
    expect(value(await client.me.credit()).balance).toBe(ticket!.value)
    expect(code(await client.me.returnParts({ params, body })), 'twice').toBe('cancel-order-failed')
    const sold = value(await staff().afterSale.order({ params }))
    expect(sold.left).toBe(order.totals.total - body.value)
    expect(sold.worth).toHaveLength(1)
    expect(value(await client.me.receipt({ params })).length).toBeGreaterThan(10)
  })

  it('returns a membership only with the tickets of its order, and refund protection with the last of them', async () => {
    const client = visitorOf(host())
    const { params, order, itemOf } = await buyEverything(client)
    const { tickets } = value(await client.me.returnOffer({ params }))
    const items = [itemOf('membership')]
    const alone = { tickets: [], items, value: money(60_00) }
    expect(code(await client.me.returnParts({ params, body: alone }))).toBe('cancel-order-failed')
    const worth = tickets.reduce((sum, one) => sum + one.value, 0)
    const protection = order.items.find(({ kind }) => kind === 'refund-protection')!.amount
    const body = { tickets: tickets.map(({ id }) => id), items, value: money(worth + protection + 60_00) }
    const returned = value(await client.me.returnParts({ params, body }))
    expect(returned).toMatchObject({ origin: 60_00, credit: worth + protection, order: { state: 'confirmed', tickets: [] } })
    const left = returned.order.items.filter(({ isReturned }) => !isReturned).map(({ kind }) => kind)
    expect(left.toSorted()).toEqual(['donation', 'flex-subscription', 'food', 'gift-membership', 'gift-voucher', 'product', 'table'])
  })

  it('rejects returns of nothing, of parts that staff return, of unknown parts and of other orders', async () => {
    const client = visitorOf(host())
    const { params, order, itemOf } = await buyEverything(client)
    const unknown = '00000000-0000-7000-8000-000000000000'
    for (const chosen of [
      { tickets: [], items: [] },
      { tickets: [], items: [itemOf('donation')] },
      { tickets: [], items: [itemOf('refund-protection')] },
      { tickets: [unknown], items: [] },
      { tickets: [order.tickets[0]!.id], items: [unknown] },
    ])
      expect(code(await client.me.returnParts({ params, body: { ...chosen, value: money(20_00) } }))).toBe('cancel-order-failed')
    const stranger = visitorOf(host())
    expect(code(await stranger.me.returnOffer({ params }))).toBe('login-required')
    value(await register(stranger))
    expect(code(await stranger.me.returnOffer({ params }))).toBe('order-not-found')
    const body = { tickets: [order.tickets[0]!.id], items: [], value: order.tickets[0]!.price }
    expect(code(await stranger.me.returnParts({ params, body }))).toBe('order-not-found')
    expect(value(await client.me.order({ params })).tickets).toHaveLength(2)
  })
}
