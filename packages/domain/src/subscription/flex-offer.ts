import type { Locale } from '../brand/locale.ts'
import { type Money, times } from '../money/money.ts'
import { type Problem, problem } from '../problem.ts'
import { type FlexDefinition, isFlexOnSale, type TheatreClock } from './flex-subscription.ts'

/** A flexible subscription that is asked for, and the theatre's clock. */
export type FlexOffer = { readonly definition: FlexDefinition; readonly clock: TheatreClock }

/** What is stored of a flexible subscription: its name at the time of the sale, the vouchers of each, and how long they are valid. */
export type FlexDetail = {
  readonly flex: string
  readonly name: string
  readonly names: Partial<Record<Locale, string>>
  readonly vouchers: number
  readonly validMonths: number | null
  readonly validUntil: string | null
}
/** The price of flexible subscriptions in minor units, and what is stored of them. */
export const priceFlex = (
  { flex, name, price, vouchers, validMonths, validUntil }: FlexDefinition,
  quantity: number,
): { readonly amount: Money; readonly detail: FlexDetail } => ({
  amount: times(price, quantity),
  detail: { flex, name: name.text, names: name.translations ?? {}, vouchers, validMonths, validUntil },
})

/**
 * Why a customer can't buy so many of a flexible subscription; undefined where they can.
 * @param held how many the customer holds whose last day has not passed
 */
export function findFlexProblem(
  { definition, clock }: FlexOffer,
  { quantity, held }: { readonly quantity: number; readonly held: number },
): Problem<'subscription-off-sale' | 'subscription-limit'> | undefined {
  if (!isFlexOnSale(definition, clock)) return problem('subscription-off-sale', { name: definition.name.text })
  const maximum = definition.perCustomer
  return maximum !== null && held + quantity > maximum ? problem('subscription-limit', { name: definition.name.text, maximum }) : undefined
}
