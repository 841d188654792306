import { BillingPage } from '../BillingPage.tsx'
import { always, type Step } from './step.ts'

/** The billing step of brands whose ticketing system does not validate that page. */
export const billingAddress: Step = { id: 'billing-address', isNeeded: always, Screen: () => <BillingPage step="billing-address" /> }
