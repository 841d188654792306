import { money } from '@playhouse/domain/money'
import { bands, priceOf, type PriceList } from '@playhouse/domain/pricing'
import type { MockShop, MockTicket } from './mock-shop.ts'

/** Band, price and fee of a ticket by the price list, or its share of the price of a package, in minor units; undefined where the list has no such price. */
export function priceOfTicket(shop: MockShop, ticket: Pick<MockTicket, 'performance' | 'seat' | 'priceType' | 'share' | 'held'>) {
  const { list, bandOf } = shop.pricedPerformanceOf(ticket.performance)!
  const band = bands[bandOf[ticket.seat] ?? -1]
  const held = ticket.held?.priceType === ticket.priceType ? ticket.held : undefined
  const price = held ?? (band && priceOf(list, band, ticket.priceType))
  const { vatBasisPoints, levy, payWhatYouCan } = list.priceTypes.find(({ id }) => id === ticket.priceType) ?? {}
  return band && price && { band, price: price.price, fee: price.fee, vatBasisPoints, levy, payWhatYouCan, ...ticket.share }
}

/** Changes the price lists of a mock shop. Tickets in baskets and reservations keep their price. */
export function changeMockPrices(shop: MockShop, lists: readonly PriceList[]): void {
  for (const { tickets } of [...shop.visits.values(), ...shop.reservations])
    for (const ticket of tickets) {
      const { share: _share, ...usual } = ticket
      const price = shop.performance(ticket.performance) && priceOfTicket(shop, usual)
      if (price) ticket.held = { priceType: ticket.priceType, price: money(price.price), fee: money(price.fee) }
    }
  shop.replacePriceLists(lists)
}
