import { add, type Money, money, subtract, zero } from './money.ts'

/** Money that somebody may pay with besides a card: a gift voucher, or a piece of account credit. */
export type StoredValue = { readonly id: string; readonly available: Money }
export type TenderAllocation = { readonly account: string; readonly amount: Money }

/**
 * Takes what is due from purses, in their order, each as far as it goes; what is left is for the card. A purse that
 * nothing is taken from isn't named.
 */
export function allocateTender(due: Money, purses: readonly StoredValue[]): TenderAllocation[] {
  const spends: TenderAllocation[] = []
  let left = due
  for (const { id, available } of purses) {
    const amount = money(Math.max(0, Math.min(left, available)))
    if (amount === 0) continue
    spends.push({ account: id, amount })
    left = subtract(left, amount)
  }
  return spends
}

export const sumOfAllocations = (spends: readonly TenderAllocation[]): Money => add(zero, ...spends.map(({ amount }) => amount))
