import { BillingPage } from '../BillingPage.tsx'
import { always, type Step } from './step.ts'

/** The billing details of houses that ask for them without a page of the ticketing system behind it. */
export const billingAddress: Step = { id: 'billing-address', isNeeded: always, Screen: () => <BillingPage step="billing-address" /> }
