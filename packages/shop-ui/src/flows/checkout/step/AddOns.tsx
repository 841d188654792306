import { Navigate } from 'react-router'
import { pathAfter } from '#ticketing/CheckoutSteps'
import { useSteps } from '../steps-context.ts'
import type { Step } from './step.ts'

/** Goods to go with the tickets, of which the house has none yet: nothing is asked, and nobody sees it. */
export const addOns: Step = {
  id: 'add-ons',
  isNeeded: () => false,
  Screen: () => <Navigate to={pathAfter('add-ons', useSteps())} replace />,
}
