import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { isEmpty } from '@playhouse/domain/item-kind'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { ordersQuery, refreshBasket, useBasket, useSession } from '#server-state'
import { NoPayment, SignInRequired } from './FallbackPages.tsx'
import styles from './OrderVerifyPage.module.css'
import { paymentEnd, usePayment } from './use-payment.ts'

/** Time in milliseconds after which the page says that the visitor need not wait. */
const slowAfterMs = 20_000

/** The return page of the payment provider. The URL names the payment; its outcome always comes from the server. */
export function OrderVerifyPage() {
  const { customer } = useSession()
  const [search] = useSearchParams()
  const payment = search.get('payment')
  if (!payment) return <NoPayment />
  return customer ? <Verifying payment={payment} hasLeft={search.has('left')} /> : <SignInRequired />
}

function Verifying({ payment, hasLeft }: { readonly payment: string; readonly hasLeft: boolean }) {
  const t = useWords('order')
  const { data, problem, reload } = usePayment(payment)
  const end = data && paymentEnd(data)
  const isSlow = useIsSlow()
  const { state } = useBasket()
  const basket = useBasketAfterPayment(end !== undefined)

  if (problem?.code === 'payment-unknown') return <NoPayment />
  if (end === 'confirmed') return <Navigate to={`/order/confirmed?payment=${encodeURIComponent(payment)}`} replace />
  if (end === 'failed' && basket)
    return <Navigate to={!isEmpty(basket) ? '/checkout/payment' : `/order/failed?payment=${encodeURIComponent(payment)}`} replace />
  if (data?.state === 'confirming') return <Navigate to={`/order/direct-debits/verify?payment=${encodeURIComponent(payment)}`} replace />
  // The payer left the provider's page, where paying is still possible: the payer decides whether to continue or cancel.
  if (hasLeft && data?.state === 'redirected') return <Navigate to="/checkout/payment" replace />
  if (end === 'refund') return <Navigate to={`/order/failed?payment=${encodeURIComponent(payment)}`} replace />

  const progress = data?.order?.state === 'confirming' || data?.order?.state === 'completing' ? data.order.state : 'asking'
  return (
    <Page width="reading">
      <PageHeading>{t('verify.title')}</PageHeading>
      {problem ? (
        <ProblemNotice problem={problem} onRetry={reload} />
      ) : (
        <>
          <p className={styles.lead} role="status">
            <span className={styles.pulse} aria-hidden="true" />
            {t(`verify.${progress}`)}
          </p>
          <p>{t('verify.stay')}</p>
        </>
      )}
      {isSlow && (
        <Notice role="status">
          <p>{t('verify.long')}</p>
          <NoticeActions>
            <Button onPress={reload}>{t('verify.again')}</Button>
            {state === 'paying' && <LinkButton to="/checkout/payment">{t('failed.retry')}</LinkButton>}
            <LinkButton to="/account/your-orders">{t('actions.orders')}</LinkButton>
          </NoticeActions>
        </Notice>
      )}
    </Page>
  )
}

function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

/** The basket, loaded again after the payment ended; undefined until then. */
function useBasketAfterPayment(hasEnded: boolean) {
  const queries = useQueryClient()
  const basket = useBasket()
  const [isReloaded, setReloaded] = useState(false)
  useEffect(() => {
    if (!hasEnded) return
    void queries.invalidateQueries(ordersQuery)
    void refreshBasket().then(() => setReloaded(true))
  }, [hasEnded, queries])
  return isReloaded ? basket : undefined
}
