import { expect, it, onTestFinished } from 'vitest'
import { changePriceList } from '#modules/catalogue'
import type { Basket } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import type { PriceList } from '@playhouse/domain/pricing'
import type { Buyer } from './fleet/buyer.ts'
import { timeLimit } from '@playhouse/testing/time-limit'
import { openFleet } from './fleet/fleet.ts'

const staff = { name: 'staff of the price test' }

/** Returns a change of a price list that sets the full price of band `a`, in pence. */
const withFullPrice =
  (price: number) =>
  (list: PriceList): PriceList => ({
    ...list,
    prices: { ...list.prices, a: { ...list.prices.a, full: { price: money(price), fee: money(0) } } },
  })

function priceIn(basket: Awaited<ReturnType<Buyer['hold']>>, seat: string): number {
  if (!basket.ok) throw new Error(`answered ${JSON.stringify(basket.error)}`)
  return (basket.value as Basket).tickets.find((ticket) => ticket.seat === `stalls.${seat}`)!.price
}

it(
  'sells at the new price in every process once a price list has changed, and keeps the price of held seats',
  async () => {
    // The balancer alternates between the processes.
    const fleet = await openFleet(2, { size: { rows: 10, seatsInRow: 10, sold: [], prices: [45_00, 30_00] } })
    onTestFinished(() => fleet.close(), timeLimit(120_000))
    const { db } = fleet.theatre
    const hold = async (buyer: Buyer, seat: string) => priceIn(await buyer.hold(seat), seat)
    const earlyBuyers = [fleet.guest(), await fleet.buyer()] as const
    expect(await Promise.all(earlyBuyers.map((buyer, nth) => hold(buyer, `E.${nth + 1}`)))).toEqual([45_00, 45_00])

    let price = 45_00
    for (const [nth, row] of ['A', 'B', 'C', 'D'].entries()) {
      const before = price
      price += 5_00
      // Holds during the change get the old price or the new one.
      const during = [1, 2, 3, 4].map((seat) => hold(fleet.guest(), `${row}.${seat}`))
      expect(await changePriceList(db, 'small-week', withFullPrice(price), staff)).toBe(nth + 2)
      // First holds of guests use the fast path, customers and baskets with tickets the other one.
      const after = [fleet.guest(), fleet.guest(), await fleet.buyer(), earlyBuyers[nth % 2]!].map((buyer, seat) =>
        hold(buyer, `${row}.${seat + 5}`),
      )
      expect(await Promise.all(after), `change ${nth}`).toEqual(Array.from({ length: 4 }, () => price))
      for (const paid of await Promise.all(during)) expect([before, price]).toContain(paid)
    }
    const basket = await earlyBuyers[0].client.basket.read()
    expect(priceIn(basket, 'E.1')).toBe(45_00)
    const versions = await db.selectFrom('basket_ticket').select('price_version').where('price', '=', price).execute()
    expect(new Set(versions.map((ticket) => ticket.price_version))).toEqual(new Set([5]))

    // The price in the catalogue changes within seconds, in both processes.
    for (const { process } of fleet.members) {
      const priceShown = async () => {
        const response = await fetch(`${process.origin}/api/instances/tonight/prices`)
        return JSON.stringify(await response.json())
      }
      await expect.poll(priceShown, { timeout: 30_000 }).toContain(String(price))
    }
    const trail = await db.selectFrom('audit').select(['actor', 'verb']).where('subject', '=', 'price-list').execute()
    expect(trail).toEqual(Array.from({ length: 4 }, () => ({ actor: staff.name, verb: 'change-prices' })))
  },
  timeLimit(120_000),
)
