import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CheckoutFacts, type CheckoutStep, checkoutSteps, firstUnfinished, isStepFinished, stepAfter, termsStep } from './checkout.ts'

const bridge: CheckoutStep[] = ['basket', 'account', 'delivery', 'summary', 'billing', 'payment']
const steps = fc.shuffledSubarray([...checkoutSteps], { minLength: 1 })
const facts: fc.Arbitrary<CheckoutFacts> = fc.record({
  isEmpty: fc.boolean(),
  isDelivered: fc.boolean(),
  isPosted: fc.boolean(),
  isSignedIn: fc.boolean(),
  delivery: fc.record({ method: fc.constantFrom('print-at-home', 'postal'), address: fc.constantFrom(null, {}) }),
  deliveryOptions: fc.constant([
    { method: 'print-at-home', needsAddress: false },
    { method: 'postal', needsAddress: true },
  ]),
  areTermsAccepted: fc.boolean(),
  isBilled: fc.boolean(),
})

describe('the steps of a checkout', () => {
  it('follow the mapping of the specification: order summary to billing, billing details to payment, payment to payment', () => {
    expect(stepAfter('ordersummary', bridge)).toBe('billing')
    expect(stepAfter('billingdetails', bridge)).toBe('payment')
    expect(stepAfter('payment', bridge)).toBe('payment')
  })

  it('lead from each page of the ticketing system to the next step of any brand', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom('ordersummary', 'billingdetails', 'payment'), (stepList, page) => {
        expect(stepList.includes(stepAfter(page, stepList)) || stepAfter(page, stepList) === 'payment').toBe(true)
      }),
    )
  })

  it('allow no payment before the first unfinished step, and are never blocked by an offer', () => {
    fc.assert(
      fc.property(steps, facts, (stepList, someFacts) => {
        const first = firstUnfinished(stepList, someFacts)
        const before = stepList.slice(0, stepList.includes(first) ? stepList.indexOf(first) : stepList.length)
        expect(before.every((step) => isStepFinished(step, someFacts))).toBe(true)
        expect(['add-ons', 'booking-protect', 'contact-preferences', 'gift-aid', 'household', 'memberships', 'upsells']).not.toContain(
          first,
        )
      }),
    )
  })

  it('ask for the terms in one step only', () => {
    expect(termsStep(bridge)).toBe('summary')
    expect(termsStep(['basket', 'billing-address', 'review', 'payment'])).toBe('review')
    expect(termsStep(['basket', 'account', 'payment'])).toBe('payment')
  })

  it('ask for no delivery of an order that has nothing to deliver', () => {
    fc.assert(
      fc.property(steps, facts, (chosenSteps, knownFacts) => {
        expect(firstUnfinished(chosenSteps, { ...knownFacts, isDelivered: false, isPosted: false })).not.toBe('delivery')
      }),
    )
  })
})
