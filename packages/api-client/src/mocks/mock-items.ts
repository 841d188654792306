import type { Problem } from '@playhouse/domain/problem'
import type { OfferedItem } from '@playhouse/domain/item-offer'
import type { Money } from '@playhouse/domain/money'
import type { SoldPackage } from '@playhouse/domain/package'
import type { TicketShare } from '@playhouse/domain/package-price'
import type { VoucherCard } from '#contract'

/** A held seat: `seat` is its index in the plan. `series`: the series of performances that it was held with, if any. */
export type MockTicket = {
  id: string
  performance: string
  seat: number
  priceType: string
  /** The person of a group who gets it. */
  holder?: string
  series?: string | undefined
  /** Its share of the price of a package; absent for a ticket at the price of the list. */
  share?: TicketShare
  /** Its price before the price list changed, which it keeps while it has this price type. */
  held?: { readonly priceType: string; readonly price: Money; readonly fee: Money }
}
/** A package of a basket, or of an order after its payment. Its tickets have its id as their series. */
export type MockPackage = Omit<SoldPackage, 'tickets' | 'amount'>
/** A gift voucher that staff have looked at. `blockedBalance`: its balance while it is blocked. */
export type MockVoucher = {
  readonly id: string
  code: string
  blockedBalance: number | null
  /** The group booking whose deposits it holds: a voucher that is not found by its code. Amounts in minor units. */
  readonly deposits?: {
    readonly booking: string
    readonly group: string
    /** The problem of another amount. */
    readonly check: (amount: number) => Problem | undefined
    /** Called after each sold or returned deposit. */
    readonly onChange: () => void
  }
  readonly entries: VoucherCard['entries'][number][]
}
/** An item of a basket. */
export type MockItem = OfferedItem & { readonly id: string }
