import { expect, it } from 'vitest'
import type { Basket } from '#contract'
import { code, value, type PaymentSuite, payFor } from './visitor.ts'

/** Items besides tickets, and that nothing is charged that was not added. */
export function describeItems({ visitor, ready, pay }: PaymentSuite): void {
  it('charges exactly the prices that the map showed', async () => {
    const client = visitor()
    const basket = await ready(client, 55, 56)
    const { instance } = basket.tickets[0]!
    const priceTable = value(await client.catalogue.prices({ params: { instance } }))
    const prices = basket.tickets.map(({ band, priceType }) => priceTable.prices[band]![priceType]!)
    expect(basket.tickets.map(({ price, fee }) => ({ price, fee }))).toEqual(prices)
    const sum = prices.reduce((total, { price }) => total + price, 0)
    expect(basket.items).toEqual([])
    expect(basket.totals).toMatchObject({ subtotal: sum, delivery: 0, total: sum, leftToPay: sum })
    const number = await payFor(client, basket, pay)
    const bought = value(await client.me.order({ params: { number } }))
    expect(bought.totals).toMatchObject({ total: sum, paid: sum, leftToPay: 0 })
    expect(bought.tickets.map(({ price }) => price).sort()).toEqual(prices.map(({ price }) => price).sort())
  })

  it('adds refund protection on request, at the price that the basket offered', async () => {
    const client = visitor()
    expect(code(await client.basket.addItem({ body: { kind: 'refund-protection' } }))).toBe('basket-empty')
    const before = await ready(client, 57)
    const { amount } = before.refundProtection!
    const added = value(await client.basket.addItem({ body: { kind: 'refund-protection' } }))
    expect(added.items).toMatchObject([{ kind: 'refund-protection', amount, quantity: 1 }])
    expect(added.totals.total).toBe(before.totals.total + amount)
    const number = await payFor(client, added, pay)
    expect(value(await client.me.order({ params: { number } })).items).toMatchObject([{ kind: 'refund-protection', amount }])
  })

  it('removes an item, and rejects items that the brand does not sell', async () => {
    const client = visitor()
    const before = await ready(client, 58)
    const [item] = value(await client.basket.addItem({ body: { kind: 'refund-protection' } })).items
    expect(value(await client.basket.removeItem({ params: { id: item!.id } })).totals).toEqual(before.totals)
    expect(code(await client.basket.removeItem({ params: { id: item!.id } }))).toBe('basket-line-unknown')
    const gift = { kind: 'donation', fund: 'nowhere', appeal: null, amount: 10_00 as Basket['totals']['total'] } as const
    const named = { recognitionName: null, isAnonymous: false, tributeName: null }
    expect(code(await client.basket.addItem({ body: { ...gift, ...named } }))).toBe('page-not-found')
    expect(code(await client.basket.addItem({ body: { kind: 'membership', membership: 'nothing' } }))).toBe('page-not-found')
    expect(code(await client.basket.setGiftAid({ body: { isDeclared: true } }))).toBe('page-not-found')
    value(await client.basket.reset())
  })

  it('removes refund protection with the last ticket, and does not restore it with another ticket or after a reset', async () => {
    const client = visitor()
    const { tickets } = await ready(client, 60)
    const [{ instance, seat, priceType, id }] = [tickets[0]!]
    const addSeat = async () => value(await client.basket.addTickets({ body: { instance, seats: [{ seat, priceType }] } }))
    value(await client.basket.addItem({ body: { kind: 'refund-protection' } }))
    expect(value(await client.basket.removeTicket({ params: { id } }))).toMatchObject({ items: [], totals: { total: 0 } })
    expect((await addSeat()).items).toEqual([])
    value(await client.basket.addItem({ body: { kind: 'refund-protection' } }))
    value(await client.basket.reset())
    expect((await addSeat()).items).toEqual([])
    value(await client.basket.reset())
  })

  it('validates checkout pages, and returns the next step', async () => {
    const client = visitor()
    expect(code(await client.checkout.validate({ params: { page: 'payment' } }))).toBe('login-required')
    const { notes } = await ready(client, 59)
    expect(value(await client.checkout.validate({ params: { page: 'ordersummary' } }))).toEqual({ next: 'billing' })
    expect(value(await client.checkout.validate({ params: { page: 'billingdetails' } }))).toEqual({ next: 'payment' })
    value(await client.basket.setNotes({ body: { ...notes, termsAccepted: false } }))
    expect(code(await client.checkout.validate({ params: { page: 'payment' } }))).toBe('step-incomplete')
    value(await client.basket.reset())
  })
}
