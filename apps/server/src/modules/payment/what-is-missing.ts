import type { Brand, CheckoutStep } from '@playhouse/domain/brand'
import type { BasketRow } from '#modules/basket'

/** The first of the brand's steps that isn't finished: nobody pays without having seen delivery, terms and billing. */
export function whatIsMissing(brand: Brand, basket: Pick<BasketRow, 'delivery' | 'terms_at' | 'billing'>): CheckoutStep | undefined {
  const option = brand.delivery.find((each) => each.method === basket.delivery.method)
  const finished: Partial<Record<CheckoutStep, boolean>> = {
    delivery: option !== undefined && (!option.needsAddress || basket.delivery.address !== null),
    summary: basket.terms_at !== null,
    billing: basket.billing !== null,
  }
  return brand.steps.find((step) => finished[step] === false)
}
