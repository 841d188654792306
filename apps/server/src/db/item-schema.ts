import type { ItemKind } from '@playhouse/domain/item-kind'
import type { Generated } from 'kysely'
import type { CreatedAt, Json } from './column.ts'

/** Details of a donation. */
export type GiftDetail = {
  readonly fund: string
  /** The name of the fund at the time of the donation. */
  readonly name: string
  readonly appeal: string | null
  readonly recognitionName: string | null
  readonly isAnonymous: boolean
  readonly tributeName: string | null
}
/** The membership that was bought: its name at that time, its length in months, and the time zone of its dates. */
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
