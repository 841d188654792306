import { Navigate } from 'react-router'
import { pathAfter } from '#ticketing/CheckoutSteps'
import { useSteps } from '../steps-context.ts'
import type { Step } from './step.ts'

/** The step for additional goods. None are sold yet, so the step is never shown. */
export const addOns: Step = {
  id: 'add-ons',
  isNeeded: () => false,
  Screen: () => <Navigate to={pathAfter('add-ons', useSteps())} replace />,
}
