import type { PurchaseConsent } from '../customer/membership-renewal.ts'
import type { MembershipChange } from '../customer/membership-term.ts'
import type { FoodDetail } from '../food/food-order.ts'
import { type Money, times, zero } from '../money/money.ts'
import type { FlexDetail } from '../subscription/flex-offer.ts'
import type { TableDetail } from '../table/table-order.ts'
import { holdsStock, type ItemKind, needsTickets } from './item-kind.ts'
import type { ProductDetail } from './product-offer.ts'
import type { GiftTexts, RequestedVoucher } from './requested-item.ts'
import type { TopUp } from './top-up.ts'

/** What is stored of a donation: its name is the fund's name at the time of the sale. */
export type GiftDetail = {
  readonly fund: string
  readonly name: string
  readonly appeal: string | null
  /** Its name at the time of the sale. Absent in details of older versions. */
  readonly appealName?: string | null
  readonly recognitionName: string | null
  readonly isAnonymous: boolean
  readonly tributeName: string | null
  readonly topUp?: TopUp | null
}
/** What is stored of a membership: its name at the time of the sale, its length, the time zone of its days, and how it was quoted. */
export type MembershipDetail = {
  readonly membership: string
  readonly name: string
  readonly months: number
  readonly timeZone: string
  /** Absent in details of older versions. */
  readonly change?: MembershipChange
  readonly startsOn?: string | null
  /** The name and the id of the membership that an upgrade replaces. */
  readonly from?: string | null
  readonly upgradeFrom?: string | null
  readonly credit?: Money
  /** The term that a renewal continues, and the terms that an upgrade ends. */
  readonly continues?: string | null
  readonly replaces?: readonly string[]
  /** The automatic renewals that the buyer has agreed to; absent without them. */
  readonly autoRenewal?: PurchaseConsent
}
/** What is stored of a membership that is given. `level`: the membership. `claimMonths`: how long its link is valid. */
export type GiftMembershipDetail = GiftTexts & {
  readonly level: string
  readonly name: string
  readonly months: number
  readonly claimMonths: number
  readonly timeZone: string
}
/** What is stored of a gift voucher: also how long it is valid, the time zone of its days, and the fee of its letter in minor units. */
export type VoucherDetail = RequestedVoucher & { readonly months: number; readonly timeZone: string; readonly postage?: Money }
/**
 * What is stored of a top-up: the voucher's account, and the brand's rules at the time of the sale. `hint`: the last characters of its code.
 * `months`: for how long the voucher is valid from the sale on; null where its last day stays.
 */
export type VoucherTopUpDetail = {
  readonly voucher: string
  readonly hint: string
  readonly months: number | null
  readonly mostBalance: Money
  /** Number and name of the group booking whose deposit it is; absent for a gift voucher. */
  readonly booking?: string
  readonly group?: string
}
export type StoredDetail =
  | GiftDetail
  | MembershipDetail
  | GiftMembershipDetail
  | VoucherDetail
  | VoucherTopUpDetail
  | ProductDetail
  | FoodDetail
  | TableDetail
  | FlexDetail
  | null
/** The stored name of an item; undefined for kinds with a fixed name. */
export const storedName = (detail: StoredDetail): string | undefined => (detail && 'name' in detail ? detail.name : undefined)

/** The part of an item's amount that is a fee, in minor units: that of each piece, or of the letter that brings gift vouchers. */
export function itemFee(detail: StoredDetail, quantity: number): Money {
  if (detail && 'fee' in detail) return times(detail.fee, quantity)
  return detail && 'postage' in detail ? (detail.postage ?? zero) : zero
}

/** Ids of the terms that a membership renews or replaces, which no other item counts; empty for other items. */
export const termsUsedBy = (detail: StoredDetail): readonly string[] =>
  detail && 'membership' in detail ? [...(detail.replaces ?? []), ...(detail.continues ? [detail.continues] : [])] : []

/** Whether the buyer of an item has agreed to automatic renewals of a membership. */
export const hasRenewalConsent = (detail: StoredDetail): boolean =>
  detail !== null && 'membership' in detail && detail.autoRenewal !== undefined

/** The top-up that an item is; undefined for other items. */
export const topUpOf = (detail: StoredDetail): TopUp | undefined => (detail && 'topUp' in detail ? (detail.topUp ?? undefined) : undefined)

/** Whether an item stays in a basket without tickets, so that it can be paid for alone. A top-up needs something else. */
export const isKeptItem = ({ kind, detail }: { readonly kind: ItemKind; readonly detail: StoredDetail }): boolean =>
  !needsTickets(kind) && topUpOf(detail) === undefined
/** Whether an item stays in a basket whose deadline has passed, and can be paid for alone. */
export const outlivesDeadline = (item: { readonly kind: ItemKind; readonly detail: StoredDetail }): boolean =>
  isKeptItem(item) && !holdsStock(item.kind)
