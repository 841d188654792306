import type { PostalAddress } from '../customer/postal-address.ts'
import type { FoodOrder } from '../food/food-order.ts'
import type { Money } from '../money/money.ts'
import type { TableOrder } from '../table/table-order.ts'
import type { VoucherDelivery } from './gift-voucher.ts'
import type { ItemKind } from './item-kind.ts'
import type { RequestedProduct } from './product-offer.ts'

/** A gift voucher: what each is worth in minor units, the texts on it, and how and when it is sent. */
export type RequestedVoucher = {
  readonly value: Money
  readonly delivery: VoucherDelivery
  readonly to: string
  readonly from: string
  readonly message: string
  readonly email: string | null
  readonly sendOn: string | null
  readonly address?: PostalAddress | undefined
}
/** What the letter with a gift says, to whom and when it is sent. */
export type GiftTexts = {
  readonly to: string
  readonly from: string
  readonly message: string
  readonly email: string
  readonly sendOn: string | null
}
type OfBooking = { readonly booking?: string | undefined }
/** Items as visitors ask for them: ids, amounts that they choose, and texts. */
export type RequestedItems = {
  readonly donation: {
    readonly kind: 'donation'
    readonly fund: string
    readonly appeal: string | null
    readonly amount: Money
    readonly recognitionName: string | null
    readonly isAnonymous: boolean
    readonly tributeName: string | null
  }
  /** `upgradeFrom`: the membership that it replaces. */
  readonly membership: { readonly kind: 'membership'; readonly membership: string; readonly upgradeFrom?: string | undefined }
  readonly 'gift-membership': { readonly kind: 'gift-membership'; readonly membership: string } & GiftTexts
  readonly 'refund-protection': { readonly kind: 'refund-protection' }
  readonly 'gift-voucher': { readonly kind: 'gift-voucher'; readonly quantity: number } & RequestedVoucher
  /** `voucher`: the id of its account. `booking`: the number of the group booking whose deposits the account holds. */
  readonly 'voucher-top-up': { readonly kind: 'voucher-top-up'; readonly voucher: string; readonly amount: Money } & OfBooking
  readonly product: RequestedProduct
  readonly food: { readonly kind: 'food' } & FoodOrder
  readonly table: { readonly kind: 'table' } & TableOrder
  /** `flex`: the id of the flexible subscription. */
  readonly 'flex-subscription': { readonly kind: 'flex-subscription'; readonly flex: string; readonly quantity: number }
}
export type RequestedItem = RequestedItems[ItemKind]
