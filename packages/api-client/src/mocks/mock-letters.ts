import type { Order } from '#contract'
import type { MockShop } from './mock-shop.ts'

/** Whether the vouchers of an item are in a letter. */
export const isPosted = (item: Order['items'][number]): boolean => item.kind === 'gift-voucher' && item.detail.address !== undefined

/** Whether the vouchers of an item are in a letter that is still to be sent. */
export const isInMockLetter = (shop: MockShop, item: Order['items'][number]): boolean =>
  isPosted(item) && !item.isReturned && !shop.sentLetters.has(item.id)

/** The postage of an item whose letter was sent, which is not refunded; minor units. */
export const sentPostage = (shop: MockShop, { id, fee }: Order['items'][number]): number => (shop.sentLetters.has(id) ? fee : 0)

/** The codes of a letter that are not blocked. */
const validCodes = (shop: MockShop, item: string): string[] =>
  (shop.soldVouchers.get(item)?.codes ?? []).filter((code) => shop.vouchers.has(code))

/** Records the codes of an item that were printed at once. */
export function recordPrint(shop: MockShop, item: string, codes = validCodes(shop, item)): void {
  shop.letterPrints.set(item, { at: new Date(shop.now()).toISOString(), codes })
}

/** When a letter was printed with the codes that it has now; null before. */
export function printedAt(shop: MockShop, item: string): string | null {
  const print = shop.letterPrints.get(item)
  return print && print.codes.join() === validCodes(shop, item).join() ? print.at : null
}
