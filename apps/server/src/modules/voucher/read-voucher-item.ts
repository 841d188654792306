import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type ItemDetails, parseItemDetail } from '@playhouse/domain/item-detail'
import { type Money, money } from '@playhouse/domain/money'

/** An item of an order that sold gift vouchers. */
export type VoucherItem = {
  readonly detail: ItemDetails['gift-voucher']
  readonly isReturned: boolean
  /** Number of the order. */
  readonly number: string
  readonly locale: Locale
  /** Address of the buyer. */
  readonly buyer: string
  /** ISO 8601 instant. */
  readonly soldAt: string
  /** By voucher: minor units, and the last day (ISO date). */
  readonly accounts: ReadonlyMap<string, { readonly balance: Money; readonly expiresOn: string | null }>
}

/** Reads an item that sold gift vouchers. @returns undefined for an unknown item */
export async function readVoucherItem(db: Kysely<Database>, item: string): Promise<VoucherItem | undefined> {
  const row = await db
    .selectFrom('order_item')
    .innerJoin('customer_order', 'customer_order.id', 'order_item.order_id')
    .innerJoin('customer', 'customer.id', 'customer_order.customer_id')
    .select(['order_item.detail', 'order_item.returned_at', 'customer_order.number', 'customer_order.locale', 'customer_order.placed_at'])
    .select('customer.email')
    .where('order_item.id', '=', item)
    .where('order_item.kind', '=', 'gift-voucher')
    .executeTakeFirst()
  if (!row) return undefined
  const parsed = parseItemDetail('gift-voucher', row.detail)
  if (parsed.kind !== 'gift-voucher') throw new Error(`item ${item} is no gift voucher`)
  const accounts = await db
    .selectFrom('gift_voucher')
    .innerJoin('ledger_account', 'ledger_account.id', 'gift_voucher.account_id')
    .select(['gift_voucher.id', 'ledger_account.balance', 'ledger_account.expires_on'])
    .where('gift_voucher.order_item_id', '=', item)
    .execute()
  return {
    detail: parsed.detail,
    isReturned: row.returned_at !== null,
    number: row.number,
    locale: row.locale,
    buyer: row.email,
    soldAt: row.placed_at.toISOString(),
    accounts: new Map(accounts.map(({ id, balance, expires_on }) => [id, { balance: money(balance), expiresOn: expires_on }])),
  }
}
