import type { Order, Ticket } from '@playhouse/api-client/contract'

/** The fields of a ticket in the confirmation of its order. */
export type MailedTicket = Pick<
  Ticket,
  | 'instance'
  | 'title'
  | 'startsAt'
  | 'timeZone'
  | 'hallName'
  | 'area'
  | 'row'
  | 'number'
  | 'seating'
  | 'entrance'
  | 'priceTypeName'
  | 'proofAtDoor'
  | 'price'
>

/** The fields of an order in its confirmation. */
export type OrderMail = Pick<Order, 'number' | 'placedAt' | 'delivery' | 'totals' | 'packages'> & {
  /** Items other than tickets. */
  readonly items: readonly Order['items'][number][]
  /** The number of the order that it adds to; absent or null for a separate order. */
  readonly addsTo?: string | null
  readonly firstName: string
  readonly tickets: readonly MailedTicket[]
}
