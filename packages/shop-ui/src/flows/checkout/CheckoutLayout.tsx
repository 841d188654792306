import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from 'react-router'
import { type CheckoutStep, checkoutSteps } from '@playhouse/domain/brand'
import { isEmpty } from '@playhouse/domain/item-kind'
import { upsellsOf } from '@playhouse/domain/upsell'
import { useWords } from '#i18n'
import { sellsAddOns, useAddOns } from '#add-ons'
import { CheckoutSteps, stepPath } from '#ticketing/CheckoutSteps'
import { Page } from '#ui/Page'
import { householdQuery, useBasket, useBrand, useSession } from '#server-state'
import { CheckoutGuard } from './CheckoutGuard.tsx'
import styles from './CheckoutLayout.module.css'
import { mayOpen } from './first-open-step.ts'
import { currentMembershipIds, membershipsQuery } from './current-memberships.ts'
import { HeldMemberships } from './HeldMemberships.tsx'
import { HoldBar } from './HoldBar.tsx'
import { OrderAside } from './OrderAside.tsx'
import { membershipsToOffer } from './step/Memberships.tsx'
import { StepSummary } from './StepSummary.tsx'
import { neededSteps } from './steps.ts'
import { StepsContext } from './steps-context.ts'

/** Steps that show the order themselves. */
const showsOrder = (step: CheckoutStep | undefined): boolean => step === 'basket' || step === 'summary' || step === 'review'

/**
 * The layout route of all checkout steps: step names, summary and total, time left, order and contact details, always in the
 * same place. It also guards the steps.
 */
export function CheckoutLayout() {
  const t = useWords('checkout')
  const { contact, upsells } = useBrand()
  const session = useSession()
  const basket = useBasket()
  const { pathname } = useLocation()
  const steps = useNeededSteps()
  const step = checkoutSteps.find((name) => pathname === stepPath(name))
  return (
    <StepsContext value={steps}>
      <CheckoutGuard step={step}>
        <Page>
          <div className={styles.top}>
            {step && (
              <CheckoutSteps
                steps={steps}
                current={step}
                mayOpen={(other) => mayOpen(other, steps, session, basket)}
                hasUpsellList={upsells !== undefined}
              />
            )}
            <StepSummary />
            <HoldBar />
          </div>
          <div className={styles.columns}>
            <div className={styles.step}>
              <HeldMemberships />
              <Outlet />
            </div>
            {!isEmpty(basket) && !showsOrder(step) && <OrderAside />}
          </div>
          <aside className={styles.help} aria-labelledby="checkout-help">
            <h2 id="checkout-help">{t('help.title')}</h2>
            <p>
              {t('help.body')} <a href={`tel:${contact.phone.replace(/\s/g, '')}`}>{contact.phone}</a>{' '}
              <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </p>
          </aside>
        </Page>
      </CheckoutGuard>
    </StepsContext>
  )
}

/** The brand's steps that apply to this order. */
function useNeededSteps(): readonly CheckoutStep[] {
  const brand = useBrand()
  const { customer } = useSession()
  const basket = useBasket()
  const hasAccount = customer !== null && !customer.isGuest
  const { data, isLoading } = useQuery({ ...householdQuery, enabled: hasAccount && brand.steps.includes('household') })
  const offersMemberships = brand.steps.includes('memberships') || upsellsOf(brand).includes('membership')
  const sellsMemberships = offersMemberships && membershipsToOffer(brand, []).length > 0
  const heldMemberships = useQuery({ ...membershipsQuery, enabled: hasAccount && sellsMemberships })
  // While the household is loading the step stays, so that a visitor who opened its URL is not redirected.
  const household = isLoading ? Number.POSITIVE_INFINITY : (data?.members.length ?? 0)
  const memberships = currentMembershipIds(heldMemberships.data?.memberships ?? [])
  const offersAddOns = brand.steps.includes('add-ons') || upsellsOf(brand).includes('product')
  const addOns = useAddOns(offersAddOns && sellsAddOns(brand))
  // While they are loading the step stays, too.
  const hasAddOns = addOns.isLoading || addOns.groups.length > 0
  return neededSteps(brand.steps, { brand, basket, customer, household, hasAddOns, memberships })
}
