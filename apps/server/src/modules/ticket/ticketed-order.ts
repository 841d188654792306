import type { Seating } from '@playhouse/domain/plan'
import type { Money } from '@playhouse/domain/money'
import type { TranslatedText } from '@playhouse/domain/translated-text'

/** One ticket for print and calendars. Names are in the theatre's language. */
export type OrderedTicket = {
  readonly id: string
  /** The performance's id: tickets of one performance share it. */
  readonly instance: string
  readonly title: string
  /** BCP 47 language of a title that is not translated for the reader. */
  readonly copyLanguage?: string | undefined
  /** ISO 8601 instant; `timeZone` is the theatre's. */
  readonly startsAt: string
  readonly timeZone: string
  /** Minutes, intervals included. */
  readonly runningTime: number
  readonly hallName: string
  readonly area: string
  /** Row and number are empty for standing places. */
  readonly row: string
  readonly number: string
  /** Whether `row` names a table. Omitted for a row. */
  readonly seating?: Seating | undefined
  readonly entrance: string
  readonly priceTypeName: string
  /** What its holder shows at the door. */
  readonly proofAtDoor?: TranslatedText | undefined
  /** The person of a group who has it; otherwise it bears the name of the customer. */
  readonly holder?: string | undefined
  /** The name of the package that it belongs to. */
  readonly packageName?: TranslatedText | undefined
  readonly price: Money
  /** See `newQrCode`. */
  readonly qr: string
}

/** The fields of an order that printed tickets and calendars need. */
export type TicketedOrder = {
  readonly number: string
  /** ISO 8601 instant. */
  readonly placedAt: string
  readonly customerName: string
  /** The theatre's address, on one line. */
  readonly address: string
  readonly tickets: readonly OrderedTicket[]
}

/** The name on a ticket: that of the person of a group who has it, or of the customer. */
export const nameOnTicket = ({ customerName }: Pick<TicketedOrder, 'customerName'>, { holder }: Pick<OrderedTicket, 'holder'>): string =>
  holder ?? customerName

/** Groups tickets by performance, the earliest performance first. */
export function byPerformance(tickets: readonly OrderedTicket[]): OrderedTicket[][] {
  const ticketsByPerformance = Map.groupBy(tickets, (ticket) => ticket.instance)
  return [...ticketsByPerformance.values()].toSorted(([a], [b]) => Date.parse(a!.startsAt) - Date.parse(b!.startsAt))
}
