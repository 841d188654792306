import type { CheckoutStep } from '@playhouse/domain/brand'
import { isPosted } from '@playhouse/domain/postage'
import { BillingPage } from './BillingPage.tsx'
import { DeliveryPage } from './DeliveryPage.tsx'
import { PaymentPage } from './PaymentPage.tsx'
import { addOns } from './step/AddOns.tsx'
import { additionalDetails } from './step/AdditionalDetails.tsx'
import { billingAddress } from './step/BillingAddress.tsx'
import { bookingProtect } from './step/BookingProtect.tsx'
import { contactPreferences } from './step/ContactPreferences.tsx'
import { giftAid } from './step/GiftAid.tsx'
import { household } from './step/Household.tsx'
import { memberships } from './step/Memberships.tsx'
import { review } from './step/Review.tsx'
import { isAlwaysNeeded, type Step, type StepFacts } from './step/step.ts'
import { upsells } from './step/Upsells.tsx'
import { SummaryPage } from './SummaryPage.tsx'

/** Every step of this flow; the basket and account steps belong to other flows. */
export const steps: readonly Step[] = [
  { id: 'delivery', isNeeded: ({ basket }) => basket.tickets.length > 0 || basket.items.some(isPosted), Screen: DeliveryPage },
  { id: 'summary', isNeeded: isAlwaysNeeded, Screen: SummaryPage },
  { id: 'billing', isNeeded: isAlwaysNeeded, Screen: BillingPage },
  { id: 'payment', isNeeded: isAlwaysNeeded, Screen: PaymentPage },
  addOns,
  additionalDetails,
  billingAddress,
  bookingProtect,
  contactPreferences,
  giftAid,
  household,
  memberships,
  review,
  upsells,
]

/** A brand's steps without those that do not apply to this order. */
export const neededSteps = (brandSteps: readonly CheckoutStep[], facts: StepFacts): CheckoutStep[] =>
  brandSteps.filter((id) => steps.find((step) => step.id === id)?.isNeeded(facts) ?? true)
