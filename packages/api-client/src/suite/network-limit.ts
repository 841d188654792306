import { expect, it } from 'vitest'
import { maxHeldByNetwork, wideNetworkLimit } from '@playhouse/domain/limit'
import { readPlan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { type ApiClient, createClient } from '#client'
import { fetchWithCookies } from './cookie-jar.ts'
import { code, findBookablePerformance, type SuiteHost, value } from './visitor.ts'

const prefix = '2001:db8:77:'

/** Limits of the seats that one network, and all networks of an IPv6 /48 without the bot check, may hold at once. */
export function describeNetworkLimit(host: () => SuiteHost): void {
  const visitorFrom = (subnet: number): ApiClient => {
    const browser = fetchWithCookies()
    const headers = { 'x-forwarded-for': `${prefix}${subnet.toString(16)}:0:0:0:1` }
    return createClient(host().origin, (input, init) => {
      const all = new Headers(init?.headers)
      for (const [name, header] of Object.entries(headers)) all.set(name, header)
      return browser(input, { ...init, headers: all })
    })
  }

  it('rejects more seats than one network may hold, and requires the bot check above the limit of an IPv6 /48', async () => {
    const clients: ApiClient[] = []
    const visitor = (subnet: number): ApiClient => {
      const client = visitorFrom(subnet)
      clients.push(client)
      return client
    }
    const first = visitor(1)
    const { ticketsPerOrder } = value(await first.site.site()).brand.limits
    const { id: instance } = await findBookablePerformance(first, 150)
    const { hall, planVersion } = value(await first.catalogue.instance({ params: { instance } }))
    const plan = readPlan(value(await first.catalogue.plan({ params: { venue: hall, version: planVersion } })))
    const prices = value(await first.catalogue.prices({ params: { instance } }))
    const priceType = prices.priceTypes[0]!.id
    const bandOf = prices.seatBands.flatMap(([band, seats]) => Array.from({ length: seats }, () => bands[band]!))
    const { seats } = value(await first.catalogue.availability({ params: { instance } }))
    const free = [...unpackAvailability(seats, plan.seatCount)].flatMap((state, seat) =>
      state === seatAvailability.free && prices.prices[bandOf[seat]!]?.[priceType] ? [seat] : [],
    )
    let next = 0
    const hold = (client: ApiClient, count: number) => {
      const requested = [...free.slice(next, next + count)].map((seat) => ({ seat: plan.idOf(seat), priceType }))
      next += count
      return client.basket.addTickets({ body: { instance, seats: requested } })
    }
    const ofNetwork = maxHeldByNetwork(plan.seatCount, ticketsPerOrder)
    const ofWideNetwork = wideNetworkLimit({ seats: plan.seatCount, ticketsPerOrder }, { prefix, isVerified: false }).held!
    expect(free.length).toBeGreaterThan(ofWideNetwork + ticketsPerOrder)

    let heldCount = 0
    for (let subnet = 1; heldCount < ofWideNetwork; subnet++) {
      const count = Math.min(ticketsPerOrder, ofWideNetwork - heldCount)
      value(await hold(subnet === 1 ? first : visitor(subnet), count))
      heldCount += count
    }
    expect(code(await hold(visitor(1_000), 1))).toBe('bot-check-required')
    value(await first.basket.reset())
    expect(code(await hold(visitor(1_001), 1)), 'after a release').toBe('ok')
    for (const client of clients) value(await client.basket.reset())

    for (let remaining = ofNetwork; remaining > 0; remaining -= ticketsPerOrder)
      value(await hold(visitor(1), Math.min(remaining, ticketsPerOrder)))
    expect(await hold(visitor(1), 1)).toMatchObject({ ok: false, error: { code: 'network-limit', params: { maximum: ofNetwork } } })
    for (const client of clients) value(await client.basket.reset())
  })
}
