import type { ColumnType, RawBuilder } from 'kysely'
import type { CreatedAt, Instant } from './column.ts'

type SetLater = ColumnType<Date | null, undefined, RawBuilder<Date> | null>

/** A link by which a customer pays for a counter basket. */
export type PaymentLinkTable = {
  id: string
  basket_id: string
  customer_id: string
  /** Staff user who made it. */
  staff_id: string
  /** Left to pay when it was made, in minor units. */
  amount: number
  created_at: CreatedAt
  valid_until: Instant
  /** Digest of its token, and when that was made; null before. */
  token_hash: ColumnType<string | null, undefined, string | null>
  issued_at: SetLater
  cancelled_at: SetLater
  expired_at: SetLater
}

/** A link by which the winner of a draw pays for a reserved order. */
export type ReservationLinkTable = {
  reservation_id: string
  /** Digest of its token. */
  token_hash: string
  /** The last basket with which the order was paid for by the link; null before. */
  basket_id: string | null
  created_at: CreatedAt
}
