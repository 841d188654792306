import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { stepPath } from '#parts/CheckoutSteps'
import { useBasket, useBrand, useSession } from '#session'
import { firstOpenStep, mayOpen } from './first-open-step.ts'

/** Lets a step show when it may be opened, and otherwise goes to the one that is next. */
export function CheckoutGuard({ step, children }: { readonly step: CheckoutStep | undefined; readonly children: ReactNode }) {
  const { steps } = useBrand()
  const session = useSession()
  const basket = useBasket()
  if (step && mayOpen(step, steps, session, basket)) return children
  return <Navigate to={stepPath(firstOpenStep(steps, session, basket))} replace />
}
