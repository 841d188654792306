import { type Money, money } from '../money/money.ts'

/** What a customer may pay for a ticket at a price type that is pay what you can, in minor units. The price of the list is the suggested one. */
export type PriceRange = { readonly least: Money; readonly most: Money }

/** Whether a customer may pay an amount. */
export const isInRange = ({ least, most }: PriceRange, amount: number): boolean => amount >= least && amount <= most

/**
 * The price of a ticket for which a customer chose what to pay, with its fee: that of the list, and never more than the price.
 * @returns undefined where the price type is not pay what you can, or the amount is out of its range
 */
export function chosenPrice(
  { payWhatYouCan: range }: { readonly payWhatYouCan?: PriceRange | undefined },
  { fee }: { readonly fee: Money },
  amount: Money,
): { readonly price: Money; readonly fee: Money } | undefined {
  if (!range || !isInRange(range, amount)) return undefined
  return { price: amount, fee: money(Math.min(fee, amount)) }
}
