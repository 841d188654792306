import type { Basket } from '@playhouse/api-client/contract'
import type { CheckoutStep } from '@playhouse/domain/brand'

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
  return pending.find((step) => !isDone(step, visitor, basket)) ?? 'payment'
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

function isDone(step: CheckoutStep, visitor: Visitor, basket: StepFacts): boolean {
  switch (step) {
    case 'basket':
      return basket.tickets.length > 0
    case 'account':
      return visitor.customer !== null
    case 'delivery':
      return basket.delivery.address !== null || !needsAddress(basket)
    case 'summary':
      return basket.termsAccepted
    case 'billing':
      return basket.billing !== null
    case 'payment':
      return false
  }
}

const needsAddress = ({ delivery, deliveryOptions }: StepFacts): boolean =>
  deliveryOptions.some(({ method, needsAddress: needs }) => method === delivery.method && needs)
