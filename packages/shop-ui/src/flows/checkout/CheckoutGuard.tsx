import { type ReactNode, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { type CheckoutStep, checkoutSteps } from '@playhouse/domain/brand'
import { pathAfter, stepPath } from '#ticketing/CheckoutSteps'
import { useBasket, useBrand, useIsSessionAsked, useSession } from '#server-state'
import { firstOpenStep, mayOpen } from './first-open-step.ts'
import { useSteps } from './steps-context.ts'

/** Lets a step show when it may be opened, and otherwise goes to the one that is next. */
export function CheckoutGuard({ step, children }: { readonly step: CheckoutStep | undefined; readonly children: ReactNode }) {
  const steps = useSteps()
  const { steps: brandSteps } = useBrand()
  const session = useSession()
  const isSessionLoading = useIsSessionAsked()
  const basket = useBasket()
  const [search] = useSearchParams()
  const [hasSignedIn, setHasSignedIn] = useState(false)
  if (session.customer && !session.customer.isGuest && !hasSignedIn) setHasSignedIn(true)
  if (hasSignedIn && step && step !== 'basket') {
    // Their session ended on the way, and the basket is theirs: signing in again brings it back, and them to this step.
    if (!session.customer) return <Navigate to={`/login?next=${stepPath(step)}`} replace />
    // Gone, it seems: whether they are still here is being asked.
    if (isSessionLoading && basket.tickets.length === 0) return children
  }
  if (step && mayOpen(step, steps, session, basket)) return children
  const openStep = firstOpenStep(steps, session, basket)
  // Nothing to ask there: on to the next that has something.
  const nextNeededStep = step && brandSteps.slice(brandSteps.indexOf(step)).find((next) => steps.includes(next))
  if (step && nextNeededStep && nextNeededStep !== step && brandSteps.includes(step) && mayOpen(nextNeededStep, steps, session, basket))
    return <Navigate to={stepPath(nextNeededStep)} replace />
  const nextStep = checkoutSteps.find((name) => stepPath(name) === search.get('next'))
  // Somebody who just signed in goes on where they were, and isn't hurried past steps with a preset answer.
  if (step === 'account' && session.customer && basket.state !== 'paying')
    return <Navigate to={nextStep ? stepPath(nextStep) : pathAfter('account', steps)} replace />
  if (openStep === 'account' && step) return <Navigate to={`${stepPath(openStep)}?next=${stepPath(step)}`} replace />
  return <Navigate to={stepPath(openStep)} replace />
}
