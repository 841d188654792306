import { expect, it, onTestFinished } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import type { Basket } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { timeLimit, usualWait } from '@playhouse/testing/time-limit'
import type { Buyer } from './fleet/buyer.ts'
import { openFleet } from './fleet/fleet.ts'
import { programmerOf, valueOf } from './fleet/programmer.ts'

const buyersPerChange = 48
const event = 'the-tempest'

const priceOf = ({ tickets }: Basket, seat: string): number => tickets.find((ticket) => ticket.seat === `stalls.${seat}`)!.price

/** Sets the full price of band `a` by the API, in pence. */
async function setPrice(programmer: ApiClient, price: number): Promise<void> {
  const params = { priceList: 'small-week' }
  const { version, name, priceTypes, prices } = valueOf(await programmer.priceLists.one({ params }))
  const edit = { name, priceTypes, prices: { ...prices, a: { ...prices.a, full: { price: money(price), fee: money(0) } } } }
  valueOf(await programmer.priceLists.edit({ params, body: { version, edit } }))
}

it(
  'sells to 200 buyers at a price that was in force, while staff change prices and the end of the sale by the API',
  async () => {
    const fleet = await openFleet(2, { size: { rows: 20, seatsInRow: 21, sold: [], prices: [45_00, 30_00] } })
    onTestFinished(() => fleet.close(), timeLimit(120_000))
    const programmer = await programmerOf(fleet)
    const first = await fleet.buyer()
    expect(priceOf(valueOf(await first.hold('J.20')), 'J.20')).toBe(45_00)

    const seats = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].flatMap((row) =>
      Array.from({ length: 21 }, (_, nth) => `${row}.${nth + 1}`),
    )
    const seatsOfChange = (nth: number): string[] => seats.slice(nth * buyersPerChange, (nth + 1) * buyersPerChange)
    let price = 45_00
    const held: { readonly buyer: Buyer; readonly seat: string; readonly price: number }[] = []
    for (const nth of [0, 1, 2, 3]) {
      const before = price
      price += 5_00
      const during = seatsOfChange(nth).map(async (seat) => {
        const buyer = fleet.guest()
        return { buyer, seat, price: priceOf(valueOf(await buyer.hold(seat)), seat) }
      })
      await setPrice(programmer, price)
      const batch = await Promise.all(during)
      for (const each of batch) expect([before, price]).toContain(each.price)
      held.push(...batch)
      // Every process sells at the new price once the change has been saved.
      const late = [1, 2].map(async (place) => {
        const seat = `J.${nth * 2 + place + 4}`
        return priceOf(valueOf(await fleet.guest().hold(seat)), seat)
      })
      expect(await Promise.all(late)).toEqual([price, price])
    }
    expect(held).toHaveLength(192)

    // General sale ended 30 days before each performance: every process refuses new holds within two seconds.
    const closed = {
      ...{ channel: 'web' as const, memberships: null, limit: null },
      ...{
        from: { kind: 'days-before' as const, days: 100, time: '10:00' },
        until: { kind: 'days-before' as const, days: 30, time: '10:00' },
      },
    }
    const { changeSet } = valueOf(await programmer.saleWindows.edit({ params: { event }, body: { version: null, windows: [closed] } }))
    const since = performance.now()
    const labels = async (): Promise<unknown[]> =>
      Promise.all(
        fleet.members.map(async ({ process }) => {
          const instance = (await (await fetch(`${process.origin}/api/instances/tonight`)).json()) as { availability: string }
          return instance.availability
        }),
      )
    await expect.poll(labels, { timeout: usualWait, interval: 50 }).toEqual(['not-on-sale', 'not-on-sale'])
    expect(performance.now() - since).toBeLessThan(timeLimit(2_000))
    const refused = await Promise.all([1, 2, 3, 4].map((seat) => fleet.guest().hold(`L.${seat}`)))
    for (const result of refused) expect(result).toMatchObject({ ok: false, error: { code: 'instance-off-sale' } })

    // What is held keeps its price, and is paid for after the sale has ended.
    const kept = await Promise.all(held.map(async ({ buyer, seat }) => priceOf(valueOf(await buyer.client.basket.read()), seat)))
    expect(kept).toEqual(held.map((each) => each.price))
    await first.fillIn()
    const { payment, page } = await first.start()
    await first.pay(page)
    expect(await first.outcome(payment)).toBe('succeeded')
    const { db } = fleet.theatre
    expect(await db.selectFrom('ticket').select('price').execute()).toEqual([{ price: 45_00 }])

    valueOf(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    await expect.poll(labels, { timeout: usualWait, interval: 50 }).not.toContain('not-on-sale')
    expect((await fleet.guest().hold('L.1')).ok).toBe(true)
  },
  timeLimit(120_000),
)
