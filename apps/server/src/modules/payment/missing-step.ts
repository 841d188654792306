import type { Brand, CheckoutStep } from '@playhouse/domain/brand'
import { firstUnfinished } from '@playhouse/domain/checkout'
import { isPosted } from '@playhouse/domain/postage'
import type { BasketRow } from '#modules/basket'

type CheckoutFields = Pick<BasketRow, 'delivery' | 'terms_at' | 'billing' | 'staff_id' | 'is_off_session'>

/**
 * Finds the first incomplete checkout step: a payment requires delivery of tickets, accepted terms and billing.
 * @param tickets those of the basket, which is not empty with its `items`
 */
export function findMissingStep(
  { steps, delivery: deliveryOptions }: Brand,
  { delivery, terms_at, billing, staff_id, is_off_session }: CheckoutFields,
  tickets: readonly unknown[],
  items: readonly { readonly detail: object | null }[],
): Exclude<CheckoutStep, 'payment'> | undefined {
  // Counter sales and off-session charges have no checkout steps. Goods by post need an address there, too.
  if (staff_id !== null || is_off_session) return items.some(isPosted) && delivery.address === null ? 'delivery' : undefined
  const facts = {
    isEmpty: false,
    isDelivered: tickets.length > 0,
    isPosted: items.some(isPosted),
    isSignedIn: true,
    delivery,
    deliveryOptions,
    areTermsAccepted: terms_at !== null,
    isBilled: billing !== null,
  }
  const step = firstUnfinished(steps, facts)
  return step === 'payment' ? undefined : step
}
