import { createContext, use } from 'react'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { useBrand } from '#server-state'

/** The steps that this order needs; the frame of the checkout knows them. */
export const StepsContext = createContext<readonly CheckoutStep[] | undefined>(undefined)

/** The brand's steps in its order, without those that have nothing to ask about this order. */
export function useSteps(): readonly CheckoutStep[] {
  const { steps } = useBrand()
  return use(StepsContext) ?? steps
}
