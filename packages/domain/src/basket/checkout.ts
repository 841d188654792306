/** Checkout steps a brand may compose, in the order of the specification. The route is `/checkout/<step>`. */
export const checkoutSteps = [
  'basket',
  'account',
  'delivery',
  'summary',
  'billing',
  'payment',
  'add-ons',
  'additional-details',
  'billing-address',
  'booking-protect',
  'contact-preferences',
  'gift-aid',
  'household',
  'memberships',
  'review',
  'upsells',
] as const
export type CheckoutStep = (typeof checkoutSteps)[number]

/** Facts about an order that decide which steps are finished. */
export type CheckoutFacts = {
  readonly isEmpty: boolean
  /** Whether something is delivered: tickets are. */
  readonly isDelivered: boolean
  /** Whether goods are sent by post, which need an address. */
  readonly isPosted: boolean
  readonly isSignedIn: boolean
  readonly delivery: { readonly method: string; readonly address: object | null }
  readonly deliveryOptions: readonly { readonly method: string; readonly needsAddress: boolean }[]
  readonly areTermsAccepted: boolean
  readonly isBilled: boolean
}

/**
 * Whether a step has all data that a payment requires. Steps that only offer something are always finished, because no
 * visitor must accept an offer.
 */
export function isStepFinished(step: CheckoutStep, facts: CheckoutFacts): boolean {
  switch (step) {
    case 'basket':
      return !facts.isEmpty
    case 'account':
      return facts.isSignedIn
    case 'delivery':
      return (!facts.isDelivered || isDeliverable(facts)) && (!facts.isPosted || facts.delivery.address !== null)
    case 'summary':
    case 'review':
      return facts.areTermsAccepted
    case 'billing':
    case 'billing-address':
      return facts.isBilled
    case 'payment':
      return false
    case 'add-ons':
    case 'additional-details':
    case 'booking-protect':
    case 'contact-preferences':
    case 'gift-aid':
    case 'household':
    case 'memberships':
    case 'upsells':
      return true
  }
}

function isDeliverable({ delivery, deliveryOptions }: CheckoutFacts): boolean {
  const option = deliveryOptions.find(({ method }) => method === delivery.method)
  return option !== undefined && (!option.needsAddress || delivery.address !== null)
}

/** The first unfinished step of a brand; `payment` at the latest. */
export const firstUnfinished = (steps: readonly CheckoutStep[], facts: CheckoutFacts): CheckoutStep =>
  steps.find((step) => !isStepFinished(step, facts)) ?? 'payment'

/** The step on which the terms are accepted: there is one place to accept them, the first that shows the whole order. */
export const termsStep = (steps: readonly CheckoutStep[]): CheckoutStep =>
  steps.find((step) => step === 'summary' || step === 'review') ?? 'payment'

/**
 * Pages that the ticketing system validates by its own names before a visitor leaves them (the spec,
 * section 2): billing details, and payment.
 */
export const validationPages = { ordersummary: 'summary', billingdetails: 'billing', payment: 'payment' } as const
export type ValidationPage = keyof typeof validationPages

/** The next step after a page of the ticketing system: the next one of the brand; after the payment, the payment. */
export function stepAfter(page: ValidationPage, steps: readonly CheckoutStep[]): CheckoutStep {
  const at = steps.indexOf(validationPages[page])
  return (at < 0 ? undefined : steps[at + 1]) ?? 'payment'
}
