import type { ComponentType } from 'react'
import type { Basket, Session } from '@playhouse/api-client/contract'
import type { Brand, CheckoutStep } from '@playhouse/domain/brand'

/** What decides whether a step has anything to ask. */
export type StepFacts = {
  readonly brand: Pick<Brand, 'features' | 'giving' | 'account' | 'memberships'>
  readonly basket: Pick<Basket, 'giftAid' | 'refundProtection'>
  readonly customer: Session['customer']
  /** People who may be booking besides the customer. */
  readonly household: number
  /** Memberships that the customer holds. */
  readonly memberships: readonly string[]
}

/** A step of the checkout, whole. A brand composes them by their names (`steps`). */
export type Step = {
  readonly id: CheckoutStep
  /** A step that has nothing to ask is passed over, and not named among the steps. */
  readonly isNeeded: (facts: StepFacts) => boolean
  readonly Screen: ComponentType
}

export const always = (): boolean => true
