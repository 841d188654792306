import { Navigate } from 'react-router-dom'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { pathAfter } from '#parts/CheckoutSteps'
import { useSteps } from '../steps-context.ts'
import type { Step } from './step.ts'

/** A step for goods of which the house has none yet: nothing is asked, and nobody sees it. */
const passedOver = (id: CheckoutStep): Step => ({
  id,
  isNeeded: () => false,
  Screen: () => <Navigate to={pathAfter(id, useSteps())} replace />,
})

export const addOns = passedOver('add-ons')
export const memberships = passedOver('memberships')
