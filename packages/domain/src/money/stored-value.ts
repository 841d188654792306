import { add, type Money, money, subtract, zero } from './money.ts'

/** Money that a customer may pay with besides a card: a gift voucher, or a part of account credit. */
export type StoredValue = { readonly id: string; readonly available: Money }
export type TenderAllocation = { readonly account: string; readonly amount: Money }

/**
 * Allocates an amount due to stored values, in their order, each up to its balance; the rest is for the card. Stored values
 * that pay nothing are left out.
 */
export function allocateTender(due: Money, values: readonly StoredValue[]): TenderAllocation[] {
  const spends: TenderAllocation[] = []
  let remainingDue = due
  for (const { id, available } of values) {
    const amount = money(Math.max(0, Math.min(remainingDue, available)))
    if (amount === 0) continue
    spends.push({ account: id, amount })
    remainingDue = subtract(remainingDue, amount)
  }
  return spends
}

export const sumOfAllocations = (spends: readonly TenderAllocation[]): Money => add(zero, ...spends.map(({ amount }) => amount))
