import type { ComponentType } from 'react'
import type { Basket, Session } from '@playhouse/api-client/contract'
import type { Brand, CheckoutStep } from '@playhouse/domain/brand'

/** The facts that decide whether a step applies. */
export type StepFacts = {
  readonly brand: Pick<Brand, 'features' | 'giving' | 'account' | 'memberships' | 'steps' | 'timeZone' | 'upsells'>
  readonly basket: Pick<Basket, 'tickets' | 'items' | 'giftAid' | 'refundProtection' | 'addsTo'>
  readonly customer: Session['customer']
  /** The number of household members, the customer included. */
  readonly household: number
  /** Whether something besides the tickets can be added to the basket. */
  readonly hasAddOns: boolean
  /** Ids of the memberships that the customer holds. */
  readonly memberships: readonly string[]
}

/** A step of the checkout. A brand lists its steps by id (`steps`). */
export type Step = {
  readonly id: CheckoutStep
  /** A step that is not needed is skipped and not named. */
  readonly isNeeded: (facts: StepFacts) => boolean
  readonly Screen: ComponentType
}

export const isAlwaysNeeded = (): boolean => true
