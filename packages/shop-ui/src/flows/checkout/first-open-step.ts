import type { Basket } from '@playhouse/api-client/contract'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { type CheckoutFacts, firstUnfinished } from '@playhouse/domain/checkout'

type Visitor = { readonly customer: object | null }
/** What of a basket decides where its owner may be. */
export type StepFacts = Pick<Basket, 'state' | 'tickets' | 'delivery' | 'deliveryOptions' | 'termsAccepted' | 'billing'>

/**
 * The furthest step that may be opened: all before it are done, it isn't. A basket that is being paid can't be edited, so
 * it belongs to the payment step, once we know whose it is.
 * @param steps the brand's steps in its order (`brand.steps`)
 */
export function firstOpenStep(steps: readonly CheckoutStep[], visitor: Visitor, basket: StepFacts): CheckoutStep {
  const pending = basket.state === 'paying' ? steps.filter((step) => step === 'account') : steps
  return firstUnfinished(pending, factsOf(visitor, basket))
}

/**
 * Whether a step may be opened now: the first open one, and those before it to look at again. Not the account step of
 * somebody signed in, and nothing but the payment while one is open.
 */
export function mayOpen(step: CheckoutStep, steps: readonly CheckoutStep[], visitor: Visitor, basket: StepFacts): boolean {
  const open = firstOpenStep(steps, visitor, basket)
  if (step === open) return true
  if (basket.state === 'paying' || (step === 'account' && visitor.customer)) return false
  return steps.includes(step) && steps.indexOf(step) < steps.indexOf(open)
}

const factsOf = ({ customer }: Visitor, basket: StepFacts): CheckoutFacts => ({
  hasTickets: basket.tickets.length > 0,
  isSignedIn: customer !== null,
  delivery: basket.delivery,
  deliveryOptions: basket.deliveryOptions,
  areTermsAccepted: basket.termsAccepted,
  isBilled: basket.billing !== null,
})
