import type { ItemKind } from '@playhouse/domain/item-kind'
import type { Generated } from 'kysely'
import type { CreatedAt, Json } from './column.ts'

/** Details of a donation. */
export type GiftDetail = {
  readonly fund: string
  /** What the fund was called then. */
  readonly name: string
  readonly appeal: string | null
  readonly recognitionName: string | null
  readonly isAnonymous: boolean
  readonly tributeName: string | null
}
/** What was bought of a membership: what it was called then, for how long, and whose calendar it goes by. */
export type MembershipDetail = { readonly membership: string; readonly name: string; readonly months: number; readonly timeZone: string }
export type BasketItemTable = {
  id: string
  basket_id: string
  kind: ItemKind
  amount: number | null
  detail: Json<GiftDetail | MembershipDetail> | null
  added_at: Generated<CreatedAt>
}
/** An item of a quote. */
export type QuotedItem = { kind: ItemKind; amount: number; detail: GiftDetail | MembershipDetail | null }
