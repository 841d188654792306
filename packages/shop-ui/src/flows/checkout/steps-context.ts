import { createContext, use } from 'react'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { useBrand } from '#server-state'

/** The steps that this order needs; the checkout layout provides them. */
export const StepsContext = createContext<readonly CheckoutStep[] | undefined>(undefined)

/** The brand's steps in its order, without those that do not apply to this order. */
export function useSteps(): readonly CheckoutStep[] {
  const { steps } = useBrand()
  return use(StepsContext) ?? steps
}
