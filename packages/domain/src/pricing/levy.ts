import type { TranslatedText } from '../format/translated-text.ts'
import { add, type Money, money } from '../money/money.ts'

/** A named part of the prices of a price type, such as a restoration levy: an amount for each ticket, or a part of its price in basis points. */
export type Levy = { readonly name: TranslatedText } & ({ readonly amount: Money } | { readonly basisPoints: number })
/** A levy within an amount. */
export type IncludedLevy = { readonly name: TranslatedText; readonly amount: Money }

/** The levy within the price of a ticket: never more than the price, and rounded half up. Undefined where there is none. */
export function levyWithin(levy: Levy | undefined, price: Money): IncludedLevy | undefined {
  if (!levy) return undefined
  const amount = 'amount' in levy ? Math.min(levy.amount, price) : Math.round((price * levy.basisPoints) / 10_000)
  return amount > 0 ? { name: levy.name, amount: money(amount) } : undefined
}

/** The levies within lines, added up by name, in the order of the lines. */
export const leviesOf = (lines: readonly { readonly levy?: IncludedLevy | undefined }[]): IncludedLevy[] =>
  [
    ...Map.groupBy(
      lines.flatMap(({ levy }) => levy ?? []),
      ({ name }) => name.text,
    ).values(),
  ].map((ofName) => ({
    name: ofName[0]!.name,
    amount: add(...ofName.map(({ amount }) => amount)),
  }))
