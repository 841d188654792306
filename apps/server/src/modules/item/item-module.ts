import type { Transaction } from 'kysely'
import type { Actor, Database, QuotedItem } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import type { StoredDetail } from '@playhouse/domain/stored-detail'
import type { AgeProblem } from '@playhouse/domain/membership'
import type { Money } from '@playhouse/domain/money'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'

export type BuyerProblem =
  | Problem<
      | 'login-required'
      | 'membership-already-held'
      | 'membership-upgrade-unavailable'
      | 'page-not-found'
      | 'fund-closed'
      | 'food-closed'
      | 'instance-cancelled'
      | 'instance-off-sale'
      | 'instance-passed'
      | 'food-not-found'
      | 'table-closed'
      | 'table-not-found'
      | 'subscription-off-sale'
      | 'subscription-limit'
    >
  | Problem<'voucher-not-recognised' | 'voucher-blocked' | 'voucher-expired' | 'voucher-balance-limit'>
  | Problem<'order-not-found' | 'reserved-order-locked' | 'invalid-input'>
  | AgeProblem
/** Why a basket cannot hold an item. */
type HoldProblem =
  | Problem<'food-sold-out' | 'food-network-limit' | 'bot-check-required' | 'food-not-found'>
  | Problem<'table-full' | 'table-party-too-large' | 'table-network-limit' | 'table-not-found'>
/** An item at the price of its buyer, in minor units. */
export type PricedItem = { readonly amount: Money; readonly detail: StoredDetail }

/** The order that an item is sold with. */
export type ItemSale = {
  /** The item of the order. */
  readonly item: string
  readonly order: string
  readonly customer: string
  /** Read while items without donations take effect. */
  readonly giftAid: Promise<SaleGiftAid>
}
/** Whether Gift Aid is claimed on the donations of an order, and the donor's answer for it; null without one. */
export type SaleGiftAid = { readonly isClaimed: boolean; readonly answer: boolean | null }
/** An item of an order, by the columns that identify its effects. */
export type ReturnedItem = {
  readonly id: string
  readonly order: string
  readonly product: string | null
  readonly name: string
  readonly quantity: number
}

/** The effects of one kind of item. What the brand sells of it, and for how much, is in `@playhouse/domain/item-offer`. */
export type ItemModule = {
  /**
   * Prices the item for a buyer, when it is added and when it is paid for. Without it, every customer buys it at its own price.
   * @returns the amount in minor units and the detail, undefined where they stay; or the problem of a customer who may not buy it
   */
  readonly offerToBuyer?: (
    trx: Transaction<Database>,
    brand: Brand,
    customer: string | null,
    item: {
      readonly product: string | null
      readonly name: string
      readonly quantity: number
      readonly amount: number | null
      readonly detail: StoredDetail
    },
  ) => Promise<Result<PricedItem | undefined, BuyerProblem>>
  /** Finds the problem of what was chosen, by the database clock. It is checked when the item is added. */
  readonly findDetailProblem?: (
    trx: Transaction<Database>,
    brand: Brand,
    detail: StoredDetail,
  ) => Promise<Problem<'invalid-input'> | undefined>
  /**
   * Checks that the basket can hold the item, in the transaction that adds it. Until its end no other basket takes what it needs. Products
   * are held in batches instead: see `addProduct` of `#modules/basket`.
   * @returns the detail with what was assigned to the basket; undefined where it stays
   */
  readonly validateHold?: (
    trx: Transaction<Database>,
    item: {
      readonly basket: string
      readonly product: string | null
      readonly name: string
      readonly quantity: number
      readonly network: string | undefined
      /** Whether the visitor has passed the bot check. */
      readonly isVerified: boolean
      readonly detail: StoredDetail
    },
  ) => Promise<Result<StoredDetail | undefined, HoldProblem>>
  /** Takes what the basket holds, in the transaction that places the order. @returns false where it can't be sold: the payment is refunded */
  readonly sell?: (trx: Transaction<Database>, item: QuotedItem, basket: string) => Promise<boolean>
  /** Reverts `sell`, in the transaction that fails an order whose debit was not paid. */
  readonly cancelSale?: (trx: Transaction<Database>, item: QuotedItem) => Promise<void>
  /** Whether the quoted item can still be sold, in the transaction that confirms the order. Otherwise the payment is refunded. */
  readonly isAvailable?: (trx: Transaction<Database>, item: QuotedItem, customer: string) => Promise<boolean>
  /** Takes effect in the transaction that confirms the order. */
  readonly settle?: (trx: Transaction<Database>, item: QuotedItem, sale: ItemSale, actor: Actor) => Promise<void>
  /** Reverts the effect in the transaction that returns the item. */
  readonly giveBack?: (trx: Transaction<Database>, item: ReturnedItem, actor: Actor) => Promise<void>
}
