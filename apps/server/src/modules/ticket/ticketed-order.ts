import type { Seating } from '@playhouse/domain/plan'
import type { Money } from '@playhouse/domain/money'

/** One ticket as paper and calendars show it. Names are in the house's own language. */
export type OrderedTicket = {
  readonly id: string
  /** The performance's id: tickets of one performance share it. */
  readonly instance: string
  readonly title: string
  /** BCP 47 language of the title, where it isn't the reader's. */
  readonly copyLanguage?: string
  /** ISO 8601 instant; the time zone is the house's. */
  readonly startsAt: string
  readonly timeZone: string
  /** Minutes, intervals included. */
  readonly runningTime: number
  readonly hallName: string
  readonly area: string
  /** Empty where nobody is given a row or a seat: standing. */
  readonly row: string
  readonly number: string
  /** Whether `row` is a table's. Left out: of a row. */
  readonly seating?: Seating | undefined
  readonly entrance: string
  readonly priceTypeName: string
  readonly price: Money
  /** See `newQrCode`. */
  readonly qr: string
}

/** An order whose tickets are given out: what a printed ticket and a calendar need to know of it, and no more. */
export type TicketedOrder = {
  readonly number: string
  /** ISO 8601 instant. */
  readonly placedAt: string
  readonly customerName: string
  /** Of the house, on one line. */
  readonly address: string
  readonly tickets: readonly OrderedTicket[]
}

/** The tickets of each performance, the earliest performance first. */
export function byPerformance(tickets: readonly OrderedTicket[]): OrderedTicket[][] {
  const shared = Map.groupBy(tickets, (ticket) => ticket.instance)
  return [...shared.values()].toSorted(([one], [other]) => Date.parse(one!.startsAt) - Date.parse(other!.startsAt))
}
