import type { PriceType } from '@playhouse/domain/pricing'
import type { TicketRow } from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'

/** A ticket of a basket with the current rules of its price type. Its price is that of its hold. */
export type PricedTicket = TicketRow & ReturnType<typeof rulesOf>

/** Reads the rules of the price types of tickets from their price lists. A price type that its list does not have any more has none. */
export const withPriceRules = <Ticket extends TicketRow>(
  { catalogue }: Pick<BasketDeps, 'catalogue'>,
  tickets: readonly Ticket[],
): Promise<(Ticket & PricedTicket)[]> =>
  Promise.all(
    tickets.map(async (ticket) => {
      const performanceDetails = await catalogue.performanceDetails(ticket.performance_id)
      const table = performanceDetails && (await catalogue.priceTable(performanceDetails.priceList))
      const type = table?.list.priceTypes.find(({ id }) => id === ticket.price_type)
      return { ...ticket, ...rulesOf(type) }
    }),
  )

/** The rules of a price type that baskets read. */
const rulesOf = (type: PriceType | undefined) => ({
  vatBasisPoints: type?.vatBasisPoints,
  proofAtDoor: type?.proofAtDoor,
  levy: type?.levy,
  payWhatYouCan: type?.payWhatYouCan,
})
