import type { Brand, CheckoutStep } from '@playhouse/domain/brand'
import { firstUnfinished } from '@playhouse/domain/checkout'
import type { BasketRow } from '#modules/basket'

type CheckoutFields = Pick<BasketRow, 'delivery' | 'terms_at' | 'billing' | 'staff_id'>

/** The first of the brand's steps that isn't finished: nobody pays without having seen delivery, terms and billing. */
export function findMissingStep(
  { steps, delivery: deliveryOptions }: Brand,
  { delivery, terms_at, billing, staff_id }: CheckoutFields,
): Exclude<CheckoutStep, 'payment'> | undefined {
  // At the counter the clerk asks, and nobody ticks a box.
  if (staff_id !== null) return undefined
  const facts = {
    hasTickets: true,
    isSignedIn: true,
    delivery,
    deliveryOptions,
    areTermsAccepted: terms_at !== null,
    isBilled: billing !== null,
  }
  const step = firstUnfinished(steps, facts)
  return step === 'payment' ? undefined : step
}
