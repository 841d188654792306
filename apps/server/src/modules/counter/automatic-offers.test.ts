import { expect, test } from 'vitest'
import { readBasket } from '#modules/basket'
import { announcePromo } from '#modules/promo'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import type { PromoRule } from '@playhouse/domain/promo'
import { openTestCounter } from './testing/test-counter.ts'

type Counter = Awaited<ReturnType<typeof openTestCounter>>

const percent = (percent: number): PromoRule['discount'] => ({ kind: 'percent', percent })

/** A counter with an automatic offer. */
async function openCounterWith(theatre: TestTheatre, discount: PromoRule['discount']): Promise<Counter> {
  const counter = await openTestCounter(theatre)
  const rule = { automatic: true as const, discount, opensPriority: false, opensPriceTypes: [] }
  await announcePromo(theatre.db, { code: 'AUTO', name: 'Autumn', rule }, counter.actor)
  await theatre.catalogue.refresh()
  return counter
}

/** Sells seats to a customer. @returns what was paid, and the order */
async function sellAt({ hold, pay, read }: Counter, customer: string, seats: string[]) {
  const sold = await pay(await hold(customer, seats))
  if (!sold.ok) throw new Error(sold.error.code)
  return { ...sold.value, sold: await read(sold.value.order) }
}

/** Returns the tickets of an order one after the other. @returns what was refunded for each */
async function returnEach({ read, giveBack }: Counter, number: string): Promise<number[]> {
  const refunds: number[] = []
  for (let order = await read(number); order.order.tickets.length > 0; order = await read(number)) {
    const [{ ticket, value }] = order.worth as [(typeof order.worth)[number]]
    const amount = order.worth.length === 1 ? order.left : value
    expect(await giveBack(number, [ticket], 'origin', amount)).toMatchObject({ value: { cash: amount } })
    refunds.push(amount)
  }
  return refunds
}

const discounts: [name: string, discount: PromoRule['discount'], paid: number][] = [
  ['a percentage that leaves a remainder', percent(33), 80_40],
  ['a fixed price', { kind: 'price', price: money(10_01) }, 30_03],
  ['a multi-buy', { kind: 'multi-buy', buy: 2, free: 1 }, 90_00],
]
test.for(discounts)('returns ticket by ticket exactly what was paid with an automatic offer: %s', async ([, discount, paid]) => {
  await using theatre = await openTestTheatre()
  const counter = await openCounterWith(theatre, discount)
  const sale = await sellAt(counter, (await customerOf(theatre)).id, ['A.1', 'A.2', 'C.1'])
  expect(sale.paid).toBe(paid)
  const refunds = await returnEach(counter, sale.order)
  expect(refunds).toHaveLength(3)
  expect(refunds.reduce((sum, refund) => sum + refund, 0)).toBe(paid)
  expect((await counter.read(sale.order)).order.state).toBe('returned')
  await expectInvariants(theatre)
})

test('exchanges a ticket with an automatic offer for what was paid, and gives the new ticket the offer of now', async () => {
  await using theatre = await openTestTheatre()
  const counter = await openCounterWith(theatre, percent(10))
  const customer = await customerOf(theatre)
  const { order, paid, sold } = await sellAt(counter, customer.id, ['C.1', 'C.2'])
  expect([paid, sold.worth.map(({ value }) => value)]).toEqual([54_00, [27_00, 27_00]])
  const request = { order, tickets: [sold.order.tickets[0]!.id], value: money(27_00), rest: 'credit' as const }
  const basket = await counter.hold(customer.id, ['A.5'])
  expect((await readBasket(theatre, basket)).totals.total).toBe(40_50)
  const fullPrice = await counter.pay(basket, { ...request, value: money(30_00) })
  expect(fullPrice, 'its price without the offer').toMatchObject({ error: { code: 'price-changed' } })
  expect(await counter.pay(basket, request)).toMatchObject({ value: { total: 40_50, exchanged: 27_00, paid: 13_50, back: null } })
  expect(await counter.read(order)).toMatchObject({ left: 27_00, order: { tickets: [{}] } })
  await expectInvariants(theatre)
})

test('exchanges for what was paid after the automatic offer has ended, and sells the new ticket at its full price', async () => {
  await using theatre = await openTestTheatre()
  const counter = await openCounterWith(theatre, percent(50))
  const customer = await customerOf(theatre)
  const { order, sold } = await sellAt(counter, customer.id, ['A.1'])
  const rule = { automatic: true as const, discount: percent(50), opensPriority: false, opensPriceTypes: [] }
  await announcePromo(theatre.db, { code: 'AUTO', name: 'Autumn', rule, endsAt: new Date(Date.now() - 60_000) }, counter.actor)
  await theatre.catalogue.refresh()
  const sale = await counter.pay(await counter.hold(customer.id, ['A.2']), {
    ...{ order, tickets: [sold.order.tickets[0]!.id], value: money(22_50), rest: 'credit' as const },
  })
  expect(sale).toMatchObject({ value: { total: 45_00, exchanged: 22_50, paid: 22_50, back: null } })
  if (!sale.ok) throw new Error(sale.error.code)
  // The new ticket was paid for by the old one and the difference.
  expect(await counter.read(sale.value.order)).toMatchObject({ left: 45_00 })
  await expectInvariants(theatre)
})
