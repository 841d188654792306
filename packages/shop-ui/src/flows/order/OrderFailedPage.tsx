import { useSearchParams } from 'react-router'
import type { PaymentStatus } from '@playhouse/api-client/contract'
import { isEmpty } from '@playhouse/domain/item-kind'
import { useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { useBasket, useSession } from '#server-state'
import styles from './FallbackPages.module.css'
import { usePayment } from './use-payment.ts'

type Reason = 'declined' | 'cancelled' | 'timed-out' | 'refund' | 'refunded' | 'unknown'

/** An order that failed: the reason, what happens to the money, and what the visitor can do next. */
export function OrderFailedPage() {
  const { customer } = useSession()
  const [search] = useSearchParams()
  const payment = search.get('payment')
  return customer && payment ? <PaymentFailure payment={payment} /> : <Failure reason="unknown" />
}

function PaymentFailure({ payment }: { readonly payment: string }) {
  const { data } = usePayment(payment)
  return <Failure reason={data ? reasonOf(data) : 'unknown'} />
}

const reasons: Partial<Record<PaymentStatus['state'], Reason>> = {
  declined: 'declined',
  cancelled: 'cancelled',
  'timed-out': 'timed-out',
  'refund-due': 'refund',
  refunded: 'refunded',
}
const reasonOf = ({ state }: PaymentStatus): Reason => reasons[state] ?? 'unknown'

function Failure({ reason }: { readonly reason: Reason }) {
  const t = useWords('order')
  const isFilled = !isEmpty(useBasket())
  return (
    <Page width="reading">
      <PageHeading>{t(`failed.${reason}Title`)}</PageHeading>
      <p>{t(`failed.${reason}`)}</p>
      <div className={styles.ways}>
        {isFilled && (
          <LinkButton look="primary" to="/checkout/payment">
            {t('failed.retry')}
          </LinkButton>
        )}
        <LinkButton look={isFilled ? 'secondary' : 'primary'} to={isFilled ? '/checkout/basket' : '/'}>
          {t(isFilled ? 'failed.basket' : 'failed.other')}
        </LinkButton>
        <LinkButton to="/account/your-orders">{t('actions.orders')}</LinkButton>
      </div>
      <p>{t('failed.help')}</p>
    </Page>
  )
}
