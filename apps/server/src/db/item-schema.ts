import type { ItemKind } from '@playhouse/domain/item-kind'
import type { StoredDetail } from '@playhouse/domain/stored-detail'
import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, Json } from './column.ts'

type DetailColumn = Json<NonNullable<StoredDetail>> | null
export type BasketItemTable = {
  id: string
  basket_id: string
  kind: ItemKind
  /** The id of what is bought; null where the kind is the product. */
  product: ColumnType<string | null, string | null, string | null>
  quantity: Generated<number>
  performance_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Minor units; null for a price per ticket. */
  amount: number | null
  detail: DetailColumn
  /** Whether its basket has ended, so that it holds no stock any more. */
  has_ended: Generated<boolean>
  added_at: Generated<CreatedAt>
}
/** What an order has bought besides tickets. */
export type OrderItemTable = {
  id: Generated<string>
  order_id: string
  /** The position of its line. */
  position: number
  kind: ItemKind
  product: string | null
  name: string
  quantity: Generated<number>
  performance_id: ColumnType<string | null, string | null | undefined, string | null>
  amount: number
  fee: number
  detail: DetailColumn
  returned_at: ColumnType<Date | null, undefined, Date>
}
/** An item of a quote. Quotes of an older version have no product, quantity and performance. */
export type QuotedItem = {
  kind: ItemKind
  amount: number
  detail: StoredDetail
  product?: string | null
  quantity?: number
  performance?: string | null
}
