import { BillingPage } from '../BillingPage.tsx'
import { isAlwaysNeeded, type Step } from './step.ts'

/** The billing step of brands whose ticketing system does not validate that page. */
export const billingAddress: Step = {
  id: 'billing-address',
  isNeeded: isAlwaysNeeded,
  Screen: () => <BillingPage step="billing-address" />,
}
