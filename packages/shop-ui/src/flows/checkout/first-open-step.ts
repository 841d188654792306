import type { Basket } from '@playhouse/api-client/contract'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { type CheckoutFacts, firstUnfinished } from '@playhouse/domain/checkout'
import { isEmpty } from '@playhouse/domain/item-kind'
import { isPosted } from '@playhouse/domain/postage'

type Visitor = { readonly customer: object | null }
/** The part of a basket that decides which steps are open. */
export type StepFacts = Pick<Basket, 'state' | 'tickets' | 'items' | 'delivery' | 'deliveryOptions' | 'termsAccepted' | 'billing'>

/**
 * The first step that is not complete. A basket with an open payment cannot be edited, so it belongs to the payment step once
 * the customer is known.
 * @param steps the brand's steps in its order (`brand.steps`)
 */
export function firstOpenStep(steps: readonly CheckoutStep[], visitor: Visitor, basket: StepFacts): CheckoutStep {
  const pending = basket.state === 'paying' ? steps.filter((step) => step === 'account') : steps
  return firstUnfinished(pending, factsOf(visitor, basket))
}

/**
 * Whether a step may be opened now: the first open one and those before it, except the account step of a signed-in customer.
 * While a payment is open, only the payment step.
 */
export function mayOpen(step: CheckoutStep, steps: readonly CheckoutStep[], visitor: Visitor, basket: StepFacts): boolean {
  const open = firstOpenStep(steps, visitor, basket)
  if (step === open) return true
  if (basket.state === 'paying' || (step === 'account' && visitor.customer)) return false
  return steps.includes(step) && steps.indexOf(step) < steps.indexOf(open)
}

const factsOf = ({ customer }: Visitor, basket: StepFacts): CheckoutFacts => ({
  isEmpty: isEmpty(basket),
  isDelivered: basket.tickets.length > 0,
  isPosted: basket.items.some(isPosted),
  isSignedIn: customer !== null,
  delivery: basket.delivery,
  deliveryOptions: basket.deliveryOptions,
  areTermsAccepted: basket.termsAccepted,
  isBilled: basket.billing !== null,
})
