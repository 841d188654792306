import type { TranslatedText } from '../format/translated-text.ts'
import { add, type Money, subtract, zero } from '../money/money.ts'
import type { OfferName } from './offer-name.ts'
import { offerNameOf, offerText } from './offer-text.ts'
import type { Line, NamedDiscount, Totals } from './pricing.ts'

/**
 * What each offer takes off, by its name: the sum of its discount lines at all rates of tax. In the order of the lines.
 * @param offers those whose codes the lines have
 */
export function namedDiscounts(lines: readonly Line[], offers: readonly (OfferName & { readonly code: string })[]): NamedDiscount[] {
  const linesOfCode = Map.groupBy(
    lines.filter(({ kind }) => kind === 'discount'),
    ({ ref }) => ref,
  )
  return [...linesOfCode].flatMap(([code, ofCode]) => {
    const sold = offers.find((offer) => offer.code === code)
    return sold ? [{ ...offerNameOf(sold), amount: subtract(zero, add(...ofCode.map(({ amount }) => amount))) }] : []
  })
}

/** The discount of an order to show, one entry for each offer. Orders from before offers were named have one entry without a name. */
export function discountsOf({
  discount,
  discounts = [],
}: Pick<Totals, 'discount' | 'discounts'>): { readonly name?: TranslatedText; readonly amount: Money }[] {
  const rest = subtract(discount, add(...discounts.map(({ amount }) => amount)))
  const named = discounts.map(({ amount, ...sold }) => ({ name: offerText(sold), amount }))
  return rest === 0 ? named : [...named, { amount: rest }]
}
