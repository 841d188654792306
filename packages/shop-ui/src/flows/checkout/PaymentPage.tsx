import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { pathBefore } from '#ticketing/CheckoutSteps'
import { LinkButton } from '#ui/LinkButton'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { StoredValueLines } from '#ticketing/StoredValueLines'
import { useApiMutation } from '#mutation'
import { api, refreshBasket, useBasket, useStoredValue } from '#server-state'
import { PreferredCard } from './PreferredCard.tsx'
import { PaymentState } from './PaymentState.tsx'
import { redirectTo } from './redirect.ts'
import { RenewalConsents } from './RenewalConsents.tsx'
import styles from './PaymentPage.module.css'
import { useSteps } from './steps-context.ts'

/** States of a payment that succeeded before it could be cancelled. */
const paidStates: readonly string[] = ['succeeded', 'confirming', 'refund-due', 'refunded']

/**
 * The last step before the provider's page: the amount, the next steps, one button, and the outcome of the last attempt.
 * A payment that was left open, by the Back button or in another tab, can be continued or cancelled.
 */
export function PaymentPage() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const steps = useSteps()
  const basket = useBasket()
  const purses = useStoredValue()
  const navigate = useNavigate()
  const [pendingAction, setPendingAction] = useState<'pay' | 'cancel'>()
  const mutation = useApiMutation({ onProblem: refreshBasket })
  const { send, problem } = mutation
  const isPaymentOpen = basket.state === 'paying'
  const amount = basket.totals.leftToPay
  const previousStep = pathBefore('payment', steps)

  const pay = async () => {
    setPendingAction('pay')
    const { version, quote } = basket
    const startResult = await send(() => api.checkout.start({ body: { version, ...(quote !== undefined && { quote }) } }))
    if (!startResult.ok) return setPendingAction(undefined)
    const { payment, redirectUrl } = startResult.value
    // The button stays pending: the browser is leaving the page.
    if (redirectUrl) return redirectTo(redirectUrl)
    await navigate(`/order/verify?payment=${payment}`)
  }

  const cancel = async () => {
    setPendingAction('cancel')
    const cancelResult = await send(
      async () => {
        // Starting again returns the open payment, whichever tab started it.
        const startResult = await api.checkout.start({ body: { version: basket.version } })
        return startResult.ok ? api.checkout.cancel({ params: { payment: startResult.value.payment } }) : startResult
      },
      { message: ({ state }) => (paidStates.includes(state) ? undefined : t('payment.stopped')) },
    )
    setPendingAction(undefined)
    if (!cancelResult.ok) return undefined
    if (paidStates.includes(cancelResult.value.state)) return navigate(`/order/verify?payment=${cancelResult.value.payment}`)
    return refreshBasket()
  }

  return (
    <>
      <PageHeading>{t('payment.title')}</PageHeading>
      <PaymentState isOpen={isPaymentOpen} lastPayment={basket.lastPayment} hasSeats={basket.tickets.length > 0} />
      {problem && <ProblemNotice problem={problem} />}
      <div className={styles.sheet}>
        <p className={styles.amount}>
          {t('payment.amount')} <strong>{money(amount)}</strong>
        </p>
        {!isPaymentOpen && <StoredValueLines {...purses} />}
        {amount > 0 ? (
          <>
            <h2 className={styles.next}>{t('payment.next')}</h2>
            <ol className={styles.ways}>
              <li>{t('payment.next1')}</li>
              <li>{t('payment.next2')}</li>
              <li>{t('payment.next3')}</li>
            </ol>
            <PreferredCard />
            {!isPaymentOpen && <RenewalConsents mutation={mutation} />}
          </>
        ) : (
          <p>{t('payment.free')}</p>
        )}
        <Button look="primary" large wide onPress={pay} isPending={pendingAction === 'pay'} isDisabled={pendingAction === 'cancel'}>
          <LockKeyhole aria-hidden="true" />
          {isPaymentOpen
            ? t('payment.goOn')
            : amount === 0
              ? t('payment.confirm')
              : t(basket.lastPayment ? 'payment.again' : 'payment.pay', { amount: money(amount) })}
        </Button>
        {isPaymentOpen && (
          <Button onPress={cancel} isPending={pendingAction === 'cancel'} isDisabled={pendingAction === 'pay'} wide>
            {t('payment.stop')}
          </Button>
        )}
        <p role="status" className={styles.going}>
          {pendingAction === 'pay' && t('payment.going')}
        </p>
      </div>
      {previousStep && !isPaymentOpen && (
        <div>
          <LinkButton to={previousStep} look="quiet">
            {t('back')}
          </LinkButton>
        </div>
      )}
    </>
  )
}
