import { bands, priceOf } from '@playhouse/domain/pricing'
import type { MockShop, MockTicket } from './mock-shop.ts'

/** What the list says a seat costs, whoever asks. */
export function priceOfTicket(shop: MockShop, ticket: Pick<MockTicket, 'performance' | 'seat' | 'priceType'>) {
  const { list, bandOf } = shop.priced(ticket.performance)!
  const band = bands[bandOf[ticket.seat] ?? -1]
  const price = band && priceOf(list, band, ticket.priceType)
  return band && price && { band, ...price }
}
