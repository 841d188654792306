import type { Basket } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { Notice } from '#ui/Notice'

type Props = Pick<Basket, 'lastPayment'> & {
  /** Whether a payment page is open. */
  readonly isOpen: boolean
  /** Whether the order holds seats meanwhile. */
  readonly hasSeats: boolean
}

/** The open payment of an order, or the outcome of its last one. */
export function PaymentState({ isOpen, lastPayment, hasSeats }: Props) {
  const t = useWords('checkout')
  if (isOpen)
    return (
      <Notice tone="warning" title={t('payment.openTitle')}>
        <p>{t(hasSeats ? 'payment.open' : 'payment.noSeats.open')}</p>
      </Notice>
    )
  if (!lastPayment) return null
  return (
    <Notice tone={lastPayment === 'declined' ? 'error' : 'info'} role="status" title={t(`payment.${lastPayment}Title`)}>
      <p>{t(hasSeats || lastPayment === 'declined' ? `payment.${lastPayment}` : `payment.noSeats.${lastPayment}`)}</p>
    </Notice>
  )
}
