import { type ReactNode, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { type CheckoutStep, checkoutSteps } from '@playhouse/domain/brand'
import { isEmpty } from '@playhouse/domain/item-kind'
import { pathAfter, stepPath } from '#ticketing/CheckoutSteps'
import { useBasket, useBrand, useIsSessionFetching, useSession } from '#server-state'
import { firstOpenStep, mayOpen } from './first-open-step.ts'
import { useSteps } from './steps-context.ts'

/** Shows a step that may be opened, and redirects to the next open step otherwise. */
export function CheckoutGuard({ step, children }: { readonly step: CheckoutStep | undefined; readonly children: ReactNode }) {
  const steps = useSteps()
  const { steps: brandSteps } = useBrand()
  const session = useSession()
  const isSessionLoading = useIsSessionFetching()
  const basket = useBasket()
  const [search] = useSearchParams()
  const [hasSignedIn, setHasSignedIn] = useState(false)
  if (session.customer && !session.customer.isGuest && !hasSignedIn) setHasSignedIn(true)
  if (hasSignedIn && step && step !== 'basket') {
    // The session ended during the checkout: signing in again restores the customer's basket and this step.
    if (!session.customer) return <Navigate to={`/login?next=${stepPath(step)}`} replace />
    // The basket seems empty, but the session is being loaded again: wait for it.
    if (isSessionLoading && isEmpty(basket)) return children
  }
  if (step && mayOpen(step, steps, session, basket)) return children
  const openStep = firstOpenStep(steps, session, basket)
  // The step has nothing to ask: continue with the next one that has.
  const nextNeededStep = step && brandSteps.slice(brandSteps.indexOf(step)).find((next) => steps.includes(next))
  if (step && nextNeededStep && nextNeededStep !== step && brandSteps.includes(step) && mayOpen(nextNeededStep, steps, session, basket))
    return <Navigate to={stepPath(nextNeededStep)} replace />
  const nextStep = checkoutSteps.find((name) => stepPath(name) === search.get('next'))
  // A customer who has just signed in continues where they were; steps with a preset answer are not skipped.
  if (step === 'account' && session.customer && basket.state !== 'paying')
    return <Navigate to={nextStep ? stepPath(nextStep) : pathAfter('account', steps)} replace />
  if (openStep === 'account' && step) return <Navigate to={`${stepPath(openStep)}?next=${stepPath(step)}`} replace />
  return <Navigate to={stepPath(openStep)} replace />
}
