import type { Order } from '#contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { VoucherTopUpDetail } from '@playhouse/domain/stored-detail'
import { findTopUpProblem, voucherHint, voucherState } from '@playhouse/domain/voucher'
import type { MockItem, MockShop, MockVoucher } from './mock-shop.ts'

/** The balance of a voucher that staff have looked at, also while it is blocked; minor units. */
export const balanceOf = (shop: MockShop, { code, blockedBalance }: MockVoucher): number => blockedBalance ?? shop.vouchers.get(code) ?? 0

/** Finds the problem of a top-up of a voucher. */
export function findMockTopUpProblem(
  shop: MockShop,
  { voucher, mostBalance, booking }: VoucherTopUpDetail,
  amount: number,
): Problem | undefined {
  const found = shop.staffVouchers.find(({ id }) => id === voucher)
  if (!found) return problem('voucher-not-recognised')
  if (found.deposits || booking !== undefined)
    return found.deposits && found.deposits.booking === booking ? found.deposits.check(amount) : problem('order-not-found')
  const balance = balanceOf(shop, found)
  const isReturned = [...shop.payments.values()].some(({ order }) =>
    order?.items.some(({ id, isReturned: isGone }) => isGone && shop.soldVouchers.get(id)?.codes.includes(found.code)),
  )
  const state = voucherState({ isReturned, isBlocked: found.blockedBalance !== null, isWaiting: false, isExpired: false, balance })
  return findTopUpProblem(state, { balance, amount, most: mostBalance })
}

/** The item with the last characters of the code of the voucher that it adds money to. */
export function withVoucherHint<Item extends Omit<MockItem, 'id'>>(shop: MockShop, item: Item): Item {
  const { detail } = item
  if (!detail || !('voucher' in detail)) return item
  const { code, deposits } = shop.staffVouchers.find(({ id }) => id === detail.voucher)!
  if (deposits) return { ...item, detail: { ...detail, hint: deposits.booking, group: deposits.group } }
  return { ...item, detail: { ...detail, hint: voucherHint(code) } }
}

const addMoney = (shop: MockShop, voucher: MockVoucher, amount: number, order: string): void => {
  if (voucher.blockedBalance === null) shop.vouchers.set(voucher.code, (shop.vouchers.get(voucher.code) ?? 0) + amount)
  else voucher.blockedBalance += amount
  const entry = { id: crypto.randomUUID(), at: new Date(shop.now()).toISOString(), who: null, verb: amount > 0 ? 'topped-up' : 'recalled' }
  voucher.entries.unshift({ ...entry, amount: amount as never, order, reason: null })
  voucher.deposits?.onChange()
}

/** Adds the money of sold top-ups to their vouchers. @param sold the items of the basket that was sold */
export function topUpMockVouchers(shop: MockShop, order: Order, sold: readonly MockItem[]): void {
  const topUps = sold.flatMap(({ detail }) => (detail && 'voucher' in detail ? [detail.voucher] : []))
  for (const [nth, { id, amount }] of order.items.filter(({ kind }) => kind === 'voucher-top-up').entries()) {
    const voucher = shop.staffVouchers.find((one) => one.id === topUps[nth])!
    shop.voucherTopUps.set(id, { voucher, amount })
    addMoney(shop, voucher, amount, order.number)
  }
}

/** Takes the money of returned top-ups off their vouchers, and the codes of returned vouchers out of use. */
export function recallMockVouchers(shop: MockShop, order: Order, items: readonly string[]): void {
  for (const id of items) {
    for (const code of shop.soldVouchers.get(id)?.codes ?? []) shop.vouchers.delete(code)
    const topUp = shop.voucherTopUps.get(id)
    if (topUp) addMoney(shop, topUp.voucher, -topUp.amount, order.number)
  }
}

/** Whether a part of the vouchers, or of the top-up, that an item sold was spent. */
export function isVoucherSpent(shop: MockShop, item: string): boolean {
  const topUp = shop.voucherTopUps.get(item)
  if (topUp) return balanceOf(shop, topUp.voucher) < topUp.amount
  const sold = shop.soldVouchers.get(item)
  return sold !== undefined && sold.codes.some((code) => shop.vouchers.get(code) !== sold.value)
}
