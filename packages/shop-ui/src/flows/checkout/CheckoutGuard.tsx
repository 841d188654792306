import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { pathAfter, stepPath } from '#parts/CheckoutSteps'
import { useBasket, useBrand, useSession } from '#session'
import { firstOpenStep, mayOpen } from './first-open-step.ts'

/** Lets a step show when it may be opened, and otherwise goes to the one that is next. */
export function CheckoutGuard({ step, children }: { readonly step: CheckoutStep | undefined; readonly children: ReactNode }) {
  const { steps } = useBrand()
  const session = useSession()
  const basket = useBasket()
  if (step && mayOpen(step, steps, session, basket)) return children
  // Somebody who just signed in goes on where they were, and isn't hurried past steps with a preset answer.
  const next =
    step === 'account' && session.customer && basket.state !== 'paying'
      ? pathAfter('account', steps)
      : stepPath(firstOpenStep(steps, session, basket))
  return <Navigate to={next} replace />
}
