import { bands, priceOf } from '@playhouse/domain/pricing'
import type { MockShop, MockTicket } from './mock-shop.ts'

/** Band, price and fee of a ticket by the price list, or its share of the price of a package, in minor units; undefined where the list has no such price. */
export function priceOfTicket(shop: MockShop, ticket: Pick<MockTicket, 'performance' | 'seat' | 'priceType' | 'share'>) {
  const { list, bandOf } = shop.pricedPerformanceOf(ticket.performance)!
  const band = bands[bandOf[ticket.seat] ?? -1]
  const price = band && priceOf(list, band, ticket.priceType)
  return band && price && { band, ...price, ...ticket.share }
}
