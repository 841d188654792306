import type { ColumnType, Generated } from 'kysely'
import type { Billing } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import type { OrderState } from '@playhouse/domain/order'
import type { Line, Totals } from '@playhouse/domain/pricing'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import type { CreatedAt, Instant, Json } from './column.ts'
import type { Delivery, Notes } from './payment-schema.ts'

type OrderHold = 'disputed' | 'dispute-lost' | 'refunded'
export type CustomerOrderTable = {
  id: string
  number: string
  customer_id: string
  basket_id: string
  attempt_id: string
  state: OrderState
  /** State of the last dispute of its payment. */
  dispute: ColumnType<'open' | 'won' | 'lost' | null, 'open' | 'won' | 'lost' | null | undefined, 'open' | 'won' | 'lost' | null>
  /** Reason that its tickets are not valid; null unless the order is on hold. */
  hold: ColumnType<OrderHold | null, OrderHold | null | undefined, OrderHold | null>
  total: number
  paid: number
  totals: Json<Totals>
  delivery: Json<Delivery>
  billing: Json<Billing> | null
  notes: Json<Notes>
  locale: Locale
  /** Household member who booked, if not the customer. */
  booked_for: ColumnType<string | null, string | null | undefined, string | null>
  /** The guest who bought it, where it was moved to their account since. */
  bought_as: ColumnType<string | null, string | null | undefined, string | null>
  /** The order that it adds to. */
  adds_to: ColumnType<string | null, string | null | undefined, string | null>
  /** How many orders were placed that add to this one. */
  add_ons: Generated<number>
  channel: Generated<'web' | 'box-office'>
  /** Staff user who sold it at the counter. */
  staff_id: ColumnType<string | null, string | null | undefined, string | null>
  placed_at: CreatedAt
}
export type OrderLineTable = {
  order_id: string
  position: number
  kind: Line['kind']
  ref: string
  amount: number
  fee: number
  vat_basis_points: number | null
}
export type TicketTable = {
  id: string
  order_id: string
  performance_id: string
  seat: number
  area: string
  row_label: string
  number: string
  entrance: string
  price_type: string
  price_type_name: string
  price: number
  fee: number
  qr: string
  returned_at: Instant | null
  /** The subscription whose voucher paid for it, if any. */
  subscription_id: ColumnType<string | null, string | null | undefined, string | null>
  /** The package of the order that it belongs to, if any. */
  order_package_id: ColumnType<string | null, string | null | undefined, string | null>
  /** What its holder shows at the door, as its price type asked for at the sale. */
  proof_at_door: ColumnType<TranslatedText | null, string | null | undefined, never>
  /** The name of the person of a group who has it. */
  holder: Generated<string | null>
}

/** A link by which another person may show a ticket at the door. */
export type SharedTicketTable = { token: string; ticket_id: string; shared_at: CreatedAt; revoked_at: Instant | null }
